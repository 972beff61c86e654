-- docs/t-sql/statements/alter-table-transact-sql.md, ALTER COLUMN and DROP COLUMN: the objects that forbid a change of a column;
-- docs/t-sql/statements/create-view-transact-sql.md, SCHEMABINDING;
-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md (4922), -5000-to-5999.md (5074).
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t (id int NOT NULL, name varchar(10) NULL, other varchar(10) NULL, note varchar(10) NULL);
INSERT dbo.t VALUES (1, 'a', 'b', 'c');
GO
CREATE VIEW dbo.v WITH SCHEMABINDING AS SELECT id, name FROM dbo.t;
GO
CREATE FUNCTION dbo.f() RETURNS int WITH SCHEMABINDING AS BEGIN RETURN (SELECT MAX(LEN(other)) FROM dbo.t) END;
GO
CREATE VIEW dbo.loose AS SELECT note FROM dbo.t;
GO
-- A schema-bound view or function forbids each change of its columns, also a longer text and another nullability.
ALTER TABLE dbo.t ALTER COLUMN name varchar(20) NULL;
GO
ALTER TABLE dbo.t ALTER COLUMN name varchar(10) NOT NULL;
GO
ALTER TABLE dbo.t ALTER COLUMN other varchar(max) NULL;
GO
ALTER TABLE dbo.t DROP COLUMN other;
GO
EXEC sp_rename 'dbo.t.other', 'another', 'COLUMN';
GO
-- The column as it is; a column of no schema-bound module.
ALTER TABLE dbo.t ALTER COLUMN name varchar(10) NULL;
ALTER TABLE dbo.t ALTER COLUMN note varchar(20) NOT NULL;
EXEC sp_rename 'dbo.t.note', 'remark', 'COLUMN';
GO
DROP VIEW dbo.v;
ALTER TABLE dbo.t ALTER COLUMN name varchar(20) NOT NULL;
SELECT name, max_length, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.t');
GO
-- A computed column forbids them too.
CREATE TABLE dbo.c (a varchar(10) NULL, b AS UPPER(a));
GO
ALTER TABLE dbo.c ALTER COLUMN a varchar(20) NULL;
GO
ALTER TABLE dbo.c ALTER COLUMN a varchar(10) NOT NULL;
GO
-- CHECK, UNIQUE, an index and statistics allow a longer text, PRIMARY KEY and REFERENCES don't.
CREATE TABLE dbo.p (k varchar(10) NOT NULL CONSTRAINT PK_p PRIMARY KEY, u varchar(10) NULL CONSTRAINT UQ_p UNIQUE, c varchar(10) NULL CONSTRAINT CK_p CHECK (c <> ''),
    i varchar(10) NULL, s varchar(10) NULL, d varchar(10) NULL CONSTRAINT DF_p DEFAULT 'd', r varchar(10) NOT NULL CONSTRAINT UQ_r UNIQUE, INDEX IX_p (i));
CREATE STATISTICS st ON dbo.p (s);
CREATE TABLE dbo.child (r varchar(10) NULL CONSTRAINT FK_child REFERENCES dbo.p (r));
GO
ALTER TABLE dbo.p ALTER COLUMN u varchar(20) NULL;
ALTER TABLE dbo.p ALTER COLUMN c varchar(20) NULL;
ALTER TABLE dbo.p ALTER COLUMN i varchar(20) NULL;
ALTER TABLE dbo.p ALTER COLUMN s varchar(20) NULL;
ALTER TABLE dbo.p ALTER COLUMN d varchar(20) NULL;
SELECT name, max_length FROM sys.columns WHERE object_id = OBJECT_ID('dbo.p');
GO
ALTER TABLE dbo.p ALTER COLUMN k varchar(20) NOT NULL;
GO
ALTER TABLE dbo.p ALTER COLUMN r varchar(20) NOT NULL;
GO
ALTER TABLE dbo.child ALTER COLUMN r varchar(20) NULL;
GO
ALTER TABLE dbo.child ALTER COLUMN r varchar(10) NOT NULL;
GO
ALTER TABLE dbo.p ALTER COLUMN s varchar(5) NULL;
GO
ALTER TABLE dbo.p ALTER COLUMN i char(20) NULL;
GO
ALTER TABLE dbo.p DROP COLUMN s;
GO
ALTER TABLE dbo.p DROP COLUMN d;
GO
-- DROP COLUMN: a column bound to a default object or a rule.
CREATE DEFAULT dbo.nothing AS '';
GO
CREATE RULE dbo.short AS LEN(@v) < 5;
GO
CREATE TABLE dbo.b (a int, n varchar(10), m varchar(10));
EXEC sp_bindefault 'dbo.nothing', 'dbo.b.n';
EXEC sp_bindrule 'dbo.short', 'dbo.b.m';
GO
ALTER TABLE dbo.b DROP COLUMN n;
GO
ALTER TABLE dbo.b DROP COLUMN m;
GO
EXEC sp_unbindefault 'dbo.b.n';
EXEC sp_unbindrule 'dbo.b.m';
ALTER TABLE dbo.b DROP COLUMN n, m;
GO
