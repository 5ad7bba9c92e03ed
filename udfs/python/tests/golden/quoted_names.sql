WITH people AS (
  SELECT id AS user_id, element_at(array('it''s', '\\', concat('$', '{x}'), 'é'), CAST(1 + id % 4 AS INT)) AS `a word` FROM range(20000)),
reports AS (
  SELECT ldp_randomize(coalesce(try_element_at(map(CAST(X'69742773' AS STRING), 0, CAST(X'5C' AS STRING), 1, CAST(X'247B787D' AS STRING), 2, 'é', 3), try_cast(`a word` AS STRING)), 4), 'grr(epsilon=2.0,k=5)', user_id, 'a word 4d6c2a8a') AS report FROM people)
SELECT coalesce(try_element_at(map('0', CAST(X'69742773' AS STRING), '1', CAST(X'5C' AS STRING), '2', CAST(X'247B787D' AS STRING), '3', 'é', '4', '(other)'), item), item) AS item, estimate, standard_error, lower, upper
FROM (
  SELECT inline(estimates)
  FROM (
    SELECT ldp_estimate(ldp_accumulate(report, 'grr(epsilon=2.0,k=5)')) AS estimates
    FROM reports))
