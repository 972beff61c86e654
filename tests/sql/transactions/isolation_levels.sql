-- SET TRANSACTION ISOLATION LEVEL (docs/t-sql/statements/set-transaction-isolation-level-transact-sql.md): only one level is in force at a
-- time, until it is changed; it may be changed within a transaction. A session sees its own rows at every level. What others see is
-- tested with threads.
GO
CREATE TABLE dbo.Levels(a INT NOT NULL);
SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED;
INSERT dbo.Levels VALUES (1);
SELECT COUNT(*) AS uncommitted FROM dbo.Levels;
SET TRANSACTION ISOLATION LEVEL SERIALIZABLE;
BEGIN TRAN;
SELECT COUNT(*) AS serializable FROM dbo.Levels;
INSERT dbo.Levels SELECT a + 1 FROM dbo.Levels;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT a FROM dbo.Levels;
DROP TABLE dbo.Levels;
ROLLBACK;
SELECT a FROM dbo.Levels;
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SELECT a AS repeatable FROM dbo.Levels;
GO
DROP TABLE dbo.Levels;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
