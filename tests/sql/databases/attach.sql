-- docs/relational-databases/system-stored-procedures/sp-detach-db-transact-sql.md: no session may use the database, and no system database
-- can be detached. docs/t-sql/statements/create-database-transact-sql.md, FOR ATTACH: all files must be there.
-- docs/relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md: 5120; 15010, 7940, 3703, 1801 in the other ranges.
CREATE DATABASE Kept;
CREATE TABLE Kept.dbo.t(a int);
INSERT INTO Kept.dbo.t VALUES (1), (2);
CREATE DATABASE Second;
GO
EXEC sp_detach_db N'none';
GO
EXEC sp_detach_db N'tempdb';
GO
-- @session other
USE Kept;
GO
-- @session main
EXEC sp_detach_db N'Kept';
GO
-- @session other
USE master;
GO
-- @session main
EXEC sp_detach_db N'Kept';
EXEC sp_detach_db N'Second';
SELECT DB_ID(N'Kept') AS id;
SELECT name FROM sys.databases WHERE name IN (N'Kept', N'Second');
GO
USE Kept;
GO
SELECT a FROM Kept.dbo.t;
GO
-- A file that isn't there, and files of attached databases: 5120, and 1802 after it.
BEGIN TRY
  EXEC (N'CREATE DATABASE Kept ON (FILENAME = ''missing.mdf'') FOR ATTACH;');
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number;
END CATCH;
GO
BEGIN TRY
  EXEC (N'CREATE DATABASE Kept ON (FILENAME = ''Kept.mdf''), (FILENAME = ''missing.ldf'') FOR ATTACH;');
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number;
END CATCH;
GO
BEGIN TRY
  EXEC (N'CREATE DATABASE Kept ON (FILENAME = ''master.mdf'') FOR ATTACH;');
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number;
END CATCH;
GO
BEGIN TRY
  EXEC (N'CREATE DATABASE master ON (FILENAME = ''Kept.mdf'') FOR ATTACH;');
END TRY
BEGIN CATCH
  SELECT ERROR_NUMBER() AS number;
END CATCH;
GO
SELECT name FROM sys.databases WHERE name = N'Kept';
GO
-- The files are as they were.
CREATE DATABASE Again ON (FILENAME = 'Kept.mdf') FOR ATTACH;
SELECT a FROM Again.dbo.t ORDER BY a;
SELECT name, state_desc FROM sys.databases WHERE name = N'Again';
GO
-- @crash
SELECT a FROM Again.dbo.t ORDER BY a;
GO
