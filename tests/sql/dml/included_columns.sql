-- docs/t-sql/statements/create-index-transact-sql.md: INCLUDE; docs/t-sql/queries/update-transact-sql.md: an UPDATE changes each row that meets the
-- condition once, whichever index finds it.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL PRIMARY KEY, k int NOT NULL, c int NULL, v varchar(100) NULL);
INSERT dbo.t SELECT value, value * 7 % 1000, value, 'a' FROM GENERATE_SERIES(1, 2000);
CREATE INDEX x ON dbo.t(k) INCLUDE (c, v);
GO
-- The index finds the rows, and its included columns change in place, also to longer values.
UPDATE dbo.t SET c = c + 10000 FROM dbo.t WITH (INDEX(x)) WHERE k >= 0 AND c < 10000;
SELECT COUNT(*) AS once FROM dbo.t WITH (INDEX(x)) WHERE c = id + 10000;
UPDATE dbo.t SET v = REPLICATE('b', 100) FROM dbo.t WITH (INDEX(x)) WHERE k < 500;
SELECT COUNT(*) AS longer FROM dbo.t WITH (INDEX(x)) WHERE v = REPLICATE('b', 100);
UPDATE dbo.t SET v = NULL, c = NULL FROM dbo.t WITH (INDEX(x)) WHERE k BETWEEN 100 AND 199;
SELECT COUNT(*) AS rows, COUNT(c) AS numbers, COUNT(v) AS texts FROM dbo.t WITH (INDEX(x));
-- The key itself moves rows forward in the index; each changes once.
UPDATE dbo.t SET k = k + 1 FROM dbo.t WITH (INDEX(x)) WHERE k >= 0;
SELECT COUNT(*) AS moved FROM dbo.t WITH (INDEX(x)) WHERE k = id * 7 % 1000 + 1;
GO
DBCC CHECKTABLE('dbo.t') WITH NO_INFOMSGS;
GO
USE master;
DROP DATABASE D;
GO
