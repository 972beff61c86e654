-- docs/t-sql/statements/create-database-transact-sql.md: its name is unique in the instance (1801).
-- docs/t-sql/language-elements/use-transact-sql.md: 911 for a database that is not there, the context stays.
GO
CREATE DATABASE G;
GO
CREATE DATABASE g;
GO
USE missing;
GO
PRINT DB_NAME();
USE g;
PRINT DB_NAME();
GO
USE master;
GO
SELECT * FROM missing.dbo.t;
