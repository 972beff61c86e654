-- docs/t-sql/functions/cast-and-convert-transact-sql.md: "style is an integer expression that specifies how the
-- CONVERT function will translate expression. For a style value of NULL, NULL is returned."
DECLARE @style int = 112, @none int, @d datetime = '2022-12-15T01:23:45.678';
SELECT CONVERT(varchar(30), @d, @style) AS a, CONVERT(varchar(30), @d, @none) AS b, CONVERT(varchar(30), @d, @style + 8) AS c, CONVERT(varchar(30), @d, NULL) AS d; --> 20221215 | NULL | 2022-12-15 01:23:45 | NULL
SELECT style, CONVERT(varchar(30), @d, style) AS shown, CONVERT(date, '03/04/2022', style) AS read_as FROM (VALUES (101), (103)) AS s(style);
--> 101 | 12/15/2022 | 2022-03-04
--> 103 | 15/12/2022 | 2022-04-03
SET @style = 1;
SELECT CONVERT(varbinary(4), '0x0102', @style) AS a, CONVERT(varchar(10), 0x0102, @style) AS b; --> 0x0102 | 0x0102
SELECT TRY_CONVERT(varbinary(4), 'x', @style) AS a; --> NULL
SELECT CONVERT(varbinary(4), 'x', @style) AS a;
GO
DECLARE @style int = 1;
SELECT CONVERT(date, 5, @style);
