-- docs/t-sql/queries/select-clause-transact-sql.md: "table_name.* limits the scope of the * to the specified table or view"; a correlated subquery
-- (docs/relational-databases/performance/subqueries.md) names tables of the outer query. That `alias.*` of the outer query is one of these names is
-- known behaviour, not described: rows as XML or JSON, and comparisons of whole rows with INTERSECT and EXCEPT.
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, a varchar(10) NULL, b int NULL);
CREATE TABLE dbo.s(id int NOT NULL PRIMARY KEY, a varchar(10) NULL, b int NULL);
INSERT dbo.t VALUES (1, 'x', 10), (2, NULL, 20), (3, 'z', NULL);
INSERT dbo.s VALUES (1, 'x', 10), (2, NULL, 21), (3, 'z', NULL), (4, 'new', 4);
GO
SET NOCOUNT ON;
SELECT t.id, x.c FROM dbo.t AS t CROSS APPLY (SELECT t.* FOR XML RAW, TYPE) AS x(c) ORDER BY t.id;
SELECT (SELECT t.* FOR JSON PATH, WITHOUT_ARRAY_WRAPPER) AS j FROM dbo.t AS t ORDER BY t.id;
SELECT t.id, v.x.value('(/row/@a)[1]', 'varchar(10)') AS a FROM dbo.t AS t CROSS APPLY (VALUES (CONVERT(xml, (SELECT t.* FOR XML RAW)))) AS v(x) ORDER BY t.id;
SELECT t.id FROM dbo.t AS t JOIN dbo.s AS s ON t.id = s.id WHERE EXISTS (SELECT s.* EXCEPT SELECT t.*);
SELECT t.id, s.id FROM dbo.t AS t JOIN dbo.s AS s ON EXISTS (SELECT t.* INTERSECT SELECT s.*) ORDER BY t.id;
SELECT t.id, y.id, y.z, y.b FROM dbo.t AS t CROSS APPLY (SELECT t.*, 1 AS z FROM dbo.s AS s WHERE s.id = t.id) AS y ORDER BY t.id;
SELECT COUNT(DISTINCT d.h) AS hashes FROM (SELECT HASHBYTES('MD5', (SELECT t.* FOR XML RAW)) AS h FROM dbo.t AS t) AS d;
GO
-- The innermost query with the name counts; two levels out; a table without alias.
SELECT (SELECT TOP (1) (SELECT t.* FOR XML RAW) FROM dbo.s AS t WHERE t.id = 4) AS inner_one, (SELECT (SELECT dbo.t.* FOR XML RAW)) AS two_out FROM dbo.t WHERE id = 1;
GO
-- What is compared with all columns is changed.
MERGE dbo.t AS t USING dbo.s AS s ON t.id = s.id
WHEN MATCHED AND EXISTS (SELECT s.* EXCEPT SELECT t.*) THEN UPDATE SET a = s.a, b = s.b
WHEN NOT MATCHED THEN INSERT (id, a, b) VALUES (s.id, s.a, s.b)
OUTPUT $action AS action, inserted.id;
GO
-- A trigger keeps its rows as JSON.
CREATE TABLE dbo.audit(j nvarchar(max));
GO
CREATE TRIGGER dbo.kept ON dbo.t AFTER INSERT AS INSERT dbo.audit SELECT (SELECT i.* FOR JSON PATH, WITHOUT_ARRAY_WRAPPER) FROM inserted AS i;
GO
INSERT dbo.t VALUES (5, 'q', 1);
SELECT j FROM dbo.audit;
GO
-- A group has no other columns than those of GROUP BY; an unknown name is 107 as before.
SELECT t.a, (SELECT t.* FOR XML RAW) AS x FROM dbo.t AS t GROUP BY t.a;
GO
SELECT (SELECT u.* FOR XML RAW) AS x FROM dbo.t AS t;
GO
