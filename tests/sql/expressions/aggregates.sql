-- docs/t-sql/functions/aggregate-functions-transact-sql.md: all but COUNT(*) pass over NULL, which warns.
-- docs/t-sql/functions/avg-transact-sql.md: of int an int. docs/t-sql/functions/sum-transact-sql.md: of smallint an int.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(a int, s smallint, b bigint, v varchar(5));
INSERT INTO dbo.t(a, s, b, v) VALUES (1, 10, 100, 'x'), (2, 20, 200, 'y'), (4, 30, 300, 'Z'), (NULL, 40, 400, 'a');
SELECT COUNT(*) AS counted, COUNT(s) AS s, SUM(s) AS sum_s, SUM(b) AS sum_b, MIN(v) AS min_v, MAX(v) AS max_v FROM dbo.t;
SELECT COUNT(a) AS a, SUM(a) AS sum_a, AVG(a) AS avg_a, MIN(a) AS min_a, MAX(a) AS max_a FROM dbo.t;
SELECT COUNT(*) AS counted, SUM(a) AS sum_a, MAX(a) AS max_a FROM dbo.t WHERE s > 1000;
