-- docs/t-sql/language-elements/operator-precedence-transact-sql.md, examples; NOT goes before AND, AND before OR.
DECLARE @MyNumber int;
SET @MyNumber = 4 - 5 + 27;
PRINT @MyNumber;
SET @MyNumber = 2 * 4 + 5;
PRINT @MyNumber;
SET @MyNumber = 2 * (4 + 5);
PRINT @MyNumber;
SET @MyNumber = 2 * (4 + (5 - 3));
PRINT @MyNumber;
SET @MyNumber = 100 / 5 * 2;
PRINT @MyNumber;
IF 1 = 1 OR 1 = 0 AND 1 = 0 PRINT 'true'; ELSE PRINT 'false';
IF (1 = 1 OR 1 = 0) AND 1 = 0 PRINT 'true'; ELSE PRINT 'false';
IF NOT 1 = 0 AND 1 = 0 PRINT 'true'; ELSE PRINT 'false';
