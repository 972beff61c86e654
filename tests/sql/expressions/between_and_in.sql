-- docs/t-sql/language-elements/between-transact-sql.md: both ends belong to it; NULL makes it UNKNOWN.
-- docs/t-sql/language-elements/in-transact-sql.md: equal to any in the list.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(a int);
INSERT INTO dbo.t(a) VALUES (1), (2), (3), (4), (NULL);
SELECT a FROM dbo.t WHERE a BETWEEN 2 AND 3 ORDER BY a;
SELECT a FROM dbo.t WHERE a NOT BETWEEN 2 AND 3 ORDER BY a;
SELECT a FROM dbo.t WHERE a BETWEEN 3 AND 2;
SELECT a FROM dbo.t WHERE a IN (1, 4, 9) ORDER BY a;
SELECT a FROM dbo.t WHERE a NOT IN (1, 4) ORDER BY a;
SELECT a FROM dbo.t WHERE a NOT IN (1, NULL);
