-- docs/t-sql/statements/set-ansi-null-dflt-on-transact-sql.md and set-ansi-null-dflt-off-transact-sql.md: the database's
-- ANSI_NULL_DEFAULT counts while both options of the session are OFF.
CREATE DATABASE Defaults;
GO
USE Defaults;
GO
SET ANSI_NULL_DFLT_ON OFF;
GO
CREATE TABLE off_off (a int);
GO
ALTER DATABASE Defaults SET ANSI_NULL_DEFAULT ON;
GO
CREATE TABLE on_off (a int);
GO
ALTER TABLE off_off ADD b int;
GO
SET ANSI_NULL_DFLT_OFF ON;
GO
CREATE TABLE on_off_on (a int);
GO
ALTER DATABASE Defaults SET ANSI_NULL_DEFAULT OFF;
SET ANSI_NULL_DFLT_ON ON;
GO
CREATE TABLE off_on (a int);
GO
SELECT OBJECT_NAME(object_id) AS [table], name, is_nullable FROM sys.columns
WHERE OBJECTPROPERTY(object_id, 'IsUserTable') = 1 ORDER BY [table], column_id;
GO
-- A batch that is kept follows the option.
SET ANSI_NULL_DFLT_ON OFF;
GO
DECLARE @n int = 0;
WHILE @n < 2
BEGIN
    DROP TABLE IF EXISTS again;
    EXEC ('CREATE TABLE again (a int)');
    SELECT is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('again');
    EXEC ('ALTER DATABASE Defaults SET ANSI_NULL_DEFAULT ON');
    SET @n += 1;
END;
GO
