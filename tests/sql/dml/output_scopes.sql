-- Recorded answers of SQL Server: the names in an OUTPUT clause. docs/t-sql/queries/output-clause-transact-sql.md.
CREATE TABLE dbo.r (id int NOT NULL PRIMARY KEY, n int NULL);
INSERT dbo.r VALUES (10, 1), (20, 2), (30, 3);
CREATE TABLE dbo.lookup (id int NOT NULL, n int NOT NULL, day date NULL);
INSERT dbo.lookup VALUES (10, 50, '2026-12-01'), (20, 60, '2026-12-02');
GO
-- The changed table is visible neither by its name nor by its alias.
UPDATE r SET n = s.n OUTPUT r.id FROM (VALUES (10, 7)) AS s(id, n) WHERE r.id = s.id;
GO
UPDATE dbo.r SET n = 5 OUTPUT r.id WHERE id = 10;
GO
DELETE t OUTPUT t.id FROM dbo.r AS t WHERE t.id = 10;
GO
UPDATE dbo.r SET n = 7 OUTPUT r.* WHERE id = 10;
GO
UPDATE t SET n = 7 OUTPUT t.* FROM dbo.r AS t WHERE id = 10;
GO
-- Columns of other sources need a qualifier.
DELETE t OUTPUT s.extra, extra, deleted.id FROM dbo.r AS t JOIN (VALUES (20, 9)) AS s(id, extra) ON t.id = s.id;
GO
UPDATE t SET n = 7 OUTPUT n FROM dbo.r AS t JOIN (VALUES (10, 9)) AS s(id, extra) ON t.id = s.id;
GO
UPDATE t SET n = 7 OUTPUT s.missing FROM dbo.r AS t JOIN (VALUES (10, 9)) AS s(id, extra) ON t.id = s.id;
GO
UPDATE t SET n = 7 OUTPUT s.*, deleted.* FROM dbo.r AS t JOIN dbo.lookup AS s ON t.id = s.id;
GO
-- Parts of dates aren't columns.
UPDATE t SET n = 7 OUTPUT DATEADD(day, 1, s.day) AS next FROM dbo.r AS t JOIN dbo.lookup AS s ON t.id = s.id WHERE t.id = 10;
GO
-- `inserted` and `deleted` are the rows, whatever the sources are called.
UPDATE t SET n = 8 OUTPUT inserted.n, deleted.n, inserted.id FROM dbo.r AS t JOIN (VALUES (10, 70)) AS inserted(id, n) ON t.id = inserted.id;
GO
DELETE t OUTPUT deleted.n, s.* FROM dbo.r AS t JOIN (VALUES (10, 70)) AS deleted(id, n) ON t.id = deleted.id CROSS JOIN (VALUES (1)) AS s(k);
GO
UPDATE dbo.r SET n = 7 OUTPUT x.* WHERE id = 20;
GO
INSERT dbo.r (id, n) OUTPUT deleted.id VALUES (40, 4);
GO
SELECT id, n FROM dbo.r ORDER BY id;
GO
