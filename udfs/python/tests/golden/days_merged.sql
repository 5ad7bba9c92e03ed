WITH people AS (
  SELECT id AS user_id, CAST(id % 2 AS INT) AS day, id % 4 = 0 AS smoker FROM range(20000)),
reports AS (
  SELECT day, ldp_randomize(try_element_at(map('false', 0, 'true', 1), try_cast(try_cast(smoker AS BOOLEAN) AS STRING)), 'rr(epsilon=1.0)', user_id, 'smoker f37a57f1') AS report FROM people),
days AS (
  SELECT day, ldp_accumulate(report, 'rr(epsilon=1.0)') AS accumulator FROM reports GROUP BY day)
SELECT coalesce(try_element_at(map('0', 'false', '1', 'true'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_merge(accumulator), 0.99D) AS estimates
    FROM days))
