-- The values of a day, when its late rows are over. Hive, Iceberg and Delta: jobs/docs/keeping.md.
INSERT OVERWRITE events PARTITION (day = DATE '2026-01-01')
SELECT CAST(NULL AS BIGINT), CAST(NULL AS STRING) WHERE false;

-- The values of one person, in all days. Of each day with a row of this person, the other rows are written again. (A
-- day that has no other row stays as it is.)
SET spark.sql.sources.partitionOverwriteMode = dynamic;
INSERT OVERWRITE events
SELECT * FROM events
WHERE day IN (SELECT day FROM events WHERE user_id = 4711) AND NOT user_id <=> 4711;
