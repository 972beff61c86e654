-- docs/t-sql/statements/create-function-transact-sql.md: the parameters of an inline function may stand wherever a variable may. They are checked with the
-- values of the call, not when the function is defined.
CREATE TABLE dbo.n(id int NOT NULL PRIMARY KEY, t varchar(20) NULL, d datetime NULL);
INSERT dbo.n VALUES (1, 'one', '20260101'), (2, 'two', '20260102'), (3, 'three', '20260103');
GO
CREATE FUNCTION dbo.tops(@n bigint) RETURNS TABLE AS RETURN SELECT TOP (@n) id FROM dbo.n ORDER BY id;
GO
CREATE FUNCTION dbo.pages(@o int, @n int) RETURNS TABLE AS RETURN SELECT id FROM dbo.n ORDER BY id OFFSET @o ROWS FETCH NEXT @n ROWS ONLY;
GO
CREATE FUNCTION dbo.parts(@n int) RETURNS TABLE AS RETURN SELECT TOP (@n) PERCENT id FROM dbo.n ORDER BY id;
GO
CREATE FUNCTION dbo.buckets(@n int) RETURNS TABLE AS RETURN SELECT id, NTILE(@n) OVER (ORDER BY id) AS bucket FROM dbo.n;
GO
CREATE FUNCTION dbo.lists(@separator varchar(5)) RETURNS TABLE AS RETURN SELECT STRING_AGG(t, @separator) AS list FROM dbo.n;
GO
CREATE FUNCTION dbo.texts(@s varchar(20), @a int, @b int) RETURNS TABLE AS RETURN
SELECT LEFT(@s, @a) AS l, SUBSTRING(@s, @a, @b) AS s, STUFF(@s, @a, @b, '-') AS st, REPLICATE(@s, @a) AS r, ROUND(12.345, @a) AS n, CHARINDEX(@s, 'xabc') AS c;
GO
CREATE FUNCTION dbo.days(@n int, @style int) RETURNS TABLE AS RETURN SELECT DATEADD(DAY, @n, d) AS d, CONVERT(varchar(30), d, @style) AS t FROM dbo.n WHERE id = 1;
GO
CREATE FUNCTION dbo.before(@n int) RETURNS TABLE AS RETURN SELECT id, LAG(id, @n) OVER (ORDER BY id) AS l FROM dbo.n;
GO
CREATE FUNCTION dbo.sorted(@by int) RETURNS TABLE AS RETURN SELECT TOP (2) id FROM dbo.n ORDER BY CASE WHEN @by = 1 THEN id ELSE -id END;
GO
CREATE FUNCTION dbo.documents(@j nvarchar(100), @p nvarchar(20), @f nvarchar(10)) RETURNS TABLE AS RETURN
SELECT JSON_VALUE(@j, @p) AS v, FORMAT(1.5, @f) AS f, HASHBYTES('MD5', @j) AS h, CHECKSUM(@j) AS c, POWER(@f, 2) AS w;
GO
SELECT id FROM dbo.tops(2);
SELECT id FROM dbo.pages(1, 1);
SELECT id FROM dbo.parts(34);
SELECT id, bucket FROM dbo.buckets(2) ORDER BY id;
SELECT list FROM dbo.lists('+');
SELECT l, s, st, r, n, c FROM dbo.texts('abc', 2, 1);
SELECT d, t FROM dbo.days(1, 112);
SELECT id, l FROM dbo.before(2) ORDER BY id;
SELECT id FROM dbo.sorted(2);
SELECT v, f, w FROM dbo.documents(N'{"a":5}', N'$.a', N'2');
GO
DECLARE @n int = 1;
SELECT id FROM dbo.tops(@n);
SELECT id FROM dbo.pages(@n, @n);
SELECT id, bucket FROM dbo.buckets(@n) ORDER BY id;
SELECT l, s, st FROM dbo.texts('abc', @n, @n);
GO
SELECT id FROM dbo.tops(-1);
GO
SELECT id FROM dbo.tops(NULL);
GO
SELECT d, t FROM dbo.days(NULL, 112);
SELECT l, s, st FROM dbo.texts('abc', NULL, 1);
SELECT id, l FROM dbo.before(1) WHERE id = 3;
GO
