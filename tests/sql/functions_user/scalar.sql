-- docs/t-sql/statements/create-function-transact-sql.md; docs/relational-databases/user-defined-functions/create-user-defined-functions-database-engine.md.
CREATE DATABASE F;
GO
USE F;
GO
-- Example A: the ISO week.
CREATE FUNCTION dbo.ISOweek (@DATE datetime)
RETURNS int
WITH EXECUTE AS CALLER
AS
BEGIN
     DECLARE @ISOweek int;
     SET @ISOweek= DATEPART(wk,@DATE)+1
          -DATEPART(wk,CAST(DATEPART(yy,@DATE) as CHAR(4))+'0104');
     IF (@ISOweek=0)
          SET @ISOweek=dbo.ISOweek(CAST(DATEPART(yy,@DATE)-1
               AS CHAR(4))+'12'+ CAST(24+DATEPART(DAY,@DATE) AS CHAR(2)))+1;
     IF ((DATEPART(mm,@DATE)=12) AND
          ((DATEPART(dd,@DATE)-DATEPART(dw,@DATE))>= 28))
          SET @ISOweek=1;
     RETURN(@ISOweek);
END;
GO
SELECT dbo.ISOweek(CONVERT(DATETIME,'20041226',101)) AS ISO_Week;
GO
-- A sum over a table.
CREATE TABLE dbo.ProductInventory(ProductID int, Quantity int, LocationID char(1));
INSERT INTO dbo.ProductInventory VALUES (75, 10, '6'), (75, 15, '6'), (75, 100, '1'), (76, 7, '6');
GO
CREATE FUNCTION dbo.ufnGetInventoryStock(@ProductID int)
RETURNS int
AS
-- Returns the stock level for the product.
BEGIN
    DECLARE @ret int;
    SELECT @ret = SUM(p.Quantity)
    FROM dbo.ProductInventory p
    WHERE p.ProductID = @ProductID
        AND p.LocationID = '6';
     IF (@ret IS NULL)
        SET @ret = 0;
    RETURN @ret;
END;
GO
SELECT p.id, dbo.ufnGetInventoryStock(p.id) AS CurrentSupply FROM (VALUES (75), (76), (77)) AS p(id) WHERE p.id BETWEEN 75 AND 80;
GO
-- In WHERE, ORDER BY, GROUP BY, CASE, ON; of one another; in SET, DECLARE, IF, WHILE, PRINT, INSERT, UPDATE, DELETE.
CREATE FUNCTION dbo.square(@x int) RETURNS bigint AS BEGIN RETURN CAST(@x AS bigint) * @x; END
GO
CREATE FUNCTION dbo.hypotenuse2(@a int, @b int) RETURNS bigint AS BEGIN RETURN dbo.square(@a) + dbo.square(@b); END
GO
SELECT a, dbo.square(a) AS s FROM (VALUES (-3), (1), (2), (NULL)) AS v(a) WHERE dbo.square(a) > 1 ORDER BY dbo.square(a) DESC;
SELECT dbo.square(a) AS s, COUNT(*) AS n FROM (VALUES (-2), (2), (3)) AS v(a) GROUP BY dbo.square(a) ORDER BY s;
SELECT SUM(dbo.square(a)) AS total, MAX(dbo.hypotenuse2(a, a)) AS most FROM (VALUES (1), (2), (3)) AS v(a);
SELECT v.a, w.b FROM (VALUES (2), (3)) AS v(a) JOIN (VALUES (4), (9), (10)) AS w(b) ON w.b = dbo.square(v.a);
SELECT CASE WHEN dbo.square(3) = 9 THEN 'nine' END AS word, F.dbo.square(4) AS sixteen, dbo.square(dbo.square(2)) AS again;
GO
DECLARE @x bigint = dbo.square(5), @y bigint;
SET @y = dbo.hypotenuse2(3, 4);
IF dbo.square(2) = 4 PRINT 'four';
PRINT dbo.square(7);
PRINT CONCAT('x ', @x, ' y ', @y);
DECLARE @i int = 0;
WHILE dbo.square(@i) < 10 SET @i += 1;
SELECT @i AS i;
SELECT @y = dbo.square(@i);
SELECT @y AS y;
GO
CREATE TABLE dbo.t(a int, s bigint);
INSERT INTO dbo.t VALUES (2, dbo.square(2));
INSERT INTO dbo.t SELECT a, dbo.square(a) FROM (VALUES (3), (4)) AS v(a);
UPDATE dbo.t SET s = dbo.square(s) WHERE dbo.square(a) > 4;
DELETE FROM dbo.t WHERE s = dbo.square(9);
SELECT a, s FROM dbo.t ORDER BY a;
GO
-- 4121 without such a function, 195 without a schema.
SELECT dbo.nothing(1);
GO
SELECT square2(1);
GO
SELECT square(3) AS built_in, dbo.square(3) AS own;
GO
-- 313, 8144: all arguments, DEFAULT for those that have one.
CREATE FUNCTION dbo.with_default(@a int, @b int = 10, @c varchar(5) = 'abc') RETURNS varchar(30) AS BEGIN RETURN CONCAT(@a, '|', @b, '|', @c); END
GO
SELECT dbo.with_default(1, 2, 'x') AS a, dbo.with_default(1, DEFAULT, DEFAULT) AS b, dbo.with_default(1, NULL, 'too long') AS c;
GO
SELECT dbo.with_default(1);
GO
SELECT dbo.with_default(1, 2, 'x', 4);
GO
-- 206: an argument that is never one.
SELECT dbo.square(CAST('2024-01-01' AS date));
GO
-- Without a value, NULL; what is returned is converted to the type.
CREATE FUNCTION dbo.short(@text varchar(100)) RETURNS varchar(3) AS BEGIN RETURN @text; END
GO
CREATE FUNCTION dbo.number(@text varchar(100)) RETURNS int AS BEGIN RETURN @text; END
GO
SELECT dbo.short('abcdef') AS cut, dbo.number('12') + 1 AS sum;
GO
SELECT dbo.number('x');
GO
-- RETURNS NULL ON NULL INPUT: the body is not run.
CREATE FUNCTION dbo.nulls(@a int, @b int) RETURNS int WITH RETURNS NULL ON NULL INPUT AS BEGIN RETURN 1; END
GO
CREATE FUNCTION dbo.called(@a int, @b int) RETURNS int WITH CALLED ON NULL INPUT AS BEGIN RETURN 1; END
GO
SELECT dbo.nulls(1, NULL) AS a, dbo.nulls(1, 2) AS b, dbo.called(1, NULL) AS c;
GO
-- Metadata.
SELECT CASE WHEN OBJECT_ID('dbo.square', 'FN') IS NOT NULL THEN 'there' END AS fn, OBJECT_ID('dbo.square', 'IF') AS inline_one;
GO
