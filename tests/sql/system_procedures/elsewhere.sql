-- docs/relational-databases/system-stored-procedures/system-stored-procedures-transact-sql.md, docs/t-sql/language-elements/execute-transact-sql.md: system procedures are in the schema sys of every
-- database, are found before a user's of the same name, and run in the context of the database that is named.
CREATE DATABASE there;
GO
CREATE DATABASE here;
GO
USE there;
CREATE TABLE dbo.of_there (i int CONSTRAINT pk PRIMARY KEY);
INSERT dbo.of_there VALUES (7);
GO
CREATE PROCEDURE dbo.p AS SELECT DB_NAME() AS db;
GO
USE here;
CREATE TABLE dbo.of_here (i int);
GO
EXEC there.sys.sp_executesql N'SELECT DB_NAME() AS db, i FROM dbo.of_there WHERE i = @i', N'@i int', 7;
EXEC there..sp_executesql N'EXEC dbo.p; USE master; SELECT DB_NAME() AS inside;';
SELECT DB_NAME() AS still_here;
EXEC there..sp_MSforeachtable 'PRINT ''?''';
EXEC there.dbo.sp_helptext 'dbo.p';
EXEC there..sp_rename 'dbo.of_there', 'renamed';
SELECT name FROM there.sys.tables;
EXEC dbo.sp_executesql N'SELECT DB_NAME() AS db';
EXEC there.dbo.sp_pkeys 'renamed';
DECLARE @h int, @status int;
EXEC @status = there..sp_prepare @h OUTPUT, N'@i int', N'SELECT @i AS i, DB_NAME() AS db';
SELECT @status AS status;
EXEC sp_execute @h, 1;
EXEC there..sp_execute @h, 2;
EXEC sp_unprepare @h;
GO
-- An error there ends only what was called; here is where it goes on.
EXEC there..sp_executesql N'SELECT 1 / 0 AS x';
SELECT DB_NAME() AS still_here;
BEGIN TRY
    EXEC there..sp_executesql N'THROW 50001, ''thrown'', 1';
END TRY
BEGIN CATCH
    SELECT DB_NAME() AS still_here, ERROR_NUMBER() AS number;
END CATCH;
EXEC nowhere..sp_executesql N'SELECT 1';
GO
-- A user's procedure of a system procedure's name is not found.
CREATE PROCEDURE dbo.sp_executesql AS PRINT 'a user''s';
GO
EXEC dbo.sp_executesql N'PRINT ''the system''''s''';
GO
EXEC there..sp_flush_log;
-- So do the procedures whose calls are compiled in place, by a name in a variable too.
DECLARE @procedure sysname = N'there.sys.sp_getapplock', @status int;
BEGIN TRANSACTION;
EXEC @status = @procedure @Resource = N'r', @LockMode = 'Exclusive';
SELECT @status AS status, APPLOCK_MODE('public', N'r', 'Transaction') AS mode_here;
EXEC there..sp_executesql N'SELECT APPLOCK_MODE(''public'', N''r'', ''Transaction'') AS mode_there';
EXEC @status = there.dbo.sp_releaseapplock N'r';
SELECT @status AS status;
COMMIT;
DECLARE @h int, @first sql_variant;
EXEC master.dbo.sp_xml_preparedocument @h OUTPUT, N'<a b="1"/>';
SELECT b FROM OPENXML(@h, N'/a') WITH (b int);
SET @procedure = N'sys.sp_xml_removedocument';
EXEC @procedure @h;
SET @procedure = N'sp_set_session_context';
EXEC @procedure N'k', 5;
SELECT SESSION_CONTEXT(N'k') AS k;
CREATE SEQUENCE dbo.s START WITH 5;
EXEC here.sys.sp_sequence_get_range N'dbo.s', 10, @first OUTPUT;
SELECT @first AS first;
DECLARE @none TABLE (i int);
INSERT @none EXEC sp_getapplock N'q', 'Shared', 'Session';
SELECT COUNT(*) AS none FROM @none;
EXEC sp_releaseapplock N'q', 'Session' WITH RESULT SETS NONE;
GO
EXEC nowhere.sys.sp_flush_log;
GO
