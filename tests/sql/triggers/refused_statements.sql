-- docs/t-sql/statements/create-trigger-transact-sql.md, *Limitations of DML triggers*: the statements that a DML
-- trigger can't contain. docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md (167, 287),
-- docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md (1083): the messages' texts.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.t (a int);
CREATE TABLE #t (a int);
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS CREATE DATABASE D;
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS
IF 1 = 0
    DROP DATABASE D;
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS ALTER DATABASE C SET READ_ONLY;
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS RESTORE DATABASE C FROM DATABASE_SNAPSHOT = 's';
GO
CREATE TRIGGER tr ON dbo.t FOR INSERT AS RECONFIGURE;
GO
CREATE TRIGGER tr ON #t FOR INSERT AS SELECT 1;
GO
CREATE TRIGGER tr ON DATABASE WITH EXECUTE AS OWNER FOR CREATE_TABLE AS SELECT 1;
