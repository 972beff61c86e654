-- The examples of docs/t-sql/statements/set-*-transact-sql.md; results are the pages' own, or follow from their Remarks.
-- transactions/implicit, set_options/quoted_identifier and set_options/arithmetic have the examples of three pages.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- set-ansi-nulls-transact-sql.md
CREATE TABLE dbo.t1 (a INT NULL);
INSERT INTO dbo.t1 VALUES (NULL), (0), (1);
GO
SET ANSI_NULLS ON;
GO
DECLARE @varname int;
SET @varname = NULL
SELECT a FROM t1 WHERE a = @varname;
SELECT a FROM t1 WHERE a <> @varname;
SELECT a FROM t1 WHERE a IS NULL;
GO
SET ANSI_NULLS OFF;
GO
DECLARE @varname int;
SET @varname = NULL;
SELECT a FROM t1 WHERE a = @varname;
SELECT a FROM t1 WHERE a <> @varname;
SELECT a FROM t1 WHERE a IS NULL;
GO
SET ANSI_NULLS ON;
DROP TABLE dbo.t1;
GO
DECLARE @ANSI_NULLS VARCHAR(3) = 'OFF';
IF ((32 & @@OPTIONS) = 32) SET @ANSI_NULLS = 'ON';
SELECT @ANSI_NULLS AS ANSI_NULLS;
GO
-- set-ansi-padding-transact-sql.md
SET ANSI_PADDING ON;
GO
CREATE TABLE t1 (charcol CHAR(16) NULL, varcharcol VARCHAR(16) NULL, varbinarycol VARBINARY(8));
GO
INSERT INTO t1 VALUES ('No blanks', 'No blanks', 0x00ee);
INSERT INTO t1 VALUES ('Trailing blank ', 'Trailing blank ', 0x00ee00);
SELECT 'CHAR' = '>' + charcol + '<', 'VARCHAR' = '>' + varcharcol + '<', varbinarycol FROM t1;
GO
DROP TABLE t1;
GO
-- set-arithignore-transact-sql.md
SET ARITHABORT OFF;
SET ANSI_WARNINGS OFF
GO
SET ARITHIGNORE ON;
GO
SELECT 1 / 0 AS DivideByZero;
GO
SELECT CAST(256 AS TINYINT) AS Overflow;
GO
SET ARITHIGNORE OFF;
GO
SELECT 1 / 0 AS DivideByZero;
GO
SELECT CAST(256 AS TINYINT) AS Overflow;
GO
SET ANSI_WARNINGS ON;
SET ARITHABORT ON;
GO
-- set-datefirst-transact-sql.md
SET DATEFIRST 7;
SELECT CAST('1999-1-1' AS datetime2) AS SelectDate, DATEPART(dw, '1999-1-1') AS DayOfWeek;
SET DATEFIRST 3;
SELECT CAST('1999-1-1' AS datetime2) AS SelectDate, DATEPART(dw, '1999-1-1') AS DayOfWeek;
GO
SET DATEFIRST 7;
GO
-- set-dateformat-transact-sql.md: the page shortens the first result to 2008-12-31 09:01:01.123.
SET DATEFORMAT dmy;
GO
DECLARE @datevar DATETIME2 = '31/12/2008 09:01:01.1234567';
SELECT @datevar;
GO
DECLARE @datevar DATETIME2 = '12/31/2008 09:01:01.1234567';
SELECT @datevar;
GO
SET DATEFORMAT mdy;
GO
-- set-xact-abort-transact-sql.md
CREATE TABLE t1 (a INT NOT NULL PRIMARY KEY);
CREATE TABLE t2 (a INT NOT NULL CONSTRAINT FK_t2_a REFERENCES t1(a));
GO
INSERT INTO t1 VALUES (1);
INSERT INTO t1 VALUES (3);
INSERT INTO t1 VALUES (4);
INSERT INTO t1 VALUES (6);
GO
SET XACT_ABORT OFF;
GO
BEGIN TRANSACTION;
INSERT INTO t2 VALUES (1);
INSERT INTO t2 VALUES (2);
INSERT INTO t2 VALUES (3);
COMMIT TRANSACTION;
GO
SET XACT_ABORT ON;
GO
BEGIN TRANSACTION;
INSERT INTO t2 VALUES (4);
INSERT INTO t2 VALUES (5);
INSERT INTO t2 VALUES (6);
COMMIT TRANSACTION;
GO
SELECT * FROM t2;
GO
SET XACT_ABORT OFF;
DROP TABLE t2, t1;
GO
-- set-ansi-warnings-transact-sql.md
CREATE TABLE T1 (a int, b int NULL, c varchar(20));
GO
INSERT INTO T1 VALUES (1, NULL, ''), (1, 0, ''), (2, 1, ''), (2, 2, '');
GO
SET ANSI_WARNINGS ON;
GO
SELECT a, SUM(b) FROM T1 GROUP BY a;
GO
INSERT INTO T1 VALUES (3, 3, 'Text string longer than 20 characters');
GO
SELECT a / b AS ab FROM T1;
GO
SET ARITHABORT OFF;
SET ANSI_WARNINGS OFF;
GO
SELECT a, SUM(b) FROM T1 GROUP BY a;
GO
INSERT INTO T1 VALUES (4, 4, 'Text string longer than 20 characters');
GO
SELECT a, b, c FROM T1 WHERE a = 4;
GO
SELECT a / b AS ab FROM T1;
GO
SET ANSI_WARNINGS ON;
SET ARITHABORT ON;
DROP TABLE T1;
GO
-- set-noexec-transact-sql.md, with a table in place of AdventureWorks
SET NOEXEC ON;
GO
SELECT name FROM sys.objects;
PRINT 'not shown';
GO
CREATE FUNCTION dbo.Values(@BusinessEntityID int) RETURNS TABLE AS RETURN (SELECT PurchaseOrderID, TotalDue FROM dbo.PurchaseOrderHeader WHERE VendorID = @BusinessEntityID);
GO
SET NOEXEC OFF;
GO
-- set-identity-insert-transact-sql.md
CREATE TABLE dbo.Tool (ID INT IDENTITY NOT NULL PRIMARY KEY, Name VARCHAR(40) NOT NULL);
GO
INSERT INTO dbo.Tool(Name) VALUES ('Screwdriver'), ('Hammer'), ('Saw'), ('Shovel');
GO
DELETE dbo.Tool WHERE Name = 'Saw';
GO
SELECT * FROM dbo.Tool;
GO
INSERT INTO dbo.Tool (ID, Name) VALUES (3, 'Garden shovel');
GO
SET IDENTITY_INSERT dbo.Tool ON;
GO
INSERT INTO dbo.Tool (ID, Name) VALUES (3, 'Garden shovel');
GO
SELECT * FROM dbo.Tool;
GO
DROP TABLE dbo.Tool;
GO
-- set-concat-null-yields-null-transact-sql.md
SET CONCAT_NULL_YIELDS_NULL ON;
GO
SELECT CAST('abc' + NULL AS varchar(3)) AS c;
GO
SET CONCAT_NULL_YIELDS_NULL OFF;
GO
SELECT CAST('abc' + NULL AS varchar(3)) AS c;
GO
SET CONCAT_NULL_YIELDS_NULL ON;
GO
-- set-language-transact-sql.md
DECLARE @Today DATETIME;
SET @Today = '12/5/2007';
SET LANGUAGE Italian;
SELECT DATENAME(month, @Today) AS 'Month Name';
SET LANGUAGE us_english;
SELECT DATENAME(month, @Today) AS 'Month Name';
GO
-- set-fmtonly-transact-sql.md
SET FMTONLY ON;
GO
SELECT 1 AS one, CAST('x' AS char(3)) AS x;
GO
SET FMTONLY OFF;
GO
-- set-context-info-transact-sql.md, A and B
SET CONTEXT_INFO 0x01010101;
GO
SELECT CAST(CONTEXT_INFO() AS varbinary(4)) AS c;
GO
DECLARE @BinVar varbinary(128);
SET @BinVar = CAST(REPLICATE(0x20, 128) AS varbinary(128));
SET CONTEXT_INFO @BinVar;
SELECT CONTEXT_INFO() AS MyContextInfo;
GO
-- set-cursor-close-on-commit-transact-sql.md
CREATE TABLE t1 (a INT);
GO
INSERT INTO t1 VALUES (1), (2);
GO
SET CURSOR_CLOSE_ON_COMMIT ON;
GO
BEGIN TRAN;
DECLARE testcursor CURSOR FOR SELECT a FROM t1;
OPEN testcursor;
COMMIT TRAN;
FETCH NEXT FROM testcursor;
CLOSE testcursor;
DEALLOCATE testcursor;
GO
SET CURSOR_CLOSE_ON_COMMIT OFF;
GO
BEGIN TRAN;
DECLARE testcursor CURSOR FOR SELECT a FROM t1;
OPEN testcursor;
COMMIT TRAN;
FETCH NEXT FROM testcursor;
CLOSE testcursor;
DEALLOCATE testcursor;
GO
DROP TABLE t1;
GO
-- set-ansi-null-dflt-on-transact-sql.md: the tables that are created while the database option is off.
SET ANSI_NULL_DFLT_ON OFF;
SET ANSI_NULL_DFLT_OFF OFF;
GO
ALTER DATABASE D SET ANSI_NULL_DEFAULT OFF;
GO
CREATE TABLE t1 (a TINYINT);
GO
INSERT INTO t1 (a) VALUES (NULL);
GO
SET ANSI_NULL_DFLT_ON ON;
GO
CREATE TABLE t2 (a TINYINT);
GO
INSERT INTO t2 (a) VALUES (NULL);
GO
SET ANSI_NULL_DFLT_ON OFF;
GO
CREATE TABLE t3 (a TINYINT);
GO
INSERT INTO t3 (a) VALUES (NULL);
GO
DROP TABLE t1, t2, t3;
GO
-- set-ansi-null-dflt-off-transact-sql.md: likewise.
CREATE TABLE t4 (a tinyint);
GO
INSERT INTO t4 (a) VALUES (null);
GO
SET ANSI_NULL_DFLT_OFF ON;
GO
CREATE TABLE t5 (a tinyint);
GO
INSERT INTO t5 (a) VALUES (null);
GO
DROP TABLE t4, t5;
GO
-- set-numeric-roundabort-transact-sql.md
SET NUMERIC_ROUNDABORT OFF;
SET ARITHABORT ON;
GO
DECLARE @result DECIMAL(5, 2), @value_1 DECIMAL(5, 4), @value_2 DECIMAL(5, 4);
SET @value_1 = 1.1234;
SET @value_2 = 1.1234;
SELECT @result = @value_1 + @value_2;
SELECT @result AS result;
GO
SET NUMERIC_ROUNDABORT ON;
GO
DECLARE @result DECIMAL(5, 2), @value_1 DECIMAL(5, 4), @value_2 DECIMAL(5, 4);
SET @value_1 = 1.1234;
SET @value_2 = 1.1234;
SELECT @result = @value_1 + @value_2;
SELECT @result AS result;
GO
SET NUMERIC_ROUNDABORT OFF;
GO
