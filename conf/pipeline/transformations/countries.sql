-- In which country? The table country_estimates is USING ldp, made before the pipeline by its plan: jobs/docs/pipelines.md.
CREATE MATERIALIZED VIEW countries AS
SELECT item AS country, estimate AS people, lower, upper
FROM country_estimates
WHERE lower > 0;
