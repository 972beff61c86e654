-- docs/t-sql/functions/identity-function-transact-sql.md; the messages are of docs/relational-databases/errors-events.
-- IDENTITY(type, seed, increment) in SELECT INTO.
CREATE TABLE dbo.source (id int IDENTITY(5, 5), a varchar(5) NOT NULL);
INSERT INTO dbo.source VALUES ('x'), ('y'), ('z');
GO
SELECT IDENTITY(bigint, 10, -2) AS n, a INTO dbo.copy FROM dbo.source;
SELECT n, a FROM dbo.copy ORDER BY n DESC;
SELECT @@IDENTITY AS last, IDENT_SEED('dbo.copy') AS seed, IDENT_INCR('dbo.copy') AS step;
INSERT INTO dbo.copy VALUES ('w');
SELECT n, a FROM dbo.copy WHERE a = 'w';
SELECT name, is_identity, is_nullable, system_type_id FROM sys.columns WHERE object_id = OBJECT_ID('dbo.copy');
GO
SELECT a, number = IDENTITY(decimal(5, 0)) INTO #t FROM dbo.source WHERE a <> 'y';
SELECT number, a FROM #t ORDER BY number;
DROP TABLE #t;
GO
SELECT IDENTITY(tinyint, 254, 1) AS n INTO dbo.full_copy FROM dbo.source;
GO
SELECT OBJECT_ID('dbo.full_copy') AS none;
GO
SELECT IDENTITY(int, 1, 1) AS n FROM dbo.source;
GO
SELECT IDENTITY(int, 1, 1) AS n, id INTO dbo.x FROM dbo.source;
GO
SELECT IDENTITY(int, 1, 1) AS n, IDENTITY(int, 1, 1) AS m INTO dbo.x FROM dbo.source;
GO
SELECT IDENTITY(int, 1, 1) INTO dbo.x FROM dbo.source;
GO
SELECT IDENTITY(varchar(5), 1, 1) AS n INTO dbo.x FROM dbo.source;
GO
SELECT IDENTITY(int, 1, 0) AS n INTO dbo.x FROM dbo.source;
GO
DROP TABLE dbo.source, dbo.copy;
GO
