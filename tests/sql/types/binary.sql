-- docs/t-sql/data-types/binary-and-varbinary-transact-sql.md: padding, cutting, and what arithmetic makes of it.
SELECT CAST(123456 AS BINARY(4)) AS four, CAST(123456 AS BINARY(2)) AS two, CAST('ab' AS binary(4)) AS padded, CAST(0x AS varbinary) AS empty;
DECLARE @BinaryVariable2 BINARY(2);
SET @BinaryVariable2 = 123456;
SET @BinaryVariable2 = @BinaryVariable2 + 1;
SELECT CAST(@BinaryVariable2 AS INT) AS n;
DECLARE @one binary, @any varbinary;
SET @one = 0x0102; SET @any = 0x0102;
SELECT @one, @any;
GO
-- docs/t-sql/functions/cast-and-convert-transact-sql.md, example "Using CONVERT with binary and character data".
SELECT CONVERT(CHAR(8), 0x4E616d65, 0) AS [Style 0, binary to character];
SELECT CONVERT(CHAR(8), 0x4E616d65, 1) AS [Style 1, binary to character];
SELECT CONVERT(CHAR(8), 0x4E616d65, 2) AS [Style 2, binary to character];
SELECT CONVERT(BINARY(8), 'Name', 0) AS [Style 0, character to binary];
SELECT CONVERT(BINARY(4), '0x4E616D65', 1) AS [Style 1, character to binary];
SELECT CONVERT(BINARY(4), '4E616D65', 2) AS [Style 2, character to binary];
GO
SELECT CONVERT(varbinary(4), '4E6', 2);
GO
DECLARE @b varbinary(4);
SET @b = 'text';
GO
-- docs/t-sql/data-types/data-type-precedence-transact-sql.md: binary is the lowest; string-concatenation-transact-sql.md: bytes join bytes.
SELECT 0x01 + 0x02 AS joined, 0x01 + 1 AS number, 0xFF & 15 AS masked, CASE WHEN 0x41 = 'A' THEN 1 ELSE 0 END AS same;
GO
SELECT 0x01 + 'a';
GO
SELECT 0x01 & 0x02;
GO
SELECT 0x01 - 0x02;
GO
-- Zeros at the end do not count where bytes are compared; everything else does.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.b(id int, v varbinary(4), f binary(3));
INSERT INTO dbo.b VALUES (1, 0x02, 0x61), (2, 0x0200, 0x41), (3, 0x01FF, 0x), (4, NULL, NULL), (5, 0x, 0x0061);
SELECT id FROM dbo.b ORDER BY v, id;
SELECT id FROM dbo.b WHERE v = 0x020000 ORDER BY id;
SELECT COUNT(DISTINCT v) AS n, MIN(v) AS least, MAX(f) AS greatest FROM dbo.b WHERE v IS NOT NULL;
SELECT v, COUNT(*) AS n FROM dbo.b WHERE v > 0x01 GROUP BY v ORDER BY v;
SELECT id, f FROM dbo.b ORDER BY f, id;
INSERT INTO dbo.b(id, v) VALUES (6, 0x0102030400);
INSERT INTO dbo.b(id, v) VALUES (7, 0x0102030405);
INSERT INTO dbo.b(id, v) VALUES (8, 'four');
SELECT id, v FROM dbo.b WHERE id > 5;
GO
-- docs/t-sql/functions: substring-, datalength-, len-, left-, replicate-, isnull-transact-sql.md.
SELECT SUBSTRING(0x01020304, 2, 2) AS piece, DATALENGTH(0x010200) AS bytes, LEN(0x4120) AS characters, LEFT(0x414243, 2) AS text;
SELECT DATALENGTH(N'ab ') AS wide, DATALENGTH('ab ') AS narrow, DATALENGTH(CAST(1 AS decimal(10, 2))) AS number, DATALENGTH(CAST(0 AS bigint)) AS big, DATALENGTH(NULL) AS nothing;
GO
