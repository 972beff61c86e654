-- docs/t-sql/statements/create-table-transact-sql.md: a function in a DEFAULT and in a CHECK; docs/relational-databases/tables/create-check-constraints.md.
CREATE DATABASE F;
GO
USE F;
GO
CREATE FUNCTION dbo.next_number(@from int) RETURNS int AS BEGIN RETURN @from + 1; END
GO
CREATE TABLE dbo.t(a int, b int DEFAULT dbo.next_number(41), c AS dbo.next_number(a), CONSTRAINT small CHECK (dbo.next_number(a) < 10));
GO
INSERT INTO dbo.t(a) VALUES (1);
INSERT INTO dbo.t(a, b) VALUES (2, 3);
INSERT INTO dbo.t(a) VALUES (9);
SELECT a, b, c FROM dbo.t;
GO
