-- Recorded answers of SQL Server: (SELECT NULL) has the type int, as docs/t-sql/language-elements/null-and-unknown-transact-sql.md leaves open.
SELECT SQL_VARIANT_PROPERTY((SELECT NULL), 'BaseType') AS none, COALESCE((SELECT NULL), '7') + 1 AS eight;
SELECT CASE WHEN 1 = 1 THEN (SELECT NULL) END AS allowed; --> NULL
GO
-- Programs number and page rows without an order by it.
SELECT v, ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS n FROM (VALUES ('a')) AS t(v) ORDER BY (SELECT NULL) OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY;
SELECT ISNULL((SELECT NULL), 3) AS three, NULLIF((SELECT NULL), 3) AS none;
GO
