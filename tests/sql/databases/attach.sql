-- docs/relational-databases/system-stored-procedures/sp-detach-db-transact-sql.md, sp-attach-db-transact-sql.md,
-- sp-attach-single-file-db-transact-sql.md, sp-renamedb-transact-sql.md; docs/t-sql/statements/create-database-transact-sql.md, FOR ATTACH.
-- Errors 3703, 5120, 7940, 15010: docs/relational-databases/errors-events/database-engine-events-and-errors*.md.
CREATE DATABASE D;
GO
CREATE TABLE D.dbo.T(a INT NOT NULL);
INSERT D.dbo.T VALUES(7);
GO
EXEC sp_detach_db 'missing';
GO
EXEC sp_detach_db 'msdb';
GO
USE D;
GO
EXEC sp_detach_db 'D';
GO
USE master;
EXEC sp_detach_db @dbname = 'D', @skipchecks = 'true';
SELECT DB_ID('D');
GO
EXEC sp_attach_db 'E', 'D.mdf', 'D_log.ldf';
SELECT a FROM E.dbo.T;
INSERT E.dbo.T VALUES(8);
GO
-- Its files are in use.
CREATE DATABASE F ON (FILENAME = 'D.mdf') FOR ATTACH;
GO
CREATE DATABASE F ON (FILENAME = 'missing.mdf') FOR ATTACH;
GO
CREATE DATABASE E ON (FILENAME = 'D.mdf') FOR ATTACH;
GO
CREATE DATABASE F ON (FILENAME = 'D.mdf') FOR ATTACH_REBUILD_LOG;
GO
EXEC sp_detach_db 'E';
EXEC sp_attach_single_file_db 'F', 'D.mdf';
SELECT a FROM F.dbo.T ORDER BY a;
EXEC sp_renamedb 'F', 'G';
SELECT a FROM G.dbo.T ORDER BY a;
GO
EXEC sp_renamedb 'missing', 'H';
GO
-- docs/relational-databases/databases/move-user-databases.md
ALTER DATABASE G MODIFY FILE (NAME = F, FILENAME = 'elsewhere.mdf');
GO
ALTER DATABASE G SET OFFLINE;
ALTER DATABASE G MODIFY FILE (NAME = F, FILENAME = 'elsewhere.mdf');
GO
ALTER DATABASE G MODIFY FILE (NAME = nothing, FILENAME = 'elsewhere.mdf');
GO
ALTER DATABASE G SET ONLINE;
GO
SELECT state_desc FROM sys.databases WHERE name = 'G';
ALTER DATABASE G SET OFFLINE;
ALTER DATABASE G MODIFY FILE (NAME = F, FILENAME = 'D.mdf');
ALTER DATABASE G SET ONLINE;
SELECT a FROM G.dbo.T ORDER BY a;
DROP DATABASE G;
GO
