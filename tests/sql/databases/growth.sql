-- docs/t-sql/statements/alter-database-transact-sql-file-and-filegroup-options.md: FILEGROWTH is the space that is added each time new space is
-- required, 0 is off; MAXSIZE is the maximum to which the file can grow. 1105 for data that finds no room, 9002 for a log.
CREATE DATABASE G;
GO
ALTER DATABASE G SET RECOVERY SIMPLE;
ALTER DATABASE G MODIFY FILE (NAME = G, FILEGROWTH = 2MB);
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.t(c char(8000));
GO
-- Whatever the file has had: it is longer by whole steps of 2 MB.
DECLARE @size int = (SELECT size FROM sys.database_files WHERE file_id = 1), @i int = 1;
WHILE @i <= 1100
BEGIN
    INSERT INTO dbo.t VALUES ('x');
    SET @i += 1;
END;
SELECT CASE WHEN size > @size THEN 'yes' ELSE 'no' END AS has_grown, (size - @size) % 256 AS rest FROM sys.database_files WHERE file_id = 1;
GO
DECLARE @sql nvarchar(200) = N'ALTER DATABASE G MODIFY FILE (NAME = G, FILEGROWTH = 0)';
EXEC (@sql);
GO
DECLARE @i int = 1;
BEGIN TRY
    WHILE @i <= 2000
    BEGIN
        INSERT INTO dbo.t VALUES ('x');
        SET @i += 1;
    END;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, CASE WHEN @i <= 300 THEN 'within a step' ELSE 'later' END AS at;
END CATCH;
GO
-- With room again it goes on.
ALTER DATABASE G MODIFY FILE (NAME = G, FILEGROWTH = 1MB);
GO
INSERT INTO dbo.t VALUES ('x');
SELECT @@ROWCOUNT AS inserted;
GO
-- A log that may not grow: the transaction fails, what was before is kept.
ALTER DATABASE G MODIFY FILE (NAME = G_log, FILEGROWTH = 0);
TRUNCATE TABLE dbo.t;
INSERT INTO dbo.t VALUES ('kept');
GO
ALTER DATABASE G MODIFY FILE (NAME = G, FILEGROWTH = 64MB);
BEGIN TRY
    BEGIN TRANSACTION;
    DECLARE @i int = 1;
    WHILE @i <= 20000
    BEGIN
        INSERT INTO dbo.t VALUES ('x');
        SET @i += 1;
    END;
    COMMIT;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, XACT_STATE() AS state;
END CATCH;
GO
IF @@TRANCOUNT > 0 ROLLBACK;
SELECT COUNT(*) AS kept FROM dbo.t;
ALTER DATABASE G MODIFY FILE (NAME = G_log, FILEGROWTH = 64MB);
GO
