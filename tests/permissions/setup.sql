-- What the statements of the tables in this folder are about. The five logins whose rights are compared: one with CONNECT alone, a reader
-- (db_datareader), a writer (db_datawriter), the owner of the schema `own` who may create objects, and a member of db_owner.
CREATE DATABASE d;
CREATE DATABASE elsewhere;
CREATE LOGIN connect_only WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN reader WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN writer WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN schema_owner WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN database_owner WITH PASSWORD = 'Str0ng pass';
CREATE LOGIN other WITH PASSWORD = 'Str0ng pass';
EXEC sp_addmessage 60001, 16, N'a message';
GO
USE d;
GO
CREATE USER connect_only;
CREATE USER reader;
CREATE USER writer;
CREATE USER schema_owner;
CREATE USER database_owner;
CREATE USER somebody WITHOUT LOGIN;
CREATE USER to_drop_user WITHOUT LOGIN;
CREATE USER to_revoke WITHOUT LOGIN;
CREATE ROLE r;
CREATE APPLICATION ROLE ar WITH PASSWORD = 'Str0ng pass';
CREATE ROLE to_drop;
CREATE ROLE with_member;
ALTER ROLE with_member ADD MEMBER somebody;
ALTER ROLE db_datareader ADD MEMBER reader;
ALTER ROLE db_datawriter ADD MEMBER writer;
ALTER ROLE db_owner ADD MEMBER database_owner;
GRANT CREATE TABLE, CREATE VIEW, CREATE PROCEDURE, CREATE FUNCTION, CREATE TYPE, CREATE SYNONYM TO schema_owner;
GO
CREATE SCHEMA own AUTHORIZATION schema_owner;
GO
CREATE SCHEMA empty;
GO
CREATE TABLE dbo.t(a INT CONSTRAINT pk_t PRIMARY KEY, b INT CONSTRAINT ck_t CHECK (b < 100), INDEX i (b));
CREATE TABLE dbo.spare(a INT);
CREATE TABLE dbo.ident(a INT IDENTITY, b INT);
CREATE TABLE own.t(a INT, b INT);
CREATE TABLE dbo.longs(a TEXT);
INSERT dbo.longs VALUES('x');
INSERT dbo.t VALUES(1, 2), (3, 4);
INSERT own.t VALUES(1, 2);
CREATE STATISTICS st ON dbo.t(b) WITH FULLSCAN;
CREATE SEQUENCE dbo.s AS INT START WITH 1;
CREATE SEQUENCE own.s AS INT START WITH 1;
CREATE TYPE dbo.number FROM INT;
CREATE SYNONYM dbo.syn FOR dbo.t;
GO
CREATE VIEW dbo.v AS SELECT a, b FROM dbo.t;
GO
CREATE PROCEDURE dbo.p AS SELECT COUNT(*) AS n FROM dbo.t;
GO
CREATE FUNCTION dbo.f() RETURNS INT AS BEGIN RETURN 1 END;
GO
CREATE FUNCTION dbo.tf() RETURNS TABLE AS RETURN SELECT a FROM dbo.t;
GO
CREATE TRIGGER dbo.tr ON dbo.spare AFTER INSERT AS PRINT 'tr';
GO
