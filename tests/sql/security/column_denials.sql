-- t-sql/statements/deny-object-permissions-transact-sql.md: a DENY on a column grants nothing on the others, and "a
-- table-level DENY does not take precedence over a column-level GRANT".
-- A query that reads no column, such as COUNT(*), needs the permission on the table or on one of its columns.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE dbo.t(a INT, b INT);
INSERT dbo.t VALUES(1, 2), (3, 4);
CREATE USER ann WITHOUT LOGIN;
GO
DENY SELECT ON dbo.t(a) TO ann;
GO
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM dbo.t;
SELECT 1 AS one FROM dbo.t;
SELECT b FROM dbo.t;
SELECT a FROM dbo.t;
IF EXISTS (SELECT * FROM dbo.t) PRINT 'there are rows';
REVERT;
GO
-- The table is granted but for the column.
GRANT SELECT ON dbo.t TO ann;
GO
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM dbo.t;
SELECT b FROM dbo.t;
SELECT a FROM dbo.t;
REVERT;
GO
-- A column is granted, and the table denied.
REVOKE SELECT ON dbo.t(a) FROM ann;
DENY SELECT ON dbo.t TO ann;
GRANT SELECT ON dbo.t(b) TO ann;
GO
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM dbo.t;
SELECT b FROM dbo.t;
SELECT a FROM dbo.t;
REVERT;
GO
