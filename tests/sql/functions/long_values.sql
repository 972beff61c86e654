-- docs/t-sql/functions/stuff-transact-sql.md, charindex-transact-sql.md, concat-transact-sql.md, ltrim-transact-sql.md and
-- len-transact-sql.md: nvarchar(max) and varchar(max) beyond 64 KB have the same results as short values.
DECLARE @list nvarchar(max) = REPLICATE(CAST(N'abcdefgh,' AS nvarchar(max)), 20000), @count int = 0, @comma bigint;
SET @comma = CHARINDEX(N',', @list);
WHILE @comma > 0
BEGIN
    SET @count += 1;
    SET @list = STUFF(@list, 1, @comma, N'');
    SET @comma = CHARINDEX(N',', @list);
END
SELECT @count AS parts, LEN(@list) AS rest;
GO
DECLARE @list varchar(max) = REPLICATE(CAST('é,' AS varchar(max)), 100000), @at bigint = 1, @count int = 0;
WHILE CHARINDEX(',', @list, @at) > 0 SELECT @at = CHARINDEX(',', @list, @at) + 1, @count += 1;
SELECT @count AS parts, @at AS beyond, CHARINDEX('É', @list, 100000) AS accented, CHARINDEX('x', @list) AS none;
SET @list = STUFF(@list, 100001, 2, 'here');
SELECT CHARINDEX('here', @list) AS place, LEN(@list) AS length, STUFF(@list, 200003, 1, 'x') AS outside;
SELECT SUBSTRING(@list, 99999, 8) AS around, STUFF(LEFT(@list, 4), 2, 1, LEFT(@list, 2)) AS short;
SET @list = CONCAT(REPLICATE(' ', 70000), @list, NULL, 1, '  ');
SELECT DATALENGTH(@list) AS bytes, DATALENGTH(LTRIM(@list)) AS left_, DATALENGTH(RTRIM(@list)) AS right_,
    DATALENGTH(TRIM(@list)) AS both, CHARINDEX('here', @list COLLATE Latin1_General_BIN) AS place;
GO
-- A text of another type than the result, and a NULL replacement.
DECLARE @text varchar(max) = REPLICATE(CAST('a' AS varchar(max)), 70000);
SELECT DATALENGTH(STUFF(@text, 3, 2, N'б')) AS wide, DATALENGTH(STUFF(@text, 3, 2, NULL)) AS shorter,
    DATALENGTH(STUFF('ab', 2, 0, @text)) AS inserted, STUFF(@text, 0, 1, 'x') AS none;
GO
