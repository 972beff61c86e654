-- docs/relational-databases/system-stored-procedures/sys-sp-flush-log-transact-sql.md: all delayed commits before it are hardened.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL);
GO
ALTER DATABASE D SET DELAYED_DURABILITY = FORCED;
GO
INSERT INTO dbo.t(id) VALUES (1);
INSERT INTO dbo.t(id) VALUES (2);
EXEC sp_flush_log;
EXECUTE sys.sp_flush_log;
GO
-- @crash
USE D;
GO
SELECT id FROM dbo.t ORDER BY id;
