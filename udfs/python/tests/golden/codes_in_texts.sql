WITH people AS (
  SELECT id AS user_id, element_at(array('7', '9', 'n/a', '7'), CAST(1 + id % 4 AS INT)) AS code FROM range(20000)),
reports AS (
  SELECT ldp_randomize(coalesce(try_element_at(map('7', 0, '8', 1, '9', 2), try_cast(CASE WHEN (try_cast(code AS DOUBLE) = try_cast(try_cast(code AS BIGINT) AS DOUBLE)) THEN try_cast(code AS BIGINT) END AS STRING)), 3), 'subset(epsilon=1.0,k=4)', user_id, 'code 3b8324c8') AS report FROM people)
SELECT coalesce(try_element_at(map('0', '7', '1', '8', '2', '9', '3', '(other)'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_accumulate(report, 'subset(epsilon=1.0,k=4)')) AS estimates
    FROM reports))
