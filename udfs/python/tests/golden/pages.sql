WITH people AS (
  SELECT id AS user_id, element_at(array('home', 'home', 'shop', 'help', NULL), CAST(1 + id % 5 AS INT)) AS page FROM range(20000)),
reports AS (
  SELECT ldp_randomize(coalesce(try_element_at(map('home', 0, 'shop', 1), try_cast(page AS STRING)), 2), 'grr(epsilon=1.0,k=3)', user_id, 'page 6e58161d') AS report FROM people)
SELECT coalesce(try_element_at(map('0', 'home', '1', 'shop', '2', '(other)'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_accumulate(report, 'grr(epsilon=1.0,k=3)')) AS estimates
    FROM reports))
