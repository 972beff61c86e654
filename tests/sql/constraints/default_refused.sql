-- What a DEFAULT cannot be: docs/t-sql/statements/create-table-transact-sql.md; the numbers in docs/relational-databases/errors-events.
CREATE DATABASE G;
GO
USE G;
GO
-- 128: a column's name.
CREATE TABLE dbo.T (a int, b int DEFAULT a);
GO
CREATE TABLE dbo.T (a int, b int DEFAULT (nosuch + 1));
GO
-- 1046: a subquery.
CREATE TABLE dbo.T (a int DEFAULT (SELECT 1));
GO
-- 112: a variable.
DECLARE @v int = 1;
CREATE TABLE dbo.T (a int DEFAULT (@v));
GO
-- 8148: two for one column; 1754: of an identity column.
CREATE TABLE dbo.T (a int DEFAULT 1 DEFAULT 2);
GO
CREATE TABLE dbo.T (a int IDENTITY DEFAULT 1);
GO
-- 2714: a name that another object has, or another constraint of the table.
CREATE TABLE dbo.U (a int CONSTRAINT taken DEFAULT 1);
GO
CREATE TABLE dbo.T (a int CONSTRAINT taken DEFAULT 1);
GO
CREATE TABLE dbo.T (a int CONSTRAINT U DEFAULT 1);
GO
CREATE TABLE dbo.T (a int CONSTRAINT c DEFAULT 1, b int CONSTRAINT C DEFAULT 2);
GO
CREATE TABLE dbo.taken (a int);
GO
CREATE SEQUENCE dbo.taken;
GO
-- 195: a function that there is not; 257: a type that does not become the column's.
CREATE TABLE dbo.T (a int DEFAULT nosuch());
GO
CREATE TABLE dbo.T (a varbinary(4) DEFAULT 'abc');
GO
-- 339: the DEFAULT of an identity column in VALUES.
CREATE TABLE dbo.I (id int IDENTITY, a int DEFAULT 4);
SET IDENTITY_INSERT dbo.I ON;
INSERT dbo.I (id, a) VALUES (DEFAULT, 1);
GO
SET IDENTITY_INSERT dbo.I OFF;
INSERT dbo.I VALUES (DEFAULT);
SELECT * FROM dbo.I;
GO
-- Nothing was left of the tables that could not be made, and a dropped table's names are free again.
DROP TABLE dbo.U;
CREATE TABLE dbo.T (a int CONSTRAINT taken DEFAULT 1);
INSERT dbo.T DEFAULT VALUES;
SELECT * FROM dbo.T;
GO
