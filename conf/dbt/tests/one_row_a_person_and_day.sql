-- SQL draws a report for each row, so a second row would be a second report.
select user_id, day from {{ ref('events') }} group by user_id, day having count(*) > 1
