-- docs/relational-databases/collations/set-or-change-the-column-collation.md, docs/t-sql/statements/collation-precedence-transact-sql.md:
-- a column has its own collation, which decides what is equal among its values and in which order they are.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE words (id int, cs nvarchar(20) COLLATE Latin1_General_CS_AS NOT NULL, ai varchar(20) COLLATE Latin1_General_CI_AI, plain nvarchar(20));
INSERT words VALUES (1, N'cote', 'cote', N'cote'), (2, N'Cote', 'côte', N'Cote'), (3, N'COTE', 'COTÉ', N'COTE'), (4, N'cote', NULL, N'dog');
SELECT name, collation_name FROM sys.columns WHERE object_id = OBJECT_ID('words') ORDER BY column_id;
GO
-- Comparisons, IN, BETWEEN, LIKE, CASE, NULLIF.
SELECT id FROM words WHERE cs = N'cote' ORDER BY id;
SELECT id FROM words WHERE ai = 'CÔTE' ORDER BY id;
SELECT id FROM words WHERE cs IN (N'COTE', N'x') ORDER BY id;
SELECT id FROM words WHERE cs LIKE N'C%' ORDER BY id;
SELECT id FROM words WHERE ai LIKE 'cote' ORDER BY id;
SELECT CASE cs WHEN N'COTE' THEN 'capitals' ELSE 'other' END AS c FROM words WHERE id > 2 ORDER BY id;
SELECT id, cs FROM words ORDER BY cs DESC, id;
GO
-- COLLATE says otherwise: explicit before implicit. A variable has no collation of its own.
SELECT id FROM words WHERE cs = N'cote' COLLATE Latin1_General_CI_AS ORDER BY id;
DECLARE @v nvarchar(20) = N'COTE';
SELECT id FROM words WHERE cs = @v;
SELECT COUNT(*) AS n FROM words WHERE plain = @v;
GO
-- GROUP BY, DISTINCT, COUNT(DISTINCT), MIN, MAX; of each group the value that was met first is shown.
SELECT cs, COUNT(*) AS n FROM words GROUP BY cs ORDER BY cs;
SELECT plain, COUNT(*) AS n FROM words GROUP BY plain ORDER BY plain;
SELECT ai, COUNT(*) AS n FROM words GROUP BY ai ORDER BY ai;
SELECT DISTINCT cs FROM words ORDER BY cs;
SELECT COUNT(DISTINCT cs) AS cs, COUNT(DISTINCT plain) AS plain, COUNT(DISTINCT ai) AS ai, MIN(cs) AS least, MAX(cs) AS greatest FROM words;
SELECT plain COLLATE Latin1_General_BIN2 AS p FROM words GROUP BY plain COLLATE Latin1_General_BIN2 ORDER BY p;
GO
-- Set operations, derived tables, subqueries, WITH, windows.
SELECT cs FROM words UNION SELECT N'COTE' UNION SELECT N'cOTE' ORDER BY cs;
SELECT COUNT(*) AS n FROM (SELECT cs AS w FROM words) AS d WHERE w = N'Cote';
SELECT id FROM words WHERE N'Cote' = (SELECT MAX(w.cs) FROM words AS w WHERE w.id = words.id) ORDER BY id;
WITH w AS (SELECT DISTINCT cs FROM words) SELECT COUNT(*) AS n FROM w WHERE cs = N'COTE';
SELECT id, ROW_NUMBER() OVER (PARTITION BY cs ORDER BY id) AS n, MAX(cs) OVER (PARTITION BY ai) AS most FROM words ORDER BY id;
SELECT cs FROM words INTERSECT SELECT plain COLLATE Latin1_General_CS_AS FROM words WHERE id > 1 ORDER BY cs;
GO
-- Joins; functions that search.
SELECT a.id AS a, b.id AS b FROM words AS a JOIN words AS b ON a.cs = b.cs AND a.id < b.id;
SELECT CHARINDEX(N'O', cs) AS o, REPLACE(cs, N'c', N'-') AS r, PATINDEX(N'%[A-Z]%', cs COLLATE Latin1_General_BIN2) AS p FROM words ORDER BY id;
GO
-- 468: two columns disagree; the same in a set operation; 451 in a select list.
SELECT id FROM words WHERE cs = ai;
GO
SELECT id FROM words WHERE cs = plain;
GO
SELECT cs FROM words UNION SELECT plain FROM words;
GO
SELECT cs FROM words UNION ALL SELECT plain FROM words;
GO
SELECT id, cs + plain AS both FROM words;
GO
SELECT CASE WHEN id > 1 THEN cs ELSE plain END AS c FROM words;
GO
SELECT TOP 1 (CASE WHEN id > 1 THEN cs ELSE plain END) COLLATE Latin1_General_CI_AS AS c FROM words ORDER BY id;
GO
-- Keys: unique by the column's collation; found and ordered by it.
CREATE TABLE keyed (k nvarchar(10) COLLATE Latin1_General_CS_AS PRIMARY KEY, u varchar(10) COLLATE Latin1_General_CI_AI UNIQUE);
INSERT keyed VALUES (N'a', 'é'), (N'A', 'f'), (N'b', 'g');
GO
INSERT keyed VALUES (N'A', 'h');
GO
INSERT keyed VALUES (N'c', 'E');
GO
SELECT k FROM keyed WHERE k = N'A';
SELECT k FROM keyed ORDER BY k;
UPDATE keyed SET u = 'x' WHERE k = N'a';
SELECT k, u FROM keyed WHERE u >= 'F' ORDER BY u;
DELETE keyed WHERE k = N'B';
DELETE keyed WHERE k = N'b';
DBCC CHECKDB (D) WITH NO_INFOMSGS;
GO
-- 1757: a foreign key's columns have one collation.
CREATE TABLE child (c nvarchar(10) REFERENCES keyed(k));
GO
CREATE TABLE child (c nvarchar(10) COLLATE Latin1_General_CS_AS REFERENCES keyed(k) ON UPDATE CASCADE);
INSERT child VALUES (N'A');
INSERT child VALUES (N'B');
UPDATE keyed SET k = N'Z' WHERE k = N'A';
SELECT c FROM child;
GO
-- CHECKs and computed columns by it; SELECT INTO takes it over; it stays after a restart.
CREATE TABLE checked (a nvarchar(10) COLLATE Latin1_General_CS_AS CHECK (a <> N'X'), b AS a + N'!');
INSERT checked VALUES (N'x');
INSERT checked VALUES (N'X');
SELECT COUNT(*) AS n FROM checked WHERE b = N'X!';
SELECT * INTO copied FROM checked;
SELECT name, collation_name FROM sys.columns WHERE object_id = OBJECT_ID('copied') ORDER BY column_id;
GO
-- @restart
USE D;
SELECT cs, COUNT(*) AS n FROM words GROUP BY cs ORDER BY cs;
SELECT k FROM keyed WHERE k = N'z';
SELECT k FROM keyed WHERE k = N'Z';
GO
-- docs/t-sql/statements/alter-table-transact-sql.md: ALTER COLUMN changes a collation where nothing depends on the column.
ALTER TABLE words ALTER COLUMN cs nvarchar(20) COLLATE Latin1_General_CI_AS NOT NULL;
SELECT COUNT(*) AS n FROM words WHERE cs = N'COTE';
GO
ALTER TABLE keyed ALTER COLUMN u varchar(10) COLLATE Latin1_General_CS_AS;
GO
-- Refused: what is no text, what is no collation.
CREATE TABLE bad (a int COLLATE Latin1_General_CI_AS);
GO
CREATE TABLE bad (a varchar(10) COLLATE Latin1_General_CI_AS_SC);
GO
-- docs/t-sql/functions/collation-functions-collationproperty-transact-sql.md: the page's example, and the bits of what is ignored.
SELECT CONVERT(int, COLLATIONPROPERTY('Latin1_General_CS_AS', 'CodePage')) AS page, CONVERT(int, COLLATIONPROPERTY('Latin1_General_CI_AI', 'ComparisonStyle')) AS style, CONVERT(int, COLLATIONPROPERTY('Latin1_General_BIN2', 'ComparisonStyle')) AS by_code, CONVERT(int, COLLATIONPROPERTY('Latin1_General_100_CI_AS', 'Version')) AS version, CONVERT(int, COLLATIONPROPERTY('Cyrillic_General_CI_AS', 'LCID')) AS lcid, COLLATIONPROPERTY('Klingon', 'LCID') AS none;
-- docs/relational-databases/system-functions/sys-fn-helpcollations-transact-sql.md.
SELECT name, description FROM sys.fn_helpcollations() WHERE name IN ('Latin1_General_BIN', 'Latin1_General_CI_AS', 'SQL_Latin1_General_CP1_CI_AS') ORDER BY name;
GO
