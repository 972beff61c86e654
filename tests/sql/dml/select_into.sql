-- docs/t-sql/queries/select-into-clause-transact-sql.md: a new table with the query's columns, their types and whether they may be NULL,
-- filled with its rows; rolled back it is gone. 1038 for a column without a name, 2705, 2714.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int NOT NULL, b varchar(10), d decimal(6,2));
GO
INSERT INTO dbo.t(a, b, d) VALUES (1, 'one', 1.5), (2, NULL, NULL), (3, 'three', 3);
SELECT a, b AS text, d * 2 AS twice, 'x' AS letter INTO dbo.copy FROM dbo.t WHERE a <> 2;
PRINT @@ROWCOUNT;
SELECT * FROM dbo.copy ORDER BY a;
INSERT INTO dbo.copy(a, letter) VALUES (NULL, 'y');
INSERT INTO dbo.copy(a, letter) VALUES (4, 'y');
SELECT COUNT(*) AS rows INTO counted FROM dbo.copy;
SELECT * FROM counted;
SELECT * INTO dbo.nothing FROM dbo.t WHERE 1 = 0;
SELECT * FROM dbo.nothing;
GO
BEGIN TRANSACTION;
SELECT * INTO dbo.gone FROM dbo.t;
UPDATE dbo.gone SET b = 'changed';
SELECT COUNT(*) AS rows FROM dbo.gone WHERE b = 'changed';
ROLLBACK;
GO
SELECT * FROM dbo.gone;
GO
SELECT a + 1 INTO dbo.x FROM dbo.t;
GO
SELECT a, b AS a INTO dbo.x FROM dbo.t;
GO
SELECT a INTO dbo.copy FROM dbo.t;
GO
SELECT 10 / (a - 3) AS q INTO dbo.x FROM dbo.t;
GO
SELECT * FROM dbo.x;
GO
-- @crash
USE G;
GO
SELECT * FROM dbo.copy ORDER BY a;
DBCC CHECKDB WITH NO_INFOMSGS;
