-- DDL triggers ON ALL SERVER, catalog views and errors: relational-databases/triggers/ddl-triggers, ddl-event-groups,
-- t-sql/statements/create-trigger-transact-sql, drop-trigger-transact-sql, enable-trigger-transact-sql,
-- relational-databases/system-stored-procedures/sp-settriggerorder-transact-sql, system-catalog-views/sys-server-triggers-transact-sql.
GO
CREATE TRIGGER ddl_trig_database ON ALL SERVER FOR CREATE_DATABASE AS
    PRINT 'Database Created.'
    SELECT EVENTDATA().value('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]','nvarchar(max)')
GO
CREATE DATABASE watched;
GO
USE watched;
SELECT name, parent_class, parent_class_desc, parent_id, type, type_desc, is_disabled FROM sys.server_triggers;
SELECT type, type_desc, is_trigger_event, event_group_type, is_first FROM sys.server_trigger_events;
SELECT LEFT(definition, 39) AS definition FROM sys.server_sql_modules;
SELECT COUNT(*) AS here FROM sys.triggers;
DISABLE TRIGGER ddl_trig_database ON ALL SERVER;
SELECT is_disabled FROM sys.server_triggers;
DROP TRIGGER ddl_trig_database ON ALL SERVER;
GO
-- The order of firing: the server's triggers, then the database's; first and last of each.
CREATE TRIGGER a ON DATABASE FOR CREATE_TABLE AS PRINT 'database a';
GO
CREATE TRIGGER b ON DATABASE FOR DDL_TABLE_EVENTS AS PRINT 'database b';
GO
CREATE TRIGGER c ON DATABASE FOR CREATE_TABLE AS PRINT 'database c';
GO
CREATE TRIGGER a ON ALL SERVER FOR DDL_EVENTS AS PRINT CONCAT('server a in ', DB_NAME(), ' ', TRIGGER_NESTLEVEL(0, 'AFTER', 'DDL'));
GO
EXEC sp_settriggerorder 'a', 'Last', 'CREATE_TABLE', 'DATABASE';
EXEC sp_settriggerorder @triggername = 'c', @order = 'first', @stmttype = 'CREATE_TABLE', @namespace = 'DATABASE';
GO
CREATE TABLE t(a INT);
GO
SELECT t.name, e.type_desc, e.event_group_type_desc, e.is_first, e.is_last
FROM sys.triggers AS t JOIN sys.trigger_events AS e ON e.object_id = t.object_id ORDER BY t.name, e.type;
SELECT name, parent_class_desc, parent_id, is_instead_of_trigger FROM sys.triggers ORDER BY name;
SELECT COUNT(*) AS modules FROM sys.sql_modules AS m JOIN sys.triggers AS t ON t.object_id = m.object_id;
SELECT COUNT(*) AS objects FROM sys.objects WHERE type = 'TR';
GO
EXEC sp_settriggerorder 'b', 'First', 'CREATE_TABLE', 'DATABASE';
EXEC sp_settriggerorder 'a', 'First', 'DROP_TABLE', 'DATABASE';
EXEC sp_settriggerorder 'x', 'First', 'DROP_TABLE', 'DATABASE';
EXEC sp_settriggerorder 'b', 'First', 'DDL_TABLE_EVENTS', 'DATABASE';
EXEC sp_settriggerorder 'b', 'Second', 'DROP_TABLE', 'DATABASE';
GO
DROP TRIGGER a ON ALL SERVER;
GO
-- The order of triggers of tables.
CREATE TRIGGER t1 ON t AFTER INSERT, UPDATE AS PRINT 't1';
GO
CREATE TRIGGER t2 ON t AFTER INSERT AS PRINT 't2';
GO
CREATE TRIGGER t3 ON t INSTEAD OF DELETE AS PRINT 't3';
GO
EXEC sp_settriggerorder 'dbo.t1', 'Last', 'INSERT';
INSERT t VALUES(1);
EXEC sp_settriggerorder 'dbo.t2', 'Last', 'INSERT';
EXEC sp_settriggerorder 'dbo.t3', 'Last', 'DELETE';
EXEC sp_settriggerorder 'dbo.t2', 'First', 'UPDATE';
EXEC sp_settriggerorder 'dbo.t4', 'First', 'UPDATE';
GO
DROP TRIGGER a, b, c ON DATABASE;
GO
-- Triggers that end the transaction, nested ones, and failed statements.
CREATE TRIGGER outer_one ON DATABASE FOR CREATE_TABLE AS
IF EVENTDATA().value('(/EVENT_INSTANCE/ObjectName)[1]', 'sysname') = 'first' EXEC('CREATE TABLE second(a INT)');
GO
CREATE TRIGGER inner_one ON DATABASE FOR CREATE_TABLE AS
DECLARE @table sysname = EVENTDATA().value('(/EVENT_INSTANCE/ObjectName)[1]', 'sysname'); PRINT CONCAT(@table, ' at ', TRIGGER_NESTLEVEL());
GO
CREATE TABLE first(a INT);
GO
CREATE TABLE first(a INT);
GO
SELECT name FROM sys.tables ORDER BY name;
BEGIN TRANSACTION;
CREATE TABLE third(a INT);
SELECT @@TRANCOUNT AS transactions;
ROLLBACK;
SELECT OBJECT_ID('third') AS gone;
-- A part of a failed DROP stays, and raises its event.
GO
CREATE TRIGGER drops ON DATABASE FOR DROP_TABLE AS DECLARE @table sysname = EVENTDATA().value('(/EVENT_INSTANCE/ObjectName)[1]', 'sysname'); PRINT 'dropped ' + @table;
GO
DROP TABLE second, missing;
SELECT OBJECT_ID('second') AS gone;
GO
-- EVENTDATA of other routines is NULL.
CREATE FUNCTION dbo.data() RETURNS XML AS BEGIN RETURN EVENTDATA() END;
GO
CREATE PROCEDURE dbo.called AS PRINT ISNULL(CONVERT(NVARCHAR(MAX), EVENTDATA()), 'none');
GO
ALTER TRIGGER drops ON DATABASE FOR DROP_TABLE AS EXEC dbo.called;
GO
DROP TABLE first;
SELECT EVENTDATA() AS outside;
GO
-- A TRY block around the statement catches the error.
ALTER TRIGGER drops ON DATABASE FOR DROP_TABLE AS THROW 50001, 'no', 1;
GO
BEGIN TRY DROP TABLE t; END TRY BEGIN CATCH SELECT ERROR_NUMBER() AS caught, XACT_STATE() AS state; END CATCH;
SELECT IIF(OBJECT_ID('t') IS NULL, 'gone', 'there') AS t;
GO
-- Errors of definitions.
CREATE TRIGGER drops ON DATABASE FOR DROP_TABLE AS PRINT 1;
GO
CREATE TRIGGER dbo.x ON DATABASE FOR DROP_TABLE AS PRINT 1;
GO
CREATE TRIGGER x ON DATABASE FOR NO_SUCH_EVENT AS PRINT 1;
GO
CREATE TRIGGER x ON DATABASE FOR CREATE_LOGIN AS PRINT 1;
GO
CREATE TRIGGER x ON DATABASE FOR LOGON AS PRINT 1;
GO
CREATE TRIGGER x ON ALL SERVER FOR INSERT AS PRINT 1;
GO
CREATE TRIGGER x ON t FOR CREATE_TABLE AS PRINT 1;
GO
CREATE TRIGGER x ON DATABASE FOR CREATE_TABLE, CREATE_TABLE AS PRINT 1;
GO
ALTER TRIGGER x ON DATABASE FOR CREATE_TABLE AS PRINT 1;
GO
DROP TRIGGER x ON DATABASE;
DROP TRIGGER IF EXISTS x ON DATABASE;
GO
ENABLE TRIGGER x ON DATABASE;
GO
DISABLE TRIGGER ALL ON DATABASE;
SELECT COUNT(*) AS enabled FROM sys.triggers WHERE parent_class = 0 AND is_disabled = 0;
GO
-- Event types: the number of events and groups of ddl-event-groups.
SELECT COUNT(*) AS types, COUNT(parent_type) AS inside FROM sys.trigger_event_types;
SELECT type, parent_type FROM sys.trigger_event_types WHERE type_name IN ('CREATE_TABLE', 'DDL_TABLE_EVENTS', 'DDL_EVENTS') ORDER BY type;
GO
USE master;
GO
DROP DATABASE watched;
GO
