-- SET STATISTICS IO (docs/t-sql/statements/set-statistics-io-transact-sql.md): of each table that a statement reads, how many scans it began
-- and how many pages it asked for. What the pages are follows from the rows: seven of a thousand bytes and more fill one.
CREATE DATABASE statistics_io;
GO
USE statistics_io;
CREATE TABLE dbo.small (k int NOT NULL CONSTRAINT pk_small PRIMARY KEY, v int NULL);
CREATE TABLE dbo.keyed (k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY, g int NOT NULL, v char(1000) NOT NULL);
CREATE TABLE dbo.heap (k int NOT NULL, v char(1000) NOT NULL);
CREATE TABLE dbo.long (k int NOT NULL CONSTRAINT pk_long PRIMARY KEY, v varchar(max) NULL);
SET NOCOUNT ON;
INSERT INTO dbo.small (k, v) VALUES (1, 10), (2, 20);
DECLARE @i int = 1;
WHILE @i <= 21
BEGIN
    INSERT INTO dbo.keyed (k, g, v) VALUES (@i, @i % 3, 'x');
    INSERT INTO dbo.heap (k, v) VALUES (@i, 'x');
    SET @i += 1;
END;
INSERT INTO dbo.long (k, v) VALUES (1, REPLICATE(CAST('x' AS varchar(max)), 20000)), (2, 'short');
GO
-- It is told at run time, for what follows in the same batch too. "Scan count is 0 if the index used is a unique index or clustered index on a
-- primary key and you're seeking for only one value": one page where the tree is one page, root and leaf where it has two levels.
SET STATISTICS IO ON;
SELECT v FROM dbo.small WHERE k = 2;
SELECT g FROM dbo.keyed WHERE k = 20;
-- A value that is not there is looked for all the same.
SELECT g FROM dbo.keyed WHERE k = 99;
GO
-- "Scan count is N when N is the number of different seeks or scans started": the root once, and the leaves one after the other. A range of
-- one leaf: root and leaf.
SELECT COUNT(*) AS n FROM dbo.keyed;
SELECT COUNT(*) AS n FROM dbo.keyed WHERE k BETWEEN 2 AND 4;
-- A heap: its allocation map, and the pages of its extent that are in use, of which the map's own page is one: 1 + 1 + 3.
SELECT COUNT(*) AS n FROM dbo.heap;
GO
-- A subquery that seeks for each row around: one value each, so no scan; twice root and leaf. What equals NULL is not looked for, and a table that
-- was not come to is not told of.
SELECT COUNT(*) AS n FROM dbo.small AS s WHERE EXISTS (SELECT * FROM dbo.keyed AS k WHERE k.k = s.k);
SELECT v FROM dbo.small WHERE k = NULL;
-- What reads no table tells nothing.
SELECT 1 AS one;
PRINT 'no table';
GO
-- Pages of large value types are counted apart. A value of 20,000 bytes is on three pages of some 8,000, and each is found from the value's root
-- page: "some LOB retrieval operations might require traversing the LOB tree multiple times".
SELECT LEN(v) AS n FROM dbo.long WHERE k = 1;
SELECT LEN(v) AS n FROM dbo.long WHERE k = 2;
GO
-- What is not in memory is read from the file: a seek reads the pages that it asks for; a scan of a heap asks for the map, then reads ahead what
-- the map says: three pages of rows. The map's own page is there by then.
SET STATISTICS IO OFF;
CHECKPOINT;
DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS;
SET STATISTICS IO ON;
SELECT g FROM dbo.keyed WHERE k = 20;
SELECT g FROM dbo.keyed WHERE k = 20;
SELECT COUNT(*) AS n FROM dbo.heap;
GO
-- Changes ask for pages too. Here for one page three times: to find the row, to come down from the root for the change, and, as the root is the leaf,
-- for it alone. Each statement of a procedure tells for itself; the second of these comes to a leaf that nobody has asked for since.
UPDATE dbo.small SET v = 11 WHERE k = 1;
GO
CREATE PROCEDURE dbo.both AS
BEGIN
    SELECT v FROM dbo.small WHERE k = 1;
    SELECT g FROM dbo.keyed WHERE k = 1;
END;
GO
EXECUTE dbo.both;
GO
-- What a procedure sets ends with it.
CREATE PROCEDURE dbo.silent AS
BEGIN
    SET STATISTICS IO OFF;
    SELECT v FROM dbo.small WHERE k = 1;
END;
GO
EXECUTE dbo.silent;
SELECT v FROM dbo.small WHERE k = 2;
SET STATISTICS IO OFF;
SELECT v FROM dbo.small WHERE k = 2;
GO
