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

{# A keyed report of a value: the same one in each run.
   id: the column that tells people apart. Without it each run would draw everybody again, so there is no default.
   attribute: a name for the question, needed where the value is an expression. #}
{% macro ldp_randomize(value, spec, id, attribute=none) -%}
  {%- if not id -%}
    {{ exceptions.raise_compiler_error("ldp_randomize(value, spec, id) needs the column that tells people apart. Provided id: none.") }}
  {%- endif -%}
ldp_randomize({{ value }}, '{{ spec }}', {{ id }}{% if attribute %}, '{{ attribute }}'{% endif %})
{%- endmacro %}

{# The columns item, estimate, standard_error, lower, upper and best of the reports of a column. #}
{% macro ldp_estimate(report, spec) -%}
inline(ldp_estimate(ldp_accumulate({{ report }}, '{{ spec }}')))
{%- endmacro %}
