-- relational-databases/system-stored-procedures/sp-getapplock-transact-sql.md: the caller must be a member of @DbPrincipal, dbo or db_owner; -999 is a
-- parameter validation or other call error.
CREATE DATABASE d;
GO
USE d;
CREATE ROLE r;
CREATE USER ann WITHOUT LOGIN;
CREATE USER bob WITHOUT LOGIN;
CREATE USER own WITHOUT LOGIN;
ALTER ROLE r ADD MEMBER ann;
ALTER ROLE db_owner ADD MEMBER own;
GO
EXECUTE AS USER = 'bob';
DECLARE @status INT;
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session', @DbPrincipal = 'r';
SELECT @status AS status;
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session', @DbPrincipal = 'dbo';
SELECT @status AS status;
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session', @DbPrincipal = 'bob';
SELECT @status AS status;
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session';
SELECT @status AS status;
REVERT;
GO
EXECUTE AS USER = 'ann';
DECLARE @status INT;
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session', @DbPrincipal = 'r';
SELECT @status AS status;
REVERT;
EXECUTE AS USER = 'own';
EXEC @status = sp_getapplock @Resource = 'x', @LockMode = 'Exclusive', @LockOwner = 'Session', @DbPrincipal = 'r';
SELECT @status AS status;
SELECT APPLOCK_MODE('r', 'x', 'Session') AS mode;
REVERT;
GO
EXECUTE AS USER = 'bob';
SELECT APPLOCK_MODE('r', 'x', 'Session') AS mode;
REVERT;
GO
