SELECT CAST(value AS STRING), CASE WHEN ((try_cast(value AS DOUBLE) >= 0.0D) AND (try_cast(value AS DOUBLE) < 5.0D)) THEN 0 WHEN ((try_cast(value AS DOUBLE) >= 5.0D) AND (try_cast(value AS DOUBLE) <= 10.0D)) THEN 1 END
FROM VALUES (-0.1D), (-0.0D), (4.9D), (5.0D), (10.0D), (10.1D), (double('NaN')), (double('Infinity')), (NULL) AS t(value)
