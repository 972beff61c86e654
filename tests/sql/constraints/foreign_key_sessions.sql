-- Two sessions and a key between them (docs/relational-databases/tables/primary-and-foreign-key-constraints.md, Referential integrity): who refers to a row and who takes
-- it away wait for each other, also under SNAPSHOT, where the newest row counts and not the snapshot's.
CREATE DATABASE G;
ALTER DATABASE G SET ALLOW_SNAPSHOT_ISOLATION ON;
GO
USE G;
GO
CREATE TABLE dbo.P (id int PRIMARY KEY);
CREATE TABLE dbo.C (cid int PRIMARY KEY, pid int CONSTRAINT FK_C REFERENCES dbo.P(id), INDEX IX_pid (pid));
INSERT dbo.P VALUES (1), (2), (3), (4);
GO
-- A child that is not committed: the parent's deletion waits.
BEGIN TRANSACTION;
INSERT dbo.C VALUES (10, 1);
GO
-- @session other
USE G;
SET LOCK_TIMEOUT 0;
DELETE dbo.P WHERE id = 1;
GO
DELETE dbo.P WHERE id = 4;
GO
-- @session
USE G;
SET LOCK_TIMEOUT 0;
GO
-- A parent's deletion that is not committed: who would refer to it waits.
-- @session other
BEGIN TRANSACTION;
DELETE dbo.P WHERE id = 2;
GO
-- @session
INSERT dbo.C VALUES (20, 2);
GO
INSERT dbo.C VALUES (30, 3);
GO
-- @session other
COMMIT;
GO
-- @session
INSERT dbo.C VALUES (20, 2);
GO
COMMIT;
GO
-- SNAPSHOT: the row is seen, and it is gone.
SET TRANSACTION ISOLATION LEVEL SNAPSHOT;
BEGIN TRANSACTION;
SELECT COUNT(*) AS parents FROM dbo.P;
GO
-- @session other
DELETE dbo.C WHERE pid = 3;
DELETE dbo.P WHERE id = 3;
GO
-- @session
SELECT COUNT(*) AS parents FROM dbo.P;
INSERT dbo.C VALUES (31, 3);
GO
ROLLBACK;
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
SELECT * FROM dbo.C;
GO
