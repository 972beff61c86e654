-- relational-databases/system-stored-procedures/xp-sprintf-transact-sql.md
CREATE PROCEDURE sys.xp_sprintf @string varchar(8000) OUTPUT, @format varchar(8000),
    @argument1 varchar(8000) = NULL, @argument2 varchar(8000) = NULL, @argument3 varchar(8000) = NULL, @argument4 varchar(8000) = NULL,
    @argument5 varchar(8000) = NULL, @argument6 varchar(8000) = NULL, @argument7 varchar(8000) = NULL, @argument8 varchar(8000) = NULL,
    @argument9 varchar(8000) = NULL, @argument10 varchar(8000) = NULL, @argument11 varchar(8000) = NULL, @argument12 varchar(8000) = NULL,
    @argument13 varchar(8000) = NULL, @argument14 varchar(8000) = NULL, @argument15 varchar(8000) = NULL, @argument16 varchar(8000) = NULL,
    @argument17 varchar(8000) = NULL, @argument18 varchar(8000) = NULL, @argument19 varchar(8000) = NULL, @argument20 varchar(8000) = NULL,
    @argument21 varchar(8000) = NULL, @argument22 varchar(8000) = NULL, @argument23 varchar(8000) = NULL, @argument24 varchar(8000) = NULL,
    @argument25 varchar(8000) = NULL, @argument26 varchar(8000) = NULL, @argument27 varchar(8000) = NULL, @argument28 varchar(8000) = NULL,
    @argument29 varchar(8000) = NULL, @argument30 varchar(8000) = NULL, @argument31 varchar(8000) = NULL, @argument32 varchar(8000) = NULL,
    @argument33 varchar(8000) = NULL, @argument34 varchar(8000) = NULL, @argument35 varchar(8000) = NULL, @argument36 varchar(8000) = NULL,
    @argument37 varchar(8000) = NULL, @argument38 varchar(8000) = NULL, @argument39 varchar(8000) = NULL, @argument40 varchar(8000) = NULL,
    @argument41 varchar(8000) = NULL, @argument42 varchar(8000) = NULL, @argument43 varchar(8000) = NULL, @argument44 varchar(8000) = NULL,
    @argument45 varchar(8000) = NULL, @argument46 varchar(8000) = NULL, @argument47 varchar(8000) = NULL, @argument48 varchar(8000) = NULL,
    @argument49 varchar(8000) = NULL, @argument50 varchar(8000) = NULL
AS
SET NOCOUNT ON;
DECLARE @arguments TABLE (number int PRIMARY KEY, value varchar(8000));
INSERT @arguments VALUES (1, @argument1), (2, @argument2), (3, @argument3), (4, @argument4), (5, @argument5), (6, @argument6), (7, @argument7), (8, @argument8),
    (9, @argument9), (10, @argument10), (11, @argument11), (12, @argument12), (13, @argument13), (14, @argument14), (15, @argument15), (16, @argument16),
    (17, @argument17), (18, @argument18), (19, @argument19), (20, @argument20), (21, @argument21), (22, @argument22), (23, @argument23), (24, @argument24),
    (25, @argument25), (26, @argument26), (27, @argument27), (28, @argument28), (29, @argument29), (30, @argument30), (31, @argument31), (32, @argument32),
    (33, @argument33), (34, @argument34), (35, @argument35), (36, @argument36), (37, @argument37), (38, @argument38), (39, @argument39), (40, @argument40),
    (41, @argument41), (42, @argument42), (43, @argument43), (44, @argument44), (45, @argument45), (46, @argument46), (47, @argument47), (48, @argument48),
    (49, @argument49), (50, @argument50);
DECLARE @at int = 1, @next int = CHARINDEX('%s', @format), @number int = 1, @out varchar(8000) = '';
WHILE @next > 0
BEGIN
    SELECT @out += SUBSTRING(@format, @at, @next - @at) + ISNULL(value, '') FROM @arguments WHERE number = @number;
    SELECT @at = @next + 2, @number += 1;
    SET @next = CHARINDEX('%s', @format, @at);
END;
SET @string = @out + SUBSTRING(@format, @at, 8000);
RETURN 0;
