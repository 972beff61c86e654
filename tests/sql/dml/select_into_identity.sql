-- t-sql/queries/select-into-clause-transact-sql.md, "When an existing identity column is selected into a new table, the new column inherits the IDENTITY
-- property", unless there is a join, a UNION, the column more than once, or in an expression; then it is NOT NULL.
-- t-sql/functions/identity-transact-sql.md: @@IDENTITY after a SELECT INTO.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE t(id int IDENTITY(10, 5) PRIMARY KEY, v varchar(10));
CREATE TABLE u(i int);
INSERT t(v) VALUES ('a'), ('b'), ('c');
INSERT u VALUES (10);
GO
SELECT * INTO plain FROM t;
SELECT @@IDENTITY AS last;
SELECT v, id AS other INTO renamed FROM t WHERE id > 10 ORDER BY id DESC;
SELECT id INTO none FROM t WHERE 1 = 0;
SELECT id INTO #temp FROM t;
SELECT t.id INTO joined FROM t JOIN u ON u.i = t.id;
SELECT t.id INTO crossed FROM t, u;
SELECT id INTO united FROM t UNION ALL SELECT i FROM u;
SELECT i INTO common FROM u INTERSECT SELECT id FROM t;
SELECT * FROM common;
SELECT id, id AS again INTO twice FROM t;
SELECT id + 0 AS id INTO computed FROM t;
SELECT id INTO grouped FROM t GROUP BY id;
SELECT MAX(id) AS id INTO greatest_one FROM t;
SELECT OBJECT_NAME(c.object_id) AS name, c.name AS of_column, c.is_identity, c.is_nullable, i.seed_value, i.increment_value
FROM sys.columns AS c LEFT JOIN sys.identity_columns AS i ON i.object_id = c.object_id AND i.column_id = c.column_id
WHERE c.name IN ('id', 'other', 'again') AND OBJECT_NAME(c.object_id) <> 't' ORDER BY 1, 2;
GO
INSERT plain(v) VALUES ('d');
INSERT renamed(v) VALUES ('d');
INSERT none DEFAULT VALUES;
INSERT #temp DEFAULT VALUES;
SELECT id, v FROM plain ORDER BY id;
SELECT other, v FROM renamed ORDER BY other;
SELECT id FROM none;
SELECT id FROM #temp ORDER BY id;
INSERT plain(id, v) VALUES (1, 'x');
GO
-- Into another database, and out of a view.
SELECT * INTO tempdb.dbo.copied FROM t;
INSERT tempdb.dbo.copied(v) VALUES ('d');
SELECT id, v FROM tempdb.dbo.copied ORDER BY id;
DROP TABLE tempdb.dbo.copied;
WITH u AS (SELECT id FROM t) SELECT id INTO of_common FROM t;
WITH t AS (SELECT i AS id FROM u) SELECT id INTO of_other FROM t;
SELECT name, OBJECTPROPERTY(object_id, 'TableHasIdentity') AS has_identity FROM sys.tables WHERE name LIKE 'of[_]%' ORDER BY name;
GO
BEGIN TRAN;
SELECT * INTO gone FROM t;
ROLLBACK;
SELECT * INTO gone FROM t;
INSERT gone(v) VALUES ('d');
SELECT MAX(id) AS last FROM gone;
GO
-- @crash
USE d;
GO
INSERT plain(v) VALUES ('e');
SELECT v, CASE WHEN id > 25 THEN 'behind' ELSE 'before' END AS place FROM plain WHERE v = 'e';
DBCC CHECKDB WITH NO_INFOMSGS;
GO
