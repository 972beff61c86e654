-- Examples of docs/t-sql/statements/backup-transact-sql.md, restore-statements-transact-sql.md, restore-statements-arguments-transact-sql.md,
-- restore-statements-filelistonly-transact-sql.md, restore-statements-headeronly-transact-sql.md,
-- restore-statements-labelonly-transact-sql.md, restore-statements-rewindonly-transact-sql.md,
-- restore-statements-verifyonly-transact-sql.md, bulk-insert-transact-sql.md, create-event-session-transact-sql.md,
-- alter-event-session-transact-sql.md, drop-event-session-transact-sql.md, sql-server-collation-name-transact-sql.md and
-- windows-collation-name-transact-sql.md. bulk/* and event_sessions/* have more.
CREATE DATABASE D;
GO
BACKUP DATABASE D TO DISK = 'D_FullRM.bak' WITH FORMAT;
GO
BACKUP LOG D TO DISK = 'D_FullRM.trn';
GO
BACKUP DATABASE Sales FILE = 'SGrp1Fi2', FILE = 'SGrp2Fi2' TO DISK = 'SalesFiles.bck';
GO
BACKUP DATABASE D TO TAPE = '\\.\tape0';
GO
BACKUP DATABASE nothing TO DISK = 'NUL';
GO
RESTORE DATABASE D FROM DISK = 'Z:\D.bak';
GO
RESTORE DATABASE D WITH RECOVERY;
GO
RESTORE LOG D FROM D_1 WITH FILE = 9, RECOVERY;
GO
RESTORE FILELISTONLY FROM AdventureWorksBackups WITH FILE = 1;
GO
RESTORE HEADERONLY FROM DISK = N'AdventureWorks.bak';
GO
RESTORE LABELONLY FROM DISK = N'AdventureWorks.bak';
GO
RESTORE REWINDONLY FROM TAPE = '\\.\tape0';
GO
RESTORE VERIFYONLY FROM DISK = 'AdventureWorks.bak';
GO
-- bulk-insert-transact-sql.md: its files don't exist here.
USE D;
CREATE TABLE dbo.lineitem (a int, b varchar(10));
GO
BULK INSERT dbo.lineitem
   FROM 'lineitem.tbl'
   WITH
      (
         FIELDTERMINATOR =' |',
         ROWTERMINATOR =' |\n'
      );
GO
BULK INSERT dbo.lineitem FROM 'lineitem.tbl' WITH (FIELDTERMINATOR =' |', ROWTERMINATOR = ':\n', FIRE_TRIGGERS);
GO
DECLARE @bulk_cmd varchar(1000);
SET @bulk_cmd = 'BULK INSERT dbo.lineitem
FROM ''lineitem.tbl''
WITH (ROWTERMINATOR = '''+CHAR(10)+''')';
EXEC(@bulk_cmd);
GO
BULK INSERT dbo.lineitem FROM 'products.csv' WITH (CODEPAGE = '65001', DATAFILETYPE = 'char', FIELDTERMINATOR = ',');
GO
BULK INSERT dbo.lineitem FROM 'inv.csv' WITH (FORMAT = 'CSV', FIRSTROW = 2, FIELDQUOTE = '\', FIELDTERMINATOR = ';', ROWTERMINATOR = '0x0a');
GO
BULK INSERT dbo.lineitem FROM 'data/orders.dat' WITH (DATA_SOURCE = 'MyAzureInvoices');
GO
BULK INSERT dbo.nothing FROM 'lineitem.tbl';
GO
BULK INSERT dbo.lineitem FROM 'lineitem.tbl' WITH (NOTHING = 1);
GO
BULK INSERT dbo.lineitem FROM 'lineitem.tbl' WITH (FIRSTROW = -1);
GO
-- create-event-session-transact-sql.md
CREATE EVENT SESSION test_session ON SERVER
    ADD EVENT sqlserver.sql_batch_completed
        (ACTION (sqlserver.database_id, sqlserver.session_id) WHERE (sqlserver.session_id > 50)),
    ADD EVENT sqlserver.error_reported
    ADD TARGET package0.ring_buffer
    WITH (MAX_MEMORY = 4 MB, EVENT_RETENTION_MODE = ALLOW_SINGLE_EVENT_LOSS, MAX_DISPATCH_LATENCY = 3 SECONDS, STARTUP_STATE = OFF);
GO
CREATE EVENT SESSION test_session ON SERVER ADD EVENT sqlserver.error_reported;
GO
CREATE EVENT SESSION other ON SERVER ADD EVENT sqlos.async_io_requested, ADD EVENT sqlserver.lock_acquired ADD TARGET package0.etw_classic_sync_target (SET default_etw_session_logfile_path = N'sqletw.etl');
GO
-- alter-event-session-transact-sql.md
ALTER EVENT SESSION test_session ON SERVER STATE = start;
GO
ALTER EVENT SESSION test_session ON SERVER
    ADD EVENT sqlserver.rpc_completed;
GO
SELECT s.name, IIF(r.name IS NULL, 'stopped', 'running') AS state FROM sys.server_event_sessions AS s LEFT JOIN sys.dm_xe_sessions AS r ON s.name = r.name WHERE s.name = 'test_session';
ALTER EVENT SESSION test_session ON SERVER STATE = STOP;
ALTER EVENT SESSION test_session ON SERVER DROP EVENT sqlserver.rpc_completed;
ALTER EVENT SESSION test_session ON SERVER WITH (STARTUP_STATE = ON);
GO
ALTER EVENT SESSION nothing ON SERVER STATE = START;
GO
-- drop-event-session-transact-sql.md
DROP EVENT SESSION test_session ON SERVER;
GO
DROP EVENT SESSION test_session ON SERVER;
GO
-- sql-server-collation-name-transact-sql.md, windows-collation-name-transact-sql.md
SELECT 'x' AS x WHERE 'a' COLLATE SQL_Latin1_General_CP1_CI_AS = 'A' AND 'a' COLLATE Latin1_General_100_BIN2 <> 'A' AND N'é' COLLATE Latin1_General_CI_AI = N'e';
SELECT name FROM sys.fn_helpcollations() WHERE name LIKE 'Latin1_General_100_CI_AS%' ORDER BY name;
GO
SELECT 'x' COLLATE Traditional_Spanish_CI_AI AS x;
GO
SELECT 'x' COLLATE Latin1_General_XX AS x;
GO
