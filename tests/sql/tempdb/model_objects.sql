-- docs/relational-databases/databases/model-database.md: when CREATE DATABASE is issued, the first part of the database is created by copying the
-- contents of model; tempdb is created from it every time the server starts; what is modified in model afterward is in databases made afterward.
CREATE DATABASE before_;
GO
USE model;
GO
CREATE TABLE dbo.template(id int IDENTITY(5, 5), name varchar(20) NOT NULL);
INSERT INTO dbo.template(name) VALUES ('five'), ('ten');
CREATE SEQUENCE dbo.numbers START WITH 100 CACHE 20;
SELECT NEXT VALUE FOR dbo.numbers AS n;
GO
BEGIN TRAN;
CREATE TABLE dbo.undone(a int);
ROLLBACK;
GO
CREATE DATABASE after_;
GO
SELECT COUNT(*) AS n FROM before_.dbo.template;
GO
USE after_;
SELECT id, name FROM dbo.template ORDER BY id;
INSERT INTO dbo.template(name) VALUES ('fifteen');
SELECT id, name FROM dbo.template WHERE name = 'fifteen';
SELECT NEXT VALUE FOR dbo.numbers AS n;
GO
SELECT a FROM dbo.undone;
GO
-- The copy is its own.
SELECT COUNT(*) AS n FROM model.dbo.template;
DROP TABLE dbo.template;
SELECT COUNT(*) AS n FROM model.dbo.template;
GO
-- tempdb of this start was made before; the next one is not.
SELECT COUNT(*) AS n FROM tempdb.dbo.template;
GO
-- @crash
SELECT id, name FROM tempdb.dbo.template ORDER BY id;
GO
DBCC CHECKDB(tempdb) WITH NO_INFOMSGS;
DBCC CHECKDB(after_) WITH NO_INFOMSGS;
GO
-- @restart
SELECT COUNT(*) AS n FROM tempdb.dbo.template;
CREATE DATABASE later;
GO
SELECT COUNT(*) AS n FROM later.dbo.template;
GO
