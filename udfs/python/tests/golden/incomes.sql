WITH people AS (
  SELECT id AS user_id, CAST(id % 40000 AS DOUBLE) AS income FROM range(20000)),
reports AS (
  SELECT ldp_randomize(coalesce(CASE WHEN ((try_cast(income AS DOUBLE) >= 0.0D) AND (try_cast(income AS DOUBLE) < 5000.0D)) THEN 0 WHEN ((try_cast(income AS DOUBLE) >= 5000.0D) AND (try_cast(income AS DOUBLE) < 10000.0D)) THEN 1 WHEN ((try_cast(income AS DOUBLE) >= 10000.0D) AND (try_cast(income AS DOUBLE) <= 40000.0D)) THEN 2 END, 3), 'hadamard(epsilon=2.0,k=4)', user_id, 'income 4f07290d') AS report FROM people)
SELECT coalesce(try_element_at(map('0', '[0, 5000)', '1', '[5000, 10000)', '2', '[10000, 40000]', '3', '(other)'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_accumulate(report, 'hadamard(epsilon=2.0,k=4)')) AS estimates
    FROM reports))
