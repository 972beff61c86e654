-- The examples of pages of docs/t-sql/data-types. A line after --> is a row that the page shows.
-- docs/t-sql/data-types/binary-and-varbinary-transact-sql.md
SELECT CAST( 123456 AS BINARY(4) );
--> 0x0001E240
SELECT CAST( 123456 AS BINARY(2) );
--> 0xE240
GO
DECLARE @BinaryVariable2 BINARY(2);

SET @BinaryVariable2 = 123456;
SET @BinaryVariable2 = @BinaryVariable2 + 1;

SELECT CAST( @BinaryVariable2 AS INT);
--> 57921
GO
-- Strings are padded and truncated on the right, other types on the left; the default lengths are 1 and 30.
SELECT CAST('abc' AS binary(5)) AS padded, CAST('abc' AS binary(2)) AS cut, CAST(N'a' AS varbinary(1)) AS wide, CAST(0x0102 AS binary(3)) AS binary_padded, CAST(CAST(7 AS tinyint) AS binary(3)) AS number, CAST(CAST(258 AS smallint) AS varbinary(1)) AS number_cut;
DECLARE @b binary = 0x0102, @v varbinary = 0x0102;
SELECT @b AS b, @v AS v, DATALENGTH(CAST(REPLICATE('x', 40) AS varbinary)) AS cast_length, DATALENGTH(CAST('x' AS binary)) AS fixed_length;
GO
CREATE TABLE t (a binary(8001));
GO
CREATE TABLE t (a varbinary(8001));
GO
CREATE TABLE t (a binary(0));
GO
DECLARE @d binary varying(3) = 0x01020304;
SELECT @d AS d;
GO
-- docs/t-sql/data-types/bit-transact-sql.md: strings TRUE and FALSE, any nonzero value.
SELECT CAST('TRUE' AS bit) AS t, CAST('false' AS bit) AS f, CAST(-2 AS bit) AS negative, CAST(0.01 AS bit) AS fraction, CAST('12' AS bit) AS digits, CAST(0x00 AS bit) AS zero, CAST($0 AS bit) AS money;
GO
SELECT CAST('yes' AS bit);
GO
-- docs/t-sql/data-types/cursor-transact-sql.md: no column and no input parameter.
CREATE TABLE t (c cursor);
GO
CREATE PROCEDURE p @c cursor AS RETURN;
GO
CREATE PROCEDURE p @c cursor VARYING OUTPUT AS
SET @c = CURSOR STATIC FOR SELECT 1 AS a UNION ALL SELECT 2;
OPEN @c;
GO
DECLARE @mine cursor;
SELECT CURSOR_STATUS('variable', '@mine') AS unassigned;
EXEC p @c = @mine OUTPUT;
SELECT CURSOR_STATUS('variable', '@mine') AS opened;
FETCH NEXT FROM @mine;
CLOSE @mine;
DEALLOCATE @mine;
GO
DROP PROCEDURE p;
GO
-- docs/t-sql/data-types/data-type-conversion-database-engine.md
SELECT CAST ( $157.27 AS VARCHAR(10) );
--> 157.27
GO
DECLARE @string varchar(10);
SET @string = 1;
SELECT @string + ' is a string.'
--> 1 is a string.
GO
DECLARE @notastring int;
SET @notastring = '1';
SELECT @notastring + ' is not a string.'
--> Msg 245, Level 16, State 1, Line 3
--> Conversion failed when converting the varchar value ' is not a string.' to data type int.
GO
DECLARE @notastring int;
SET @notastring = '1';
SELECT @notastring + '1'
--> 2
GO
-- An nchar value can't be converted to image; to binary it is converted explicitly only.
SELECT CAST(CAST(N'a' AS nchar(1)) AS image);
GO
DECLARE @b binary(2) = N'a';
GO
SELECT CAST(N'a' AS binary(2)) AS explicit;
GO
DECLARE @v sql_variant = 1, @i int;
SET @i = @v;
GO
-- docs/t-sql/data-types/data-type-precedence-transact-sql.md: of each pair, the type with the higher precedence.
SELECT SQL_VARIANT_PROPERTY(x, 'BaseType') AS type FROM (SELECT CASE WHEN 1 = 1 THEN CAST('20000101' AS datetime) ELSE CAST('20000101' AS datetimeoffset) END) AS t(x)
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST('20000101' AS datetime) ELSE CAST('20000101' AS datetime2) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST('20000101' AS date) ELSE CAST('20000101' AS smalldatetime) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS real) ELSE CAST(1 AS float) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS decimal(5, 2)) ELSE CAST(1 AS real) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS money) ELSE CAST(1 AS decimal(5, 2)) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS smallmoney) ELSE CAST(1 AS money) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS bigint) ELSE CAST(1 AS smallmoney) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS int) ELSE CAST(1 AS bigint) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS tinyint) ELSE CAST(1 AS smallint) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(1 AS bit) ELSE CAST(1 AS tinyint) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN '1' ELSE CAST(1 AS bit) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 2 THEN '1' ELSE NEWID() END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST('1' AS nchar(1)) ELSE N'12' END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN '1' ELSE CAST('1' AS nchar(1)) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST('1' AS char(1)) ELSE '12' END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN 0x01 ELSE CAST('1' AS char(1)) END, 'BaseType')
UNION ALL SELECT SQL_VARIANT_PROPERTY(CASE WHEN 1 = 1 THEN CAST(0x01 AS binary(1)) ELSE 0x0102 END, 'BaseType');
GO
-- docs/t-sql/data-types/data-type-synonyms-transact-sql.md: the metadata show the base types.
CREATE TABLE ExampleTable (PriKey int PRIMARY KEY, VarCharCol national character varying(10))
GO
CREATE TABLE synonyms (a binary varying(5), b char varying(5), c character, d character(5), e character varying(5), f dec, g double precision, h float(7), i float(24), j float(25), k integer, l national character(5), m national char(5), n national character varying(5), o national char varying(5), p national text, q timestamp, r dec(5, 2), s numeric(7), t national character varying(max), u character varying(max));
GO
SELECT c.name, t.name AS type, c.max_length, c.precision, c.scale FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id IN (OBJECT_ID('ExampleTable'), OBJECT_ID('synonyms')) ORDER BY c.object_id, c.column_id;
SELECT COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'ExampleTable';
DROP TABLE ExampleTable, synonyms;
GO
-- docs/t-sql/data-types/decimal-and-numeric-transact-sql.md
CREATE TABLE dbo.MyTable
(
  MyDecimalColumn decimal(5,2)
,MyNumericColumn numeric(10,5)

);

GO
INSERT INTO dbo.MyTable VALUES (123, 12345.12);
GO
SELECT MyDecimalColumn, MyNumericColumn
FROM dbo.MyTable;
--> 123.00 | 12345.12000
GO
-- The storage bytes by precision; the precision is from 1 to 38, the scale from 0 to the precision.
CREATE TABLE widths (a decimal(1), b decimal(9), c decimal(10), d decimal(19), e decimal(20), f decimal(28), g decimal(29), h decimal(38), i decimal);
SELECT name, precision, scale, max_length FROM sys.columns WHERE object_id = OBJECT_ID('widths') ORDER BY column_id;
DROP TABLE widths, dbo.MyTable;
GO
DECLARE @d decimal(39);
GO
DECLARE @d decimal(0);
GO
DECLARE @d decimal(5, 6);
GO
SELECT 12.345 AS constant, SQL_VARIANT_PROPERTY(12.345, 'Precision') AS p, SQL_VARIANT_PROPERTY(12.345, 'Scale') AS s, SQL_VARIANT_PROPERTY(0.50, 'Precision') AS p2, SQL_VARIANT_PROPERTY(.5, 'Precision') AS p3, SQL_VARIANT_PROPERTY(100., 'Scale') AS s4;
-- Rounding to the scale; a float below 5E-18 becomes 0, and there are at most 17 decimals.
SELECT CAST(2.345 AS decimal(5, 2)) AS rounded;
GO
SELECT CAST(1000 AS decimal(3));
GO
SET ARITHABORT OFF;
SET ANSI_WARNINGS OFF;
SELECT CAST(1000 AS decimal(3)) AS overflow;
SET ANSI_WARNINGS ON;
SET ARITHABORT ON;
GO
-- docs/t-sql/data-types/int-bigint-smallint-and-tinyint-transact-sql.md
SELECT 2147483647 / 2 AS Result1, 2147483649 / 2 AS Result2 ;
--> 1073741823 | 1073741824.500000
CREATE TABLE dbo.MyTable
(
  MyBigIntColumn bigint
,MyIntColumn  int
,MySmallIntColumn smallint
,MyTinyIntColumn tinyint
);

GO

INSERT INTO dbo.MyTable VALUES (9223372036854775807, 2147483647,32767,255);
 GO
SELECT MyBigIntColumn, MyIntColumn, MySmallIntColumn, MyTinyIntColumn
FROM dbo.MyTable;
--> 9223372036854775807 | 2147483647 | 32767 | 255
DROP TABLE dbo.MyTable;
GO
SELECT CAST(12345 AS varchar(3)) AS star, CAST(12345 AS char(3)) AS star_padded, CAST(CAST(12345 AS smallint) AS varchar(2)) AS small, CAST(CAST(-9 AS bigint) AS varchar(2)) AS fits;
SELECT SQL_VARIANT_PROPERTY(ABS(CAST(1 AS tinyint)), 'BaseType') AS a, SQL_VARIANT_PROPERTY(POWER(CAST(2 AS smallint), 3), 'BaseType') AS p, SQL_VARIANT_PROPERTY(ROUND(CAST(2 AS bigint), 0), 'BaseType') AS r;
GO
SELECT CAST(12345 AS nvarchar(3));
GO
SELECT CAST(300 AS tinyint);
GO
-- docs/t-sql/data-types/json-data-type.md
CREATE TABLE Orders
(
    order_id INT,
    order_details JSON NOT NULL
);
GO
DROP TABLE Orders;
GO
CREATE TABLE Orders
(
    order_id INT,
    order_details JSON NOT NULL
        CHECK (JSON_PATH_EXISTS(order_details, '$.basket') = 1)
);
GO
INSERT Orders VALUES (1, '{"basket":[1]}');
INSERT Orders VALUES (2, '{"cart":[1]}');
GO
DROP TABLE Orders;
DROP TABLE IF EXISTS JsonTable;

CREATE TABLE JsonTable
(
    id INT PRIMARY KEY,
    d JSON
);

INSERT INTO JsonTable (id, d)
VALUES (1, '{"a":1, "b":"abc", "c":true}');

UPDATE JsonTable
SET d.modify('$.a', 14859)
WHERE id = 1;

UPDATE JsonTable
SET d.modify('$.b', 'def')
WHERE id = 1;
SELECT CAST(d AS nvarchar(100)) AS d FROM JsonTable;
GO
-- No key column and no variant; an included column; no type alias; no implicit conversion to strings; ALTER TABLE from strings only.
CREATE INDEX i ON JsonTable (d);
GO
CREATE INDEX i ON JsonTable (id) INCLUDE (d);
GO
CREATE TYPE dbo.j FROM json;
GO
DECLARE @v sql_variant = CAST('{}' AS json);
GO
DECLARE @s nvarchar(max) = CAST('{}' AS json);
GO
SELECT CAST(CAST('{}' AS json) AS varbinary(max));
GO
SELECT CAST(1 AS json);
GO
DROP INDEX i ON JsonTable;
ALTER TABLE JsonTable ALTER COLUMN d nvarchar(max);
GO
CREATE TABLE texts (d varchar(max));
INSERT texts VALUES ('{"a":1}');
ALTER TABLE texts ALTER COLUMN d json;
SELECT * INTO copied FROM texts;
SELECT OBJECT_NAME(object_id) AS name, TYPE_NAME(user_type_id) AS type FROM sys.columns WHERE object_id IN (OBJECT_ID('texts'), OBJECT_ID('copied')) ORDER BY name;
DROP TABLE JsonTable, texts, copied;
GO
-- Up to 65,535 items in an array.
DECLARE @a nvarchar(max) = N'[' + CAST(REPLICATE(CAST(N'1,' AS nvarchar(max)), 65534) AS nvarchar(max)) + N'1]';
SELECT JSON_VALUE(CAST(@a AS json), '$[65534]') AS last;
GO
-- docs/t-sql/data-types/money-and-smallmoney-transact-sql.md
DECLARE @mymoney_sm smallmoney = 3148.29,
        @mymoney    money = 3148.29;
SELECT  CAST(@mymoney_sm AS varchar) AS 'SM_MONEY varchar',
        CAST(@mymoney AS decimal)    AS 'MONEY DECIMAL';
--> 3148.29 | 3148
SELECT CAST(4 AS money) AS integer, $12.5 AS dollar, €3 AS euro, £-4 AS pound, ¥5 AS yen, CAST('$1,234.5' AS money) AS text, CAST('€7' AS smallmoney) AS euro_text, CAST('-$8' AS money) AS negative, CAST('$-9' AS money) AS negative2;
SELECT CAST(-922337203685477.5808 AS money) AS least, CAST(922337203685477.5807 AS money) AS greatest, CAST(-214748.3648 AS smallmoney) AS small_least, CAST(214748.3647 AS smallmoney) AS small_greatest;
GO
SELECT CAST(922337203685477.5808 AS money);
GO
SELECT CAST(214748.3648 AS smallmoney);
GO
-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: the default lengths, the greatest length, sysname.
DECLARE @v nvarchar = N'abc', @c nchar = N'abc';
SELECT @v AS v, @c AS c, LEN(CAST(REPLICATE('x', 40) AS nvarchar)) AS cast_length, DATALENGTH(CAST('x' AS nchar)) AS fixed_bytes;
CREATE TABLE names (n sysname, m sysname NULL, c nchar(5));
SELECT name, TYPE_NAME(system_type_id) AS base, max_length FROM sys.columns WHERE object_id = OBJECT_ID('names') ORDER BY column_id;
SET ANSI_PADDING OFF;
INSERT names VALUES (N'n', N'm  ', N'c');
SELECT DATALENGTH(m) AS m, DATALENGTH(c) AS c FROM names;
SET ANSI_PADDING ON;
DROP TABLE names;
GO
DECLARE @v nvarchar(4001);
GO
DECLARE @c nchar(4001);
GO
-- docs/t-sql/data-types/nondeterministic-convert-date-literals.md
DECLARE @yourInputDate  NVARCHAR(32) = '28 listopad 2018';

SET LANGUAGE Polish;
SELECT CONVERT(DATE, @yourInputDate) AS [SL_Polish];
--> 2018-11-28

SET LANGUAGE Croatian;
SELECT CONVERT(DATE, @yourInputDate) AS [SL_Croatian];
--> 2018-10-28

SET LANGUAGE English;
GO
DECLARE @yourDateString NVARCHAR(10) = '12-09-2018';
PRINT @yourDateString + '  = the input.';
--> 12-09-2018  = the input.

SET DATEFORMAT dmy;
SELECT CONVERT(DATE, @yourDateString) AS [DMY-Interpretation-of-input-format];
--> 2018-09-12

SET DATEFORMAT mdy;
SELECT CONVERT(DATE, @yourDateString) AS [MDY-Interpretation-of-input-format];
--> 2018-12-09

SET DATEFORMAT ymd;
SELECT CONVERT(DATE, @yourDateString) AS [YMD-Interpretation--?--NotGuaranteed];
--> 2018-12-09
SET DATEFORMAT mdy;
GO
-- docs/t-sql/data-types/ntext-text-and-image-transact-sql.md: the functions of the table.
CREATE TABLE olds (id int, t text, n ntext, i image);
INSERT olds VALUES (1, 'some text', N'wide text', 0x01020304);
SELECT DATALENGTH(t) AS t, DATALENGTH(n) AS n, DATALENGTH(i) AS i, PATINDEX('%text%', t) AS pt, PATINDEX('%text%', n) AS pn FROM olds;
SET TEXTSIZE 4;
SELECT t, n, i FROM olds;
SET TEXTSIZE -1;
GO
SELECT LEN(t) FROM olds;
GO
SELECT UPPER(n) FROM olds;
GO
SELECT * FROM olds WHERE t = 'some text';
GO
SELECT id FROM olds WHERE t LIKE 'some%' AND n IS NOT NULL;
GO
DECLARE @t text;
GO
DROP TABLE olds;
GO
-- docs/t-sql/data-types/precision-scale-and-length-transact-sql.md
select cast(0.0000009000 as decimal(30,20)) * cast(1.0000000000 as decimal(30,20)) [decimal 38,17]
--> .00000090000000000
SELECT CAST(0.0000009000 AS DECIMAL(30,10)) * CAST(1.0000000000 AS DECIMAL(30,10)) [decimal(38, 6)]
--> .000001
SELECT CAST(1 AS decimal(5, 2)) + CAST(1 AS decimal(7, 3)) AS added, CAST(1 AS decimal(5, 2)) - CAST(1 AS decimal(7, 3)) AS subtracted, CAST(1 AS decimal(5, 2)) * CAST(1 AS decimal(7, 3)) AS multiplied, CAST(1 AS decimal(5, 2)) / CAST(1 AS decimal(7, 3)) AS divided, CAST(1 AS decimal(5, 2)) % CAST(1 AS decimal(7, 3)) AS modulo, CASE WHEN 1 = 1 THEN CAST(1 AS decimal(5, 2)) ELSE CAST(1 AS decimal(7, 3)) END AS either;
SELECT CAST(1 AS decimal(5, 2)) AS joined UNION SELECT CAST(1 AS decimal(7, 3));
SELECT CAST(1 AS decimal(38, 10)) + CAST(1 AS decimal(38, 5)) AS added, CAST(1 AS decimal(38, 10)) / CAST(3 AS decimal(38, 10)) AS divided, CAST(1 AS decimal(38, 4)) * CAST(1 AS decimal(38, 1)) AS kept, CAST(1 AS decimal(5, 2)) + 1 AS with_int, 1 / 3.0 AS with_constant;
SELECT CAST('a' AS char(3)) + CAST('b' AS varchar(4)) AS joined, CAST(0x01 AS binary(3)) + CAST(0x02 AS varbinary(4)) AS binary_joined, CAST('a' AS varchar(8000)) + CAST('b' AS varchar(8000)) AS long, DATALENGTH(CAST(N'a' AS nvarchar(3000)) + CAST(N'b' AS nchar(3000))) AS wide;
SELECT 'ab' AS longer UNION SELECT 'abcd' UNION ALL SELECT CAST('a' AS char(6));
GO
-- docs/t-sql/data-types/rowversion-transact-sql.md
CREATE TABLE ExampleTable (PriKey int PRIMARY KEY, timestamp);
CREATE TABLE ExampleTable2 (PriKey int PRIMARY KEY, VerCol rowversion) ;
SELECT OBJECT_NAME(object_id) AS t, name, TYPE_NAME(user_type_id) AS type, max_length, is_nullable FROM sys.columns WHERE object_id IN (OBJECT_ID('ExampleTable'), OBJECT_ID('ExampleTable2')) ORDER BY t, column_id;
GO
CREATE TABLE ExampleTable3 (PriKey int PRIMARY KEY, rowversion);
GO
CREATE TABLE ExampleTable3 (a rowversion, b timestamp);
GO
ALTER TABLE ExampleTable ADD v rowversion;
GO
INSERT ExampleTable2 (PriKey, VerCol) VALUES (1, 0x01);
GO
UPDATE ExampleTable2 SET VerCol = 0x01;
GO
DROP TABLE ExampleTable, ExampleTable2;
GO
CREATE TABLE MyTest (myKey int PRIMARY KEY
    ,myValue int, RV rowversion);
GO
INSERT INTO MyTest (myKey, myValue) VALUES (1, 0);
GO
INSERT INTO MyTest (myKey, myValue) VALUES (2, 0);
GO
DECLARE @myRv rowversion = (SELECT RV FROM MyTest WHERE myKey = 1);
DECLARE @t TABLE (myKey int);
UPDATE MyTest
SET myValue = 2
    OUTPUT inserted.myKey INTO @t(myKey)
WHERE myKey = 1
    AND RV = @myRv;
SELECT COUNT(*) AS changed FROM @t;
DELETE @t;
-- The second time, the value has changed; an update to the same value changes it too.
UPDATE MyTest
SET myValue = 2
    OUTPUT inserted.myKey INTO @t(myKey)
WHERE myKey = 1
    AND RV = @myRv;
IF (SELECT COUNT(*) FROM @t) = 0
    BEGIN
        RAISERROR ('error changing row with myKey = %d'
            ,16 -- Severity.
            ,1 -- State
            ,1) -- myKey that was changed
    END;
SELECT @myRv = RV FROM MyTest WHERE myKey = 1;
UPDATE MyTest SET myValue = myValue WHERE myKey = 1;
SELECT CASE WHEN RV > @myRv THEN 'incremented' END AS again, CASE WHEN RV = @@DBTS THEN 'the last one' END AS dbts FROM MyTest WHERE myKey = 1;
GO
DROP TABLE MyTest;
GO
-- docs/t-sql/data-types/table-transact-sql.md: A, over a table of two employees whose trigger sets the date.
CREATE TABLE dbo.Employee (BusinessEntityID int PRIMARY KEY, VacationHours smallint, ModifiedDate datetime);
INSERT dbo.Employee VALUES (1, 8, '20080731'), (2, 40, '20080731');
GO
CREATE TRIGGER uEmployee ON dbo.Employee AFTER UPDATE AS
IF TRIGGER_NESTLEVEL() = 1 UPDATE dbo.Employee SET ModifiedDate = '20240101' FROM dbo.Employee AS e JOIN inserted AS i ON e.BusinessEntityID = i.BusinessEntityID;
GO
DECLARE @MyTableVar table(
    EmpID int NOT NULL,
    OldVacationHours int,
    NewVacationHours int,
    ModifiedDate datetime);
UPDATE TOP (10) dbo.Employee
SET VacationHours = VacationHours * 1.25
OUTPUT INSERTED.BusinessEntityID,
       DELETED.VacationHours,
       INSERTED.VacationHours,
       INSERTED.ModifiedDate
INTO @MyTableVar;
--Display the result set of the table variable.
SELECT EmpID, OldVacationHours, NewVacationHours, ModifiedDate
FROM @MyTableVar;
SELECT TOP (10) BusinessEntityID, VacationHours, ModifiedDate
FROM dbo.Employee;
GO
DROP TABLE dbo.Employee;
GO
-- B.
CREATE TABLE dbo.Sales (StoreID int, ProductID int, Name nvarchar(20), LineTotal money);
INSERT dbo.Sales VALUES (602, 1, N'Bike', 10), (602, 1, N'Bike', 5), (602, 2, N'Lamp', 1), (603, 1, N'Bike', 7);
GO
CREATE FUNCTION dbo.ufn_SalesByStore (@storeid int)
RETURNS TABLE
AS
RETURN
(
    SELECT ProductID, Name, SUM(LineTotal) AS 'Total'
    FROM dbo.Sales
    WHERE StoreID = @storeid
    GROUP BY ProductID, Name
);
GO
SELECT * FROM dbo.ufn_SalesByStore (602) ORDER BY ProductID;
GO
DROP FUNCTION dbo.ufn_SalesByStore;
DROP TABLE dbo.Sales;
GO
-- Syntax and restrictions: constraints, COLLATE, ROWGUIDCOL, inline indexes; no SELECT INTO, no index and no change afterwards, no
-- assignment; a rollback doesn't change it; outside of FROM it needs an alias.
DECLARE @t TABLE (id int IDENTITY(10, 5) PRIMARY KEY NONCLUSTERED, name varchar(10) COLLATE Latin1_General_BIN2 NOT NULL UNIQUE CLUSTERED, g uniqueidentifier ROWGUIDCOL DEFAULT NEWID(), n int CHECK (n > 0) DEFAULT 1, twice AS n * 2, INDEX ix (n, name), CHECK (n < 100), UNIQUE (id, n));
INSERT @t (name) VALUES ('b'), ('B'), ('a');
BEGIN TRANSACTION;
INSERT @t (name, n) VALUES ('kept', 5);
ROLLBACK;
SELECT id, name, n, twice FROM @t ORDER BY name;
INSERT @t (name, n) VALUES ('c', 0);
INSERT @t (name, n) VALUES ('d', 100);
INSERT @t (name) VALUES ('a');
SELECT COUNT(*) AS n FROM @t AS t WHERE EXISTS (SELECT 1 FROM @t AS o WHERE o.id > t.id);
GO
DECLARE @t TABLE (a int);
SELECT 1 AS a INTO @t;
GO
DECLARE @t TABLE (a int);
CREATE INDEX i ON @t (a);
GO
DECLARE @t TABLE (a int);
ALTER TABLE @t ADD b int;
GO
DECLARE @t TABLE (a int);
SET @t = NULL;
GO
