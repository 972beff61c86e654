-- docs/t-sql/statements/alter-table-transact-sql.md, "Dropping constraints and columns": one statement drops constraints
-- and columns. The rows keep their other values when the clustered index, its key column or another index goes.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- The clustered key and its column.
CREATE TABLE dbo.a (x int NOT NULL CONSTRAINT u_a UNIQUE, k int NOT NULL CONSTRAINT pk_a PRIMARY KEY, y varchar(max));
INSERT dbo.a VALUES (2, 10, 'two'), (1, 20, REPLICATE(CAST('z' AS varchar(max)), 9000));
GO
ALTER TABLE dbo.a DROP CONSTRAINT u_a, pk_a, COLUMN k;
GO
SELECT x, LEN(y) AS n FROM dbo.a ORDER BY x;
SELECT type_desc FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.a');
GO
-- The clustered key goes, another index stays; the dropped column comes first.
CREATE TABLE dbo.b (k int NOT NULL CONSTRAINT pk_b PRIMARY KEY, x int, y int);
CREATE INDEX i_b ON dbo.b (y) INCLUDE (x);
INSERT dbo.b VALUES (1, 10, 100), (2, 20, 200);
GO
ALTER TABLE dbo.b DROP CONSTRAINT pk_b, COLUMN k;
GO
INSERT dbo.b VALUES (30, 300);
SELECT x FROM dbo.b WITH (INDEX (i_b)) WHERE y >= 200 ORDER BY y;
GO
-- A nonclustered key goes, the clustered one stays.
CREATE TABLE dbo.c (u int CONSTRAINT u_c UNIQUE, k int NOT NULL CONSTRAINT pk_c PRIMARY KEY, d int CONSTRAINT df_c DEFAULT 7);
INSERT dbo.c (u, k) VALUES (5, 1), (6, 2);
GO
ALTER TABLE dbo.c DROP CONSTRAINT u_c, COLUMN u;
GO
INSERT dbo.c (k) VALUES (3);
SELECT * FROM dbo.c WHERE k > 1;
GO
-- A column before the constraint that uses it can't be dropped.
CREATE TABLE dbo.d (u int CONSTRAINT u_d UNIQUE, v int);
GO
ALTER TABLE dbo.d DROP COLUMN u, CONSTRAINT u_d;
GO
-- Both are undone by a rollback.
BEGIN TRANSACTION;
ALTER TABLE dbo.c DROP CONSTRAINT pk_c, COLUMN k;
ROLLBACK;
SELECT k FROM dbo.c WHERE k = 2;
GO
DBCC CHECKTABLE ('dbo.a') WITH NO_INFOMSGS;
DBCC CHECKTABLE ('dbo.b') WITH NO_INFOMSGS;
DBCC CHECKTABLE ('dbo.c') WITH NO_INFOMSGS;
GO
