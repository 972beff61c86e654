-- docs/t-sql/queries/option-clause-transact-sql.md: OPTION belongs to a whole statement.
SELECT (SELECT 1 OPTION (RECOMPILE)) AS a;
GO
SELECT * FROM (SELECT 1 AS a OPTION (MAXDOP 1)) AS q;
GO
SELECT 1 AS a WHERE EXISTS (SELECT 1 OPTION (FAST 1));
GO
WITH q AS (SELECT 1 AS a OPTION (RECOMPILE)) SELECT a FROM q;
GO
WITH q AS (SELECT 1 AS a) SELECT a FROM q OPTION (RECOMPILE);
GO
-- docs/t-sql/statements/update-statistics-transact-sql.md: a percentage is at most 100.
CREATE TABLE sampled (a int);
GO
UPDATE STATISTICS sampled WITH SAMPLE 101 PERCENT;
GO
CREATE STATISTICS of_a ON sampled (a) WITH SAMPLE 150 PERCENT;
GO
CREATE STATISTICS of_a ON sampled (a) WITH SAMPLE 100 PERCENT;
DROP TABLE sampled;
