-- t-sql/statements/create-user-transact-sql.md, alter-user-transact-sql.md: DEFAULT_SCHEMA is the first schema searched for the
-- names of the user's objects, and dbo is searched next; new objects are made in it. t-sql/functions/schema-name-transact-sql.md,
-- schema-id-transact-sql.md. t-sql/statements/create-procedure-transact-sql.md: names in a module are looked up in its schema, but
-- statements that define objects use the caller's default schema. t-sql/statements/create-type-transact-sql.md.
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA app;
GO
CREATE SCHEMA other;
GO
CREATE LOGIN ann WITH PASSWORD = 'Str0ng pass';
CREATE USER ann WITH DEFAULT_SCHEMA = app;
GRANT CREATE TABLE, CREATE VIEW, CREATE PROCEDURE, CREATE TYPE TO ann;
GRANT ALTER, SELECT, INSERT, UPDATE, DELETE, EXECUTE, REFERENCES ON SCHEMA::app TO ann;
GRANT SELECT, EXECUTE ON SCHEMA::dbo TO ann;
GRANT ALTER ON SCHEMA::other TO ann;
CREATE TABLE dbo.t(a varchar(20));
INSERT dbo.t VALUES('dbo.t');
CREATE TABLE dbo.only_dbo(a varchar(20));
INSERT dbo.only_dbo VALUES('dbo.only_dbo');
GO
CREATE PROCEDURE dbo.p AS SELECT a, 'dbo.p' AS of_procedure FROM t;
GO
-- The session's user is dbo: names are those of dbo.
SELECT SCHEMA_NAME() AS n, CASE SCHEMA_ID() WHEN 1 THEN 'dbo' END AS i;
SELECT a FROM t;
GO
EXECUTE AS LOGIN = 'ann';
GO
SELECT SCHEMA_NAME() AS n, SCHEMA_NAME(SCHEMA_ID()) AS i;
SELECT a FROM t;
GO
-- New objects are in app, and hide those of dbo.
CREATE TABLE t(a varchar(20) NOT NULL CONSTRAINT pk PRIMARY KEY);
GO
INSERT t VALUES('app.t');
SELECT a FROM t;
SELECT a FROM dbo.t;
SELECT a FROM only_dbo;
SELECT app.t.a FROM t;
SELECT OBJECT_SCHEMA_NAME(OBJECT_ID('t')) AS t, OBJECT_SCHEMA_NAME(OBJECT_ID('only_dbo')) AS o, OBJECT_SCHEMA_NAME(OBJECT_ID('pk')) AS pk;
GO
SELECT dbo.t.a FROM t;
GO
CREATE TABLE child(a varchar(20) REFERENCES t);
CREATE INDEX i ON child(a);
ALTER TABLE t ADD b int NULL;
GO
UPDATE t SET b = 1;
SELECT a, b FROM t;
GO
CREATE VIEW v AS SELECT a FROM t;
GO
CREATE PROCEDURE q AS SELECT a, 'app.q' AS of_procedure FROM t; EXEC('SELECT a AS dynamic FROM t');
GO
CREATE TYPE kind FROM int;
GO
SELECT a FROM v;
EXEC q;
EXEC p;
DECLARE @k kind = 3;
SELECT @k AS k;
SELECT a INTO copied FROM t;
GO
SELECT SCHEMA_NAME(schema_id) AS s, name, type FROM sys.objects WHERE parent_object_id = 0 AND is_ms_shipped = 0 ORDER BY s, name;
SELECT SCHEMA_NAME(schema_id) AS s, name FROM sys.types WHERE is_user_defined = 1;
GO
EXEC sp_rename 't', 't2';
EXEC sp_rename 't2', 't';
DROP TABLE copied;
DROP VIEW v;
DROP TABLE child;
GO
-- A module of dbo that names no schema creates in the caller's default schema and reads from its own.
REVERT;
GO
CREATE PROCEDURE dbo.make WITH EXECUTE AS CALLER AS CREATE TABLE made(a int); SELECT a FROM t;
GO
EXECUTE AS LOGIN = 'ann';
EXEC make;
SELECT OBJECT_SCHEMA_NAME(OBJECT_ID('made')) AS s;
DROP TABLE made;
REVERT;
GO
-- The same statement is bound again when the identity or its schema changes.
DECLARE @n int = 0;
WHILE @n < 4
BEGIN
    IF @n % 2 = 1 EXECUTE AS USER = 'ann';
    SELECT a FROM t;
    IF @n % 2 = 1 REVERT;
    SET @n += 1;
END;
GO
ALTER USER ann WITH DEFAULT_SCHEMA = other;
GO
EXECUTE AS USER = 'ann';
SELECT SCHEMA_NAME() AS n, SCHEMA_ID() - SCHEMA_ID('other') AS i;
SELECT a FROM t;
CREATE TABLE elsewhere(a int);
SELECT OBJECT_SCHEMA_NAME(OBJECT_ID('elsewhere')) AS s;
REVERT;
GO
-- A default schema that doesn't exist.
ALTER USER ann WITH DEFAULT_SCHEMA = nothing;
GO
EXECUTE AS USER = 'ann';
SELECT a FROM t;
CREATE TABLE elsewhere(a int);
REVERT;
GO
