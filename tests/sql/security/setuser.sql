-- t-sql/statements/setuser-transact-sql.md; relational-databases/errors-events (505, 15157, 15357).
CREATE DATABASE d;
GO
USE d;
GO
CREATE USER mary WITHOUT LOGIN;
CREATE USER joe WITHOUT LOGIN;
CREATE TABLE dbo.computer_types(a int);
GRANT SELECT ON dbo.computer_types TO mary WITH GRANT OPTION;
GO
SETUSER 'mary';
GO
SELECT USER_NAME() AS u;
GRANT SELECT ON computer_types TO joe;
INSERT computer_types VALUES(1);
USE master;
GO
-- Another user: the right to become one is that of the original identity.
SETUSER 'joe';
SELECT USER_NAME() AS u;
GO
SETUSER;
SELECT USER_NAME() AS u;
SETUSER;
GO
SETUSER 'nobody';
SELECT USER_NAME() AS u;
GO
EXECUTE AS USER = 'joe';
SETUSER;
SETUSER 'mary';
REVERT;
SELECT USER_NAME() AS u;
GO
-- Only a new log-in ends WITH NORESET.
SETUSER 'mary' WITH NORESET;
SETUSER;
SELECT USER_NAME() AS u;
SETUSER 'joe';
GO
