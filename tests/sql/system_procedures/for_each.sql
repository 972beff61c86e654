-- sp_MSforeachtable and sp_MSforeachdb (undocumented), as scripts use them: each command runs for each table or database, whose name stands for the question mark
-- ([schema].[table] of a table). docs/relational-databases/system-stored-procedures has neither; what is shown is what the commands say.
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.first_one(a int);
CREATE TABLE dbo.[second ]]one](a int);
CREATE TABLE dbo.third(a int);
INSERT INTO dbo.first_one VALUES (1), (2);
INSERT INTO dbo.third VALUES (3);
GO
EXEC sp_msforeachtable 'PRINT ''?''';
EXEC sys.sp_MSforeachtable @command1 = N'SELECT COUNT(*) AS rows FROM ?';
EXEC sp_MSforeachtable 'PRINT ''one ?''', '?', 'PRINT ''two ?''', 'PRINT ''three ?''';
EXEC sp_MSforeachtable @command1 = 'PRINT ''~ and ?''', @replacechar = '~';
EXEC sp_MSforeachtable @command1 = 'PRINT ''?''', @precommand = 'PRINT ''before''', @postcommand = 'PRINT ''after''';
GO
-- Only some of them.
EXEC sp_MSforeachtable 'PRINT ''?''', @whereand = N'AND o.name LIKE ''%t%''';
EXEC sp_MSforeachtable @command1 = 'PRINT ''?''', @whereand = ' and syso.type = ''U'' and o.id = object_id(''dbo.third'')';
EXEC sp_MSforeachtable 'PRINT ''?''', @whereand = 'AND missing = 1';
PRINT 'goes on';
GO
-- An error of one table is no obstacle for the next.
EXEC sp_MSforeachtable 'IF (SELECT COUNT(*) FROM ?) = 0 SELECT 1 / 0; PRINT ''?''';
EXEC sp_MSforeachtable 'SELECT missing FROM ?';
PRINT 'goes on';
GO
-- THROW ends it.
EXEC sp_MSforeachtable 'PRINT ''?''; THROW 50001, ''enough'', 1';
PRINT 'not reached';
GO
-- What is collected.
CREATE TABLE #counts(name nvarchar(300), rows int);
EXEC sp_MSforeachtable 'INSERT INTO #counts SELECT ''?'', COUNT(*) FROM ?';
SELECT name, rows FROM #counts ORDER BY name;
CREATE TABLE #given(rows int);
INSERT INTO #given EXEC sp_MSforeachtable 'SELECT COUNT(*) FROM ?';
SELECT SUM(rows) AS rows, COUNT(*) AS tables FROM #given;
GO
-- A table that is dropped on the way; the list was made before.
DECLARE @r int;
EXEC @r = sp_MSforeachtable 'DROP TABLE ?';
SELECT @r AS r, OBJECT_ID('dbo.third') AS gone;
EXEC sp_MSforeachtable 'PRINT ''?''';
GO
-- Databases.
EXEC sp_MSforeachdb 'IF ''?'' = ''S'' PRINT ''this is ?''';
EXEC sp_msforeachdb @command1 = 'USE [?]; IF DB_ID() > 4 SELECT DB_NAME() AS here', @command2 = 'IF ''?'' IN (''master'', ''S'') PRINT ''?, again''';
SELECT DB_NAME() AS here;
GO
-- 201, 8145; in master there are no tables of users.
EXEC sp_MSforeachtable;
EXEC sp_MSforeachtable @command = 'x';
GO
EXEC master.sys.sp_MSforeachtable 'PRINT 1';
GO
-- What scripts do with it before they load tables: constraints are not looked after, and are again.
CREATE TABLE dbo.held(a int CONSTRAINT positive CHECK (a > 0));
CREATE TABLE dbo.free(a int);
GO
EXEC sys.sp_msforeachtable 'ALTER TABLE ? NOCHECK CONSTRAINT ALL';
INSERT INTO dbo.held VALUES (-1);
DELETE FROM dbo.held;
EXEC sys.sp_msforeachtable 'ALTER TABLE ? WITH CHECK CHECK CONSTRAINT ALL';
INSERT INTO dbo.held VALUES (-1);
INSERT INTO dbo.held VALUES (1);
EXEC sp_MSforeachtable 'TRUNCATE TABLE ?';
SELECT COUNT(*) AS rows FROM dbo.held;
GO
-- The conditions that scripts give: schema_id is a column of the second table, xtype and crdate are of sysobjects.
EXEC sp_MSforeachtable 'PRINT ''?''', @whereand = 'AND SCHEMA_NAME(schema_id) = ''dbo'' AND o.name = ''held''';
EXEC sp_MSforeachtable 'PRINT ''?''', @whereand = ' AND o.xtype = ''U'' AND o.crdate > ''20000101'' AND syso.name LIKE ''fre%''';
GO
