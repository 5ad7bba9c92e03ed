-- Who pays? Each row of the table people gets its report once: a streaming table takes the rows that are new. Reports
-- are keyed, so a full refresh gives the same ones.
CREATE STREAMING TABLE subscribed_reports AS
SELECT day, ldp_randomize(subscribed, 'rr(epsilon=1.0)', user_id) AS report
FROM STREAM people;

CREATE MATERIALIZED VIEW subscribed AS
-- Each day apart: keyed reports of a person who did not change are equal, so days do not add up.
SELECT day, inline(ldp_estimate(ldp_accumulate(report, 'rr(epsilon=1.0)')))
FROM subscribed_reports GROUP BY day;
