{{ config(materialized='table') }}
select {{ ldp_estimate('report', 'rr(epsilon=1.0)') }} from {{ ref('subscribed_reports') }}
