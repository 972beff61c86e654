-- Statements that Sluice does not have are refused by name (docs/relational-databases/errors-events/database-engine-events-and-errors-31000-to-41399.md,
-- 40517). What comes before them in the batch has run.
GO
PRINT 'runs';
BEGIN TRANSACTION t WITH MARK 'm';
PRINT 'does not run';
GO
PRINT @@TRANCOUNT;
GO
BEGIN DISTRIBUTED TRANSACTION;
GO
CHECKPOINT 5;
GO
BACKUP DATABASE master TO DISK = 'f';
GO
BACKUP LOG master TO DISK = 'NUL' WITH CHECKSUM;
GO
BACKUP DATABASE master TO TAPE = 't';
GO
BACKUP DATABASE master FILEGROUP = 'PRIMARY' TO DISK = 'NUL';
GO
GRANT SELECT ON t TO u;
GO
CREATE TRIGGER t ON DATABASE FOR CREATE_TABLE AS PRINT 'x';
GO
DECLARE c CURSOR DYNAMIC FOR SELECT 1;
GO
DBCC CLEANTABLE;
GO
KILL 51;
GO
ENABLE TRIGGER t ON DATABASE;
