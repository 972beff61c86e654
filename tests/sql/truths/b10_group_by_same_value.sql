-- docs/t-sql/queries/select-group-by-transact-sql.md: "Each table or view column in any nonaggregate expression in the <select> list must be
-- included in the GROUP BY list". What an expression means counts, not how it is written: errors 8120, 8121 and 8127 are for columns that are in
-- no group (docs/relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md).
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int PRIMARY KEY, d date, s varchar(20));
INSERT dbo.t VALUES (1, '2020-01-02', 'a'), (2, '2021-01-02', 'b'), (3, '2021-05-02', 'b');
GO
SELECT YEAR(o.d) AS y, COUNT(*) AS n FROM dbo.t AS o GROUP BY YEAR(d) ORDER BY y;
SELECT year(d) AS y, COUNT(*) AS n FROM dbo.t AS o GROUP BY YEAR(o.d) HAVING Year([o].[D]) > 2020 ORDER BY YEAR(d);
SELECT CONVERT(varchar(4), o.d, 112) + 'x' AS y, COUNT(*) AS n FROM dbo.t AS o GROUP BY CONVERT(varchar(4), d, 112) ORDER BY CONVERT(varchar(4), o.D, 112);
SELECT CASE WHEN o.s = 'a' THEN 1 ELSE 0 END AS c, COUNT(*) AS n FROM dbo.t AS o GROUP BY CASE WHEN s = 'a' THEN 1 ELSE 0 END ORDER BY c;
SELECT CAST(d AS datetime) AS c, COUNT(*) AS n FROM dbo.t AS o GROUP BY CONVERT(datetime, o.d) ORDER BY c;
SELECT o.s + 'x' AS c, ROW_NUMBER() OVER (ORDER BY s + 'x') AS r FROM dbo.t AS o GROUP BY s + 'x' ORDER BY r;
SELECT YEAR(o.d) AS y, MONTH(o.d) AS m, GROUPING(YEAR(d)) AS g, COUNT(*) AS n FROM dbo.t AS o GROUP BY ROLLUP (YEAR(d), MONTH(o.d)) ORDER BY g, y, m;
SELECT DISTINCT YEAR(o.d) FROM dbo.t AS o ORDER BY YEAR(d);
-- A group may be the beginning of a longer expression.
SELECT o.s + 'x' + 'y' AS c, COUNT(*) AS n FROM dbo.t AS o GROUP BY s + 'x' ORDER BY s + 'x' + 'y';
GO
-- What a group does not give is refused by the clause.
SELECT MONTH(o.d) FROM dbo.t AS o GROUP BY YEAR(d);
GO
SELECT YEAR(o.d) FROM dbo.t AS o GROUP BY YEAR(d) HAVING MONTH(o.d) > 1;
GO
SELECT YEAR(o.d) FROM dbo.t AS o GROUP BY YEAR(d) ORDER BY o.id;
GO
SELECT o.id + 1 FROM dbo.t AS o GROUP BY 1 + o.id;
GO
SELECT DISTINCT YEAR(o.d) FROM dbo.t AS o ORDER BY MONTH(d);
GO
