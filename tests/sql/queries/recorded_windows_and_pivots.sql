-- Recorded answers of SQL Server, beside docs/t-sql/queries/from-using-pivot-and-unpivot.md, top-transact-sql.md, select-order-by-clause-transact-sql.md and
-- docs/t-sql/functions/string-agg-, lag-, lead-, ntile-, rank-, percentile-cont-, percentile-disc-transact-sql.md.
CREATE TABLE pv (id int, k varchar(10), v int);
INSERT pv VALUES (1, 'east', 5), (1, 'west', NULL), (2, 'east', 7);
-- PIVOT doesn't warn of NULLs that it passes over.
SELECT id, east, west FROM (SELECT id, k, v FROM pv) AS s PIVOT (SUM(v) FOR k IN (east, west)) AS p ORDER BY id; --> 1 | 5 | NULL
--> 2 | 7 | NULL
GO
-- Without other columns: one row, or none of no rows.
SELECT east, west FROM (SELECT k, v FROM pv) AS s PIVOT (SUM(v) FOR k IN (east, west)) AS p; --> 12 | NULL
SELECT east, west FROM (SELECT k, v FROM pv WHERE id > 9) AS s PIVOT (SUM(v) FOR k IN (east, west)) AS p;
GO
-- STRING_AGG.
SELECT STRING_AGG(k, k) FROM pv;
--> Msg 8733, Level 16, State 1, Line 2
--> Separator parameter for STRING_AGG must be a string literal or variable.
GO
SELECT STRING_AGG(k, NULL) WITHIN GROUP (ORDER BY k, id) AS a, STRING_AGG(k, CHAR(45)) WITHIN GROUP (ORDER BY k, id) AS b FROM pv; --> easteastwest | east-east-west
GO
SELECT STRING_AGG(k, ',') WITHIN GROUP (ORDER BY 1) FROM pv;
--> Msg 5308, Level 16, State 1, Line 1
--> Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer indices as ORDER BY clause expressions.
GO
SELECT STRING_AGG(k, ',') FROM pv GROUP BY ROLLUP (id);
--> Msg 8710, Level 16, State 1, Line 1
--> Aggregate functions that are used with CUBE, ROLLUP, or GROUPING SET queries must provide for the merging of subaggregates. To fix this problem, remove the aggregate function or write the query using UNION ALL over GROUP BY clauses.
GO
SELECT STRING_AGG(DISTINCT k, ',') FROM pv;
--> Msg 102, Level 15, State 1, Line 1
--> Incorrect syntax near ','.
GO
SELECT STRING_AGG(k, ',') OVER () FROM pv;
--> Msg 4113, Level 16, State 4, Line 1
--> The function 'STRING_AGG' is not a valid windowing function, and cannot be used with the OVER clause.
GO
-- Percentiles: the fraction is any expression without columns, checked when it runs.
DECLARE @p float = 0.5;
SELECT DISTINCT PERCENTILE_CONT(@p) WITHIN GROUP (ORDER BY v) OVER () AS a, PERCENTILE_DISC(@p + 0.5) WITHIN GROUP (ORDER BY v) OVER () AS b FROM pv; --> 6 | 7
GO
SELECT PERCENTILE_CONT(1.5) WITHIN GROUP (ORDER BY v) OVER () FROM pv;
--> Msg 8727, Level 16, State 1, Line 1
--> Input parameter of percentile function is outside of range [0, 1].
GO
SELECT PERCENTILE_CONT(v) WITHIN GROUP (ORDER BY v) OVER () FROM pv;
--> Msg 8726, Level 16, State 1, Line 1
--> Input parameter of PERCENTILE_CONT function must be a constant.
GO
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY k) OVER () FROM pv;
--> Msg 402, Level 16, State 1, Line 1
--> The data types numeric and varchar are incompatible in the percentile_cont operator.
GO
-- A NULL distance gives NULL.
SELECT id, LAG(v, NULL) OVER (ORDER BY id, k) AS a, LEAD(v, 1, 9) OVER (ORDER BY id, k) AS b FROM pv ORDER BY id, k; --> 1 | NULL | NULL
--> 1 | NULL | 7
--> 2 | NULL | 9
GO
-- The numbers of arguments.
SELECT LEAD() OVER (ORDER BY id) FROM pv;
--> Msg 10755, Level 15, State 1, Line 2
--> The function 'LEAD' takes between 1 and 3 arguments.
GO
SELECT rank(1) OVER (ORDER BY id) FROM pv;
--> Msg 4114, Level 15, State 1, Line 1
--> The function 'rank' takes exactly 0 argument(s).
GO
SELECT NTILE() OVER (ORDER BY id) FROM pv;
--> Msg 4114, Level 15, State 1, Line 1
--> The function 'NTILE' takes exactly 1 argument(s).
GO
SELECT NTILE(0) OVER (ORDER BY id) FROM pv;
--> Msg 4116, Level 15, State 1, Line 1
--> The function 'ntile' takes only a positive int or bigint expression as its input.
GO
SELECT NTILE(2.5) OVER (ORDER BY id) FROM pv;
--> Msg 4116, Level 15, State 1, Line 1
--> The function 'ntile' takes only a positive int or bigint expression as its input.
GO
-- Bounds of frames are integers without a sign.
DECLARE @n int = 1;
SELECT SUM(v) OVER (ORDER BY id ROWS @n PRECEDING) FROM pv;
--> Msg 102, Level 15, State 1, Line 3
--> Incorrect syntax near '@n'.
GO
SELECT SUM(v) OVER (ORDER BY id ROWS BETWEEN -1 PRECEDING AND CURRENT ROW) FROM pv;
--> Msg 102, Level 15, State 1, Line 1
--> Incorrect syntax near '-'.
GO
-- Row counts that are constants are checked before the statement runs.
SELECT TOP (-1) id FROM pv;
--> Msg 127, Level 15, State 1, Line 2
--> A TOP N or FETCH rowcount value may not be negative.
GO
SELECT TOP (NULL) id FROM pv;
--> Msg 1060, Level 15, State 1, Line 1
--> The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer.
GO
SELECT TOP (NULL) PERCENT id FROM pv;
--> Msg 1014, Level 15, State 1, Line 1
--> A TOP or FETCH clause contains an invalid value.
GO
SELECT TOP (101) PERCENT id FROM pv;
--> Msg 1031, Level 15, State 1, Line 1
--> Percent values must be between 0 and 100.
GO
DECLARE @none int;
SELECT TOP (@none) id FROM pv;
--> Msg 1014, Level 15, State 1, Line 2
--> A TOP or FETCH clause contains an invalid value.
GO
SELECT id FROM pv ORDER BY id FETCH NEXT 1 ROWS ONLY;
--> Msg 153, Level 15, State 2, Line 1
--> Invalid usage of the option NEXT in the FETCH statement.
GO
-- FETCH of a cursor behind an ORDER BY is another statement.
DECLARE c CURSOR FOR SELECT id FROM pv ORDER BY id;
OPEN c;
SELECT id FROM pv WHERE id = 2 ORDER BY id
FETCH NEXT FROM c;
DEALLOCATE c;
GO
