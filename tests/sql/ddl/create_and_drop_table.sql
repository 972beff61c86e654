-- docs/t-sql/statements/create-table-transact-sql.md and drop-table-transact-sql.md: a column is nullable unless it says otherwise;
-- a table that is dropped is gone, and can be made anew.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int NULL, c int NOT NULL);
GO
INSERT INTO dbo.t(c) VALUES (1);
INSERT INTO dbo.t(a) VALUES (1);
SELECT * FROM t;
DROP TABLE t;
GO
SELECT * FROM dbo.t;
GO
CREATE TABLE dbo.t(d bigint);
SELECT * FROM dbo.t;
