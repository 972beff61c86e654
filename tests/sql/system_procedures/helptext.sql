-- docs/relational-databases/system-stored-procedures/sp-helptext-transact-sql.md: the definition, in lines of 255 characters.
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.t(a int);
GO
-- What stands before it belongs to it.
CREATE PROCEDURE dbo.p @a int AS
SELECT @a AS a;
    PRINT 'x';
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE FUNCTION dbo.f(@a int) RETURNS int AS BEGIN RETURN @a; END
GO
EXEC sp_helptext 'dbo.p';
EXEC sp_helptext N'v';
EXEC sys.sp_helptext @objname = '[dbo].[f]';
GO
CREATE OR ALTER PROCEDURE dbo.p AS PRINT '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789';
GO
EXEC sp_helptext 'S.dbo.p';
GO
-- 15009, 15197, 15250, 201.
EXEC sp_helptext 'dbo.nothing';
EXEC sp_helptext 'dbo.t';
EXEC sp_helptext 'master.dbo.p';
EXEC sp_helptext;
PRINT 'goes on';
GO
