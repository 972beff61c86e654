-- docs/t-sql/functions/: left, right, substring, replicate, space, stuff, str, soundex, concat -transact-sql.md; lengths as recorded answers of SQL Server:
-- constant counts bound the length of the result, and other values become texts of the lengths of their types.
SELECT LEFT('abcdef', 3) AS a, SUBSTRING('abcdef', 2, 3) AS b, RIGHT('abc', 2) AS c, REPLICATE('ab', 3) AS d, SPACE(3) AS e,
    STUFF('abcdefghij', 8, 5, 'XY') AS f, STR(1.5) AS g, STR(1, 4) AS h, SOUNDEX('a') AS i;
SELECT LEFT('abc', 0) AS a, LEFT(N'abc', 9) AS b, SUBSTRING(0x010203, 1, 2) AS c, REPLICATE(N'ab', 0) AS d, REPLICATE('ab', -1) AS e,
    SPACE(0) AS f, REPLICATE(N'ab', 3000) AS g, STUFF('abc', 2, 1, NULL) AS h, STR(1.25, 6, 1) AS i;
DECLARE @n int = 2, @s varchar(10) = 'abcdefghij', @m varchar(max) = 'abc';
SELECT LEFT(@s, @n) AS a, LEFT(@s, 4) AS b, LEFT(@m, 2) AS c, REPLICATE(@s, @n) AS d, REPLICATE(@s, 2) AS e, SPACE(@n) AS f,
    STUFF(@s, @n, 1, 'x') AS g, STR(1, @n) AS h;
SELECT CONCAT('a', 1) AS a, CONCAT('a', NULL) AS b, CONCAT(CAST(1 AS bit), CAST(1 AS tinyint)) AS c, CONCAT(CAST(1 AS smallint), CAST(1 AS bigint)) AS d,
    CONCAT(1.5, $1) AS e, CONCAT(1e0, '') AS f, LOWER(12345) AS g, LEFT(12345, 2) AS h;
SELECT CONCAT(CAST('2024-01-02' AS date), '') AS a, LEN(CONCAT(NEWID(), N'')) AS b, UPPER('abc') AS c, REVERSE(N'ab') AS d, REPLACE('abc', 'b', 'x') AS e;
GO
CREATE TABLE names (name varchar(40) NOT NULL);
SELECT LEFT(name, 3) AS short, STR(1.5, 6, 2) AS number INTO pieces FROM names;
SELECT name, max_length FROM sys.columns WHERE object_id = OBJECT_ID('pieces') ORDER BY column_id;
GO
