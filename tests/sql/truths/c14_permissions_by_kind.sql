-- docs/t-sql/statements/grant-object-permissions-transact-sql.md: which permissions the kinds of objects have, columns of views and of table-valued functions, and
-- ALL. 4606 in docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md.
-- docs/t-sql/statements/grant-type-permissions-transact-sql.md: CONTROL, EXECUTE, REFERENCES, TAKE OWNERSHIP and VIEW DEFINITION of a type.
SET NOCOUNT ON;
CREATE DATABASE g;
GO
USE g;
GO
SET NOCOUNT ON;
CREATE USER u WITHOUT LOGIN;
CREATE TABLE dbo.t (a int, b int);
INSERT dbo.t VALUES (1, 2);
CREATE TYPE dbo.y AS TABLE (a int);
GO
CREATE VIEW dbo.v AS SELECT a, b FROM dbo.t;
GO
CREATE FUNCTION dbo.f () RETURNS TABLE AS RETURN SELECT a, b FROM dbo.t;
GO
CREATE FUNCTION dbo.n () RETURNS int AS BEGIN RETURN 1; END;
GO
CREATE PROCEDURE dbo.p AS SELECT 1 AS one;
GO
GRANT SELECT ON dbo.v (a) TO u;
GRANT SELECT (a) ON dbo.f TO u;
GO
GRANT SELECT ON dbo.v (c) TO u;
GO
EXECUTE AS USER = 'u';
SELECT a FROM dbo.v;
SELECT a FROM dbo.f();
REVERT;
GO
EXECUTE AS USER = 'u';
GO
SELECT b FROM dbo.v;
GO
SELECT * FROM dbo.f();
GO
REVERT;
GO
GRANT EXECUTE ON dbo.t TO u;
GO
GRANT SELECT ON dbo.p TO u;
GO
DENY INSERT ON dbo.n TO u;
GO
REVOKE EXECUTE ON dbo.v FROM u;
GO
GRANT ALL ON dbo.p TO u;
GO
GRANT ALL ON dbo.n TO u;
GO
GRANT EXECUTE, REFERENCES, CONTROL, VIEW DEFINITION, TAKE OWNERSHIP ON TYPE::dbo.y TO u;
GO
SELECT ISNULL(OBJECT_NAME(major_id), 'y') AS name, minor_id, permission_name FROM sys.database_permissions
WHERE grantee_principal_id = USER_ID('u') AND type <> 'CO' ORDER BY class, name, minor_id, permission_name;
GO
