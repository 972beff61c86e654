-- relational-databases/system-functions/sys-fn-my-permissions-transact-sql.md, sys-fn-builtin-permissions-transact-sql.md;
-- relational-databases/security/permissions-database-engine.md (what covers and implies what); t-sql/statements/grant-object-permissions-transact-sql.md
-- (which permissions are those of which objects).
CREATE LOGIN ann WITH PASSWORD = 'Grüner Baum 7';
CREATE DATABASE d;
GO
USE d;
GO
CREATE USER ann;
CREATE ROLE readers AUTHORIZATION ann;
CREATE TABLE dbo.t(a INT, b INT);
CREATE SEQUENCE dbo.s AS INT;
GO
CREATE PROCEDURE dbo.p AS RETURN 0;
GO
CREATE FUNCTION dbo.f() RETURNS INT AS BEGIN RETURN 1 END;
GO
CREATE FUNCTION dbo.r() RETURNS TABLE AS RETURN SELECT a FROM dbo.t;
GO
CREATE SYNONYM dbo.syn FOR dbo.t;
GO
-- Which there are.
SELECT * FROM sys.fn_builtin_permissions('user') ORDER BY permission_name;
SELECT permission_name, parent_covering_permission_name FROM fn_builtin_permissions(N'ROLE') ORDER BY permission_name;
SELECT permission_name, parent_covering_permission_name FROM fn_builtin_permissions(N'Server Role') WHERE permission_name IN ('ALTER', 'TAKE OWNERSHIP', 'IMPERSONATE');
SELECT permission_name, type, covering_permission_name, parent_class_desc, parent_covering_permission_name FROM fn_builtin_permissions('OBJECT') WHERE permission_name IN ('SELECT', 'CONTROL') ORDER BY type;
SELECT class_desc FROM fn_builtin_permissions(DEFAULT) GROUP BY class_desc ORDER BY class_desc;
SELECT COUNT(*) - (SELECT COUNT(*) FROM fn_builtin_permissions('')) AS difference FROM fn_builtin_permissions(NULL);
SELECT COUNT(*) AS unknown FROM fn_builtin_permissions('nothing');
GO
-- The administrator has all that a class has, of an object those of its kind.
SELECT COUNT(*) - (SELECT COUNT(*) FROM fn_builtin_permissions('SERVER')) AS difference FROM fn_my_permissions(NULL, 'SERVER');
SELECT COUNT(*) - (SELECT COUNT(*) FROM fn_builtin_permissions('DATABASE')) AS difference FROM fn_my_permissions(NULL, 'DATABASE');
SELECT * FROM fn_my_permissions('dbo.t', 'OBJECT') ORDER BY subentity_name, permission_name;
SELECT permission_name FROM fn_my_permissions('dbo.p', 'OBJECT') ORDER BY permission_name;
SELECT permission_name FROM fn_my_permissions('dbo.f', 'OBJECT') ORDER BY permission_name;
SELECT permission_name FROM fn_my_permissions('d.dbo.r', 'OBJECT') ORDER BY permission_name;
SELECT permission_name FROM fn_my_permissions('dbo.s', 'OBJECT') ORDER BY permission_name;
SELECT permission_name FROM fn_my_permissions('dbo.syn', 'OBJECT') ORDER BY permission_name;
SELECT entity_name, permission_name FROM fn_my_permissions('readers', 'ROLE') ORDER BY permission_name;
SELECT entity_name, permission_name FROM fn_my_permissions('ann', 'USER') ORDER BY permission_name;
GO
GRANT SELECT ON dbo.t TO ann;
DENY SELECT ON dbo.t(b) TO ann;
GRANT EXECUTE ON SCHEMA::dbo TO ann;
GO
EXECUTE AS LOGIN = 'ann';
SELECT * FROM fn_my_permissions(NULL, 'SERVER') ORDER BY permission_name;
SELECT * FROM fn_my_permissions(NULL, 'DATABASE') ORDER BY permission_name;
SELECT * FROM fn_my_permissions('dbo.t', 'OBJECT') ORDER BY subentity_name, permission_name;
SELECT * FROM fn_my_permissions('dbo.p', 'OBJECT');
SELECT * FROM fn_my_permissions('dbo', 'SCHEMA');
SELECT COUNT(*) AS nothing FROM fn_my_permissions('nothing', 'OBJECT');
SELECT COUNT(*) AS nothing FROM fn_my_permissions('dbo.t', 'TABLE');
SELECT COUNT(*) AS nothing FROM fn_my_permissions(DEFAULT, NULL);
REVERT;
GO
