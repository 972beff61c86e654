-- docs/t-sql/language-elements/coalesce-transact-sql.md, "Comparing COALESCE and ISNULL": "The ISNULL return value is always considered NOT NULLable
-- (assuming the return value is a non-nullable one). By contrast, COALESCE with non-null parameters is considered to be NULL."
CREATE TABLE dbo.f(id int NOT NULL, n nvarchar(20) NULL);
INSERT INTO dbo.f VALUES (1, NULL), (2, N'two');
SELECT ISNULL(n, N'') AS text, ISNULL(id, NULL) AS given, COALESCE(n, N'') AS either, ISNULL(n, NULL) AS none INTO dbo.g FROM dbo.f;
SELECT name, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.g') ORDER BY column_id;
ALTER TABLE dbo.g ADD CONSTRAINT PK_g PRIMARY KEY (given);
SELECT name, is_nullable FROM sys.dm_exec_describe_first_result_set(N'SELECT ISNULL(n, N'''') AS text, n FROM dbo.f', NULL, 0);
GO
-- The rows without a partner have NULL all the same.
SELECT f.id, d.text FROM dbo.f AS f LEFT JOIN (SELECT id, ISNULL(n, N'') AS text FROM dbo.f) AS d ON d.id = f.id + 1 WHERE d.text IS NULL;
SELECT f.id FROM dbo.f AS f WHERE ISNULL(f.n, N'-') NOT IN (SELECT ISNULL(n, N'') FROM dbo.f) ORDER BY f.id;
SELECT id FROM dbo.f WHERE ISNULL(n, N'') IS NULL;
GO
