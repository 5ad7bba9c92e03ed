{{ config(materialized='ldp', plan=var('ldp_plan'), output=var('ldp_output')) }}
select user_id, country, day from {{ source('product', 'events') }}
