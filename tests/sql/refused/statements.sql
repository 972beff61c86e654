-- Statements that Sluice does not have are refused by name (docs/relational-databases/errors-events/database-engine-events-and-errors-31000-to-41399.md,
-- 40517). What comes before them in the batch has run.
GO
PRINT 'runs';
BEGIN CONVERSATION TIMER ('6be6ec47-0000-0000-0000-000000000000') TIMEOUT = 120;
PRINT 'does not run';
GO
PRINT @@TRANCOUNT;
GO
BEGIN DISTRIBUTED TRANSACTION;
GO
CHECKPOINT 0;
GO
BACKUP DATABASE master TO DISK = 'f';
GO
BACKUP LOG master TO DISK = 'NUL' WITH CONTINUE_AFTER_ERROR;
GO
BACKUP DATABASE master TO TAPE = 't';
GO
BACKUP DATABASE master FILEGROUP = 'PRIMARY' TO DISK = 'NUL';
GO
DBCC CLONEDATABASE;
GO
KILL 'D5499C66-E398-45CA-BF7E-DC9C194B48CF';
GO
CREATE JSON INDEX ix ON dbo.t(j) FOR ('$.a');
GO
CREATE VECTOR INDEX ix ON dbo.t(v) WITH (METRIC = 'cosine');
GO
