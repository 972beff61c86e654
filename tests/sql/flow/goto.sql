-- docs/t-sql/language-elements/goto-transact-sql.md, example.
DECLARE @Counter int;
SET @Counter = 1;
WHILE @Counter < 10
BEGIN
    PRINT @Counter;
    SET @Counter = @Counter + 1;
    IF @Counter = 4 GOTO Branch_One; --Jumps to the first branch.
    IF @Counter = 5 GOTO Branch_Two; --This will never execute.
END
Branch_One:
    PRINT 'Jumping To Branch One.';
    GOTO Branch_Three; --This will prevent Branch_Two from executing.
Branch_Two:
    PRINT 'Jumping To Branch Two.';
Branch_Three:
    PRINT 'Jumping To Branch Three.';
