-- docs/t-sql/statements/set-ansi-padding-transact-sql.md: char is padded with blanks to its length, varchar keeps its own.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(c char(5), v varchar(5), n nchar(3));
INSERT INTO dbo.t(c, v, n) VALUES ('ab ', 'ab ', N'x');
SELECT c, v, n FROM dbo.t;
SELECT c + '|' AS c, v + '|' AS v, n + N'|' AS n FROM dbo.t;
