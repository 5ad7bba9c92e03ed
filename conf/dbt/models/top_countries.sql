{{ config(materialized='table') }}
select item as country, estimate as people, lower, upper
from {{ ref('countries') }}
where lower > 0
