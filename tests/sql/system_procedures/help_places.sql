-- relational-databases/system-stored-procedures/sp-help-transact-sql.md, sp-helpindex-transact-sql.md, sp-helpconstraint-transact-sql.md:
-- the owner of an object is that of its schema, data and indexes are on the filegroups that they name, the defaults and rules of columns
-- and types are bound ones, and objects of the system are described too.
CREATE DATABASE Places;
GO
USE Places;
ALTER DATABASE Places ADD FILEGROUP archive;
ALTER DATABASE Places ADD FILE (NAME = 'archive1', FILENAME = 'archive1.ndf') TO FILEGROUP archive;
CREATE USER clerk WITHOUT LOGIN;
GO
CREATE SCHEMA office AUTHORIZATION clerk;
GO
CREATE DEFAULT dbo.unknown AS 'unknown';
GO
CREATE RULE dbo.short_name AS LEN(@name) < 8;
GO
CREATE TYPE dbo.short_text FROM varchar(10);
EXEC sp_bindefault 'dbo.unknown', 'short_text';
EXEC sp_bindrule 'dbo.short_name', 'short_text';
CREATE TABLE office.papers(id int CONSTRAINT PK_papers PRIMARY KEY, name varchar(10), code int) ON archive;
CREATE UNIQUE INDEX by_code ON office.papers(code) WITH (IGNORE_DUP_KEY = ON, STATISTICS_NORECOMPUTE = ON) ON [PRIMARY];
EXEC sp_bindefault 'dbo.unknown', 'office.papers.name';
EXEC sp_bindrule 'dbo.short_name', 'office.papers.name';
GO
SET NOCOUNT ON;
GO
CREATE SYNONYM office.sheets FOR office.papers;
GO
CREATE TRIGGER office.watch ON office.papers AFTER INSERT AS RETURN;
GO
EXEC sp_help;
GO
EXEC sp_help 'short_text';
EXEC sp_helpindex 'office.papers';
EXEC sp_helpconstraint 'office.papers', 'nomsg';
GO
-- The filegroup, of the result sets of sp_help.
SELECT d.name FROM sys.indexes AS i JOIN sys.data_spaces AS d ON d.data_space_id = i.data_space_id WHERE i.object_id = OBJECT_ID('office.papers') AND i.index_id = 1;
EXEC sp_help 'office.papers';
GO
-- A view of the system and a procedure of the system.
EXEC sp_help 'sys.schemas';
EXEC sp_help 'sp_helpindex';
GO
