-- A question in SQL alone: who pays? Each build overwrites the last four days, for people who came late. Reports are
-- keyed, so those of people who were there are the same.
{{ config(materialized='incremental', incremental_strategy='insert_overwrite', partition_by='day') }}
select {{ ldp_randomize('subscribed', 'rr(epsilon=1.0)', 'user_id') }} as report, day
from {{ ref('events') }}
{% if is_incremental() %}
where day >= coalesce((select date_sub(max(day), 3) from {{ this }}), date'0001-01-01')
{% endif %}
