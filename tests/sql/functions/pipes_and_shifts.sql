-- docs/t-sql/language-elements/string-concatenation-pipes-, compound-assignment-pipes-transact-sql.md, docs/t-sql/functions/left-shift-, right-shift-transact-sql.md, current-date-transact-sql.md.
SELECT 'SQL ' || 'Server' AS a; --> SQL Server
DECLARE @mybin1 VARBINARY(5), @mybin2 VARBINARY(5);
SET @mybin1 = 0xFF;
SET @mybin2 = 0xA5;
SELECT @mybin1 || @mybin2 AS a; --> 0xFFA5
SELECT 'The order is due on ' || CONVERT(VARCHAR(12), CAST('20070423' AS datetime), 101) AS a; --> The order is due on 04/23/2007
SELECT 'a' || NULL AS a, 'x' || 'y' + 'z' AS b;
GO
DECLARE @x VARCHAR(8000) = REPLICATE('x', 8000);
DECLARE @y VARCHAR(MAX) = REPLICATE('y', 8000);
DECLARE @z VARCHAR(8000) = REPLICATE('z', 8000);
SET @y = @x || @z || @y;
SELECT LEN(@y) AS y; --> 16000
GO
DECLARE @v1 varchar(10) = 'a';
SET @v1 ||= 'b';
SELECT @v1 ||= 'c';
SELECT @v1 AS v1;
CREATE TABLE t (a varchar(10), b int);
INSERT t VALUES ('p', 4);
UPDATE t SET a ||= 'q';
SELECT a, b << 2 AS l, b >> 1 AS r, 1 + 1 << 3 AS s FROM t;
SELECT 12345 << 5 AS a, 12345 >> 5 AS b, 12345 << -5 AS c, 0x0F << 4 AS d; --> 395040 | 385 | 385
GO
SELECT 1 || 'a';
GO
SELECT 1.5 << 2;
GO
CREATE TABLE u (a int, d date DEFAULT CURRENT_DATE);
INSERT u (a) VALUES (1);
SELECT CASE WHEN d = CAST(GETDATE() AS date) THEN 'today' END AS d, SQL_VARIANT_PROPERTY(CURRENT_DATE, 'BaseType') AS t FROM u;
SELECT definition FROM sys.default_constraints WHERE parent_object_id = OBJECT_ID('u');
