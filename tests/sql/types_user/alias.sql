-- Alias types: docs/t-sql/statements/create-type-transact-sql.md, drop-type-transact-sql.md,
-- docs/relational-databases/system-catalog-views/sys-types-transact-sql.md.
CREATE DATABASE A;
GO
USE A;
GO
CREATE TYPE SSN FROM varchar(11) NOT NULL;
CREATE TYPE dbo.Amount FROM decimal(9, 4);
GO
SELECT name, system_type_id, user_type_id, schema_id, max_length, precision, scale, is_nullable, is_user_defined, is_table_type
FROM sys.types WHERE is_user_defined = 1 ORDER BY user_type_id;
GO
-- A column has the type's nullability unless it says otherwise.
CREATE TABLE dbo.People (Number SSN, Second SSN NULL, Paid dbo.Amount, Owed Amount NOT NULL);
SELECT c.name, t.name AS type, c.system_type_id, c.is_nullable, c.max_length, c.precision, c.scale
FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
WHERE c.object_id = OBJECT_ID('dbo.People') ORDER BY c.column_id;
GO
INSERT dbo.People VALUES ('123-45-6789', NULL, 1.23456, 2);
SELECT * FROM dbo.People;
INSERT dbo.People VALUES (NULL, NULL, 1, 1);
GO
-- Variables and parameters; NOT NULL is of columns alone.
DECLARE @n SSN, @a dbo.Amount = 1.99999;
SELECT @n AS n, @a AS a;
SET @n = 'longer than eleven';
SELECT @n AS n;
GO
CREATE PROCEDURE dbo.Pay @who SSN, @much Amount = 5, @out Amount OUTPUT AS
SET @out = @much / 3;
SELECT @who AS who;
GO
DECLARE @r Amount;
EXEC dbo.Pay '1', @out = @r OUTPUT;
SELECT @r AS r;
EXEC sp_executesql N'SELECT @x AS x', N'@x SSN', 'abc';
GO
SELECT p.name, t.name AS type, p.precision, p.scale FROM sys.parameters AS p JOIN sys.types AS t ON t.user_type_id = p.user_type_id
WHERE p.object_id = OBJECT_ID('dbo.Pay') ORDER BY p.parameter_id;
GO
CREATE FUNCTION dbo.Twice (@x Amount) RETURNS Amount AS BEGIN DECLARE @y dbo.Amount = @x * 2; RETURN @y; END;
GO
SELECT dbo.Twice(1.5) AS twice;
GO
-- A type is no target of CAST and CONVERT (docs/t-sql/functions/cast-and-convert-transact-sql.md).
SELECT CAST('1' AS dbo.SSN);
GO
DECLARE @x dbo.Missing;
GO
DECLARE @x SSN(10);
GO
CREATE TABLE dbo.t (a dbo.Missing);
GO
-- A batch may make a type and use it for a table.
CREATE TYPE dbo.Code FROM nchar(4);
CREATE TABLE dbo.Codes (code dbo.Code);
INSERT dbo.Codes VALUES (N'ab');
SELECT code, DATALENGTH(code) AS bytes FROM dbo.Codes;
GO
-- Names: one type each, and none of the system's.
CREATE TYPE dbo.SSN FROM int;
GO
CREATE TYPE dbo.[INT] FROM int;
GO
CREATE TYPE dbo.x FROM xml;
GO
CREATE TYPE dbo.x FROM dbo.SSN;
GO
CREATE TYPE nowhere.x FROM int;
GO
CREATE TYPE A.dbo.x FROM int;
GO
-- What is used stays.
DROP TYPE dbo.Amount;
GO
DROP TABLE dbo.People;
DROP FUNCTION dbo.Twice;
DROP TYPE Amount;
GO
DROP PROCEDURE dbo.Pay;
DROP TYPE Amount;
DROP TYPE Amount;
GO
DROP TYPE IF EXISTS dbo.Amount;
SELECT name FROM sys.types WHERE is_user_defined = 1 ORDER BY name;
GO
ALTER TABLE dbo.Codes ADD n SSN NULL;
ALTER TABLE dbo.Codes ALTER COLUMN code nvarchar(10);
DROP TYPE dbo.Code;
GO
DROP TYPE dbo.SSN;
GO
EXEC sp_help 'dbo.SSN';
GO
-- @restart
USE A;
GO
SELECT c.name, t.name AS type FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
WHERE c.object_id = OBJECT_ID('dbo.Codes') ORDER BY c.column_id;
GO
CREATE SCHEMA s;
GO
ALTER SCHEMA s TRANSFER TYPE::dbo.SSN;
GO
DECLARE @x s.SSN = 'moved';
SELECT @x AS x;
DROP SCHEMA s;
GO
EXEC sp_rename 's.SSN', 'Number', 'USERDATATYPE';
GO
SELECT c.name, t.name AS type, SCHEMA_NAME(t.schema_id) AS [schema] FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id
WHERE c.object_id = OBJECT_ID('dbo.Codes') ORDER BY c.column_id;
GO
-- Batches are compiled before they run: this one knows no s.Late yet.
CREATE TYPE s.Late FROM int;
DECLARE @l s.Late = 1;
GO
-- A type's making is undone with its transaction.
BEGIN TRAN;
CREATE TYPE dbo.Gone FROM int;
ROLLBACK;
DROP TYPE dbo.Gone;
GO
-- A batch that is kept knows the types of its time.
CREATE TYPE dbo.Kind FROM varchar(3);
GO
DECLARE @k dbo.Kind = 'abcdef'; SELECT @k AS k;
GO
DROP TYPE dbo.Kind;
CREATE TYPE dbo.Kind FROM varchar(5);
GO
DECLARE @k dbo.Kind = 'abcdef'; SELECT @k AS k;
GO
-- docs/t-sql/functions/type-id-transact-sql.md, type-name-transact-sql.md, typeproperty-transact-sql.md.
SELECT TYPE_NAME(TYPE_ID(N's.Number')) AS name, TYPE_ID(N'Number') AS of_dbo, TYPE_ID(N'dbo.Kind') - TYPE_ID(N's.Number') AS apart, TYPE_NAME(9999) AS missing;
SELECT TYPEPROPERTY(N's.Number', 'AllowsNull') AS nulls, TYPEPROPERTY(N'dbo.Kind', 'AllowsNull') AS nulls_too,
       TYPEPROPERTY(N's.Number', 'Precision') AS precision, TYPEPROPERTY(N's.Number', 'Scale') AS scale, TYPEPROPERTY(N's.Number', 'OwnerId') AS owner;
GO
