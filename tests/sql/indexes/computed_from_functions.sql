-- docs/relational-databases/indexes/indexes-on-computed-columns.md, Determinism and Precision requirements: users' functions too;
-- docs/relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-2000-to-2999.md (2709, 2729, 2799), -4000-to-4999.md (4934, 4936).
CREATE DATABASE G;
GO
USE G;
GO
CREATE FUNCTION dbo.ufnLeadingZeros(@Value int) RETURNS varchar(8) WITH SCHEMABINDING AS
BEGIN
    DECLARE @ReturnValue varchar(8);
    SET @ReturnValue = CONVERT(varchar(8), @Value);
    SET @ReturnValue = REPLICATE('0', 8 - DATALENGTH(@ReturnValue)) + @ReturnValue;
    RETURN (@ReturnValue);
END;
GO
CREATE TABLE dbo.Customer (CustomerID int IDENTITY PRIMARY KEY, AccountNumber AS (ISNULL('AW' + dbo.ufnLeadingZeros(CustomerID), '')), Name nvarchar(20));
INSERT dbo.Customer (Name) VALUES ('a'), ('b');
CREATE UNIQUE INDEX AK_Customer_AccountNumber ON dbo.Customer (AccountNumber);
INSERT dbo.Customer (Name) VALUES ('c');
GO
SELECT CustomerID, Name FROM dbo.Customer WITH (INDEX(AK_Customer_AccountNumber)) WHERE AccountNumber = 'AW00000003';
SELECT AccountNumber FROM dbo.Customer ORDER BY AccountNumber DESC;
GO
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.ufnLeadingZeros'), 'IsDeterministic') AS of_function,
    COLUMNPROPERTY(OBJECT_ID('dbo.Customer'), 'AccountNumber', 'IsDeterministic') AS of_column,
    COLUMNPROPERTY(OBJECT_ID('dbo.Customer'), 'AccountNumber', 'IsPrecise') AS is_precise,
    COLUMNPROPERTY(OBJECT_ID('dbo.Customer'), 'AccountNumber', 'IsIndexable') AS is_indexable,
    COLUMNPROPERTY(OBJECT_ID('dbo.Customer'), 'AccountNumber', 'UserDataAccess') AS reads;
GO
-- PERSISTED in CREATE TABLE, ADD and ALTER COLUMN.
CREATE TABLE dbo.p (a int, b AS dbo.ufnLeadingZeros(a) PERSISTED, c AS dbo.ufnLeadingZeros(a + 1));
INSERT dbo.p VALUES (7), (8);
ALTER TABLE dbo.p ADD d AS dbo.ufnLeadingZeros(a + 2) PERSISTED UNIQUE;
ALTER TABLE dbo.p ALTER COLUMN c ADD PERSISTED;
UPDATE dbo.p SET a = 10 WHERE a = 7;
SELECT * FROM dbo.p;
SELECT name, is_persisted FROM sys.computed_columns WHERE object_id = OBJECT_ID('dbo.p');
GO
INSERT dbo.p VALUES (10);
GO
-- The function stays as it is: docs/t-sql/statements/drop-function-transact-sql.md, Remarks; 3729.
ALTER FUNCTION dbo.ufnLeadingZeros(@Value int) RETURNS varchar(8) WITH SCHEMABINDING AS BEGIN RETURN 'x' END;
GO
DROP FUNCTION dbo.ufnLeadingZeros;
GO
CREATE OR ALTER FUNCTION dbo.ufnLeadingZeros(@Value int) RETURNS varchar(8) AS BEGIN RETURN 'x' END;
GO
-- Not schema-bound; a nondeterministic function in it; one in a function that it calls.
CREATE FUNCTION dbo.loose(@n int) RETURNS int AS BEGIN RETURN @n + 1 END;
GO
CREATE FUNCTION dbo.day_of(@n int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN DAY(SYSDATETIME()) + @n END;
GO
CREATE FUNCTION dbo.calls(@n int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN dbo.day_of(@n) END;
GO
CREATE TABLE dbo.n (a int, b AS dbo.loose(a) PERSISTED);
GO
CREATE TABLE dbo.n (a int, b AS dbo.loose(a), c AS dbo.day_of(a), d AS dbo.calls(a));
GO
CREATE INDEX i ON dbo.n (b);
GO
ALTER TABLE dbo.n ALTER COLUMN c ADD PERSISTED;
GO
CREATE INDEX i ON dbo.n (d);
GO
SELECT name, COLUMNPROPERTY(object_id, name, 'IsDeterministic') AS is_deterministic, COLUMNPROPERTY(object_id, name, 'IsPrecise') AS is_precise
FROM sys.computed_columns WHERE object_id = OBJECT_ID('dbo.n');
GO
-- A float makes the function imprecise: an index needs PERSISTED.
CREATE FUNCTION dbo.half(@n int) RETURNS int WITH SCHEMABINDING AS BEGIN DECLARE @f float = @n; RETURN @f / 2 END;
GO
CREATE TABLE dbo.f (a int, b AS dbo.half(a), c AS dbo.half(a) PERSISTED);
INSERT dbo.f VALUES (4);
GO
CREATE INDEX i ON dbo.f (b);
GO
CREATE INDEX i ON dbo.f (c);
SELECT c FROM dbo.f WHERE c = 2;
SELECT name, COLUMNPROPERTY(object_id, name, 'IsDeterministic') AS is_deterministic, COLUMNPROPERTY(object_id, name, 'IsPrecise') AS is_precise
FROM sys.computed_columns WHERE object_id = OBJECT_ID('dbo.f');
GO
-- A function that reads data, itself or through another one.
CREATE TABLE dbo.names (id int PRIMARY KEY, name varchar(20));
GO
CREATE FUNCTION dbo.name_of(@id int) RETURNS varchar(20) WITH SCHEMABINDING AS BEGIN RETURN (SELECT name FROM dbo.names WHERE id = @id) END;
GO
CREATE FUNCTION dbo.long_name_of(@id int) RETURNS varchar(40) WITH SCHEMABINDING AS BEGIN RETURN dbo.name_of(@id) + '!' END;
GO
CREATE TABLE dbo.r (a int, b AS dbo.name_of(a), c AS dbo.long_name_of(a));
GO
CREATE INDEX i ON dbo.r (b);
GO
ALTER TABLE dbo.r ALTER COLUMN c ADD PERSISTED;
GO
SELECT name, COLUMNPROPERTY(object_id, name, 'IsDeterministic') AS is_deterministic, COLUMNPROPERTY(object_id, name, 'UserDataAccess') AS reads,
    COLUMNPROPERTY(object_id, name, 'IsIndexable') AS is_indexable
FROM sys.computed_columns WHERE object_id = OBJECT_ID('dbo.r');
GO
-- CHECK and DEFAULT hold a function too, and let it go.
CREATE FUNCTION dbo.limit() RETURNS int AS BEGIN RETURN 10 END;
GO
CREATE TABLE dbo.c (a int CONSTRAINT CK_a CHECK (a < dbo.limit()), b int CONSTRAINT DF_b DEFAULT dbo.loose(1));
GO
ALTER FUNCTION dbo.limit() RETURNS int AS BEGIN RETURN 20 END;
GO
ALTER TABLE dbo.c DROP CONSTRAINT CK_a;
GO
ALTER FUNCTION dbo.limit() RETURNS int AS BEGIN RETURN 20 END;
GO
SELECT dbo.limit() AS limit;
GO
-- After a restart the index is there and right.
-- @restart
USE G;
INSERT dbo.Customer (Name) VALUES ('d');
SELECT Name FROM dbo.Customer WITH (INDEX(AK_Customer_AccountNumber)) WHERE AccountNumber = 'AW00000004';
DBCC CHECKTABLE('dbo.Customer') WITH NO_INFOMSGS;
GO
