-- A plan's question: in which country are people? Each person is asked once, those too who come later.
{{ config(materialized='ldp', plan=var('ldp_plan'), output=var('ldp_output')) }}
select user_id, country, day from {{ ref('events') }}
