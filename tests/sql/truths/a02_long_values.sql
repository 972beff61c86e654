-- t-sql/data-types/char-and-varchar-transact-sql.md and binary-and-varbinary-transact-sql.md: max is up to 2^31-1 bytes.
-- t-sql/functions/{substring,len,datalength,left,right}-transact-sql.md, t-sql/queries/update-transact-sql.md (.WRITE),
-- t-sql/language-elements/string-concatenation-transact-sql.md: the results of values that are longer than 64 KB are those of short ones.
CREATE TABLE t(i int PRIMARY KEY, v varchar(max), n nvarchar(max), b varbinary(max), s varchar(10));
CREATE TABLE u(i int, v varchar(max), n nvarchar(max), b varbinary(max));
DECLARE @v varchar(max) = REPLICATE(CAST('abcdefghij' AS varchar(max)), 20000) + 'end  ';
DECLARE @n nvarchar(max) = REPLICATE(CAST(N'Жd😀' AS nvarchar(max)), 50000);
DECLARE @b varbinary(max) = CAST(@v AS varbinary(max));
SELECT LEN(@v) AS v, DATALENGTH(@v) AS v_bytes, LEN(@n) AS n, DATALENGTH(@n) AS n_bytes, DATALENGTH(@b) AS b_bytes;
INSERT t VALUES (1, @v, @n, @b, 'short'), (2, NULL, N'', 0x, 'other');
INSERT t VALUES (3, @v + @v, @n + N'tail', @b + 0xFF, 'sum');
INSERT t SELECT i + 10, v, n, b, s FROM t WHERE i IN (1, 3);
INSERT u SELECT i, n, v, b FROM t;
SELECT i, LEN(v) AS v, DATALENGTH(v) AS v_bytes, LEN(n) AS n, DATALENGTH(n) AS n_bytes, DATALENGTH(b) AS b_bytes FROM t ORDER BY i;
SELECT i, DATALENGTH(v) AS v_bytes, DATALENGTH(n) AS n_bytes, LEFT(v, 8) AS v, SUBSTRING(n, 199999, 10) AS n FROM u ORDER BY i;
SELECT i, v, LEN(n) AS n INTO w FROM t WHERE i < 3;
SELECT i, LEN(v) AS v, RIGHT(v, 7) AS ends FROM w ORDER BY i;
GO
-- Pieces.
SELECT LEFT(v, 12) AS l, RIGHT(v, 9) + '|' AS r, SUBSTRING(v, 100001, 11) AS m, SUBSTRING(v, 200001, 100) + '|' AS e,
    SUBSTRING(v, 300000, 5) + '|' AS nothing, LEN(SUBSTRING(v, 5, 150000)) AS part FROM t WHERE i = 1;
SELECT LEFT(n, 6) AS l, RIGHT(n, 5) AS r, SUBSTRING(n, 100001, 4) AS m, LEN(SUBSTRING(n, 2, 150000)) AS part FROM t WHERE i = 1;
-- A cut through a surrogate pair drops the pair.
SELECT LEN(LEFT(n, 99999)) AS l, LEN(SUBSTRING(n, 4, 100000)) AS m, LEN(RIGHT(n, 99997)) AS r FROM t WHERE i = 1;
SELECT SUBSTRING(b, 1, 4) AS l, SUBSTRING(b, 200001, 9) AS e, DATALENGTH(SUBSTRING(b, 100, 100000)) AS part FROM t WHERE i = 3;
-- What needs the whole value.
SELECT CHARINDEX('end', v) AS place, UPPER(RIGHT(v, 5)) + '|' AS upper_case, IIF(v LIKE '%jend%', 1, 0) AS is_like,
    LEN(REPLACE(v, 'b', '')) AS replaced, CONVERT(varchar(20), HASHBYTES('SHA1', b), 2) AS hash FROM t WHERE i = 1;
SELECT COUNT(*) AS same FROM t a JOIN t b ON a.v = b.v AND a.n = b.n AND a.b = b.b;
SELECT v_length, COUNT(*) AS rows FROM (SELECT LEN(MAX(v)) AS v_length FROM t GROUP BY v) x GROUP BY v_length ORDER BY v_length;
SELECT i, LEN(v) AS v FROM t ORDER BY v, i;
SELECT DATALENGTH(CAST(v AS nvarchar(max))) AS wide, DATALENGTH(CAST(n AS varchar(max))) AS narrow, LEN(ISNULL(v, 'x')) AS v,
    LEN(COALESCE(v, n)) AS c, LEN(CASE WHEN i = 1 THEN v ELSE 'no' END) AS w FROM t WHERE i < 3 ORDER BY i;
SELECT i, LEN((SELECT v FROM t x WHERE x.i = t.i)) AS v FROM t WHERE EXISTS (SELECT * FROM t x WHERE x.v = t.v AND x.i <> t.i) ORDER BY i;
SELECT CAST(v AS varchar(5)) AS cut FROM t WHERE i = 1;
UPDATE t SET s = v WHERE i = 1;
GO
-- Variables, in loops, in procedures, in functions, back again.
DECLARE @v varchar(max) = '', @x varchar(max), @i int = 0, @length bigint;
SELECT @x = v FROM t WHERE i = 1;
WHILE @i < 30 BEGIN SET @v = @v + @x; SET @v += 'x'; SET @i += 1; END;
SELECT LEN(@v) AS v, LEN(REPLACE(@v, 'x', '')) AS without, SUBSTRING(@v, 200004, 6) AS seam, RIGHT(@v, 6) AS ends;
SET @i = 0;
WHILE @i < 5000 BEGIN SET @v += CAST(@i % 10 AS char(1)); SET @i += 1; END;
SELECT LEN(@v) AS v, RIGHT(@v, 12) AS ends;
SET @v = SUBSTRING(@v, 100, 70000);
SELECT LEN(@v) AS v, LEFT(@v, 3) AS begins;
DELETE t WHERE i = 11;
SELECT LEN(@x) AS kept;
EXEC sp_executesql N'SET @length = LEN(@p); SET @p = @p + ''!''', N'@p varchar(max) OUTPUT, @length bigint OUTPUT', @x OUTPUT, @length OUTPUT;
SELECT @length AS length, RIGHT(@x, 2) AS ends;
GO
CREATE PROCEDURE p @v varchar(max), @n nvarchar(max) = NULL, @out varchar(max) OUTPUT AS
BEGIN
    INSERT t(i, v, n) VALUES (20, @v, @n);
    SET @out = @v + @v;
    RETURN LEN(@v);
END;
GO
CREATE FUNCTION f(@v varchar(max)) RETURNS varchar(max) AS BEGIN DECLARE @w varchar(max) = @v; RETURN @w + @w; END;
GO
DECLARE @v varchar(max), @out varchar(max), @status int;
SET @v = (SELECT v FROM t WHERE i = 1);
EXEC @status = p @v, @n = @v, @out = @out OUTPUT;
SELECT @status AS status, LEN(@out) AS out, (SELECT LEN(v) FROM t WHERE i = 20) AS v, (SELECT LEN(n) FROM t WHERE i = 20) AS n;
SELECT LEN(dbo.f(v)) AS f FROM t WHERE i = 1;
GO
-- OUTPUT, triggers, MERGE, cursors.
UPDATE t SET v = v + '+' OUTPUT inserted.i, LEN(deleted.v) AS was, LEN(inserted.v) AS is_now, LEN(inserted.n) AS n WHERE i IN (1, 3);
CREATE TABLE kept(i int, v varchar(max));
DELETE t OUTPUT deleted.i, deleted.v INTO kept WHERE i = 13;
SELECT i, LEN(v) AS v FROM kept;
GO
CREATE TRIGGER tr ON t AFTER INSERT, UPDATE AS INSERT kept SELECT i, inserted.v FROM inserted;
GO
INSERT t(i, v) SELECT 30, v FROM t WHERE i = 1;
UPDATE t SET v = SUBSTRING(v, 2, 100000) WHERE i = 30;
SELECT i, LEN(v) AS v FROM kept ORDER BY 2;
GO
DROP TRIGGER tr;
GO
MERGE t USING (SELECT i, v FROM kept WHERE i = 13) k ON t.i = k.i
    WHEN NOT MATCHED THEN INSERT (i, v) VALUES (k.i, k.v + 'm') OUTPUT $action, LEN(inserted.v) AS v;
DECLARE c CURSOR LOCAL STATIC FOR SELECT v FROM t WHERE i IN (1, 30) ORDER BY i;
DECLARE @v varchar(max);
OPEN c;
FETCH c INTO @v;
SELECT LEN(@v) AS fetched;
FETCH c INTO @v;
SELECT LEN(@v) AS fetched;
GO
-- A part is replaced.
UPDATE t SET v.WRITE('XYZ', 100000, 3), n.WRITE(N'😀', 150000, 6), b.WRITE(0xABCD, NULL, 0) WHERE i = 1;
SELECT SUBSTRING(v, 99999, 7) AS v, LEN(v) AS v_length, SUBSTRING(n, 149999, 6) AS n, LEN(n) AS n_length, DATALENGTH(b) AS b FROM t WHERE i = 1;
UPDATE t SET v.WRITE((SELECT v FROM t WHERE i = 3), 5, 0), n.WRITE(NULL, 70000, 0) WHERE i = 1;
SELECT LEN(v) AS v, SUBSTRING(v, 1, 16) AS begins, LEN(n) AS n FROM t WHERE i = 1;
UPDATE t SET v.WRITE('', 10, NULL) WHERE i = 1;
SELECT v FROM t WHERE i = 1;
GO
UPDATE t SET v.WRITE('x', 1000000, 1) WHERE i = 3;
GO
UPDATE t SET v.WRITE('x', 1, -1) WHERE i = 3;
GO
-- SET TEXTSIZE.
SET TEXTSIZE 5;
SELECT v, n FROM t WHERE i = 3;
GO
SET TEXTSIZE -1;
DROP TABLE t, u, w, kept;
DROP PROCEDURE p;
DROP FUNCTION f;
GO
