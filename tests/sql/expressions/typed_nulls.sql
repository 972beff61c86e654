-- docs/t-sql/data-types/data-type-precedence-transact-sql.md, docs/t-sql/functions/isnull-transact-sql.md: a NULL converted to a type has that type.
SELECT CAST(NULL AS money) AS a UNION ALL SELECT 200;
SELECT COALESCE(CAST(NULL AS float), 1) AS a, CASE WHEN 1 = 1 THEN CAST(NULL AS decimal(5, 2)) ELSE 1 END AS b, IIF(1 = 0, CAST(NULL AS datetime2(3)), '2024-01-02') AS c;
SELECT ISNULL(CAST(NULL AS varchar(2)), 'abc') AS a, ISNULL(NULL, 'abc') AS b, CONCAT(CAST(NULL AS nvarchar(3)), 'x') AS c;
SELECT m FROM (VALUES (CAST(NULL AS money)), (200)) AS t(m);
SELECT NULL AS a UNION ALL SELECT N'x';
GO
SELECT CASE WHEN 1 = 0 THEN NULL ELSE CAST(NULL AS date) END AS a, NULLIF(CAST(NULL AS date), '2024-01-02') AS b, CAST(NULL AS date) AS c;
GO
