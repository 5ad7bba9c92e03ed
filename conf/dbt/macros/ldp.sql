{# A model whose rows are people, who are asked the question of a plan. The table shows the estimates. Dropping it
   deletes no report and draws nobody again. #}
{% materialization ldp, adapter='spark' %}
  {%- set target_relation = this.incorporate(type='table') -%}
  {{ run_hooks(pre_hooks) }}
  {%- call statement('drop') -%}
drop table if exists {{ target_relation }}
  {%- endcall -%}
  {%- call statement('main') -%}
create table {{ target_relation }} using ldp
options (plan '{{ config.require('plan') }}', output '{{ config.require('output') }}')
as {{ compiled_code }}
  {%- endcall -%}
  {{ run_hooks(post_hooks) }}
  {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}
