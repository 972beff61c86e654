-- docs/t-sql/data-types/decimal-and-numeric-transact-sql.md: "numeric is functionally identical to decimal"; docs/relational-databases/system-catalog-views/
-- sys-types-transact-sql.md has both, 106 and 108: a column and a parameter are of the type that was written.
SET NOCOUNT ON;
CREATE DATABASE n;
GO
USE n;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t (n numeric(10, 2), d decimal(10, 2), [c] NUMERIC DEFAULT 1.5);
INSERT dbo.t (n, d) VALUES (1.25, 2.5);
ALTER TABLE dbo.t ADD a numeric(5, 1) NULL;
GO
CREATE PROCEDURE dbo.p @n numeric(5, 1), @d decimal(5, 1) AS SELECT @n + @d;
GO
CREATE FUNCTION dbo.f () RETURNS numeric(7, 3) AS BEGIN RETURN 1; END;
GO
SELECT name, system_type_id, user_type_id, max_length, precision, scale FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t') ORDER BY column_id;
SELECT COLUMN_NAME, DATA_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 't' ORDER BY ORDINAL_POSITION;
SELECT OBJECT_NAME(p.object_id) AS object, p.name, t.name AS type FROM sys.parameters AS p JOIN sys.types AS t ON t.user_type_id = p.user_type_id
WHERE p.object_id IN (OBJECT_ID('dbo.p'), OBJECT_ID('dbo.f')) ORDER BY object, p.parameter_id;
ALTER TABLE dbo.t ALTER COLUMN n decimal(12, 2);
ALTER TABLE dbo.t ALTER COLUMN d numeric(12, 2);
SELECT c.name, t.name AS type FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = OBJECT_ID('dbo.t') ORDER BY c.column_id;
SELECT n, d, c, a FROM dbo.t;
GO
