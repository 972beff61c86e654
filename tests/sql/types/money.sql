-- docs/t-sql/data-types/money-and-smallmoney-transact-sql.md; styles and rounding: functions/cast-and-convert-transact-sql.md.
CREATE TABLE t (m money, s smallmoney);
INSERT t VALUES (922337203685477.5807, 214748.3647);
INSERT t VALUES ('-$922,337,203,685,477.5808', '-214748.3648');
INSERT t VALUES ($.5, -.5);
SELECT m, s FROM t ORDER BY m;
SELECT CONVERT(varchar(30), CAST(4235.9819 AS money), 0) AS a, CONVERT(varchar(30), CAST(3510.92 AS money), 1) AS b,
    CONVERT(varchar(30), CAST(4235.9819 AS money), 2) AS c, CONVERT(varchar(30), CAST(4235.9819 AS money), 126) AS d;
-- "Truncating and rounding results": money to int and numeric to money are rounded.
SELECT CAST(CAST(10.6496 AS money) AS int) AS i, CAST(10.64965 AS money) AS m, CAST(CAST(1.5 AS money) AS numeric(5, 0)) AS n;
-- Four digits are kept of every intermediate result.
DECLARE @a money = 100, @b money = 339, @c money = 10000;
SELECT @a / @b * @c AS m, @a * 2 AS twice, @a + 1.5 AS n, -@a AS minus, @b % @a AS rest;
SELECT SUM(s) AS sum, AVG(s) AS avg, MAX(s) AS max FROM t;
SELECT ABS(-$1.5) AS a, FLOOR(-$1.5) AS f, CEILING(-$1.5) AS c, ROUND($1.2355, 3) AS r, SIGN($-7) AS s, DATALENGTH($1) AS d;
GO
SELECT CAST(214748.3648 AS smallmoney);
GO
SELECT CAST('ten' AS money);
GO
SELECT CAST('1000000' AS smallmoney);
GO
DECLARE @m money = 922337203685477.5807;
SELECT @m + 1;
GO
-- Only an explicit conversion leads from money to a string.
DECLARE @v varchar(10) = $1;
GO
SELECT $1 & 1;
