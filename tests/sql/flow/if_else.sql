-- docs/t-sql/language-elements/if-else-transact-sql.md: ELSE belongs to the nearest IF; either branch is one statement or a block.
DECLARE @n int = 5;
IF @n > 3
    IF @n > 10 PRINT 'large';
    ELSE PRINT 'middle';
IF @n > 10 PRINT 'large';
ELSE IF @n > 7 PRINT 'middle';
ELSE
BEGIN
    PRINT 'small';
    PRINT 'indeed';
END;
IF @n = 6
    PRINT 'skipped';
PRINT 'not part of the IF';
