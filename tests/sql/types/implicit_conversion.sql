-- docs/t-sql/data-types/data-type-conversion-database-engine.md: between numbers, strings and dates conversion needs no word.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t(i int, v varchar(10), d decimal(5,2), t datetime2(0), b bit);
INSERT INTO dbo.t(i, v, d, t, b) VALUES ('42', 42, '1.5', '2026-03-04 05:06:07', 'true');
INSERT INTO dbo.t(i, v, d) VALUES (2.9, 1.50, 1.005);
SELECT i, v, d, t, b FROM dbo.t ORDER BY i;
