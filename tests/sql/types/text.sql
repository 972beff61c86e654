-- docs/t-sql/data-types/ntext-text-and-image-transact-sql.md: text, ntext and image hold up to 2 GB; DATALENGTH, PATINDEX and SUBSTRING take them, and LIKE and
-- IS NULL compare them. docs/t-sql/functions/cast-and-convert-transact-sql.md (the chart): strings convert to text and ntext and back, binary to image and back.
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int PRIMARY KEY, a text, b ntext NOT NULL DEFAULT N'none', c image, d national text, CHECK (DATALENGTH(a) < 100000));
INSERT dbo.t (id, a, b, c) VALUES (1, 'one', N'eins', 0x01), (2, NULL, N'Ω', 'AB'), (3, REPLICATE(CAST('x' AS varchar(max)), 90000), N'long', NULL);
INSERT dbo.t (id, a) VALUES (4, N'four');
SELECT id, b, c, d FROM dbo.t;
SELECT id, DATALENGTH(a) AS a, DATALENGTH(b) AS b, DATALENGTH(c) AS c, PATINDEX('%n%', a) AS n, CHARINDEX('x', a) AS x, SUBSTRING(a, 2, 3) AS s, SUBSTRING(c, 1, 1) AS i FROM dbo.t;
SELECT id FROM dbo.t WHERE a LIKE '%o%' AND b IS NOT NULL;
SELECT id FROM dbo.t WHERE a IS NULL;
SELECT id, CAST(b AS nvarchar(2)) AS n, CONVERT(varchar(10), b) AS v, CAST(c AS varbinary(1)) AS i, CAST(CAST(b AS text) AS varchar(max)) AS t FROM dbo.t;
UPDATE dbo.t SET a = 'new', c = CAST(0xFFEE AS image) WHERE id = 4;
SELECT id, ISNULL(a, 'nothing') AS a, COALESCE(c, 0x00) AS c FROM dbo.t WHERE id IN (2, 4);
SELECT CAST(CAST('<r>1</r>' AS text) AS xml) AS x;
SELECT a, b, c INTO dbo.copy FROM dbo.t WHERE id <> 3;
SELECT c.name, TYPE_NAME(c.system_type_id) AS type, c.system_type_id, c.max_length, c.precision, c.is_nullable FROM sys.columns AS c WHERE c.object_id = OBJECT_ID('dbo.copy') ORDER BY c.column_id;
SELECT name, system_type_id, max_length, precision, scale FROM sys.types WHERE name IN ('text', 'ntext', 'image') ORDER BY name;
SELECT COLUMN_NAME, DATA_TYPE, CHARACTER_MAXIMUM_LENGTH, CHARACTER_OCTET_LENGTH FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'copy' ORDER BY ORDINAL_POSITION;
SELECT COUNT(*) AS n FROM (SELECT a FROM dbo.t UNION ALL SELECT 'x') AS u;
DECLARE @v TABLE (a text);
INSERT @v SELECT a FROM dbo.t WHERE id = 1;
SELECT a FROM @v;
DBCC CHECKTABLE ('dbo.t') WITH NO_INFOMSGS;
GO
CREATE PROCEDURE dbo.p @a text, @c image = NULL AS SELECT @a AS a, DATALENGTH(@c) AS c;
GO
EXEC dbo.p 'of a call', 0x0102;
GO
CREATE FUNCTION dbo.f(@b ntext) RETURNS int AS BEGIN RETURN DATALENGTH(@b) END;
GO
SELECT dbo.f(b) AS f FROM dbo.t ORDER BY id;
-- Comparisons, order, groups and most functions are refused.
GO
SELECT id FROM dbo.t WHERE a = 'one';
GO
SELECT id FROM dbo.t WHERE a IN ('one');
GO
SELECT id FROM dbo.t WHERE a = b;
GO
SELECT id FROM dbo.t WHERE a = 1;
GO
SELECT a + 'x' FROM dbo.t;
GO
SELECT a + a FROM dbo.t;
GO
SELECT id FROM dbo.t ORDER BY a;
GO
SELECT COUNT(*) FROM dbo.t GROUP BY b;
GO
SELECT ROW_NUMBER() OVER (ORDER BY c) FROM dbo.t;
GO
SELECT DISTINCT c FROM dbo.t;
GO
SELECT a FROM dbo.t UNION SELECT a FROM dbo.t;
GO
SELECT MAX(a) FROM dbo.t;
GO
SELECT COUNT(a) FROM dbo.t;
GO
SELECT LEN(a) FROM dbo.t;
GO
SELECT UPPER(b) FROM dbo.t;
GO
SELECT CAST(a AS int) FROM dbo.t;
GO
SELECT CAST(1 AS text);
GO
INSERT dbo.t (id, a) VALUES (5, 1);
GO
INSERT dbo.t (id, c) VALUES (5, N'x');
GO
INSERT dbo.t (id, a) VALUES (5, 0x01);
GO
SELECT CAST(c AS varchar(10)) FROM dbo.t;
GO
DECLARE @a text;
GO
CREATE INDEX i ON dbo.t (a);
GO
CREATE INDEX i ON dbo.t (id) INCLUDE (b);
GO
CREATE STATISTICS s ON dbo.t (c);
GO
CREATE TABLE dbo.k (a text PRIMARY KEY);
GO
CREATE TABLE dbo.k (a text(10));
GO
UPDATE dbo.t SET a.WRITE('x', 0, 1);
GO
ALTER TABLE dbo.t ALTER COLUMN a varchar(10);
GO
ALTER TABLE dbo.copy ALTER COLUMN a varchar(max);
ALTER TABLE dbo.copy ALTER COLUMN b xml;
ALTER TABLE dbo.copy ALTER COLUMN c varbinary(max);
SELECT a, b, c FROM dbo.copy;
GO
-- docs/t-sql/statements/create-trigger-transact-sql.md: an AFTER trigger can't read such columns of inserted and deleted, an INSTEAD OF trigger can.
CREATE TABLE dbo.w (id int, a text);
GO
CREATE TRIGGER dbo.tr ON dbo.w AFTER INSERT AS SELECT id FROM inserted;
GO
INSERT dbo.w VALUES (1, 'one');
GO
ALTER TRIGGER dbo.tr ON dbo.w AFTER INSERT AS SELECT a FROM inserted;
GO
ALTER TRIGGER dbo.tr ON dbo.w AFTER INSERT AS SELECT * FROM inserted;
GO
DROP TRIGGER dbo.tr;
GO
CREATE TRIGGER dbo.tr ON dbo.w INSTEAD OF INSERT AS INSERT dbo.w SELECT id, a FROM inserted;
GO
INSERT dbo.w VALUES (2, 'two');
SELECT id, a FROM dbo.w;
SET TEXTSIZE 2;
SELECT a FROM dbo.w;
