-- Recorded answers of SQL Server: the ordered aggregates of one query have one order, 8711. docs/t-sql/functions/string-agg-transact-sql.md.
CREATE TABLE dbo.t (id int, grp int, name varchar(10));
INSERT dbo.t VALUES (1, 1, 'b'), (2, 1, 'a'), (3, 2, 'c');
GO
SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name) AS a, STRING_AGG(name, ',') WITHIN GROUP (ORDER BY id) AS b FROM dbo.t;
GO
SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name) AS a, STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name DESC) AS b FROM dbo.t;
GO
SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name) AS a, JSON_ARRAYAGG(id ORDER BY id) AS b FROM dbo.t;
GO
SELECT grp, STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name) AS a, STRING_AGG(id, '|') WITHIN GROUP (ORDER BY name) AS b, MAX(id) AS c
FROM dbo.t GROUP BY grp ORDER BY grp;
GO
-- Each query has its own order.
SELECT (SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY name) FROM dbo.t) AS a,
    (SELECT STRING_AGG(name, ',') WITHIN GROUP (ORDER BY id) FROM dbo.t) AS b;
GO
