-- docs/t-sql/data-types/decimal-and-numeric-transact-sql.md: numeric and decimal are one type by two names, 106 and 108 in
-- docs/relational-databases/system-catalog-views/sys-types-transact-sql.md. docs/t-sql/statements/create-type-transact-sql.md: a type may be based on either.
-- docs/t-sql/queries/select-into-clause-transact-sql.md: columns of the new table have the types of the expressions.
-- docs/t-sql/functions/scope-identity-transact-sql.md: numeric(38,0). Constants with a point are numeric: sql_variant-property pages show it.
SET NOCOUNT ON;
CREATE DATABASE n;
GO
USE n;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t (n numeric(10, 2), d decimal(10, 2));
CREATE TYPE dbo.price FROM numeric(9, 4);
CREATE TYPE dbo.weight FROM decimal(9, 4);
CREATE TYPE dbo.rows AS TABLE (n numeric(5, 1), d decimal(5, 1));
GO
CREATE VIEW dbo.v AS SELECT n, d, n + n AS nn, d + d AS dd, d * 2 AS twice, CAST(n AS decimal(10, 2)) AS cast_d, CAST(d AS numeric(10, 2)) AS cast_n FROM dbo.t;
GO
CREATE FUNCTION dbo.f () RETURNS TABLE AS RETURN SELECT n, d, SUM(n) OVER () AS sn, SUM(d) OVER () AS sd FROM dbo.t;
GO
CREATE FUNCTION dbo.m () RETURNS @r TABLE (n numeric(5, 1), d decimal(5, 1)) AS BEGIN RETURN; END;
GO
CREATE PROCEDURE dbo.p @n numeric(5, 1), @d decimal(5, 1), @a dbo.price AS SELECT @n AS n, @d AS d, @a AS a;
GO
SELECT n, d, ABS(n) AS an, ABS(d) AS ad, 1.5 AS constant, ROUND(d, 1) AS rd, SCOPE_IDENTITY() AS si INTO dbo.copy FROM dbo.t;
CREATE SEQUENCE dbo.sn AS numeric(10, 0);
CREATE SEQUENCE dbo.sd AS decimal(10, 0);
SELECT OBJECT_NAME(c.object_id) AS object, c.name, c.system_type_id, TYPE_NAME(c.user_type_id) AS type, c.precision, c.scale
FROM sys.columns AS c WHERE c.object_id IN (OBJECT_ID('dbo.v'), OBJECT_ID('dbo.f'), OBJECT_ID('dbo.m'), OBJECT_ID('dbo.copy')) ORDER BY object, c.column_id;
SELECT name, system_type_id FROM sys.types WHERE is_user_defined = 1 AND is_table_type = 0 ORDER BY name;
SELECT c.name, TYPE_NAME(c.user_type_id) AS type FROM sys.table_types AS t JOIN sys.columns AS c ON c.object_id = t.type_table_object_id ORDER BY c.column_id;
SELECT name, system_type_id, TYPE_NAME(user_type_id) AS type FROM sys.parameters WHERE object_id = OBJECT_ID('dbo.p') ORDER BY parameter_id;
SELECT name, system_type_id, user_type_id FROM sys.sequences ORDER BY name;
SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'v' ORDER BY ORDINAL_POSITION;
GO
SELECT name, system_type_id, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT n, d, n + d AS nd FROM dbo.t', NULL, 0);
SELECT name, system_type_id, system_type_name FROM sys.dm_exec_describe_first_result_set(N'EXEC dbo.p 1, 1, 1', NULL, 0);
SELECT name, system_type_id, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT @n AS n, @d AS d', N'@n numeric(5, 1), @d decimal(5, 1)', 0);
GO
DECLARE @n numeric(5, 1) = 1, @d decimal(5, 1) = 1, @v sql_variant = CAST(1 AS numeric(5, 1)), @w sql_variant = CAST(1 AS decimal(5, 1));
SELECT SQL_VARIANT_PROPERTY(@n, 'BaseType') AS n, SQL_VARIANT_PROPERTY(@d, 'BaseType') AS d, SQL_VARIANT_PROPERTY(1.5, 'BaseType') AS constant,
SQL_VARIANT_PROPERTY(@v, 'BaseType') AS v, SQL_VARIANT_PROPERTY(@w, 'BaseType') AS w, CASE WHEN @v = @w THEN 1 ELSE 0 END AS equal;
CREATE TABLE #s (v sql_variant);
INSERT #s VALUES (@v), (@w);
SELECT SQL_VARIANT_PROPERTY(v, 'BaseType') AS stored FROM #s;
GO
ALTER TABLE dbo.copy ALTER COLUMN n decimal(10, 2);
ALTER TABLE dbo.copy ALTER COLUMN d numeric(10, 2);
SELECT name, TYPE_NAME(user_type_id) AS type FROM sys.columns WHERE object_id = OBJECT_ID('dbo.copy') AND column_id < 3 ORDER BY column_id;
GO
