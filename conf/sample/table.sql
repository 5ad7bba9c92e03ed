-- The table of values: a row a person and day, a folder a day. The jobs read the folder.
CREATE TABLE IF NOT EXISTS events (user_id BIGINT, country STRING, day DATE)
USING parquet PARTITIONED BY (day)
LOCATION '/data/events';

-- Over a folder that has days already, the table finds them by this:
--   MSCK REPAIR TABLE events;
