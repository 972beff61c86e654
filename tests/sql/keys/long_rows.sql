-- docs/relational-databases/pages-and-extents-architecture-guide.md, "Row-overflow considerations": values go off their row in a clustered index, too.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(id int CONSTRAINT PK_t PRIMARY KEY, a varchar(5000), b varchar(5000), c varchar(max));
GO
INSERT INTO dbo.t VALUES (1, REPLICATE('a', 5000), REPLICATE('b', 5000), REPLICATE(CAST('c' AS varchar(max)), 100000));
INSERT INTO dbo.t VALUES (2, 'a', 'b', 'c');
SELECT id, LEN(a) AS a, LEN(b) AS b, LEN(c) AS c FROM dbo.t;
GO
UPDATE dbo.t SET a = 'short' WHERE id = 1;
UPDATE dbo.t SET id = id + 1;
SELECT id, LEN(a) AS a, LEN(b) AS b, LEN(c) AS c FROM dbo.t;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
INSERT INTO dbo.t VALUES (2, REPLICATE('a', 5000), REPLICATE('b', 5000), NULL);
GO
DELETE FROM dbo.t WHERE id = 2;
SELECT id, LEN(a) AS a, LEN(b) AS b, LEN(c) AS c FROM dbo.t;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
