-- docs/relational-databases/errors-events/database-engine-events-and-errors-10000-to-10999.md: where a nested change isn't allowed.
CREATE TABLE dbo.t (a INT NOT NULL, b INT);
CREATE TABLE dbo.log (a INT);
INSERT dbo.t VALUES (1, 1);
GO
-- 10721
INSERT dbo.log SELECT a FROM (DELETE dbo.t OUTPUT deleted.a WHERE CURRENT OF c) AS d;
GO
-- 10728
INSERT dbo.log SELECT x FROM (DELETE dbo.t OUTPUT deleted.a, deleted.b) AS d PIVOT (SUM(a) FOR b IN ([1])) AS p(x);
GO
-- 10729
SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
GO
-- 10730
UPDATE dbo.log SET a = d.a FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
GO
DELETE dbo.log FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
GO
-- 10731
INSERT dbo.log SELECT a FROM (INSERT dbo.t (a) OUTPUT inserted.a SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS i) AS o;
GO
-- 10732
INSERT dbo.log SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS d UNION ALL SELECT 1;
GO
INSERT dbo.log SELECT 1 EXCEPT SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
GO
-- 10733
MERGE dbo.log AS l USING (DELETE dbo.t OUTPUT deleted.a) AS d ON l.a = d.a WHEN MATCHED THEN DELETE;
GO
-- 10739
MERGE dbo.log AS l USING dbo.t AS s ON l.a = s.a WHEN NOT MATCHED THEN INSERT (l.a) VALUES (s.a);
GO
-- 353 (-0-to-999.md): a function that isn't schema-bound counts as reading data.
CREATE FUNCTION dbo.f (@a INT) RETURNS INT AS BEGIN RETURN @a + 1 END;
GO
INSERT dbo.log SELECT dbo.f(a) FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
GO
INSERT dbo.log SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS d WHERE dbo.f(a) = 2;
GO
-- None of them has changed a row, and an allowed one works.
INSERT dbo.log SELECT a FROM (DELETE dbo.t OUTPUT deleted.a) AS d;
SELECT a FROM dbo.log;
