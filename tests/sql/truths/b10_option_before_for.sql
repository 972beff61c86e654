-- docs/t-sql/queries/select-transact-sql.md lists FOR before OPTION; SQL Server takes them in either order, which the documentation leaves open.
SET NOCOUNT ON;
SELECT id FROM (VALUES (1), (2)) AS t (id) ORDER BY id OPTION (MAXDOP 1) FOR XML RAW;
SELECT id FROM (VALUES (1), (2)) AS t (id) ORDER BY id OPTION (MAXDOP 1) FOR JSON PATH;
SELECT id FROM (VALUES (1), (2)) AS t (id) ORDER BY id FOR JSON PATH OPTION (MAXDOP 1);
GO
SELECT 1 AS id OPTION (MAXDOP 1) FOR JSON PATH OPTION (MAXDOP 1);
GO
