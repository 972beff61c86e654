-- What a CHECK cannot be: docs/t-sql/statements/create-table-transact-sql.md, "The search condition must evaluate to a Boolean expression and
-- can't reference another table"; "A column-level CHECK constraint can reference only the constrained column".
CREATE DATABASE G;
GO
USE G;
GO
-- 8141: a column's CHECK about another column.
CREATE TABLE dbo.T (a int CHECK (a < b), b int);
GO
-- 1046: a subquery.
CREATE TABLE dbo.T (a int CHECK (a IN (SELECT 1)));
GO
CREATE TABLE dbo.T (a int, CHECK (EXISTS (SELECT 1)));
GO
-- 112: a variable; 207: a column that there is not.
DECLARE @v int;
CREATE TABLE dbo.T (a int CHECK (a > @v));
GO
CREATE TABLE dbo.T (a int, CHECK (c > 0));
GO
-- 2714: the name is taken.
CREATE TABLE dbo.U (a int CONSTRAINT CK CHECK (a > 0));
GO
CREATE TABLE dbo.T (a int CONSTRAINT CK CHECK (a > 0));
GO
-- 1764: over a computed column that is not stored.
CREATE TABLE dbo.T (a int, b AS a * 2, CHECK (b > 0));
GO
-- 4145: a value is no condition.
CREATE TABLE dbo.T (a int CHECK (a));
GO
