-- DDL triggers ON DATABASE: relational-databases/triggers/ddl-triggers, use-the-eventdata-function,
-- t-sql/statements/create-trigger-transact-sql (example E), t-sql/functions/eventdata-transact-sql.
CREATE DATABASE watched;
GO
USE watched;
GO
-- Example of ddl-triggers: DROP and ALTER are rolled back (3609).
CREATE TABLE dbo.t(a INT);
GO
CREATE TRIGGER safety ON DATABASE FOR DROP_TABLE, ALTER_TABLE AS
   PRINT 'You must disable Trigger "safety" to drop or alter tables!'
   ROLLBACK;
GO
DROP TABLE dbo.t;
PRINT 'not reached';
GO
ALTER TABLE dbo.t ADD b INT;
GO
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t');
GO
DISABLE TRIGGER safety ON DATABASE;
GO
ALTER TABLE dbo.t ADD b INT;
SELECT name FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t');
GO
ENABLE TRIGGER safety ON DATABASE;
GO
DROP TABLE dbo.t;
GO
DROP TRIGGER safety ON DATABASE;
DROP TABLE dbo.t;
SELECT OBJECT_ID('dbo.t') AS gone;
GO
-- Example of use-the-eventdata-function.
CREATE TRIGGER safety ON DATABASE FOR CREATE_TABLE AS
    PRINT 'CREATE TABLE Issued.'
    SELECT EVENTDATA().value('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]','nvarchar(max)')
   RAISERROR ('New tables cannot be created in this database.', 16, 1)
   ROLLBACK
;
GO
CREATE TABLE NewTable (Column1 int);
GO
SELECT OBJECT_ID('NewTable') AS id;
DROP TRIGGER safety ON DATABASE;
GO
-- The log of events of the same page.
CREATE TABLE ddl_log (n INT IDENTITY, DB_User nvarchar(100), Event nvarchar(100), TSQL nvarchar(2000));
GO
CREATE TRIGGER log ON DATABASE FOR DDL_DATABASE_LEVEL_EVENTS AS
DECLARE @data XML
SET @data = EVENTDATA()
INSERT ddl_log (DB_User, Event, TSQL)
   VALUES (CONVERT(nvarchar(100), CURRENT_USER),
   @data.value('(/EVENT_INSTANCE/EventType)[1]', 'nvarchar(100)'),
   @data.value('(/EVENT_INSTANCE/TSQLCommand)[1]', 'nvarchar(2000)') ) ;
GO
CREATE TABLE TestTable (a int)
DROP TABLE TestTable ;
GO
SELECT DB_User, Event, TSQL FROM ddl_log ORDER BY n;
GO
-- Temporary objects raise no events.
CREATE TABLE #t(a INT); DROP TABLE #t;
SELECT COUNT(*) AS events FROM ddl_log;
GO
-- The elements of EVENTDATA, without those that differ from run to run.
DROP TRIGGER log ON DATABASE;
GO
CREATE TRIGGER show ON DATABASE FOR DDL_DATABASE_LEVEL_EVENTS AS
DECLARE @data NVARCHAR(MAX) = CONVERT(NVARCHAR(MAX), EVENTDATA());
DECLARE @from INT = CHARINDEX('<PostTime>', @data), @to INT = CHARINDEX('<LoginName>', @data);
PRINT STUFF(@data, @from, @to - @from, '');
GO
CREATE TABLE dbo.t(a INT NOT NULL);
ALTER TABLE dbo.t ADD b INT, CONSTRAINT ck CHECK (a > 0);
CREATE INDEX ix ON dbo.t(a);
DROP INDEX ix ON dbo.t;
CREATE STATISTICS st ON dbo.t(b);
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE PROCEDURE dbo.p AS SELECT 1;
GO
CREATE TRIGGER tr ON dbo.t AFTER INSERT AS PRINT 'x';
GO
CREATE SCHEMA s;
GO
CREATE USER u WITHOUT LOGIN;
CREATE ROLE r;
ALTER ROLE r ADD MEMBER u;
GRANT SELECT, INSERT ON dbo.t TO u WITH GRANT OPTION;
EXEC sp_rename 'dbo.t.b', 'c', 'COLUMN';
EXEC sp_addextendedproperty 'p', 'v', 'SCHEMA', 'dbo', 'TABLE', 't';
EXEC sp_addrolemember 'r', 'u';
DROP TABLE IF EXISTS dbo.missing;
DROP VIEW dbo.v;
GO
CREATE OR ALTER PROCEDURE dbo.p AS SELECT 2;
GO
USE master;
GO
DROP DATABASE watched;
GO
