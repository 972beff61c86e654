-- docs/t-sql/functions/metadata-functions-transact-sql.md: metadata functions tell of the database as the session sees it. A transaction sees
-- its own changes (docs/relational-databases/sql-server-transaction-locking-and-row-versioning-guide.md), here before it commits.
CREATE DATABASE OwnChanges;
GO
USE OwnChanges;
SET NOCOUNT ON;
GO
CREATE TABLE dbo.Old(a int);
GO
BEGIN TRAN;
GO
CREATE SCHEMA s1;
GO
CREATE TYPE s1.Code FROM varchar(12) NOT NULL;
CREATE USER u1 WITHOUT LOGIN;
CREATE ROLE r1;
ALTER ROLE r1 ADD MEMBER u1;
CREATE TABLE s1.T(id int IDENTITY(5, 3) CONSTRAINT PK_T PRIMARY KEY, name nvarchar(20) NULL, c s1.Code);
CREATE SEQUENCE s1.Q;
INSERT s1.T(name, c) VALUES (N'one', 'a'), (N'two', 'b');
EXEC sp_rename 'dbo.Old', 'New';
EXEC ('CREATE VIEW s1.V WITH SCHEMABINDING AS SELECT id FROM s1.T');
GO
SELECT CASE WHEN OBJECT_ID('s1.T') > 0 THEN 1 END AS t, CASE WHEN OBJECT_ID('s1.T', 'U') > 0 THEN 1 END AS u,
    CASE WHEN OBJECT_ID('s1.V', 'V') > 0 THEN 1 END AS v, CASE WHEN OBJECT_ID('s1.Q', 'SO') > 0 THEN 1 END AS q,
    CASE WHEN OBJECT_ID('s1.PK_T', 'PK') > 0 THEN 1 END AS pk, OBJECT_ID('dbo.Old') AS old, CASE WHEN OBJECT_ID('dbo.New') > 0 THEN 1 END AS new;
SELECT OBJECT_NAME(OBJECT_ID('s1.T')) AS name, OBJECT_SCHEMA_NAME(OBJECT_ID('s1.T')) AS of_schema,
    OBJECT_NAME(OBJECT_ID('dbo.New')) AS renamed, SCHEMA_NAME(SCHEMA_ID('s1')) AS s, TYPE_NAME(TYPE_ID('s1.Code')) AS of_type,
    USER_NAME(USER_ID('u1')) AS u, DATABASE_PRINCIPAL_ID('r1') - DATABASE_PRINCIPAL_ID('u1') AS principals;
SELECT COL_LENGTH('s1.T', 'name') AS length, COL_NAME(OBJECT_ID('s1.T'), 2) AS col,
    COLUMNPROPERTY(OBJECT_ID('s1.T'), 'id', 'IsIdentity') AS is_identity, COLUMNPROPERTY(OBJECT_ID('s1.T'), 'name', 'AllowsNull') AS nullable,
    COL_LENGTH('s1.T', 'c') AS of_type, TYPEPROPERTY('s1.Code', 'AllowsNull') AS type_nullable;
SELECT CAST(IDENT_CURRENT('s1.T') AS int) AS ident, CAST(IDENT_SEED('s1.T') AS int) AS seed, CAST(IDENT_INCR('s1.T') AS int) AS incr;
SELECT OBJECTPROPERTY(OBJECT_ID('s1.T'), 'TableHasPrimaryKey') AS pk, OBJECTPROPERTY(OBJECT_ID('s1.V'), 'IsSchemaBound') AS bound,
    INDEXPROPERTY(OBJECT_ID('s1.T'), 'PK_T', 'IsUnique') AS is_unique, INDEX_COL('s1.T', 1, 1) AS col,
    OBJECT_DEFINITION(OBJECT_ID('s1.V')) AS definition, HAS_PERMS_BY_NAME('s1.T', 'OBJECT', 'SELECT') AS may, IS_ROLEMEMBER('r1', 'u1') AS has_role;
GO
-- What is dropped is found no more, nor is the old name of what is renamed.
DROP VIEW s1.V;
EXEC sp_rename 's1.T.name', 'title', 'COLUMN';
DROP SEQUENCE s1.Q;
GO
SELECT OBJECT_ID('s1.V') AS v, OBJECT_ID('s1.Q') AS q, COL_LENGTH('s1.T', 'name') AS old_name, COL_LENGTH('s1.T', 'title') AS new_name;
SAVE TRAN before_drop;
DROP TABLE s1.T;
DROP TYPE s1.Code;
SELECT OBJECT_ID('s1.T') AS t, TYPE_ID('s1.Code') AS of_type, CAST(IDENT_CURRENT('s1.T') AS int) AS ident;
ROLLBACK TRAN before_drop;
SELECT CASE WHEN OBJECT_ID('s1.T') > 0 THEN 1 END AS t, TYPE_NAME(TYPE_ID('s1.Code')) AS of_type, CAST(IDENT_CURRENT('s1.T') AS int) AS ident;
GO
-- A function of several statements and a temporary table, too.
CREATE FUNCTION dbo.F() RETURNS @r TABLE (t int, n sysname NULL) AS BEGIN
    INSERT @r SELECT OBJECT_ID('s1.V'), OBJECT_NAME(OBJECT_ID('s1.T'));
    RETURN;
END;
GO
SELECT t, n FROM dbo.F();
CREATE TABLE #t(a int, b char(7));
SELECT CASE WHEN OBJECT_ID('tempdb..#t') < 0 OR OBJECT_ID('tempdb..#t') > 0 THEN 1 END AS t, COL_LENGTH('tempdb..#t', 'b') AS b;
DROP TABLE #t;
SELECT OBJECT_ID('tempdb..#t') AS t;
GO
ROLLBACK;
SELECT OBJECT_ID('s1.T') AS t, SCHEMA_ID('s1') AS s, TYPE_ID('s1.Code') AS of_type, USER_ID('u1') AS u, OBJECT_ID('dbo.New') AS new,
    CASE WHEN OBJECT_ID('dbo.Old') > 0 THEN 1 END AS old;
GO
-- The same of the server's logins.
BEGIN TRAN;
CREATE LOGIN OwnLogin WITH PASSWORD = 'Quite-1-secret';
SELECT SUSER_NAME(SUSER_ID('OwnLogin')) AS login;
ROLLBACK;
SELECT SUSER_ID('OwnLogin') AS login;
GO
