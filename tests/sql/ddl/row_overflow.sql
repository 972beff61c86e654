-- docs/relational-databases/pages-and-extents-architecture-guide.md, "Large Row Support": where the columns of a row are more than 8,060 bytes, the
-- widest variable-length ones move to other pages, and the row keeps pointers.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(id int, a varchar(5000), b nvarchar(3000), c varbinary(6000), d char(100));
INSERT INTO dbo.t VALUES (1, REPLICATE('a', 5000), REPLICATE(N'b', 3000), CAST(REPLICATE('c', 6000) AS varbinary(6000)), 'd');
INSERT INTO dbo.t VALUES (2, REPLICATE('a', 5000), N'b', 0x0C, 'd'), (3, NULL, NULL, CAST(REPLICATE('c', 6000) AS varbinary(6000)), NULL);
INSERT INTO dbo.t SELECT id + 10, SUBSTRING(c, 1, 5000), b, CAST(a AS varbinary(6000)), d FROM dbo.t WHERE id = 1;
INSERT INTO dbo.t SELECT id + 20, LEFT(c, 5000), b, CAST(a AS varbinary(6000)), d FROM dbo.t WHERE id = 1;
SELECT id, LEN(a) AS a, LEN(b) AS b, DATALENGTH(c) AS c, LEFT(a, 1) AS fa, RIGHT(b, 1) AS lb, SUBSTRING(c, 5000, 1) AS mc FROM dbo.t ORDER BY id;
UPDATE dbo.t SET a = REPLICATE('x', 4000) WHERE id < 3;
UPDATE dbo.t SET b = NULL, c = NULL WHERE id = 1;
UPDATE dbo.t SET b = REPLICATE(N'y', 3000) WHERE id = 3;
SELECT id, LEN(a) AS a, LEN(b) AS b, DATALENGTH(c) AS c FROM dbo.t ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
DELETE FROM dbo.t WHERE id <> 3;
DBCC CHECKDB WITH NO_INFOMSGS;
SELECT id, RIGHT(b, 2) AS b, RIGHT(c, 1) AS c FROM dbo.t;
GO
-- Columns of fixed length do not move: docs/relational-databases/errors-events/database-engine-events-and-errors.md, 1701; and 511, where even
-- all that can move is not enough; 1708 warns of that. The sizes are those of this engine's rows, whose overhead is its own.
CREATE TABLE dbo.fixed(a char(5000), b char(5000));
GO
CREATE TABLE dbo.tight(a char(8000), b varchar(20), c varchar(20), d varchar(20));
INSERT INTO dbo.tight VALUES ('a', 'b', 'c', 'd');
INSERT INTO dbo.tight VALUES ('a', 'twenty characters...', 'twenty characters...', 'twenty characters...');
SELECT COUNT(*) AS n FROM dbo.tight;
GO
