-- t-sql/statements/create-trigger-transact-sql, "Recursive triggers"; t-sql/statements/alter-database-transact-sql-set-options, RECURSIVE_TRIGGERS.
CREATE DATABASE recursive;
GO
USE recursive;
GO
CREATE TABLE dbo.t (n INT);
GO
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS
  SET NOCOUNT ON;
  IF EXISTS (SELECT * FROM inserted WHERE n < 4) INSERT dbo.t SELECT n + 1 FROM inserted;
GO
INSERT dbo.t VALUES (1);
SELECT n FROM dbo.t ORDER BY n;
TRUNCATE TABLE dbo.t;
GO
ALTER DATABASE recursive SET RECURSIVE_TRIGGERS ON;
SELECT is_recursive_triggers_on FROM sys.databases WHERE name = 'recursive';
GO
INSERT dbo.t VALUES (1);
SELECT n FROM dbo.t ORDER BY n;
GO
ALTER DATABASE recursive SET RECURSIVE_TRIGGERS OFF;
TRUNCATE TABLE dbo.t;
INSERT dbo.t VALUES (1);
SELECT n FROM dbo.t ORDER BY n;
GO
USE master;
DROP DATABASE recursive;
GO
