-- A line for each country, with its interval: the whole series, which every night makes anew.
SELECT item AS country, day, estimate, lower, upper
FROM parquet.`/data/ldp/estimates/estimates`
WHERE item IN ('US', 'DE')
ORDER BY country, day;
