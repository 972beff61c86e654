-- docs/t-sql/statements/create-view-transact-sql.md and create-function-transact-sql.md, SCHEMABINDING; docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md: 4512, 4513.
CREATE DATABASE B;
GO
USE B;
GO
CREATE TABLE dbo.t (a int, b int, c int);
INSERT INTO dbo.t VALUES (1, 2, 3);
GO
CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT a, b AS other FROM dbo.t WHERE a > 0;
GO
-- Names of two parts, and each column by its name.
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT a FROM t;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT a FROM B.dbo.t;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT * FROM dbo.t;
GO
-- What it names is bound itself.
CREATE VIEW dbo.loose AS SELECT a FROM dbo.t;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT a FROM dbo.loose;
GO
CREATE FUNCTION dbo.doubled(@a int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN 2 * @a; END;
GO
CREATE FUNCTION dbo.counted(@a int) RETURNS int AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.t WHERE a = @a); END;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT dbo.counted(a) AS n FROM dbo.v;
GO
CREATE VIEW dbo.w WITH SCHEMABINDING AS SELECT dbo.doubled(a) AS n FROM [dbo] . [v];
GO
CREATE FUNCTION dbo.rows(@a int) RETURNS TABLE WITH SCHEMABINDING AS RETURN SELECT c FROM dbo.t WHERE a = @a;
GO
SELECT n FROM dbo.w;
GO
-- It stays as it is.
DROP TABLE dbo.t;
GO
DROP VIEW dbo.v;
GO
DROP FUNCTION dbo.doubled;
GO
ALTER FUNCTION dbo.doubled(@a int) RETURNS int AS BEGIN RETURN 3 * @a; END;
GO
ALTER TABLE dbo.t DROP COLUMN c;
GO
ALTER TABLE dbo.t ALTER COLUMN b bigint;
GO
EXEC sp_rename 'dbo.t', 'u';
GO
EXEC sp_rename 'dbo.t.b', 'd', 'COLUMN';
GO
CREATE SCHEMA other;
GO
ALTER SCHEMA other TRANSFER dbo.t;
GO
-- More columns do not matter, nor do the rows.
ALTER TABLE dbo.t ADD e int;
UPDATE dbo.t SET a = 5;
SELECT a, other FROM dbo.v;
GO
SELECT OBJECT_NAME(object_id) AS name, is_schema_bound FROM sys.sql_modules ORDER BY name;
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.v'), 'IsSchemaBound') AS v, OBJECTPROPERTY(OBJECT_ID('dbo.loose'), 'IsSchemaBound') AS loose;
GO
-- Once nothing is bound to it any more, it can go.
DROP FUNCTION dbo.rows;
DROP VIEW dbo.w;
GO
ALTER VIEW dbo.v AS SELECT a FROM dbo.t;
GO
ALTER TABLE dbo.t DROP COLUMN c;
DROP TABLE dbo.t;
GO
USE master;
DROP DATABASE B;
GO
