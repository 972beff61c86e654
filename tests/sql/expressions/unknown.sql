-- docs/t-sql/language-elements/null-and-unknown-transact-sql.md: a comparison with NULL is neither true nor false.
DECLARE @n int;
IF @n = NULL PRINT 'true'; ELSE PRINT 'not true';
IF NOT (@n = 1) PRINT 'true'; ELSE PRINT 'not true';
IF @n <> 1 PRINT 'true'; ELSE PRINT 'not true';
IF @n IS NULL PRINT 'null'; ELSE PRINT 'not null';
IF @n IS NOT NULL PRINT 'not null'; ELSE PRINT 'null';
IF 1 NOT IN (2, @n) PRINT 'true'; ELSE PRINT 'not true';
IF 1 IN (1, @n) PRINT 'true'; ELSE PRINT 'not true';
IF @n = 1 OR 1 = 1 PRINT 'true'; ELSE PRINT 'not true';
IF @n = 1 AND 1 = 1 PRINT 'true'; ELSE PRINT 'not true';
