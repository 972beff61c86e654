-- t-sql/queries/hints-transact-sql-table.md: INDEX, FORCESEEK and FORCESCAN of the table that UPDATE and DELETE change, beside READPAST and
-- UPDLOCK, as job queues have them. 8622 if no plan follows the hint.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.q(id int PRIMARY KEY, name varchar(10), taken int, INDEX i (name));
INSERT dbo.q VALUES (1, 'a', 0), (2, 'b', 0), (3, 'c', 0);
GO
UPDATE TOP (1) x SET taken = 1 OUTPUT inserted.id, inserted.name FROM dbo.q AS x WITH (FORCESEEK, READPAST, UPDLOCK, ROWLOCK) WHERE name IN ('b');
DELETE x OUTPUT deleted.id FROM dbo.q AS x WITH (INDEX(i)) WHERE name = 'c';
UPDATE x SET taken = taken + 5 FROM dbo.q AS x WITH (FORCESCAN);
SELECT id, name, taken FROM dbo.q ORDER BY id;
GO
UPDATE x SET taken = 3 FROM dbo.q AS x WITH (FORCESEEK) WHERE taken = 5;
GO
