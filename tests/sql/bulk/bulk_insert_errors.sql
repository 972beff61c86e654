-- docs/t-sql/statements/bulk-insert-transact-sql.md, docs/relational-databases/errors-events/database-engine-events-and-errors.md:
-- faults of the file, of its rows and of the target. The files are in tests/data_files.
CREATE DATABASE B;
GO
USE B;
CREATE TABLE dbo.t(a int NOT NULL, b tinyint NOT NULL);
GO
-- 4860 and 4861: no file of that name, and a file outside the server's folder.
BULK INSERT dbo.t FROM 'nothing.txt';
GO
BULK INSERT dbo.t FROM '/etc/passwd';
GO
BULK INSERT dbo.t FROM '../sql/bulk/bulk_insert_errors.sql';
GO
-- 208.
BULK INSERT dbo.nothing FROM 'faulty.txt';
GO
-- 4864 and 4867 for two rows; the others are loaded.
BULK INSERT dbo.t FROM 'faulty.txt';
SELECT * FROM dbo.t;
GO
-- 4865: more than MAXERRORS. No row stays.
TRUNCATE TABLE dbo.t;
BULK INSERT dbo.t FROM 'faulty.txt' WITH (MAXERRORS = 1);
GO
SELECT * FROM dbo.t;
GO
-- Completed batches stay.
BULK INSERT dbo.t FROM 'faulty.txt' WITH (MAXERRORS = 1, BATCHSIZE = 1);
GO
SELECT * FROM dbo.t;
GO
-- 4863.
CREATE TABLE dbo.short(a int, b varchar(5));
BULK INSERT dbo.short FROM 'long.txt';
SELECT * FROM dbo.short;
GO
-- 4832: the file ends within a row.
BULK INSERT dbo.t FROM 'cut.txt';
GO
-- 4879: a row of a CSV file has too many columns.
BULK INSERT dbo.t FROM 'quoted.csv' WITH (FORMAT = 'CSV', FIRSTROW = 2);
GO
-- A caught error is the last one.
BEGIN TRY
    BULK INSERT dbo.t FROM 'cut.txt';
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, @@TRANCOUNT AS transactions;
END CATCH;
GO
-- Unknown options and values are refused by name.
BULK INSERT dbo.t FROM 'faulty.txt' WITH (DATA_SOURCE = 'azure');
GO
BULK INSERT dbo.t FROM 'faulty.txt' WITH (DATAFILETYPE = 'binary');
GO
-- Only a transaction's own rollback takes batches back.
TRUNCATE TABLE dbo.short;
BEGIN TRANSACTION;
BULK INSERT dbo.short FROM 'long.txt' WITH (BATCHSIZE = 1);
SELECT COUNT(*) AS n, @@TRANCOUNT AS transactions FROM dbo.short;
ROLLBACK;
SELECT COUNT(*) AS n FROM dbo.short;
