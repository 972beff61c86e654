-- relational-databases/security/permissions-database-engine.md; t-sql/statements/grant-object-permissions-transact-sql.md,
-- grant-schema-permissions-transact-sql.md, deny-object-permissions-transact-sql.md, revoke-object-permissions-transact-sql.md;
-- 229 and 230: relational-databases/errors-events/mssqlserver-229-database-engine-error.md and mssqlserver-230-database-engine-error.md.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE dbo.t(a INT NOT NULL PRIMARY KEY, b INT, c INT);
INSERT dbo.t VALUES(1, 2, 3), (4, 5, 6);
CREATE SEQUENCE dbo.s AS INT START WITH 1;
CREATE USER ann WITHOUT LOGIN;
CREATE ROLE readers;
GO
CREATE SCHEMA other;
GO
CREATE TABLE other.t(a INT);
GO
CREATE VIEW dbo.v AS SELECT a, b FROM dbo.t;
GO
CREATE FUNCTION dbo.twice(@n INT) RETURNS INT AS BEGIN RETURN 2 * @n END;
GO
CREATE FUNCTION dbo.below(@n INT) RETURNS TABLE AS RETURN SELECT a FROM dbo.t WHERE a < @n;
GO
CREATE PROCEDURE dbo.total AS SELECT SUM(a) AS total FROM dbo.t;
GO
CREATE PROCEDURE dbo.dynamic AS EXEC('SELECT a FROM dbo.t');
GO
-- Nothing is granted: each statement fails by itself, the batch goes on.
EXECUTE AS USER = 'ann';
SELECT a FROM dbo.t;
SELECT a FROM dbo.v;
SELECT a FROM dbo.below(9);
SELECT dbo.twice(2);
SELECT NEXT VALUE FOR dbo.s;
INSERT dbo.t VALUES(7, 8, 9);
UPDATE dbo.t SET b = 0;
DELETE dbo.t;
EXEC dbo.total;
PRINT 'goes on';
-- An error that is caught.
BEGIN TRY
    SELECT a FROM dbo.t;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_SEVERITY() AS severity;
END CATCH;
-- TRUNCATE is a definition, whose failure ends the batch.
TRUNCATE TABLE dbo.t;
PRINT 'not reached';
GO
REVERT;
GO
-- WHERE reads: it takes SELECT too.
GRANT DELETE, UPDATE, INSERT ON dbo.t TO ann;
EXECUTE AS USER = 'ann';
DELETE dbo.t WHERE a = 1;
UPDATE dbo.t SET b = b + 1;
UPDATE dbo.t SET b = 0;
INSERT dbo.t VALUES(7, 8, 9);
SELECT NEXT VALUE FOR dbo.s;
REVERT;
GO
-- A view, a function and a procedure of the same owner's let through; a string that is executed does not.
GRANT SELECT ON dbo.v TO readers;
GRANT SELECT ON dbo.below TO readers;
GRANT EXECUTE ON SCHEMA::dbo TO readers;
ALTER ROLE readers ADD MEMBER ann;
EXECUTE AS USER = 'ann';
SELECT a FROM dbo.v ORDER BY a;
SELECT a FROM dbo.below(5) ORDER BY a;
SELECT dbo.twice(2) AS twice;
EXEC dbo.total;
EXEC dbo.dynamic;
REVERT;
GO
-- Columns.
GRANT SELECT ON dbo.t(a) TO ann;
EXECUTE AS USER = 'ann';
SELECT a FROM dbo.t ORDER BY a;
SELECT COUNT(*) AS n FROM dbo.t;
SELECT a FROM dbo.t WHERE b = 0 ORDER BY a;
SELECT * FROM dbo.t;
REVERT;
GO
-- A denial wins over what is granted from above and by a role; it is taken back by REVOKE.
GRANT SELECT ON SCHEMA::dbo TO ann;
DENY SELECT ON dbo.v TO readers;
EXECUTE AS USER = 'ann';
SELECT c FROM dbo.t ORDER BY c;
SELECT a FROM dbo.v;
SELECT a FROM other.t;
REVERT;
REVOKE SELECT ON dbo.v FROM readers;
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM dbo.v;
REVERT;
GO
-- The fixed roles.
REVOKE SELECT ON SCHEMA::dbo FROM ann;
ALTER ROLE db_datareader ADD MEMBER ann;
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM other.t;
SELECT IS_MEMBER('db_datareader') AS reader, IS_MEMBER('db_owner') AS owner, IS_MEMBER('nobody') AS unknown;
REVERT;
ALTER ROLE db_denydatareader ADD MEMBER ann;
EXECUTE AS USER = 'ann';
SELECT COUNT(*) AS n FROM other.t;
REVERT;
GO
-- What was granted in a transaction that is rolled back was never granted.
BEGIN TRAN;
GRANT INSERT ON other.t TO ann;
EXECUTE AS USER = 'ann';
INSERT other.t VALUES(1);
REVERT;
ROLLBACK;
EXECUTE AS USER = 'ann';
INSERT other.t VALUES(1);
REVERT;
GO
-- The right to pass on.
CREATE USER bob WITHOUT LOGIN;
CREATE USER cid WITHOUT LOGIN;
GRANT INSERT ON other.t TO bob WITH GRANT OPTION;
EXECUTE AS USER = 'bob';
GRANT INSERT ON other.t TO cid;
GRANT DELETE ON other.t TO cid;
REVERT;
REVOKE INSERT ON other.t FROM bob;
EXECUTE AS USER = 'cid';
INSERT other.t VALUES(2);
REVERT;
REVOKE INSERT ON other.t FROM bob CASCADE;
EXECUTE AS USER = 'cid';
INSERT other.t VALUES(3);
REVERT;
SELECT a FROM other.t;
GO
-- What can't be said.
GRANT SELECT ON dbo.nothing TO ann;
GRANT SELECT ON dbo.t TO nobody;
GRANT SELECT ON dbo.t TO dbo;
GRANT INSERT ON dbo.t(a) TO ann;
GRANT SELECT ON dbo.t TO db_owner;
GO
GRANT FLY ON dbo.t TO ann;
GO
