-- docs/t-sql/statements/create-view-transact-sql.md, Remarks; docs/relational-databases/system-stored-procedures/sp-refreshview-transact-sql.md,
-- sp-refreshsqlmodule-transact-sql.md: the columns of * are those of CREATE VIEW until the view is refreshed;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md (4413, 4502).
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (a int, b int);
INSERT dbo.t VALUES (1, 2);
GO
CREATE VIEW dbo.v AS SELECT * FROM dbo.t;
GO
CREATE VIEW dbo.w AS SELECT t.*, u.a AS other FROM dbo.t AS t JOIN dbo.t AS u ON u.a = t.a;
GO
CREATE VIEW dbo.named (x, y) AS SELECT * FROM dbo.t;
GO
CREATE VIEW dbo.plain AS SELECT a, b FROM dbo.t;
GO
CREATE VIEW dbo.above AS SELECT * FROM dbo.v;
GO
CREATE FUNCTION dbo.f() RETURNS TABLE AS RETURN SELECT t.* FROM dbo.t;
GO
-- A column that is added later isn't seen, nor shown by the catalog. A column after t.* is found by its place.
ALTER TABLE dbo.t ADD c int NULL;
GO
UPDATE dbo.t SET c = 3;
SELECT * FROM dbo.v;
SELECT * FROM dbo.w;
SELECT * FROM dbo.named;
SELECT * FROM dbo.plain;
SELECT * FROM dbo.above;
SELECT * FROM dbo.f();
SELECT OBJECT_NAME(object_id) AS name, name AS [column] FROM sys.columns WHERE OBJECT_NAME(object_id) IN ('v', 'w', 'named', 'f') ORDER BY name, column_id;
INSERT dbo.v VALUES (4, 5);
UPDATE dbo.v SET b = 6 WHERE a = 4;
SELECT * FROM dbo.t ORDER BY a;
GO
SELECT c FROM dbo.v;
GO
-- The columns outlast a restart.
-- @restart
USE G;
SELECT * FROM dbo.v ORDER BY a;
GO
EXEC sp_refreshview 'dbo.v';
EXEC sp_refreshsqlmodule 'dbo.f';
GO
SELECT * FROM dbo.v ORDER BY a;
SELECT * FROM dbo.f() ORDER BY a;
SELECT * FROM dbo.above ORDER BY a;
SELECT * FROM dbo.named ORDER BY x;
GO
-- Over a view, from the inside to the outside.
EXEC sp_refreshview 'dbo.above';
SELECT * FROM dbo.above ORDER BY a;
GO
ALTER VIEW dbo.w AS SELECT t.* FROM dbo.t AS t;
GO
SELECT * FROM dbo.w ORDER BY a;
GO
-- A dropped column: too few of them.
ALTER TABLE dbo.t DROP COLUMN b;
GO
SELECT * FROM dbo.v;
GO
SELECT a FROM dbo.v;
GO
SELECT a FROM dbo.f();
GO
SELECT * FROM dbo.plain;
GO
-- As many as before: they have the old names.
ALTER TABLE dbo.t ADD d int NULL;
GO
UPDATE dbo.t SET d = 7;
SELECT * FROM dbo.v ORDER BY a;
GO
EXEC sp_refreshview 'dbo.v';
SELECT * FROM dbo.v ORDER BY a;
GO
-- A view whose text can't be bound any more.
EXEC sp_refreshview 'dbo.plain';
GO
EXEC sp_refreshview 'dbo.nosuch';
GO
