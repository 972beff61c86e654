-- docs/t-sql/queries/from-transact-sql.md, docs/t-sql/language-elements/null-and-unknown-transact-sql.md; recorded answers of SQL Server: a column whose
-- values are all the constant NULL stays that constant, without a type, through derived tables, common table expressions, VALUES, DISTINCT, TOP, GROUP BY,
-- outer joins and set operators.
CREATE TABLE items (id int, moment datetimeoffset, g uniqueidentifier, x xml);
GO
INSERT items (id, moment) SELECT source.* FROM (VALUES (1, NULL), (2, NULL)) source (id, moment);
INSERT items (id, g) SELECT s.id, s.o FROM (SELECT 3 AS id, NULL AS o) s;
INSERT items (id, x) SELECT s.* FROM (SELECT * FROM (SELECT 4 AS id, NULL AS o) s0) s;
WITH c AS (SELECT 5 AS id, NULL AS o) INSERT items (id, moment) SELECT * FROM c;
INSERT items (id, g) SELECT s.* FROM (SELECT 6 AS id, NULL AS o UNION ALL SELECT 7, NULL) s;
INSERT items (id, x) SELECT 8, NULL UNION ALL SELECT 9, NULL;
INSERT items (id, moment) SELECT 10, s.o FROM (SELECT DISTINCT NULL AS o) s;
INSERT items (id, moment) SELECT 11, s.o FROM (SELECT TOP 1 NULL AS o ORDER BY 1) s;
INSERT items (id, moment) SELECT 12, s.o FROM (SELECT NULL AS o FROM items GROUP BY id) s WHERE 1 = 0;
INSERT items (id, moment) SELECT 13, s.o FROM (SELECT 1 AS k) k LEFT JOIN (SELECT NULL AS o) s ON 1 = 1;
INSERT items (id, moment) SELECT 14, s.o FROM (SELECT NULL AS o UNION SELECT NULL) s;
INSERT items (id, moment) SELECT 15, s.o FROM (SELECT NULL + NULL AS o) s;
INSERT items (id, moment) SELECT 16, s.p FROM (SELECT s.o + s.o AS p FROM (SELECT NULL AS o) s) s;
INSERT items (id, moment) SELECT 17, ~s.o FROM (SELECT NULL AS o) s;
INSERT items (id, moment) OUTPUT inserted.id SELECT 18, s.o FROM (SELECT NULL AS o) s;
INSERT items (id, g) SELECT DISTINCT 19, NULL;
SELECT COUNT(*) AS n, COUNT(moment) + COUNT(g) AS filled FROM items;
GO
UPDATE items SET moment = s.o FROM (VALUES (1, NULL)) s (id, o) WHERE items.id = s.id;
MERGE items t USING (VALUES (31, NULL)) s (id, o) ON t.id = s.id
WHEN NOT MATCHED THEN INSERT (id, moment) VALUES (s.id, s.o)
WHEN MATCHED THEN UPDATE SET moment = s.o;
DECLARE @d datetimeoffset = SYSDATETIMEOFFSET();
SELECT @d = s.o FROM (SELECT NULL AS o) s;
SELECT @d AS d;
GO
SELECT s.o FROM (SELECT NULL AS o) s UNION ALL SELECT N'abc';
SELECT o FROM (SELECT NULL AS o UNION ALL SELECT NULL) s UNION ALL SELECT 'a';
SELECT CAST('2020-01-01' AS date) AS d UNION ALL SELECT o FROM (SELECT NULL AS o) s;
SELECT s.o + N'x' AS a, COALESCE(s.o, N'yy') AS b, ISNULL(s.o, N'zz') AS c FROM (SELECT NULL AS o) s;
SELECT * FROM (SELECT NULL AS o) s WHERE s.o = N'abc';
SELECT * FROM (SELECT NULL AS o) s JOIN (SELECT N'a' AS p) p ON s.o = p.p;
SELECT s.o, COUNT(*) AS n FROM (SELECT NULL AS o) s GROUP BY s.o ORDER BY s.o;
SELECT k, o, (o) AS p FROM (SELECT NULL AS o, 1 AS k) s ORDER BY o;
SELECT k FROM (SELECT NULL AS o, 1 AS k) s ORDER BY s.o;
SELECT ROW_NUMBER() OVER (PARTITION BY o ORDER BY o) AS r FROM (SELECT NULL AS o) s;
SELECT CASE WHEN 1 = 1 THEN s.o END AS a, COALESCE(s.o, s.o) AS b, IIF(1 = 1, s.o, NULL) AS c FROM (SELECT NULL AS o) s;
GO
-- A NULL with a type, a column that has another value too, and the columns of a view or a table have types.
INSERT items (id, moment) SELECT s.* FROM (VALUES (1, CAST(NULL AS int))) s (id, o);
GO
INSERT items (id, moment) SELECT 1, s.o FROM (VALUES (NULL), (5)) s (o);
GO
INSERT items (id, moment) SELECT 1, s.o FROM (SELECT NULL AS o UNION ALL SELECT 5) s;
GO
CREATE VIEW nulls AS SELECT 1 AS id, NULL AS o;
GO
INSERT items (id, moment) SELECT id, o FROM nulls;
GO
CREATE FUNCTION null_rows() RETURNS TABLE AS RETURN SELECT 1 AS id, NULL AS o;
GO
INSERT items (id, moment) SELECT id, o FROM null_rows();
GO
SELECT * INTO #t FROM (VALUES (1, NULL)) s (id, o);
INSERT items (id, moment) SELECT * FROM #t;
GO
SELECT s.o, COUNT(*) AS n FROM (SELECT NULL AS o, 1 AS k) s GROUP BY s.k;
GO
SELECT CASE WHEN 1 = 1 THEN NULL END;
GO
SELECT COALESCE(NULL, NULL);
GO
SELECT MAX(NULL);
GO
SELECT COUNT(s.o) FROM (SELECT NULL AS o) s;
GO
SELECT SUM(NULL) OVER ();
GO
SELECT NULL & NULL;
GO
