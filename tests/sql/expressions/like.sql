-- docs/t-sql/language-elements/like-transact-sql.md: "Pattern Matching by Using LIKE" (char against nchar), example C, remarks.
CREATE TABLE t (col1 CHAR(30));
INSERT INTO t VALUES ('Robert King');
SELECT COUNT(*) FROM t WHERE col1 LIKE '% King';
CREATE TABLE u (col1 NCHAR(30));
INSERT INTO u VALUES ('Robert King');
SELECT COUNT(*) FROM u WHERE col1 LIKE '% King';
SELECT COUNT(*) FROM u WHERE RTRIM(col1) LIKE '% King';
GO
CREATE TABLE mytbl2 (c1 sysname);
INSERT mytbl2 VALUES ('Discount is 10-15% off'), ('Discount is .10-.15 off');
SELECT CAST(c1 AS varchar(25)) AS c1 FROM mytbl2 WHERE c1 LIKE '%10-15!% off%' ESCAPE '!';
GO
CREATE TABLE names (id int, name varchar(10));
INSERT names VALUES (1, 'Cheryl'), (2, 'Sheryl'), (3, 'Meryl'), (4, NULL), (5, 'Zheng'), (6, 'zhang'), (7, '100%');
SELECT id FROM names WHERE name LIKE '[CS]heryl';
SELECT id FROM names WHERE name NOT LIKE '[CS]heryl';
SELECT id FROM names WHERE NOT name LIKE '%e%' OR name LIKE 'Zh[ae]ng';
SELECT id FROM names WHERE name LIKE '%[%]';
-- NULL is neither like nor not like anything.
SELECT id FROM names WHERE name LIKE '%' OR name LIKE NULL;
SELECT id FROM names WHERE name LIKE NULL OR name NOT LIKE NULL;
-- A number is matched as its text.
SELECT id FROM names WHERE id + 10 LIKE '1[^1-5]';
IF 'ab' LIKE 'A_' PRINT 'by the collation';
-- Nothing behind the escape character: false.
IF 'ab' NOT LIKE 'ab!' ESCAPE '!' PRINT 'false';
GO
SELECT id FROM names WHERE name LIKE 'a' ESCAPE '!!';
