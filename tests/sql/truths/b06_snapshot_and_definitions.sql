-- docs/relational-databases/errors-events/mssqlserver-3961-database-engine-error.md: metadata is not versioned. ALTER TABLE, CREATE INDEX, ALTER INDEX and
-- DROP INDEX are refused under SNAPSHOT after BEGIN TRANSACTION (3964), and permitted without it; a table that another transaction has altered since the
-- snapshot is refused (3961).
CREATE DATABASE BySnapshot;
GO
ALTER DATABASE BySnapshot SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE BySnapshot;
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int NOT NULL CONSTRAINT PK_t PRIMARY KEY, b int);
CREATE TABLE dbo.u(a int);
INSERT dbo.t VALUES (1, 10);
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
GO
ALTER TABLE dbo.t ADD c int;
CREATE INDEX i ON dbo.t(b);
ALTER INDEX i ON dbo.t REBUILD;
DROP INDEX i ON dbo.t;
GO
BEGIN TRAN;
ALTER TABLE dbo.t ADD d int;
GO
SELECT @@TRANCOUNT AS trancount, COL_LENGTH('dbo.t', 'd') AS d;
IF @@TRANCOUNT > 0 ROLLBACK;
GO
BEGIN TRAN;
CREATE INDEX i ON dbo.t(b);
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
BEGIN TRAN;
ALTER INDEX PK_t ON dbo.t REBUILD;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
BEGIN TRAN;
DROP INDEX i ON dbo.t;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
GO
-- Other definitions are made.
BEGIN TRAN;
CREATE TABLE dbo.made(a int);
DROP TABLE dbo.made;
COMMIT;
GO
BEGIN TRAN;
SELECT a, b FROM dbo.t;
GO
-- @session other
USE BySnapshot;
ALTER TABLE dbo.t ADD e int;
GO
-- @session
SELECT a FROM dbo.u;
SELECT a FROM dbo.t;
GO
SELECT @@TRANCOUNT AS trancount;
GO
