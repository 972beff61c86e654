-- docs/t-sql/statements/create-database-transact-sql.md: CREATE DATABASE must run in autocommit mode; 226.
GO
BEGIN TRAN;
CREATE DATABASE G;
PRINT @@TRANCOUNT;
ROLLBACK;
IF DB_ID('G') IS NULL PRINT 'not made';
