-- docs/t-sql/functions/rand-transact-sql.md: "Repetitive calls of RAND() with the same seed value return the same results"; for one
-- connection all calls after a seed follow from it. The three numbers were the example's result as long as it printed one.
SELECT CAST(RAND(100) AS decimal(17, 15)) AS first, CAST(RAND() AS decimal(17, 15)) AS second, CAST(RAND() AS decimal(17, 15)) AS third;
GO
-- The next batch of the session goes on from there.
SELECT CASE WHEN RAND() <> RAND() THEN 'differ' END AS calls;
SELECT CAST(RAND(100) AS decimal(17, 15)) AS again;
GO
-- One call is made once in a statement, whatever rows there are; each place where it stands is a call of its own.
CREATE TABLE t (id int);
INSERT t VALUES (1), (2), (3), (4);
SELECT COUNT(DISTINCT r) AS results, COUNT(*) AS rows FROM (SELECT RAND() AS r FROM t) AS d;
SELECT COUNT(*) AS same FROM (SELECT RAND() AS a, RAND() AS b FROM t) AS d WHERE a = b;
SELECT COUNT(DISTINCT r) AS results FROM (SELECT RAND(5) AS r FROM t) AS d;
-- A seed of the row gives each row its number.
SELECT COUNT(DISTINCT r) AS results FROM (SELECT RAND(id) AS r FROM t) AS d;
SELECT id FROM t WHERE RAND(id) = RAND(3);
-- A seed that differs at each call as well.
SELECT COUNT(DISTINCT r) AS results FROM (SELECT RAND(CHECKSUM(NEWID())) AS r FROM t) AS d;
GO
-- It is a float, within 0 and 1 without them.
DECLARE @i int = 0, @outside int = 0;
WHILE @i < 1000
BEGIN
    DECLARE @r float = RAND();
    IF @r <= 0 OR @r >= 1 SET @outside += 1;
    SET @i += 1;
END;
SELECT @outside AS outside;
SELECT RAND('7') * 0 AS seed_of_text, RAND(NULL) - RAND(0) AS seed_of_null;
GO
SELECT RAND(1, 2);
GO
SELECT RAND('x');
