-- A question in SQL alone: who pays? Reports are keyed, so those of a full refresh are the same.
{{ config(materialized='incremental') }}
select day, {{ ldp_randomize('subscribed', 'rr(epsilon=1.0)', 'user_id') }} as report
from {{ ref('events') }}
{% if is_incremental() %}
where day > (select max(day) from {{ this }})
{% endif %}
