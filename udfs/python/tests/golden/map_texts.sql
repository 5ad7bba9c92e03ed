SELECT CAST(value AS STRING), coalesce(try_element_at(map('a', 0, 'b', 1), try_cast(value AS STRING)), 2)
FROM VALUES ('a'), ('b'), ('A'), ('a '), (''), (NULL) AS t(value)
