-- docs/relational-databases/system-catalog-views/sys-columns-transact-sql.md: "The following is a list of object types that have columns:
-- ... Inline table-valued SQL functions (IF), ... User tables (U), Views (V)". docs/relational-databases/system-information-schema-views/columns-transact-sql.md
-- has those of tables and views; docs/t-sql/functions/col-length-transact-sql.md and columnproperty-transact-sql.md.
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int PRIMARY KEY, s varchar(20), x AS id + 1);
GO
CREATE VIEW dbo.v (a, b, c) AS SELECT id, s + 'x', x FROM dbo.t;
GO
CREATE VIEW dbo.w AS SELECT a AS outer_a, N'text' AS n FROM dbo.v;
GO
CREATE FUNCTION dbo.f (@n int) RETURNS TABLE AS RETURN SELECT id, @n AS n FROM dbo.t;
GO
CREATE FUNCTION dbo.m () RETURNS @r TABLE (a int) AS BEGIN RETURN; END;
GO
SELECT OBJECT_NAME(c.object_id) AS object, c.name, c.column_id, t.name AS type, c.max_length, c.is_nullable, c.is_computed
FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
WHERE c.object_id IN (OBJECT_ID('dbo.t'), OBJECT_ID('dbo.v'), OBJECT_ID('dbo.w'), OBJECT_ID('dbo.f'), OBJECT_ID('dbo.m')) ORDER BY object, c.column_id;
SELECT TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = 'dbo' ORDER BY TABLE_NAME, ORDINAL_POSITION;
SELECT COL_LENGTH('dbo.v', 'b') AS length, COL_NAME(OBJECT_ID('dbo.w'), 2) AS name, COLUMNPROPERTY(OBJECT_ID('dbo.f'), 'n', 'ColumnId') AS id,
       COLUMNPROPERTY(OBJECT_ID('dbo.v'), 'a', 'AllowsNull') AS nulls, COL_LENGTH('dbo.v', 'none') AS missing;
EXEC sp_columns 'w';
GO
-- The columns are those of now.
ALTER TABLE dbo.t ALTER COLUMN s varchar(50);
GO
SELECT COL_LENGTH('dbo.v', 'b') AS length;
DROP TABLE dbo.t;
SELECT COUNT(*) AS columns FROM sys.columns WHERE object_id = OBJECT_ID('dbo.v');
GO
BEGIN TRANSACTION;
CREATE TABLE dbo.t (id bigint, s varchar(20), x int);
SELECT COL_LENGTH('dbo.v', 'a') AS own;
ROLLBACK;
GO
