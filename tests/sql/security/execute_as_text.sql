-- t-sql/language-elements/execute-transact-sql.md, "AS <context_specification>": the context in which the text runs, and example "Using EXECUTE with AS USER
-- to switch context to another user"; it is the caller's again behind it.
CREATE DATABASE d;
GO
USE d;
GO
CREATE LOGIN l WITH PASSWORD = 'B548bmM%f6';
CREATE USER User1 WITHOUT LOGIN;
CREATE USER l FOR LOGIN l;
CREATE TABLE dbo.t(i int);
INSERT dbo.t VALUES (1);
GRANT CREATE TABLE TO User1;
GRANT ALTER ON SCHEMA::dbo TO User1;
GO
EXECUTE ('CREATE TABLE Sales (SalesID INT, SalesName VARCHAR(10));') AS USER = 'User1';
SELECT name FROM sys.tables ORDER BY name;
EXEC ('SELECT USER_NAME() AS who; REVERT; SELECT USER_NAME() AS who') AS USER = 'User1';
SELECT USER_NAME() AS who;
DECLARE @text nvarchar(100) = N'SELECT SUSER_SNAME() AS who, ORIGINAL_LOGIN() AS first';
EXEC (@text) AS LOGIN = 'l';
SELECT SUSER_SNAME() AS who;
GO
EXEC ('SELECT i FROM dbo.t') AS USER = 'User1';
SELECT USER_NAME() AS who;
GO
GRANT SELECT ON dbo.t TO l;
CREATE TABLE #rows(i int);
INSERT #rows EXEC ('SELECT i FROM dbo.t') AS LOGIN = 'l';
SELECT i FROM #rows;
EXEC ('EXEC (''SELECT USER_NAME() AS who'') AS USER = ''User1''; SELECT USER_NAME() AS who') AS USER = 'dbo';
-- An error in it leaves the caller who he was.
BEGIN TRY
    EXEC ('SELECT 1 / 0') AS USER = 'User1';
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, USER_NAME() AS who;
END CATCH;
GO
EXEC ('SELECT 1') AS USER = 'nobody';
SELECT USER_NAME() AS who;
GO
EXEC ('SELECT syntax error here') AS USER = 'User1';
GO
SELECT USER_NAME() AS who;
GO
-- Who may not be somebody else is refused.
EXEC ('EXEC (''SELECT 1'') AS USER = ''dbo''') AS USER = 'User1';
GO
