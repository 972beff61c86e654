-- docs/t-sql/functions/next-value-for-transact-sql.md, "Limitations and Restrictions";
-- docs/relational-databases/errors-events/database-engine-events-and-errors-11000-to-12999.md.
CREATE SEQUENCE places START WITH 1;
CREATE SEQUENCE small AS int START WITH 1;
CREATE TABLE drawn (id bigint CONSTRAINT d_id DEFAULT (NEXT VALUE FOR places), n int);
INSERT INTO drawn (n) VALUES (1), (2);
GO
-- An UPDATE draws a value for each row.
UPDATE drawn SET id = NEXT VALUE FOR small;
UPDATE drawn SET n += NEXT VALUE FOR small WHERE n = 2;
UPDATE drawn SET id = DEFAULT WHERE n = 1;
SELECT id, n FROM drawn ORDER BY n;
-- All occurrences of a sequence have one value in a row, also in the variable of the last row.
DECLARE @last bigint;
UPDATE drawn SET @last = id = NEXT VALUE FOR small, n = 10 * NEXT VALUE FOR small;
SELECT id, n, CASE WHEN @last = (SELECT MAX(id) FROM drawn) THEN 'the last' END AS variable FROM drawn ORDER BY id;
GO
-- 11719: views, computed columns, CHECK, table types.
CREATE VIEW draws AS SELECT NEXT VALUE FOR places AS n;
GO
CREATE FUNCTION drawing() RETURNS TABLE AS RETURN SELECT NEXT VALUE FOR places AS n;
GO
CREATE TABLE computing (a int, b AS NEXT VALUE FOR places);
GO
CREATE TABLE checking (a int CHECK (a > NEXT VALUE FOR places));
GO
CREATE TYPE listing AS TABLE (a int DEFAULT (NEXT VALUE FOR places));
GO
-- 11724: an argument of a table-valued function.
SELECT value FROM STRING_SPLIT(CAST(NEXT VALUE FOR places AS varchar(10)), ',');
GO
CREATE FUNCTION same(@a bigint) RETURNS TABLE AS RETURN SELECT @a AS a;
GO
SELECT s.a FROM drawn CROSS APPLY same(NEXT VALUE FOR places) AS s;
GO
-- 11738: FOR XML.
SELECT NEXT VALUE FOR places AS n FOR XML PATH;
GO
-- 11717: OVER in a default or an UPDATE; 11730: a default's sequence in a named database.
UPDATE drawn SET id = NEXT VALUE FOR places OVER (ORDER BY n);
GO
ALTER TABLE drawn ADD c bigint DEFAULT (NEXT VALUE FOR places OVER (ORDER BY n));
GO
ALTER TABLE drawn ADD c bigint DEFAULT (NEXT VALUE FOR master.dbo.places);
GO
-- 11739 and 11740: TOP, OFFSET and ROWCOUNT.
UPDATE TOP (1) drawn SET id = NEXT VALUE FOR places;
GO
INSERT TOP (1) INTO drawn (n) VALUES (3);
GO
INSERT INTO drawn (n) SELECT TOP (1) 3;
GO
INSERT INTO drawn (n) SELECT n FROM drawn ORDER BY n OFFSET 1 ROWS;
GO
SET ROWCOUNT 1;
SELECT NEXT VALUE FOR places AS n;
GO
INSERT INTO drawn (n) VALUES (3);
GO
SET ROWCOUNT 0;
INSERT INTO drawn (n) VALUES (3);
SELECT COUNT(*) AS rows FROM drawn;
GO
-- 11731: a column that isn't listed draws from the sequence of a row constructor by its default. One row draws one value.
INSERT INTO drawn (n) VALUES (NEXT VALUE FOR places), (5);
GO
DELETE drawn;
INSERT INTO drawn (n) VALUES (NEXT VALUE FOR places);
INSERT INTO drawn (id, n) VALUES (DEFAULT, NEXT VALUE FOR places), (DEFAULT, NEXT VALUE FOR places);
INSERT INTO drawn (n) VALUES (NEXT VALUE FOR small), (NEXT VALUE FOR small);
SELECT COUNT(*) AS rows, COUNT(DISTINCT id) AS ids FROM drawn;
SELECT COUNT(*) AS same FROM drawn WHERE id = n;
GO
-- 11734 and 11735: over a nested statement.
CREATE TABLE plain (id bigint, n int);
GO
INSERT INTO plain (id, n) SELECT NEXT VALUE FOR places, d.n FROM (DELETE drawn OUTPUT deleted.n) AS d;
GO
INSERT INTO drawn (n) SELECT p.n FROM (DELETE plain OUTPUT deleted.n) AS p;
GO
INSERT INTO drawn (id, n) SELECT p.id, p.n FROM (DELETE plain OUTPUT deleted.id, deleted.n) AS p;
DROP TABLE plain;
GO
DROP TABLE drawn;
DROP FUNCTION same;
DROP SEQUENCE places;
DROP SEQUENCE small;
