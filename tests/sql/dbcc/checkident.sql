-- docs/t-sql/database-console-commands/dbcc-checkident-transact-sql.md: its table of corrections, exceptions and messages.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.AddressType (AddressTypeID int IDENTITY(1, 1), Name varchar(20));
-- Never used: there is neither a current value nor one in the column.
DBCC CHECKIDENT ('dbo.AddressType', NORESEED);
GO
INSERT dbo.AddressType VALUES ('a'), ('b'), ('c');
-- A and B: current value and greatest value of the column.
DBCC CHECKIDENT ('dbo.AddressType');
DBCC CHECKIDENT ('[dbo].[AddressType]', NORESEED);
DBCC CHECKIDENT ('G.dbo.AddressType', RESEED);
DBCC CHECKIDENT (AddressType);
GO
-- C: with rows the next one is new_reseed_value + increment.
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 10);
INSERT dbo.AddressType VALUES ('d');
SELECT * FROM dbo.AddressType WHERE Name = 'd';
SELECT IDENT_CURRENT('dbo.AddressType') AS last;
GO
-- Set below the greatest value: RESEED brings it back to that, NORESEED only tells.
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 2) WITH NO_INFOMSGS;
DBCC CHECKIDENT ('dbo.AddressType', NORESEED);
INSERT dbo.AddressType VALUES ('duplicate');
SELECT AddressTypeID FROM dbo.AddressType WHERE Name = 'duplicate';
DBCC CHECKIDENT ('dbo.AddressType', RESEED);
INSERT dbo.AddressType VALUES ('e');
SELECT MAX(AddressTypeID) AS greatest FROM dbo.AddressType;
GO
-- Exceptions: a current value beyond the greatest stays; all rows deleted: it stays, too.
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 100) WITH NO_INFOMSGS;
DBCC CHECKIDENT ('dbo.AddressType', RESEED);
DELETE dbo.AddressType;
DBCC CHECKIDENT ('dbo.AddressType', RESEED);
GO
-- All rows deleted: the next is new_reseed_value + increment.
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 0);
INSERT dbo.AddressType VALUES ('after delete');
SELECT * FROM dbo.AddressType;
GO
-- D: truncated: the next is new_reseed_value itself, whatever was set before.
TRUNCATE TABLE dbo.AddressType;
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 5);
DBCC CHECKIDENT ('dbo.AddressType', RESEED, 0);
DBCC CHECKIDENT ('dbo.AddressType', NORESEED);
INSERT dbo.AddressType VALUES ('after truncate');
INSERT dbo.AddressType VALUES ('and one');
SELECT * FROM dbo.AddressType;
GO
-- Never used: the same.
CREATE TABLE dbo.never (id smallint IDENTITY(7, 3), a int);
DBCC CHECKIDENT ('dbo.never', RESEED, 30);
INSERT dbo.never VALUES (1), (2);
SELECT * FROM dbo.never;
GO
-- A row whose transaction was rolled back counts as one that was deleted.
CREATE TABLE dbo.rolled (id int IDENTITY, a int);
BEGIN TRANSACTION;
INSERT dbo.rolled VALUES (1);
ROLLBACK;
DBCC CHECKIDENT ('dbo.rolled', RESEED, 20);
INSERT dbo.rolled VALUES (2);
SELECT * FROM dbo.rolled;
GO
-- Values that become smaller.
CREATE TABLE dbo.down (id int IDENTITY(-1, -1), a int);
INSERT dbo.down VALUES (1), (2), (3);
DBCC CHECKIDENT ('dbo.down', NORESEED);
DBCC CHECKIDENT ('dbo.down', RESEED, -1) WITH NO_INFOMSGS;
DBCC CHECKIDENT ('dbo.down', RESEED);
INSERT dbo.down VALUES (4);
SELECT MIN(id) AS least FROM dbo.down;
GO
-- What was set outlives the instance.
DBCC CHECKIDENT ('dbo.rolled', RESEED, 1000) WITH NO_INFOMSGS;
GO
-- @restart
USE G;
INSERT dbo.rolled VALUES (3);
SELECT MAX(id) AS greatest FROM dbo.rolled;
GO
-- Temporary tables.
CREATE TABLE #t (id int IDENTITY, a int);
INSERT #t VALUES (1);
DBCC CHECKIDENT ('#t', RESEED, 50) WITH NO_INFOMSGS;
INSERT #t VALUES (2);
SELECT * FROM #t;
GO
-- 2501, 7997, 2560.
DBCC CHECKIDENT ('dbo.nosuch');
GO
CREATE TABLE dbo.none (a int);
DBCC CHECKIDENT ('dbo.none', RESEED, 1);
GO
DBCC CHECKIDENT ('dbo.never', RESEED, 40000);
GO
