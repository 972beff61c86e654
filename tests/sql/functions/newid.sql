-- docs/t-sql/functions/newid-transact-sql.md: a unique value of type uniqueidentifier, another one in each row (example D); compliant with RFC 4122.
CREATE TABLE t (id int);
INSERT t VALUES (1), (2), (3), (4), (5), (6), (7), (8);
SELECT COUNT(DISTINCT u) AS ids, COUNT(*) AS rows FROM (SELECT NEWID() AS u FROM t) AS d;
DECLARE @a uniqueidentifier = NEWID(), @b uniqueidentifier;
SET @b = NEWID();
SELECT CASE WHEN @a <> @b THEN 'differ' END AS ids, LEN(CONVERT(varchar(255), @a)) AS length, SUBSTRING(CONVERT(char(36), @a), 15, 1) AS version;
GO
-- The order of NEWID() is a random one: every row is there once.
SELECT COUNT(*) AS rows, SUM(id) AS total FROM (SELECT TOP (8) id FROM t ORDER BY NEWID()) AS d;
GO
-- A side of a comparison that has no column is evaluated once (docs/t-sql/queries/from-transact-sql.md, TABLESAMPLE: the column is there
-- "so that NEWID() evaluates once per row"): one row, or none, of a key drawn at random.
SELECT COUNT(*) AS found FROM t WHERE id = CAST(RAND(CHECKSUM(NEWID())) * 8 AS int) + 1;
UPDATE t SET id = id WHERE id = ABS(CHECKSUM(NEWID()) % 8) + 1;
SELECT COUNT(*) AS found FROM t AS a JOIN t AS b ON a.id = b.id AND a.id = ABS(CHECKSUM(NEWID()) % 8) + 1;
GO
-- With a column each row is asked for itself.
SELECT COUNT(DISTINCT c) AS results FROM (SELECT CHECKSUM(NEWID(), id) AS c FROM t) AS d;
GO
CREATE TABLE u (id uniqueidentifier, n int);
INSERT u SELECT NEWID(), id FROM t;
SELECT COUNT(DISTINCT id) AS ids FROM u;
GO
SELECT NEWID(1);
