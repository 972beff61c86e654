-- docs/relational-databases/tables/primary-and-foreign-key-constraints.md, Cascading referential integrity: NO ACTION, CASCADE, SET NULL, SET DEFAULT.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.P (id int PRIMARY KEY, name varchar(10));
CREATE TABLE dbo.Casc (cid int PRIMARY KEY, pid int NOT NULL CONSTRAINT FK_casc REFERENCES dbo.P(id) ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE dbo.Grand (gid int PRIMARY KEY, cid int NOT NULL CONSTRAINT FK_grand REFERENCES dbo.Casc(cid) ON DELETE CASCADE);
CREATE TABLE dbo.Nulls (nid int PRIMARY KEY, pid int NULL CONSTRAINT FK_nulls REFERENCES dbo.P(id) ON DELETE SET NULL ON UPDATE SET NULL);
CREATE TABLE dbo.Defaults (did int PRIMARY KEY, pid int NOT NULL DEFAULT 0 CONSTRAINT FK_defaults REFERENCES dbo.P(id) ON DELETE SET DEFAULT ON UPDATE SET DEFAULT, twice AS pid * 2 PERSISTED);
INSERT dbo.P VALUES (0, 'none'), (1, 'one'), (2, 'two'), (3, 'three');
INSERT dbo.Casc VALUES (10, 1), (11, 1), (12, 2), (13, 3);
INSERT dbo.Grand VALUES (100, 10), (101, 11), (102, 12);
INSERT dbo.Nulls VALUES (20, 1), (21, 2), (22, NULL);
INSERT dbo.Defaults VALUES (30, 1), (31, 2);
GO
-- The count is that of the rows that the statement itself deletes.
DELETE dbo.P WHERE id = 1;
SELECT * FROM dbo.Casc;
SELECT * FROM dbo.Grand;
SELECT * FROM dbo.Nulls;
SELECT * FROM dbo.Defaults;
GO
UPDATE dbo.P SET id = id + 100 WHERE id >= 2;
SELECT * FROM dbo.P;
SELECT * FROM dbo.Casc;
SELECT * FROM dbo.Nulls;
SELECT * FROM dbo.Defaults;
GO
-- Keys that are exchanged: rows follow theirs.
UPDATE dbo.P SET id = CASE id WHEN 102 THEN 103 ELSE 102 END WHERE id IN (102, 103);
SELECT c.cid, c.pid, p.name FROM dbo.Casc AS c JOIN dbo.P AS p ON p.id = c.pid ORDER BY c.cid;
GO
-- A DEFAULT that is not there: all of it is undone.
UPDATE dbo.Defaults SET pid = 102;
DELETE dbo.Casc;
DELETE dbo.P WHERE id IN (0, 102);
GO
SELECT * FROM dbo.P;
SELECT * FROM dbo.Defaults;
GO
-- A rollback brings all of them back.
INSERT dbo.Casc VALUES (10, 103);
INSERT dbo.Grand VALUES (100, 10);
BEGIN TRANSACTION;
DELETE dbo.P WHERE id = 103;
SELECT (SELECT COUNT(*) FROM dbo.Casc) AS children, (SELECT COUNT(*) FROM dbo.Grand) AS grandchildren;
ROLLBACK;
SELECT (SELECT COUNT(*) FROM dbo.Casc) AS children, (SELECT COUNT(*) FROM dbo.Grand) AS grandchildren;
GO
-- NO ACTION further down stops it.
CREATE TABLE dbo.Stop (sid int PRIMARY KEY, gid int NOT NULL CONSTRAINT FK_stop REFERENCES dbo.Grand(gid));
INSERT dbo.Stop VALUES (1, 100);
DELETE dbo.P WHERE id = 103;
GO
DELETE dbo.Stop;
DELETE dbo.P WHERE id = 103;
SELECT (SELECT COUNT(*) FROM dbo.Casc) AS children, (SELECT COUNT(*) FROM dbo.Grand) AS grandchildren;
GO
-- A CHECK and NOT NULL of the child hold for what a key makes of its rows.
CREATE TABLE dbo.Q (id int PRIMARY KEY);
CREATE TABLE dbo.Checked (a int CONSTRAINT FK_checked REFERENCES dbo.Q(id) ON UPDATE CASCADE CONSTRAINT CK_a CHECK (a < 10));
INSERT dbo.Q VALUES (1), (2);
INSERT dbo.Checked VALUES (1);
UPDATE dbo.Q SET id = 50 WHERE id = 1;
GO
UPDATE dbo.Q SET id = 5 WHERE id = 1;
SELECT * FROM dbo.Checked;
GO
-- By an index of the child, whose key changes; clustered by the key; several columns.
CREATE TABLE dbo.R (a int, b int, PRIMARY KEY (a, b));
CREATE TABLE dbo.S (b int, a int, n int, CONSTRAINT PK_S PRIMARY KEY (n, a), CONSTRAINT UQ_S UNIQUE (b, a, n), CONSTRAINT FK_S FOREIGN KEY (a, b) REFERENCES dbo.R ON DELETE CASCADE ON UPDATE CASCADE);
INSERT dbo.R VALUES (1, 1), (1, 2), (2, 1);
INSERT dbo.S VALUES (1, 1, 1), (2, 1, 2), (1, 2, 3), (1, 1, 4);
UPDATE dbo.R SET b = b + 1;
SELECT * FROM dbo.S ORDER BY n;
UPDATE dbo.R SET a = a + 1, b = 9 WHERE a = 1 AND b = 2;
SELECT * FROM dbo.S ORDER BY n;
DELETE dbo.R WHERE b = 9;
SELECT * FROM dbo.S ORDER BY n;
GO
-- Many.
CREATE TABLE dbo.Big (id int PRIMARY KEY);
CREATE TABLE dbo.BigChild (id int PRIMARY KEY, pid int CONSTRAINT FK_big REFERENCES dbo.Big(id) ON DELETE CASCADE);
INSERT dbo.Big SELECT TOP (3000) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) a(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) b(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) c(x), (VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10)) d(x);
INSERT dbo.BigChild SELECT id * 2, id FROM dbo.Big;
INSERT dbo.BigChild SELECT id * 2 + 1, id FROM dbo.Big;
DELETE dbo.Big WHERE id % 3 = 0;
SELECT COUNT(*) AS children FROM dbo.BigChild;
GO
DBCC CHECKDB WITH NO_INFOMSGS;
GO
