-- docs/relational-databases/errors-events/mssqlserver-8152-database-engine-error.md: a string that does not fit its column fails
-- (2628 names the column and what would have fitted); blanks beyond the length are cut off.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(v varchar(3), n nvarchar(2), c char(2));
GO
INSERT INTO dbo.t(v) VALUES ('abc');
INSERT INTO dbo.t(v) VALUES ('abcdef');
INSERT INTO dbo.t(n) VALUES (N'abc');
INSERT INTO dbo.t(v, c) VALUES ('xyz   ', 'q');
SELECT v, n, c FROM dbo.t ORDER BY v;
