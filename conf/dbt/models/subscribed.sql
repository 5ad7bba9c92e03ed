{{ config(materialized='table') }}
-- Each day apart: keyed reports of a person who did not change are equal, so days do not add up.
select day, {{ ldp_estimate('report', 'rr(epsilon=1.0)') }} from {{ ref('subscribed_reports') }} group by day
