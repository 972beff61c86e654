-- docs/t-sql/language-elements/case-transact-sql.md: the first WHEN that holds; without ELSE NULL.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1), (2), (30), (NULL);
SELECT a, CASE a WHEN 1 THEN 'one' WHEN 2 THEN 'two' ELSE 'many' END AS simple,
       CASE WHEN a < 10 THEN 'small' WHEN a < 2 THEN 'never' WHEN a >= 10 THEN 'large' END AS searched,
       IIF(a IS NULL, 0, 1) AS known
FROM dbo.t ORDER BY a;
