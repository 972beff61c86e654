-- relational-databases/system-stored-procedures/xp-sscanf-transact-sql.md. As in C, %s reads up to the next white space, white space
-- matches any white space, and another character matches itself. A variable without a match keeps its value.
CREATE PROCEDURE sys.xp_sscanf @string varchar(8000), @format varchar(8000),
    @argument1 varchar(8000) = NULL OUTPUT, @argument2 varchar(8000) = NULL OUTPUT, @argument3 varchar(8000) = NULL OUTPUT,
    @argument4 varchar(8000) = NULL OUTPUT, @argument5 varchar(8000) = NULL OUTPUT, @argument6 varchar(8000) = NULL OUTPUT,
    @argument7 varchar(8000) = NULL OUTPUT, @argument8 varchar(8000) = NULL OUTPUT, @argument9 varchar(8000) = NULL OUTPUT,
    @argument10 varchar(8000) = NULL OUTPUT, @argument11 varchar(8000) = NULL OUTPUT, @argument12 varchar(8000) = NULL OUTPUT,
    @argument13 varchar(8000) = NULL OUTPUT, @argument14 varchar(8000) = NULL OUTPUT, @argument15 varchar(8000) = NULL OUTPUT,
    @argument16 varchar(8000) = NULL OUTPUT, @argument17 varchar(8000) = NULL OUTPUT, @argument18 varchar(8000) = NULL OUTPUT,
    @argument19 varchar(8000) = NULL OUTPUT, @argument20 varchar(8000) = NULL OUTPUT, @argument21 varchar(8000) = NULL OUTPUT,
    @argument22 varchar(8000) = NULL OUTPUT, @argument23 varchar(8000) = NULL OUTPUT, @argument24 varchar(8000) = NULL OUTPUT,
    @argument25 varchar(8000) = NULL OUTPUT, @argument26 varchar(8000) = NULL OUTPUT, @argument27 varchar(8000) = NULL OUTPUT,
    @argument28 varchar(8000) = NULL OUTPUT, @argument29 varchar(8000) = NULL OUTPUT, @argument30 varchar(8000) = NULL OUTPUT,
    @argument31 varchar(8000) = NULL OUTPUT, @argument32 varchar(8000) = NULL OUTPUT, @argument33 varchar(8000) = NULL OUTPUT,
    @argument34 varchar(8000) = NULL OUTPUT, @argument35 varchar(8000) = NULL OUTPUT, @argument36 varchar(8000) = NULL OUTPUT,
    @argument37 varchar(8000) = NULL OUTPUT, @argument38 varchar(8000) = NULL OUTPUT, @argument39 varchar(8000) = NULL OUTPUT,
    @argument40 varchar(8000) = NULL OUTPUT, @argument41 varchar(8000) = NULL OUTPUT, @argument42 varchar(8000) = NULL OUTPUT,
    @argument43 varchar(8000) = NULL OUTPUT, @argument44 varchar(8000) = NULL OUTPUT, @argument45 varchar(8000) = NULL OUTPUT,
    @argument46 varchar(8000) = NULL OUTPUT, @argument47 varchar(8000) = NULL OUTPUT, @argument48 varchar(8000) = NULL OUTPUT,
    @argument49 varchar(8000) = NULL OUTPUT, @argument50 varchar(8000) = NULL OUTPUT
AS
SET NOCOUNT ON;
DECLARE @values TABLE (number int IDENTITY PRIMARY KEY, value varchar(8000));
DECLARE @f int = 1, @d int = 1, @end int, @c char(1), @white varchar(4) = ' ' + CHAR(9) + CHAR(10) + CHAR(13), @length int = DATALENGTH(@string);
WHILE @f <= DATALENGTH(@format)
BEGIN
    SET @c = SUBSTRING(@format, @f, 1);
    IF CHARINDEX(@c, @white) > 0 OR SUBSTRING(@format, @f, 2) = '%s'
        WHILE @d <= @length AND CHARINDEX(SUBSTRING(@string, @d, 1), @white) > 0 SET @d += 1;
    IF SUBSTRING(@format, @f, 2) = '%s'
    BEGIN
        IF @d > @length BREAK;
        SET @end = PATINDEX('%[' + @white + ']%', SUBSTRING(@string, @d, 8000) + ' ') - 1;
        INSERT @values VALUES (SUBSTRING(@string, @d, @end));
        SELECT @d += @end, @f += 2;
        CONTINUE;
    END;
    IF CHARINDEX(@c, @white) = 0
    BEGIN
        IF @d > @length OR SUBSTRING(@string, @d, 1) <> @c COLLATE Latin1_General_BIN2 BREAK;
        SET @d += 1;
    END;
    SET @f += 1;
END;
SELECT @argument1 = ISNULL((SELECT value FROM @values WHERE number = 1), @argument1),
       @argument2 = ISNULL((SELECT value FROM @values WHERE number = 2), @argument2),
       @argument3 = ISNULL((SELECT value FROM @values WHERE number = 3), @argument3),
       @argument4 = ISNULL((SELECT value FROM @values WHERE number = 4), @argument4),
       @argument5 = ISNULL((SELECT value FROM @values WHERE number = 5), @argument5),
       @argument6 = ISNULL((SELECT value FROM @values WHERE number = 6), @argument6),
       @argument7 = ISNULL((SELECT value FROM @values WHERE number = 7), @argument7),
       @argument8 = ISNULL((SELECT value FROM @values WHERE number = 8), @argument8),
       @argument9 = ISNULL((SELECT value FROM @values WHERE number = 9), @argument9),
       @argument10 = ISNULL((SELECT value FROM @values WHERE number = 10), @argument10),
       @argument11 = ISNULL((SELECT value FROM @values WHERE number = 11), @argument11),
       @argument12 = ISNULL((SELECT value FROM @values WHERE number = 12), @argument12),
       @argument13 = ISNULL((SELECT value FROM @values WHERE number = 13), @argument13),
       @argument14 = ISNULL((SELECT value FROM @values WHERE number = 14), @argument14),
       @argument15 = ISNULL((SELECT value FROM @values WHERE number = 15), @argument15),
       @argument16 = ISNULL((SELECT value FROM @values WHERE number = 16), @argument16),
       @argument17 = ISNULL((SELECT value FROM @values WHERE number = 17), @argument17),
       @argument18 = ISNULL((SELECT value FROM @values WHERE number = 18), @argument18),
       @argument19 = ISNULL((SELECT value FROM @values WHERE number = 19), @argument19),
       @argument20 = ISNULL((SELECT value FROM @values WHERE number = 20), @argument20),
       @argument21 = ISNULL((SELECT value FROM @values WHERE number = 21), @argument21),
       @argument22 = ISNULL((SELECT value FROM @values WHERE number = 22), @argument22),
       @argument23 = ISNULL((SELECT value FROM @values WHERE number = 23), @argument23),
       @argument24 = ISNULL((SELECT value FROM @values WHERE number = 24), @argument24),
       @argument25 = ISNULL((SELECT value FROM @values WHERE number = 25), @argument25),
       @argument26 = ISNULL((SELECT value FROM @values WHERE number = 26), @argument26),
       @argument27 = ISNULL((SELECT value FROM @values WHERE number = 27), @argument27),
       @argument28 = ISNULL((SELECT value FROM @values WHERE number = 28), @argument28),
       @argument29 = ISNULL((SELECT value FROM @values WHERE number = 29), @argument29),
       @argument30 = ISNULL((SELECT value FROM @values WHERE number = 30), @argument30),
       @argument31 = ISNULL((SELECT value FROM @values WHERE number = 31), @argument31),
       @argument32 = ISNULL((SELECT value FROM @values WHERE number = 32), @argument32),
       @argument33 = ISNULL((SELECT value FROM @values WHERE number = 33), @argument33),
       @argument34 = ISNULL((SELECT value FROM @values WHERE number = 34), @argument34),
       @argument35 = ISNULL((SELECT value FROM @values WHERE number = 35), @argument35),
       @argument36 = ISNULL((SELECT value FROM @values WHERE number = 36), @argument36),
       @argument37 = ISNULL((SELECT value FROM @values WHERE number = 37), @argument37),
       @argument38 = ISNULL((SELECT value FROM @values WHERE number = 38), @argument38),
       @argument39 = ISNULL((SELECT value FROM @values WHERE number = 39), @argument39),
       @argument40 = ISNULL((SELECT value FROM @values WHERE number = 40), @argument40),
       @argument41 = ISNULL((SELECT value FROM @values WHERE number = 41), @argument41),
       @argument42 = ISNULL((SELECT value FROM @values WHERE number = 42), @argument42),
       @argument43 = ISNULL((SELECT value FROM @values WHERE number = 43), @argument43),
       @argument44 = ISNULL((SELECT value FROM @values WHERE number = 44), @argument44),
       @argument45 = ISNULL((SELECT value FROM @values WHERE number = 45), @argument45),
       @argument46 = ISNULL((SELECT value FROM @values WHERE number = 46), @argument46),
       @argument47 = ISNULL((SELECT value FROM @values WHERE number = 47), @argument47),
       @argument48 = ISNULL((SELECT value FROM @values WHERE number = 48), @argument48),
       @argument49 = ISNULL((SELECT value FROM @values WHERE number = 49), @argument49),
       @argument50 = ISNULL((SELECT value FROM @values WHERE number = 50), @argument50);
RETURN 0;
