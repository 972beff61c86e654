-- docs/t-sql/queries/search-condition-transact-sql.md, docs/t-sql/language-elements/case-transact-sql.md; recorded answers of SQL Server: conditions that
-- constants decide are settled before the statement runs, so that their other operands can't fail.
CREATE TABLE t (a int);
INSERT t VALUES (2147483647), (2), (3);
GO
SELECT a FROM t WHERE NULL > a * 2000000000;
SELECT a FROM t WHERE 1 / 0 = 1 AND 1 = 0;
SELECT a FROM t WHERE a / 0 = 1 AND 1 = 0;
SELECT a FROM t WHERE a BETWEEN 1 / 0 AND NULL;
SELECT a FROM t WHERE a = 2 OR (a / 0 = 1 AND 'a' = 'b');
SELECT COUNT(*) AS n FROM t WHERE NOT (1 / 0 = 1 OR 1 = 1);
SELECT CASE 23 WHEN -38 THEN COUNT(7 / 0) ELSE 2 END AS c FROM t;
SELECT CASE WHEN 1 = 1 THEN 'yes' ELSE CONVERT(varchar(9), 1 / 0) END AS c, COALESCE(61, 1 / 0) AS d, IIF(1 = 0, 1 / 0, 5) AS e;
SELECT COUNT(61 / 0) AS c, COUNT(1) AS d, COUNT_BIG(a) AS b FROM t;
UPDATE t SET a = 0 WHERE a / 0 = 1 AND 1 = 0;
SELECT a FROM t WHERE 1 = 1 AND a < 3;
GO
SELECT a FROM t WHERE a / 0 = 1 AND 1 = 1;
GO
SELECT a FROM t ORDER BY 1 + 1;
GO
SELECT a FROM t ORDER BY 'a' + 'b';
GO
SELECT a FROM t ORDER BY ABS(-1);
GO
SELECT a FROM t ORDER BY COALESCE(61, a);
GO
SELECT a FROM t ORDER BY CASE 1 WHEN 1 THEN 5 ELSE a END;
GO
