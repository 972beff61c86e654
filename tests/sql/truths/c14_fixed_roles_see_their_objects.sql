-- docs/relational-databases/security/metadata-visibility-configuration.md: "The visibility of metadata is limited to securables that a user either owns or on
-- which the user has been granted some permission." docs/relational-databases/security/authentication-access/database-level-roles.md: db_datareader has SELECT, and
-- db_datawriter INSERT, UPDATE and DELETE, which procedures and scalar functions don't have (docs/t-sql/statements/grant-object-permissions-transact-sql.md).
SET NOCOUNT ON;
CREATE DATABASE g;
GO
USE g;
GO
SET NOCOUNT ON;
CREATE USER r WITHOUT LOGIN;
CREATE USER w WITHOUT LOGIN;
CREATE USER x WITHOUT LOGIN;
ALTER ROLE db_datareader ADD MEMBER r;
ALTER ROLE db_datawriter ADD MEMBER w;
GRANT EXECUTE TO x;
CREATE TABLE dbo.t (a int CONSTRAINT ck CHECK (a > 0));
CREATE SEQUENCE dbo.q;
CREATE TYPE dbo.y FROM int;
GO
CREATE VIEW dbo.v AS SELECT a FROM dbo.t;
GO
CREATE FUNCTION dbo.f () RETURNS TABLE AS RETURN SELECT a FROM dbo.t;
GO
CREATE FUNCTION dbo.n () RETURNS int AS BEGIN RETURN 1; END;
GO
CREATE PROCEDURE dbo.p AS SELECT 1 AS one;
GO
CREATE TRIGGER dbo.g ON dbo.t AFTER INSERT AS PRINT 'g';
GO
EXECUTE AS USER = 'r';
SELECT name FROM sys.objects ORDER BY name;
SELECT OBJECT_ID('dbo.p') AS p, CASE WHEN OBJECT_ID('dbo.t') > 0 THEN 1 END AS t;
REVERT;
EXECUTE AS USER = 'w';
SELECT name FROM sys.objects ORDER BY name;
REVERT;
EXECUTE AS USER = 'x';
SELECT name FROM sys.objects ORDER BY name;
SELECT name FROM sys.types WHERE is_user_defined = 1;
REVERT;
GO
