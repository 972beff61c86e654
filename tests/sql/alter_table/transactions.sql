-- ALTER TABLE is part of its transaction (docs/t-sql/statements/alter-table-transact-sql.md, Remarks: "ALTER TABLE ... fully logged and recoverable"):
-- a rollback brings rows and definition back, and another session's plans follow.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (a int, b varchar(10));
INSERT dbo.t VALUES (1, 'one'), (2, 'two');
GO
BEGIN TRANSACTION;
ALTER TABLE dbo.t ADD c int NOT NULL DEFAULT 7 CONSTRAINT CK_c CHECK (c < 10);
INSERT dbo.t (a) VALUES (3);
SELECT * FROM dbo.t;
ROLLBACK;
SELECT * FROM dbo.t;
INSERT dbo.t VALUES (4, 'four');
SELECT COUNT(*) AS n FROM sys.check_constraints;
GO
-- To a savepoint. A batch whose tables are there is bound before it runs, so that others see the columns that go.
BEGIN TRANSACTION;
ALTER TABLE dbo.t DROP COLUMN b;
SAVE TRANSACTION s;
ALTER TABLE dbo.t ADD d int NOT NULL DEFAULT 1;
ALTER TABLE dbo.t ALTER COLUMN a bigint NOT NULL;
SELECT * FROM dbo.t;
ROLLBACK TRANSACTION s;
SELECT * FROM dbo.t;
COMMIT;
GO
INSERT dbo.t VALUES (NULL);
SELECT * FROM dbo.t;
GO
-- A statement that fails ends the batch and rolls the transaction back (docs/decisions/2026-11-24-what-errors-end.md).
BEGIN TRANSACTION;
ALTER TABLE dbo.t ADD e int NULL;
ALTER TABLE dbo.t ADD CONSTRAINT CK_e CHECK (a > 100);
PRINT 'not reached';
GO
SELECT @@TRANCOUNT AS open_transactions;
SELECT * FROM dbo.t;
ALTER TABLE dbo.t ADD e int NULL;
GO
-- The plan of another session: compiled before, run after.
-- @session other
USE G;
GO
DECLARE @i int = 0;
WHILE @i < 2
BEGIN
    SELECT * FROM dbo.t WHERE a = 1;
    IF @i = 0 EXEC('ALTER TABLE dbo.t ADD f AS a + 10');
    SET @i += 1;
END;
GO
-- @session main
USE G;
SELECT * FROM dbo.t WHERE a = 2;
GO
-- An identity column that was added and rolled back begins again.
BEGIN TRANSACTION;
ALTER TABLE dbo.t ADD id int IDENTITY(1, 1);
SELECT * FROM dbo.t;
ROLLBACK;
ALTER TABLE dbo.t ADD id int IDENTITY(50, 1);
SELECT * FROM dbo.t;
GO
-- Power fails with an open transaction, and after a commit.
-- @session other
USE G;
BEGIN TRANSACTION;
ALTER TABLE dbo.t DROP COLUMN e;
UPDATE dbo.t SET a = 100;
GO
-- @crash
USE G;
GO
SELECT * FROM dbo.t;
ALTER TABLE dbo.t DROP COLUMN f;
ALTER TABLE dbo.t ALTER COLUMN a varchar(5);
GO
-- @crash
USE G;
GO
SELECT * FROM dbo.t;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
