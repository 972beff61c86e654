-- docs/t-sql/language-elements/in-transact-sql.md: NULL values on either side of NOT IN give UNKNOWN;
-- docs/t-sql/statements/delete-transact-sql.md and docs/t-sql/queries/update-transact-sql.md: the rows that meet the condition are changed.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t(id int NOT NULL, k int NULL);
CREATE TABLE dbo.u(k int NULL);
INSERT dbo.u SELECT value * 2 FROM GENERATE_SERIES(1, 20000);
INSERT dbo.t SELECT value, value FROM GENERATE_SERIES(1, 20000);
INSERT dbo.t VALUES (0, NULL);
GO
-- Each row is looked up, rather than compared with all others.
UPDATE dbo.t SET k = -k WHERE k NOT IN (SELECT k FROM dbo.u);
SELECT COUNT(*) AS changed, MIN(k) AS least FROM dbo.t WHERE k < 0;
DECLARE @list varchar(max);
SELECT @list = STRING_AGG(CONVERT(varchar(max), k), ',') FROM dbo.u;
DELETE dbo.t WHERE k NOT IN (SELECT value FROM STRING_SPLIT(@list, ','));
SELECT COUNT(*) AS kept, COUNT(k) AS known FROM dbo.t;
GO
-- NULL among the others' values keeps all rows; no value at all keeps none, not even NULL.
INSERT dbo.u VALUES (NULL);
DELETE dbo.t WHERE k NOT IN (SELECT k FROM dbo.u WHERE k IS NULL);
DELETE dbo.t WHERE k NOT IN (SELECT k FROM dbo.u);
SELECT COUNT(*) AS kept FROM dbo.t;
DELETE dbo.t WHERE k NOT IN (SELECT k FROM dbo.u WHERE k = 1);
SELECT COUNT(*) AS kept FROM dbo.t;
GO
-- The query may read the table that is changed.
INSERT dbo.t VALUES (1, 2), (2, 3), (3, NULL), (4, 1);
DELETE x FROM dbo.t AS x WHERE x.id NOT IN (SELECT y.k FROM dbo.t AS y WHERE y.k IS NOT NULL);
SELECT id FROM dbo.t ORDER BY id;
GO
DELETE dbo.t WHERE id NOT IN (SELECT CAST(value AS int) FROM STRING_SPLIT('1,2,x', ','));
GO
DELETE dbo.t WHERE EXISTS (SELECT 1 FROM dbo.u WHERE u.k = t.id OR u.k = t.k);
SELECT id FROM dbo.t ORDER BY id;
GO
USE master;
DROP DATABASE D;
GO
