-- docs/t-sql/statements/create-table-transact-sql-identity-property.md, tables-transact-sql: an identity column as the key; #t and table variables with keys.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(id int IDENTITY(1, 1) CONSTRAINT PK_t PRIMARY KEY CLUSTERED, b varchar(10) NOT NULL CONSTRAINT UQ_t UNIQUE);
SET NOCOUNT ON;
DECLARE @i int = 1;
WHILE @i <= 2000 BEGIN INSERT INTO dbo.t(b) VALUES (CONCAT('row ', @i)); SET @i += 1 END;
SELECT COUNT(*) AS n, MIN(id) AS least, MAX(id) AS most FROM dbo.t;
GO
INSERT INTO dbo.t(b) VALUES ('row 77');
GO
INSERT INTO dbo.t(b) VALUES ('another');
SELECT SCOPE_IDENTITY() AS id;
GO
DELETE FROM dbo.t WHERE id <= 1990;
UPDATE dbo.t SET b = CONCAT('new ', id);
SELECT * FROM dbo.t;
DBCC CHECKDB;
GO
CREATE TABLE #t(id int CONSTRAINT PK_own PRIMARY KEY, v nvarchar(max));
INSERT INTO #t VALUES (2, REPLICATE(CAST(N'x' AS nvarchar(max)), 20000)), (1, N'short');
UPDATE #t SET id = 3 - id;
SELECT id, LEN(v) AS length FROM #t;
DECLARE @t TABLE(id int PRIMARY KEY, b int UNIQUE);
INSERT INTO @t VALUES (2, 1), (1, 2);
INSERT INTO #t VALUES (2, N'twice');
SELECT * FROM @t;
GO
CREATE TABLE #u(id int CONSTRAINT PK_u PRIMARY KEY);
INSERT INTO #u VALUES (2), (2);
GO
DBCC CHECKDB (tempdb) WITH NO_INFOMSGS;
GO
