-- Table types and table-valued parameters: docs/t-sql/statements/create-type-transact-sql.md,
-- docs/relational-databases/tables/use-table-valued-parameters-database-engine.md,
-- docs/relational-databases/system-catalog-views/sys-table-types-transact-sql.md.
CREATE DATABASE A;
GO
USE A;
GO
CREATE TYPE dbo.LocationTableType AS TABLE (LocationName varchar(50), CostRate int);
GO
CREATE TABLE dbo.Location (LocationID int IDENTITY, Name varchar(50), CostRate int, Availability int);
GO
CREATE PROCEDURE dbo.usp_InsertProductionLocation @TVP dbo.LocationTableType READONLY AS
SET NOCOUNT ON;
INSERT INTO dbo.Location (Name, CostRate, Availability) SELECT *, 0 FROM @TVP;
GO
DECLARE @LocationTVP AS dbo.LocationTableType;
INSERT INTO @LocationTVP (LocationName, CostRate) SELECT v.n, 0 FROM (VALUES ('Alabama'), ('Alaska')) AS v(n);
EXEC dbo.usp_InsertProductionLocation @LocationTVP;
EXEC dbo.usp_InsertProductionLocation @TVP = @LocationTVP;
SELECT * FROM dbo.Location ORDER BY LocationID;
GO
-- Without an argument, or with DEFAULT, there are no rows.
TRUNCATE TABLE dbo.Location;
EXEC dbo.usp_InsertProductionLocation;
EXEC dbo.usp_InsertProductionLocation DEFAULT;
SELECT COUNT(*) AS rows FROM dbo.Location;
GO
-- Keys, checks, defaults, computed columns, identity, indexes.
CREATE TYPE dbo.Lines AS TABLE (
    id int IDENTITY(10, 5),
    code nchar(3) NOT NULL,
    price decimal(9, 2) NOT NULL DEFAULT 1.5 CHECK (price >= 0),
    quantity int NOT NULL,
    total AS price * quantity,
    PRIMARY KEY (code),
    UNIQUE (id),
    INDEX ix (quantity));
GO
DECLARE @lines dbo.Lines;
INSERT @lines (code, quantity) VALUES (N'a', 2), (N'b', 3);
SELECT * FROM @lines ORDER BY code;
UPDATE @lines SET price = 2 WHERE code = N'b';
DELETE @lines WHERE code = N'a';
SELECT * FROM @lines;
BEGIN TRY
    INSERT @lines (code, price, quantity) VALUES (N'c', -1, 1);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS error;
END CATCH;
BEGIN TRY
    INSERT @lines (code, quantity) VALUES (N'b', 1);
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS error;
END CATCH;
GO
SELECT t.name, t.system_type_id, t.user_type_id, t.max_length, t.is_table_type, o.type, o.type_desc, LEFT(o.name, 9) AS of_table, SCHEMA_NAME(o.schema_id) AS [schema]
FROM sys.table_types AS t JOIN sys.objects AS o ON o.object_id = t.type_table_object_id ORDER BY t.user_type_id;
SELECT c.name, c.is_identity, c.is_computed, c.is_nullable FROM sys.table_types AS t JOIN sys.columns AS c ON c.object_id = t.type_table_object_id
WHERE t.name = 'Lines' ORDER BY c.column_id;
SELECT p.name, p.is_readonly, p.system_type_id, t.name AS type FROM sys.parameters AS p JOIN sys.types AS t ON t.user_type_id = p.user_type_id;
GO
-- READONLY: parameters of table types must be, others can't be; their rows stay.
CREATE PROCEDURE dbo.p @t dbo.Lines AS SELECT 1;
GO
CREATE PROCEDURE dbo.p @t int READONLY AS SELECT 1;
GO
CREATE PROCEDURE dbo.p @t dbo.Lines READONLY AS
INSERT @t (code, quantity) VALUES (N'x', 1);
GO
CREATE PROCEDURE dbo.p @t dbo.Lines READONLY AS
UPDATE @t SET quantity = 1;
GO
CREATE PROCEDURE dbo.p @t dbo.Lines READONLY AS
DELETE x FROM @t AS x;
GO
-- Passed on, joined, and sent to a string.
CREATE PROCEDURE dbo.Inner_ @l dbo.Lines READONLY, @sum int OUTPUT AS
SELECT @sum = SUM(quantity) FROM @l;
EXEC sp_executesql N'SELECT COUNT(*) AS n FROM @x WHERE quantity > @least', N'@x dbo.Lines READONLY, @least int', @l, 2;
GO
CREATE PROCEDURE dbo.Outer_ @lines dbo.Lines READONLY AS
DECLARE @s int, @own dbo.Lines;
EXEC dbo.Inner_ @lines, @s OUTPUT;
SELECT @s AS sum_of_given;
INSERT @own (code, quantity) SELECT code, quantity * 10 FROM @lines;
EXEC dbo.Inner_ @own, @s OUTPUT;
SELECT @s AS sum_of_own;
GO
DECLARE @lines dbo.Lines;
INSERT @lines (code, quantity) VALUES (N'a', 2), (N'b', 3);
EXEC dbo.Outer_ @lines;
SELECT COUNT(*) AS still_there FROM @lines;
GO
-- Types must be the same.
DECLARE @other dbo.LocationTableType;
EXEC dbo.Outer_ @other;
GO
DECLARE @other TABLE (id int);
EXEC dbo.Outer_ @other;
GO
EXEC dbo.Outer_ 5;
GO
DECLARE @lines dbo.Lines;
EXEC sp_executesql N'SELECT @x', N'@x int', @lines;
GO
CREATE TABLE dbo.t (a dbo.Lines);
GO
DECLARE @x dbo.Lines = 1;
GO
CREATE TYPE dbo.Bad AS TABLE (a int CONSTRAINT pk PRIMARY KEY);
GO
DROP TYPE dbo.Lines;
GO
DROP PROCEDURE dbo.Outer_, dbo.Inner_;
DROP TYPE dbo.Lines;
GO
-- A rollback leaves the rows of a variable of a table type, as those of any table variable (docs/t-sql/data-types/table-transact-sql.md).
DECLARE @l dbo.LocationTableType;
BEGIN TRAN;
INSERT @l VALUES ('x', 1);
ROLLBACK;
SELECT * FROM @l;
GO
-- @restart
USE A;
GO
DECLARE @l dbo.LocationTableType;
INSERT @l VALUES ('after', 1);
EXEC dbo.usp_InsertProductionLocation @l;
SELECT Name FROM dbo.Location;
GO
