-- docs/relational-databases/tables/primary-and-foreign-key-constraints.md: no two rows have the same primary key, none of its columns is NULL, and by
-- default it is a clustered index.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(id int PRIMARY KEY, b varchar(10));
GO
INSERT INTO dbo.t VALUES (3, 'c'), (1, 'a'), (2, 'b');
GO
SELECT id, b FROM dbo.t;
GO
INSERT INTO dbo.t VALUES (NULL, 'n');
GO
DROP TABLE dbo.t;
GO
CREATE TABLE dbo.t(id int CONSTRAINT PK_t PRIMARY KEY CLUSTERED, b varchar(10));
INSERT INTO dbo.t VALUES (3, 'c'), (1, 'a'), (2, 'b');
GO
INSERT INTO dbo.t VALUES (2, 'twice');
GO
-- As a whole or not at all.
INSERT INTO dbo.t VALUES (4, 'd'), (5, 'e'), (1, 'twice');
GO
INSERT INTO dbo.t SELECT id + 2, b FROM dbo.t;
GO
SELECT id, b FROM dbo.t;
GO
-- All keys are judged when the statement is through.
UPDATE dbo.t SET id = id + 1;
GO
SELECT id, b FROM dbo.t;
GO
UPDATE dbo.t SET id = 4 WHERE b = 'a';
GO
UPDATE dbo.t SET id = NULL WHERE b = 'a';
GO
UPDATE dbo.t SET b = 'bb' WHERE id = 3;
GO
DELETE FROM dbo.t WHERE id = 2;
INSERT INTO dbo.t VALUES (2, 'anew');
GO
SELECT id, b FROM dbo.t;
GO
TRUNCATE TABLE dbo.t;
INSERT INTO dbo.t VALUES (7, 'only');
SELECT id, b FROM dbo.t;
GO
BEGIN TRAN;
INSERT INTO dbo.t VALUES (8, 'gone');
DELETE FROM dbo.t WHERE id = 7;
ROLLBACK;
SELECT id, b FROM dbo.t;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
