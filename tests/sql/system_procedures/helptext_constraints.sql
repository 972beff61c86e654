-- docs/relational-databases/system-stored-procedures/sp-helptext-transact-sql.md: the definition of a CHECK constraint, a default,
-- a computed column, and of a system object, which is publicly visible.
CREATE DATABASE S;
GO
USE S;
CREATE TABLE dbo.t (a int CONSTRAINT c CHECK (a > 1), b int CONSTRAINT df DEFAULT 4, e AS a + b, CONSTRAINT u UNIQUE (a));
GO
EXEC sp_helptext 'dbo.c';
EXEC sp_helptext N'df';
EXEC sp_helptext 'dbo.t', 'e';
GO
-- A key has no text, and a constraint no columns.
EXEC sp_helptext 'u';
GO
EXEC sp_helptext 'c', 'a';
GO
-- Objects of the system. One that isn't written in Transact-SQL has no text.
DECLARE @lines TABLE (Text nvarchar(255));
INSERT @lines EXEC sp_helptext 'sys.all_columns';
INSERT @lines EXEC sp_helptext 'sp_helprole';
SELECT LEFT(Text, 28) AS first FROM @lines WHERE Text LIKE 'CREATE %';
GO
EXEC sp_helptext 'sys.objects';
GO
EXEC sp_helptext 'sys.nothing';
GO
-- docs/relational-databases/system-stored-procedures/sp-helprole-transact-sql.md: application roles are among the roles.
CREATE APPLICATION ROLE of_application WITH PASSWORD = 'Pa55 word!';
CREATE ROLE of_users;
EXEC sp_helprole 'of_application';
EXEC sp_helprole 'of_users';
EXEC sp_helprole 'dbo';
GO
