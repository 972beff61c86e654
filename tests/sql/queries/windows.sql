-- docs/t-sql/queries/select-over-clause-transact-sql.md and docs/t-sql/functions/ (row-number, rank, dense-rank, ntile, lag, lead, first-value,
-- last-value, percent-rank, cume-dist): windows are over the rows after grouping; with an order the frame ends at the current row and its equals.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(id int NOT NULL, g varchar(2) NOT NULL, v int NULL);
INSERT INTO dbo.t VALUES (1, 'a', 10), (2, 'a', 20), (3, 'a', 20), (4, 'b', 5), (5, 'b', NULL), (6, 'a', 40);
SELECT id, ROW_NUMBER() OVER (ORDER BY v DESC, id) AS n FROM dbo.t ORDER BY id;
SELECT id, RANK() OVER (PARTITION BY g ORDER BY v) AS r, DENSE_RANK() OVER (PARTITION BY g ORDER BY v) AS d FROM dbo.t ORDER BY id;
SELECT id, NTILE(4) OVER (ORDER BY id) AS tile FROM dbo.t ORDER BY id;
SELECT id, PERCENT_RANK() OVER (PARTITION BY g ORDER BY v) AS p, CUME_DIST() OVER (PARTITION BY g ORDER BY v) AS c FROM dbo.t WHERE g = 'a' ORDER BY id;
SELECT id, LAG(v) OVER (ORDER BY id) AS before, LEAD(v, 2, -1) OVER (ORDER BY id) AS two_on FROM dbo.t ORDER BY id;
SELECT id, FIRST_VALUE(id) OVER (PARTITION BY g ORDER BY v) AS f, LAST_VALUE(id) OVER (PARTITION BY g ORDER BY v) AS l FROM dbo.t WHERE g = 'a' ORDER BY id;
SELECT id, SUM(v) OVER (PARTITION BY g) AS whole, SUM(v) OVER (PARTITION BY g ORDER BY v) AS running, COUNT(*) OVER () AS n FROM dbo.t WHERE g = 'a' ORDER BY id;
SELECT id, SUM(v) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS around, SUM(v) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS up_to,
    MIN(v) OVER (ORDER BY id ROWS BETWEEN 2 FOLLOWING AND UNBOUNDED FOLLOWING) AS behind FROM dbo.t WHERE g = 'a' ORDER BY id;
-- Over groups; and in ORDER BY.
SELECT g, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS all_rows, RANK() OVER (ORDER BY COUNT(*) DESC) AS r FROM dbo.t GROUP BY g ORDER BY g;
SELECT id FROM dbo.t ORDER BY ROW_NUMBER() OVER (ORDER BY id DESC);
-- A constant from a subquery orders nothing: TOP stops the generator, which would make 65,536 times 65,536 rows.
WITH L0 AS (SELECT 1 AS c FROM (VALUES (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1), (1)) AS D(c)),
     L1 AS (SELECT 1 AS c FROM L0 AS A CROSS JOIN L0 AS B),
     L2 AS (SELECT 1 AS c FROM L1 AS A CROSS JOIN L1 AS B),
     L3 AS (SELECT 1 AS c FROM L2 AS A CROSS JOIN L2 AS B),
     Nums AS (SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS rownum FROM L3)
SELECT TOP (3) rownum AS rn, 10 - 1 + rownum AS n FROM Nums ORDER BY rownum;
GO
SELECT id FROM dbo.t WHERE ROW_NUMBER() OVER (ORDER BY id) = 1;
GO
SELECT ROW_NUMBER() FROM dbo.t;
GO
SELECT RANK() OVER (PARTITION BY g) FROM dbo.t;
GO
SELECT RANK() OVER (ORDER BY 1) FROM dbo.t;
GO
SELECT RANK() OVER (ORDER BY 'x') FROM dbo.t;
GO
SELECT SUM(v) OVER (ORDER BY id RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM dbo.t;
GO
SELECT SUM(v) OVER (ROWS UNBOUNDED PRECEDING) FROM dbo.t;
GO
SELECT SUM(v) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM dbo.t;
GO
SELECT COUNT(DISTINCT v) OVER (PARTITION BY g) FROM dbo.t;
GO
SELECT LEN(g) OVER (ORDER BY id) FROM dbo.t;
