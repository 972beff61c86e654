-- docs/t-sql/language-elements/while-transact-sql.md, break-transact-sql.md, continue-transact-sql.md: CONTINUE goes to the
-- question, BREAK behind the innermost loop.
DECLARE @i int = 0, @j int;
WHILE @i < 10
BEGIN
    SET @i += 1;
    IF @i = 2 CONTINUE;
    IF @i = 5 BREAK;
    PRINT @i;
END;
PRINT 'ended';
SET @i = 0;
WHILE @i < 2
BEGIN
    SET @i += 1;
    SET @j = 0;
    WHILE 1 = 1
    BEGIN
        SET @j += 1;
        IF @j > 2 BREAK;
        PRINT @i * 10 + @j;
    END;
END;
WHILE 1 = 0 PRINT 'never';
