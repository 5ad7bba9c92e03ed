WITH people AS (
  SELECT id AS user_id, CAST(id % 101 AS DOUBLE) AS score FROM range(20000)),
reports AS (
  SELECT ldp_randomize(score, 'mean(epsilon=1.0,lower=0.0,upper=100.0)', user_id, 'score') AS report FROM people)
SELECT item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_accumulate(report, 'mean(epsilon=1.0,lower=0.0,upper=100.0)')) AS estimates
    FROM reports))
