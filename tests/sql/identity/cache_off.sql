-- docs/t-sql/statements/alter-database-scoped-configuration-transact-sql.md: IDENTITY_CACHE = OFF avoids gaps in the values of
-- identity columns when the server restarts unexpectedly (requirement S4). docs/t-sql/statements/create-table-transact-sql-identity-property.md:
-- values that a rollback took are lost in either case. alter-database-transact-sql.md: ALTER DATABASE runs in autocommit mode.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int IDENTITY, a int NOT NULL);
GO
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (1), (2);
GO
ALTER DATABASE SCOPED CONFIGURATION SET IDENTITY_CACHE = OFF;
GO
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (3);
GO
-- @crash
USE D;
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (4);
BEGIN TRAN; INSERT INTO dbo.t(a) VALUES (5); ROLLBACK;
INSERT INTO dbo.t(a) VALUES (6);
SELECT id, a FROM dbo.t ORDER BY id;
GO
ALTER DATABASE SCOPED CONFIGURATION SET IDENTITY_CACHE = ON;
GO
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (7);
GO
-- @crash
USE D;
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (8);
SELECT id, a FROM dbo.t WHERE a >= 7 ORDER BY id;
GO
ALTER DATABASE SCOPED CONFIGURATION CLEAR PROCEDURE_CACHE;
GO
BEGIN TRAN; ALTER DATABASE SCOPED CONFIGURATION SET IDENTITY_CACHE = OFF; ROLLBACK;
GO
-- docs/t-sql/database-console-commands/dbcc-traceon-trace-flags-transact-sql.md, 272: the same for the whole instance.
DBCC TRACEON (272, -1) WITH NO_INFOMSGS;
CREATE TABLE dbo.u(id bigint IDENTITY, a int NOT NULL);
GO
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (9);
INSERT INTO dbo.u(a) VALUES (1);
GO
-- @crash
USE D;
SET NOCOUNT ON;
INSERT INTO dbo.t(a) VALUES (10);
INSERT INTO dbo.u(a) VALUES (2);
SELECT id, a FROM dbo.t WHERE a >= 9 ORDER BY id;
SELECT id, a FROM dbo.u ORDER BY id;
GO
