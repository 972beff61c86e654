-- Examples of docs/relational-databases/system-stored-procedures/: sp-describe-first-result-set-transact-sql.md,
-- sp-getapplock-transact-sql.md and sp-addmessage-transact-sql.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- sp_describe_first_result_set: browse mode. The function of the same name shows the page's columns.
CREATE TABLE dbo.t (a int PRIMARY KEY, b1 int);
GO
CREATE VIEW dbo.v AS SELECT b1 AS b2 FROM dbo.t;
GO
SELECT is_hidden, column_ordinal, name, source_schema, source_table, source_column, is_part_of_unique_key
FROM sys.dm_exec_describe_first_result_set(N'SELECT b2 AS b3 FROM dbo.v', NULL, 0);
--> 0 | 1 | b3 | NULL | NULL | NULL | NULL
SELECT is_hidden, column_ordinal, name, source_schema, source_table, source_column, is_part_of_unique_key
FROM sys.dm_exec_describe_first_result_set(N'SELECT b2 AS b3 FROM v', NULL, 1);
--> 0 | 1 | b3 | dbo | t | b1 | 0
--> 1 | 2 | a | dbo | t | a | 1
GO
-- Examples of problems
CREATE TABLE dbo.t1 (a int NULL, b varchar(10) NULL, c nvarchar(10) NULL);
CREATE TABLE dbo.t2 (a smallint NOT NULL, d varchar(20) NOT NULL, e int NOT NULL);
GO
-- The number of columns differs.
EXEC sp_describe_first_result_set @tsql =
N'
IF(1=1)
    SELECT a FROM t1;
ELSE
    SELECT a, b FROM t1;
SELECT * FROM t; -- Ignored, not a possible first result set.'
GO
-- The data types differ.
EXEC sp_describe_first_result_set @tsql =
N'
IF(1=1)
    SELECT a FROM t1;
ELSE
    SELECT a FROM t2;'
GO
-- <Unknown Column Name> varchar(20) NULL
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'
IF(1=1)
    SELECT b FROM t1;
ELSE
    SELECT d FROM t2; ', NULL, 0);
--> NULL | varchar(20) | 1
GO
-- b varchar(20) NULL
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'
IF(1=1)
    SELECT b FROM t1;
ELSE
    SELECT d AS b FROM t2;', NULL, 0);
--> b | varchar(20) | 1
GO
-- varchar(10) and nvarchar(10)
EXEC sp_describe_first_result_set @tsql =
N'
IF(1=1)
    SELECT b FROM t1;
ELSE
    SELECT c FROM t1;'
GO
-- a int NULL
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'
IF(1=1)
    RAISERROR(''Some Error'', 16, 1);

ELSE
    SELECT a FROM t1;
SELECT e FROM t2; -- Ignored, not a possible first result set.;', NULL, 0);
--> a | int | 1
GO
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'
IF(1=1)
    RETURN;
SELECT a FROM t1;', NULL, 0);
--> a | int | 1
GO
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'EXEC(N''SELECT a FROM t1'');', NULL, 0);
--> a | int | 1
GO
-- Not discoverable because of the dynamic SQL
EXEC sp_describe_first_result_set @tsql =
N'
DECLARE @SQL NVARCHAR(max);
SET @SQL = N''SELECT a FROM t1 WHERE 1 = 1 '';
IF(1=1)
    SET @SQL += N'' AND e > 10 '';
EXEC(@SQL); '
GO
SELECT name, system_type_name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'
DECLARE @SQL NVARCHAR(max);
SET @SQL = N''SELECT a FROM t1 WHERE 1 = 1 '';
IF(1=1)
    SET @SQL += N'' AND e > 10 '';
EXEC(@SQL)
    WITH RESULT SETS(
        (Column1 BIGINT NOT NULL)
    ); ', NULL, 0);
--> Column1 | bigint | 0
GO
-- sp_getapplock: the mode is the union of the requested ones until the last release
BEGIN TRANSACTION;
DECLARE @result int;
EXEC @result = sp_getapplock @Resource = 'Form1',
               @LockMode = 'Shared';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
EXEC @result = sp_getapplock @Resource = 'Form1',
               @LockMode = 'Exclusive';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
EXEC @result = sp_releaseapplock @Resource = 'Form1';
SELECT @result AS result, APPLOCK_MODE('public', 'Form1', 'Transaction') AS mode;
--> 0 | Exclusive
COMMIT TRANSACTION;
SELECT APPLOCK_MODE('public', 'Form1', 'Session') AS mode;
GO
BEGIN TRANSACTION;
DECLARE @result int;
EXEC @result = sp_getapplock @Resource = 'Form1',
               @LockMode = 'Exclusive';
IF @result = -3
BEGIN
    ROLLBACK TRANSACTION;
END
ELSE
BEGIN
    EXEC @result = sp_releaseapplock @Resource = 'Form1';
    COMMIT TRANSACTION;
END;
SELECT @result AS result, @@TRANCOUNT AS transactions;
GO
BEGIN TRAN;
EXEC sp_getapplock @DbPrincipal = 'dbo', @Resource = 'AdventureWorks2012',
     @LockMode = 'Shared';
SELECT APPLOCK_MODE('dbo', 'AdventureWorks2012', 'Transaction') AS mode;
COMMIT TRAN;
GO
-- sp_addmessage, A
EXEC sp_addmessage 50001, 16,
   N'Percentage expects a value between 20 and 100.
   Please reexecute with a more appropriate value.';
GO
SELECT severity, is_event_logged, text FROM sys.messages WHERE message_id = 50001;
GO
-- C: the message in U.S. English
EXEC sp_addmessage
    @msgnum = 60000,
    @severity = 16,
    @msgtext =
        N'This is a test message with one numeric parameter (%d), one string parameter (%s), and another string parameter (%s).',
    @lang = 'us_english';
GO
SET LANGUAGE us_english;
GO
RAISERROR(60000,1,1,15,'param1','param2')
--> This is a test message with one numeric parameter (15), one string parameter (param1), and another string parameter (param2).
GO
EXEC sp_dropmessage 60000, 'all';
EXEC sp_dropmessage 50001;
SELECT COUNT(*) AS messages FROM sys.messages WHERE message_id IN (50001, 60000);
GO
