-- docs/t-sql/statements/create-login-transact-sql.md and alter-login-transact-sql.md: a login that isn't there can't be
-- altered, whatever its name; a backslash is for names of Windows.
ALTER LOGIN [no\login] DISABLE;
GO
ALTER LOGIN [no\login] WITH NAME = plain;
GO
CREATE LOGIN [new\login] WITH PASSWORD = 'Str0ng pass';
GO
CREATE LOGIN plain WITH PASSWORD = 'Str0ng pass';
GO
ALTER LOGIN plain WITH NAME = [new\login];
GO
DROP LOGIN plain;
GO
CREATE DATABASE Names;
GO
USE Names;
GO
-- docs/t-sql/statements/alter-user-transact-sql.md
ALTER USER [no\user] WITH DEFAULT_SCHEMA = dbo;
GO
CREATE USER [new\user] WITHOUT LOGIN;
GO
