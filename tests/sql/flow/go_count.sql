-- docs/t-sql/language-elements/sql-server-utilities-statements-go.md: GO with a count runs the batch that often.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int);
GO
INSERT INTO dbo.t(a) SELECT COUNT(*) FROM dbo.t;
GO 3
SELECT a FROM dbo.t ORDER BY a;
