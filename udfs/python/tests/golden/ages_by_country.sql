WITH people AS (
  SELECT id AS user_id, element_at(array('DE', 'FR'), CAST(1 + id % 2 AS INT)) AS country, 20 + id % 3 AS age FROM range(20000)),
reports AS (
  SELECT country, ldp_randomize(coalesce(CASE WHEN ((CASE WHEN (try_cast(age AS DOUBLE) = try_cast(try_cast(age AS BIGINT) AS DOUBLE)) THEN try_cast(age AS BIGINT) END >= 20) AND (CASE WHEN (try_cast(age AS DOUBLE) = try_cast(try_cast(age AS BIGINT) AS DOUBLE)) THEN try_cast(age AS BIGINT) END <= 22)) THEN try_subtract(CASE WHEN (try_cast(age AS DOUBLE) = try_cast(try_cast(age AS BIGINT) AS DOUBLE)) THEN try_cast(age AS BIGINT) END, 20) END, -1), 'grr(epsilon=2.0,k=3)', user_id, 'age 74058789') AS report FROM people)
SELECT country, coalesce(try_element_at(map('0', '20', '1', '21', '2', '22'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT country, inline(estimates)
  FROM (
    SELECT country, ldp_estimate(ldp_accumulate(report, 'grr(epsilon=2.0,k=3)')) AS estimates
    FROM reports
    GROUP BY country))
