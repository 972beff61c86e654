-- docs/t-sql/statements/set-ansi-padding-transact-sql.md, the page's example: "Trailing blanks in character values inserted into a varchar column are
-- trimmed. Trailing zeros in binary values inserted into a varbinary column are trimmed"; char(n) NULL "follows same rules as for varchar".
SET ANSI_PADDING ON;
GO
CREATE TABLE t1 (charcol CHAR(16) NULL, varcharcol VARCHAR(16) NULL, varbinarycol VARBINARY(8));
GO
INSERT INTO t1 VALUES ('No blanks', 'No blanks', 0x00ee);
INSERT INTO t1 VALUES ('Trailing blank ', 'Trailing blank ', 0x00ee00);
SELECT 'CHAR' = '>' + charcol + '<', 'VARCHAR' = '>' + varcharcol + '<', varbinarycol FROM t1;
GO
SET ANSI_PADDING OFF;
GO
CREATE TABLE t2 (charcol CHAR(16) NULL, varcharcol VARCHAR(16) NULL, varbinarycol VARBINARY(8), fixed char(5) NOT NULL DEFAULT 'a', wide nvarchar(5) NULL DEFAULT N'b ',
    bytes binary(4) NULL DEFAULT 0x0100, whole varchar(max) NULL DEFAULT 'c ');
GO
INSERT INTO t2 (charcol, varcharcol, varbinarycol) VALUES ('No blanks', 'No blanks', 0x00ee);
INSERT INTO t2 (charcol, varcharcol, varbinarycol) VALUES ('Trailing blank ', 'Trailing blank ', 0x00ee00);
SELECT 'CHAR' = '>' + charcol + '<', 'VARCHAR' = '>' + varcharcol + '<', varbinarycol FROM t2;
SELECT TOP (1) '>' + fixed + '<' AS fixed, '>' + wide + '<' AS wide, bytes, '>' + whole + '<' AS whole FROM t2;
UPDATE t2 SET varcharcol = 'x   ', charcol = 'y  ' WHERE varcharcol = 'No blanks';
SELECT DATALENGTH(varcharcol) AS v, DATALENGTH(charcol) AS c FROM t2;
SELECT name, is_ansi_padded FROM sys.columns WHERE object_id = OBJECT_ID('t2') ORDER BY column_id;
SELECT COLUMNPROPERTY(OBJECT_ID('t2'), 'varcharcol', 'UsesAnsiTrim') AS v, COLUMNPROPERTY(OBJECT_ID('t1'), 'varcharcol', 'UsesAnsiTrim') AS w;
GO
-- The setting counts when the column is made; an index has what the row has.
SET ANSI_PADDING ON;
INSERT INTO t2 (charcol, varcharcol) VALUES ('z ', 'z ');
CREATE INDEX i ON t2 (varcharcol) INCLUDE (charcol);
GO
SELECT '>' + charcol + '<' AS c FROM t2 WITH (INDEX(i)) WHERE varcharcol = 'z';
DROP INDEX i ON t2;
-- docs/t-sql/statements/alter-table-transact-sql.md: ANSI_PADDING is always ON for ALTER COLUMN.
ALTER TABLE t2 ALTER COLUMN charcol char(16) NULL;
SELECT '>' + charcol + '<' AS c FROM t2 WHERE varcharcol = 'z';
GO
SET ANSI_PADDING OFF;
SELECT CAST('s ' AS varchar(5)) AS s, 0x0100 AS b INTO t3;
SELECT DATALENGTH(s) AS s, DATALENGTH(b) AS b FROM t3;
GO
DECLARE @t TABLE (v varchar(5));
INSERT @t VALUES ('w ');
SELECT DATALENGTH(v) AS v FROM @t;
GO
