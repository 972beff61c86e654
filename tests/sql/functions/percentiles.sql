-- PERCENTILE_CONT (t-sql/functions/percentile-cont-transact-sql.md): "the result is interpolated and might not be equal to any of the specific values in
-- the column", a float(53); PERCENTILE_DISC (percentile-disc-transact-sql.md): "the smallest CUME_DIST value ... that is greater than or equal to
-- the percentile value", of the type of the ORDER BY expression. "Any nulls in the data set are ignored."
CREATE TABLE #pay (dept varchar(10) NOT NULL, rate money NULL, hired date NULL);
INSERT INTO #pay VALUES ('a', 10, '2020-01-01'), ('a', 20, '2020-01-05'), ('a', 40, '2020-02-01'), ('a', NULL, NULL),
    ('b', 7, '2021-01-01'), ('b', 9, '2021-03-01'), ('c', NULL, NULL);
GO
-- Medians: of a (10, 20, 40) the one in the middle; of b (7, 9) 8 between, 7 is the first whose share is a half; c has no value.
SELECT DISTINCT dept,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY rate) OVER (PARTITION BY dept) AS continuous,
       PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY rate) OVER (PARTITION BY dept) AS discrete
FROM #pay ORDER BY dept;
GO
-- The ends; 0.9 of a: place 1.8, 20 + 0.8 * 20 = 36; descending the same from above: place 0.2 of 40, 20, 10 is 40 - 0.1 * 2 * 20 = 36.
SELECT TOP (1) PERCENTILE_CONT(0) WITHIN GROUP (ORDER BY rate) OVER () AS least, PERCENTILE_CONT(1.0) WITHIN GROUP (ORDER BY rate) OVER () AS most,
       PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY rate) OVER (PARTITION BY dept) AS nine,
       PERCENTILE_CONT(0.1) WITHIN GROUP (ORDER BY rate DESC) OVER (PARTITION BY dept) AS from_above
FROM #pay ORDER BY dept;
-- A date has no value between two others, but a place in their order: 0.4 of five is the second, 2020-01-05.
SELECT TOP (1) PERCENTILE_DISC(0.4) WITHIN GROUP (ORDER BY hired) OVER () AS day FROM #pay;
GO
-- What is not right.
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY rate) FROM #pay;
GO
SELECT PERCENTILE_DISC(0.5) OVER () FROM #pay;
GO
SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY rate, hired) OVER () FROM #pay;
GO
SELECT PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY rate) OVER (ORDER BY rate) FROM #pay;
GO
SELECT PERCENTILE_DISC(1.5) WITHIN GROUP (ORDER BY rate) OVER () FROM #pay;
GO
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY hired) OVER () FROM #pay;
GO
