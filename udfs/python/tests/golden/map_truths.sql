SELECT CAST(value AS STRING), coalesce(try_element_at(map('false', 0, 'true', 1), try_cast(try_cast(value AS BOOLEAN) AS STRING)), 2)
FROM VALUES (true), (false), (NULL) AS t(value)
