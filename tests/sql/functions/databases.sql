-- docs/t-sql/functions/db-name-transact-sql.md and db-id-transact-sql.md: of the current database without an argument; NULL for
-- what is not there. docs/relational-databases/databases/master-database.md: master is database 1.
CREATE DATABASE G;
GO
SET NOCOUNT ON;
SELECT DB_NAME() AS name, DB_NAME(1) AS one, DB_NAME(9999) AS none;
PRINT DB_ID('master');
PRINT DB_ID();
IF DB_ID('missing') IS NULL PRINT 'missing';
GO
USE G;
GO
SET NOCOUNT ON;
SELECT DB_NAME() AS name;
IF DB_ID('g') = DB_ID() AND DB_ID() > 4 PRINT 'a user database, found in any case';
