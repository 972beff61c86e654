-- docs/t-sql/functions/concat-transact-sql.md: CONCAT "implicitly converts all arguments to string types"; concat-ws-transact-sql.md; the table of
-- string-agg-transact-sql.md has money and smallmoney with the result nvarchar(4000). Elsewhere money becomes a string by CAST only (257,
-- cast-and-convert-transact-sql.md); that CONCAT is excepted is known behaviour. Two digits after the point are those of style 0.
SELECT CONCAT('a', $1.5) AS one, CONCAT(CAST(-1234.5678 AS money), N'|', CAST(2 AS smallmoney)) AS two;
SELECT CONCAT_WS('-', CAST(1 AS money), 2, CAST(NULL AS money), $0.126) AS joined;
SELECT STRING_AGG(v, ',') WITHIN GROUP (ORDER BY v) AS list FROM (VALUES (CAST(1.5 AS money)), (10), (NULL)) AS t(v);
SELECT STRING_AGG(v, ',') AS list FROM (VALUES (CAST(1.5 AS smallmoney))) AS t(v);
GO
SELECT REVERSE($1.5) AS r;
GO
