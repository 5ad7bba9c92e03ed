SELECT CAST(value AS STRING), coalesce(try_element_at(map('19', 0, '18', 1), try_cast(CASE WHEN (try_cast(value AS DOUBLE) = try_cast(try_cast(value AS BIGINT) AS DOUBLE)) THEN try_cast(value AS BIGINT) END AS STRING)), 2)
FROM VALUES ('18'), ('19'), (' 19'), ('19.5'), ('n/a'), ('99999999999999999999'), (NULL) AS t(value)
