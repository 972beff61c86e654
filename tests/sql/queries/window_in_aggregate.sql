-- docs/t-sql/queries/select-over-clause-transact-sql.md; number and text as recorded answers of SQL Server: an aggregate takes no window function.
CREATE TABLE t (a int);
INSERT t VALUES (1), (2);
GO
SELECT SUM(ROW_NUMBER() OVER (ORDER BY a)) FROM t;
GO
SELECT COUNT(RANK() OVER (ORDER BY a)) FROM t;
GO
SELECT a FROM t GROUP BY a ORDER BY MAX(ROW_NUMBER() OVER (ORDER BY a));
GO
SELECT 1 WHERE 1 = (SELECT MAX(RANK() OVER (ORDER BY a)) FROM t);
GO
SELECT STRING_AGG(CONVERT(varchar(9), ROW_NUMBER() OVER (ORDER BY a)), ',') FROM t;
GO
SELECT a, AVG(1 + SUM(a) OVER ()) FROM t GROUP BY a;
GO
SELECT SUM(SUM(a) OVER ()) OVER () FROM t GROUP BY a;
GO
SELECT SUM(SUM(a)) OVER () AS a FROM t GROUP BY a;
GO
