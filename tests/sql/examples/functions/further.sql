-- The examples of pages of docs/t-sql. A line after --> is a row that the page shows.
-- docs/t-sql/functions/parsename-transact-sql.md
SELECT PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 1) AS a, PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 2) AS b, PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 3) AS c, PARSENAME('AdventureWorksPDW2012.dbo.DimCustomer', 4) AS d;
--> DimCustomer | dbo | AdventureWorksPDW2012 | NULL
-- docs/t-sql/functions/str-transact-sql.md
SELECT '[' + STR(123.45, 6, 1) + ']' AS a, STR(123.45, 2, 2) AS b, '[' + STR(FLOOR(123.45), 8, 3) + ']' AS c, STR(1223, 2) AS d;
--> [ 123.5] | ** | [ 123.000] | **
-- docs/t-sql/functions/stuff-transact-sql.md
SELECT STUFF('abcdef', 2, 3, 'ijklmn') AS a;
--> aijklmnef
-- docs/t-sql/functions/regexp-replace-transact-sql.md
SELECT REGEXP_REPLACE('123-456-7890', '(\d{3})-(\d{3})-(\d{4})', '(\1) \2-\3') AS a, REGEXP_REPLACE('123-456-7890', '(\d{3})-(\d{3})-(\d{4})', '(\1) (\4)-xxxx') AS b;
--> (123) 456-7890 | (123) ()-xxxx
GO
-- docs/t-sql/functions/product-aggregate-transact-sql.md
SELECT finInstrument, PRODUCT(1 + rateOfReturn) OVER (PARTITION BY finInstrument) AS CompoundedReturn
FROM (VALUES (0.1626, 'instrumentA'), (0.0483, 'instrumentB'), (0.2689, 'instrumentC'), (-0.1944, 'instrumentA'), (0.2423, 'instrumentA')) AS MyTable(rateOfReturn, finInstrument);
--> instrumentA | 1.163527
--> instrumentA | 1.163527
--> instrumentA | 1.163527
--> instrumentB | 1.048300
--> instrumentC | 1.268900
GO
-- docs/t-sql/functions/session-context-transact-sql.md
EXEC sp_set_session_context 'user_id', 4;
SELECT SESSION_CONTEXT(N'user_id') AS a;
--> 4
GO
-- docs/t-sql/functions/options-transact-sql.md: 4096 is CONCAT_NULL_YIELDS_NULL.
SET CONCAT_NULL_YIELDS_NULL OFF;
GO
SELECT 'abc' + NULL AS ResultWhen_OFF, @@OPTIONS & 4096 AS OptionsValueWhen_OFF;
--> abc | 0
GO
SET CONCAT_NULL_YIELDS_NULL ON;
GO
SELECT 'abc' + NULL AS ResultWhen_ON, @@OPTIONS & 4096 AS OptionsValueWhen_ON;
--> NULL | 4096
SET NOCOUNT ON;
IF @@OPTIONS & 512 > 0 PRINT 'Current user has SET NOCOUNT turned on.';
--> Current user has SET NOCOUNT turned on.
SET NOCOUNT OFF;
GO
-- docs/t-sql/functions/nestlevel-transact-sql.md
CREATE PROCEDURE usp_InnerProc AS SELECT @@NESTLEVEL AS [Inner Level];
GO
CREATE PROCEDURE usp_OuterProc AS SELECT @@NESTLEVEL AS [Outer Level]; EXEC usp_InnerProc;
GO
EXECUTE usp_OuterProc;
--> 1
--> 2
GO
CREATE PROC usp_NestLevelValues AS
    SELECT @@NESTLEVEL AS [Current Nest Level];
    EXEC ('SELECT @@NESTLEVEL AS OneGreater');
    EXEC sp_executesql N'SELECT @@NESTLEVEL AS TwoGreater';
GO
EXEC usp_NestLevelValues;
--> 1
--> 2
--> 3
GO
-- docs/t-sql/functions/ident-current-transact-sql.md
CREATE TABLE t6 (id int IDENTITY);
CREATE TABLE t7 (id int IDENTITY(100, 1));
GO
CREATE TRIGGER t6ins ON t6 FOR INSERT AS BEGIN INSERT t7 DEFAULT VALUES END;
GO
INSERT t6 DEFAULT VALUES;
SELECT @@IDENTITY AS a, SCOPE_IDENTITY() AS b, IDENT_CURRENT('t7') AS c, IDENT_CURRENT('t6') AS d;
--> 100 | 1 | 100 | 1
GO
-- docs/t-sql/functions/isnull-transact-sql.md
SELECT d, ISNULL(q, 0.00) AS [Max Quantity], ISNULL(m, 0) AS MinimumPayment FROM (VALUES (0.00, CAST(NULL AS int), CAST(NULL AS money)), (0.02, 14, 200)) AS o(d, q, m);
--> .00 | 0 | .0000
--> .02 | 14 | 200.0000
GO
-- docs/t-sql/functions/col-name-transact-sql.md
CREATE TABLE dbo.Employee (BusinessEntityID int, NationalIDNumber int);
SELECT COL_NAME(OBJECT_ID('dbo.Employee'), 1) AS FirstColumnName, COL_NAME(OBJECT_ID('dbo.Employee'), 2) AS SecondColumnName;
--> BusinessEntityID | NationalIDNumber
GO
-- docs/t-sql/functions/binary-checksum-transact-sql.md
CREATE TABLE myTable (column1 int, column2 varchar(256));
INSERT INTO myTable VALUES (1, 'test');
DECLARE @before int = (SELECT BINARY_CHECKSUM(*) FROM myTable);
UPDATE myTable SET column2 = 'TEST';
DECLARE @after int = (SELECT BINARY_CHECKSUM(*) FROM myTable);
SELECT IIF(@before = @after, 'same', 'changed') AS a;
--> changed
GO
-- docs/t-sql/language-elements/bitwise-and-transact-sql.md
CREATE TABLE bitwise (a_int_value int NOT NULL, b_int_value int NOT NULL);
INSERT bitwise VALUES (170, 75);
SELECT a_int_value & b_int_value AS a FROM bitwise;
--> 10
GO
-- docs/t-sql/language-elements/operator-precedence-transact-sql.md
SELECT 4 - 2 + 27 AS a, 2 * 4 + 5 AS b, 2 * (4 + 5) AS c, 2 * (4 + (5 - 3)) AS d;
--> 29 | 13 | 18 | 12
GO
-- docs/t-sql/data-types/datetime-transact-sql.md
DECLARE @date date = '12-21-16', @time time(4) = '12:10:05.1237', @small smalldatetime = '12-01-16 12:32', @offset datetimeoffset(4) = '1968-10-23 12:45:37.1234 +10:0', @d2 datetime2(4) = '1968-10-23 12:45:37.1237';
SELECT CAST(@date AS datetime) AS a, @date AS b, CAST(@small AS datetime) AS c, @small AS d, CAST(@offset AS datetime) AS e;
--> 2016-12-21 00:00:00.000 | 2016-12-21 | 2016-12-01 12:32:00.000 | 2016-12-01 12:32:00 | 1968-10-23 12:45:37.123
SELECT CAST('01/01/98 23:59:59.999' AS datetime) AS a, CAST('01/01/98 23:59:59.995' AS datetime) AS b, CAST('01/01/98 23:59:59.998' AS datetime) AS c, CAST('01/01/98 23:59:59.992' AS datetime) AS d, CAST('01/01/98 23:59:59.994' AS datetime) AS e, CAST('01/01/98 23:59:59.991' AS datetime) AS f;
--> 1998-01-02 00:00:00.000 | 1998-01-01 23:59:59.997 | 1998-01-01 23:59:59.997 | 1998-01-01 23:59:59.993 | 1998-01-01 23:59:59.993 | 1998-01-01 23:59:59.990
SELECT CAST('2007-05-08 12:35:29. 1234567 +12:15' AS time(7)) AS time, CAST('2007-05-08 12:35:29. 1234567 +12:15' AS date) AS date, CAST('2007-05-08 12:35:29.123' AS smalldatetime) AS small, CAST('2007-05-08 12:35:29.123' AS datetime) AS datetime, CAST('2007-05-08 12:35:29. 1234567 +12:15' AS datetime2(7)) AS datetime2, CAST('2007-05-08 12:35:29.1234567 +12:15' AS datetimeoffset(7)) AS datetimeoffset;
--> 12:35:29.1234567 | 2007-05-08 | 2007-05-08 12:35:00 | 2007-05-08 12:35:29.123 | 2007-05-08 12:35:29.1234567 | 2007-05-08 12:35:29.1234567 +12:15
GO
-- docs/t-sql/data-types/datetimeoffset-transact-sql.md
DECLARE @a datetimeoffset(4) = '12-10-25 12:32:10 +01:00', @b datetimeoffset(4) = '12-10-25 12:32:10.1237 +01:0', @c datetimeoffset(3) = '1912-10-25 12:24:32 +10:0';
SELECT @a AS a, CAST(@a AS date) AS date, @b AS b, CAST(@b AS time(3)) AS time, @c AS c, CAST(@c AS smalldatetime) AS small;
--> 2025-12-10 12:32:10.0000 +01:00 | 2025-12-10 | 2025-12-10 12:32:10.1237 +01:00 | 12:32:10.124 | 1912-10-25 12:24:32.000 +10:00 | 1912-10-25 12:25:00
SELECT CAST('2007-05-08 12:35:29.1234567+12:15' AS datetime2(7)) AS a, CAST('2007-05-08 12:35:29.1234567+12:15' AS datetimeoffset(7)) AS b;
--> 2007-05-08 12:35:29.1234567 | 2007-05-08 12:35:29.1234567 +12:15
GO
