-- docs/relational-databases/collations/collation-and-unicode-support.md: for columns that are not Unicode the collation gives the code page
-- of the data and says which characters there are; data that moves from one to another is converted. UTF-8 is one of them.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE texts (id int, western varchar(10), cyrillic varchar(6) COLLATE Cyrillic_General_CI_AS, utf8 varchar(6) COLLATE Latin1_General_100_CI_AS_SC_UTF8, fixed char(4) COLLATE Latin1_General_100_CI_AS_SC_UTF8);
INSERT texts VALUES (1, N'Жук', N'Жук', N'Жук', N'Ж'), (2, N'café', N'café', N'café', N'€');
SELECT id, western, cyrillic, utf8, fixed + '|' AS fixed FROM texts ORDER BY id;
--> 1 | ??? | Жук | Жук | Ж  |
--> 2 | café | cafe | café | € |
-- docs/t-sql/functions/datalength-transact-sql.md, len-transact-sql.md, ascii-transact-sql.md: bytes and characters.
SELECT id, DATALENGTH(cyrillic) AS c, LEN(cyrillic) AS c_len, DATALENGTH(utf8) AS u, LEN(utf8) AS u_len, DATALENGTH(fixed) AS f FROM texts ORDER BY id;
--> 1 | 3 | 3 | 6 | 3 | 4
--> 2 | 4 | 4 | 5 | 4 | 4
SELECT ASCII(western) AS w, ASCII(cyrillic) AS c, ASCII(utf8) AS u FROM texts WHERE id = 1; --> 63 | 198 | 208
SELECT CAST(western AS varbinary(10)) AS w, CAST(cyrillic AS varbinary(10)) AS c, CAST(utf8 AS varbinary(10)) AS u FROM texts ORDER BY id;
--> 0x3F3F3F | 0xC6F3EA | 0xD096D183D0BA
--> 0x636166E9 | 0x63616665 | 0x636166C3A9
GO
-- docs/t-sql/data-types/char-and-varchar-transact-sql.md: the length is in bytes, which are not as many as characters. No character is cut in two.
INSERT texts (id, utf8) VALUES (3, N'Жуки');
--> Msg 2628, Level 16, State 1, Line 2
--> String or binary data would be truncated in table 'D.dbo.texts', column 'utf8'. Truncated value: 'Жук'.
--> The statement has been terminated.
GO
SELECT CAST(N'Жуки' COLLATE Latin1_General_100_CI_AS_SC_UTF8 AS varchar(5)) AS u, CAST(N'Жуки' COLLATE Cyrillic_General_CI_AS AS varchar(3)) AS c, DATALENGTH(CAST(N'Жуки' COLLATE Latin1_General_100_CI_AS_SC_UTF8 AS char(5))) AS padded; --> Жу | Жук | 5
GO
-- COLLATE with another code page converts; so do a concatenation and a set operation, whose collation is that of the column.
SELECT cyrillic COLLATE Latin1_General_CI_AS AS western, cyrillic + 'é' AS joined, CONCAT(cyrillic, 'é') AS concatenated FROM texts WHERE id = 1; --> ??? | Жукe | Жукe
SELECT utf8 + 'é' AS joined, REPLACE(utf8, 'é', 'x') AS replaced, 'é' COLLATE Latin1_General_100_CI_AS_SC_UTF8 AS converted, CASE WHEN id = 1 THEN 'éééééé' ELSE utf8 END AS chosen FROM texts ORDER BY id;
--> Жукé | Жук | é | éééééé
--> caféé | cafx | é | café
SELECT cyrillic FROM texts WHERE id = 1 UNION ALL SELECT 'é';
--> Жук
--> e
SELECT CASE WHEN id = 1 THEN cyrillic ELSE 'é' END AS c, ISNULL(cyrillic, 'x') AS i, UPPER(cyrillic) AS u, LEFT(utf8, 2) AS l, REVERSE(utf8) AS r FROM texts ORDER BY id;
--> Жук | Жук | ЖУК | Жу | куЖ
--> e | cafe | CAFE | ca | éfac
GO
-- A variable and a literal have the database's code page, whatever they are compared with.
DECLARE @v varchar(10) = N'Жук';
SELECT COUNT(*) AS n FROM texts WHERE cyrillic = @v; --> 0
SELECT id FROM texts WHERE cyrillic = N'жук'; --> 1
SELECT id FROM texts WHERE utf8 LIKE N'%У%'; --> 1
GO
-- What a code page lacks becomes the character that comes nearest, else a question mark, two for a pair of UTF-16 units.
SELECT CAST(N'Łódź Ａ ∞ 日😀' AS varchar(20)) AS nearest; --> Lódz A 8 ???
GO
-- Values of max types and indexes over such columns.
CREATE TABLE longer (id int PRIMARY KEY, t varchar(max) COLLATE Cyrillic_General_CS_AS);
INSERT longer VALUES (1, REPLICATE(CAST(N'Жук' AS nvarchar(max)), 5000) + N'!');
SELECT DATALENGTH(t) AS n, RIGHT(t, 4) AS last FROM longer; --> 15001 | Жук!
CREATE UNIQUE INDEX by_name ON texts (cyrillic);
INSERT texts (id, cyrillic) VALUES (4, N'жУК');
--> Msg 2601, Level 14, State 1, Line 6
--> Cannot insert duplicate key row in object 'dbo.texts' with unique index 'by_name'. The duplicate key value is (жУК).
--> The statement has been terminated.
GO
-- docs/relational-databases/collations/set-or-change-the-column-collation.md: ALTER COLUMN converts what is there.
DROP INDEX by_name ON texts;
ALTER TABLE texts ALTER COLUMN cyrillic varchar(12) COLLATE Latin1_General_100_CI_AS_SC_UTF8;
SELECT cyrillic, DATALENGTH(cyrillic) AS n FROM texts ORDER BY id;
--> Жук | 6
--> cafe | 4
SELECT name, collation_name, max_length FROM sys.columns WHERE object_id = OBJECT_ID('texts') AND name = 'cyrillic'; --> cyrillic | Latin1_General_100_CI_AS_SC_UTF8 | 12
GO
-- docs/t-sql/functions/replicate-transact-sql.md: results that are not of a max type are cut at 8,000 bytes, which are fewer characters.
SELECT DATALENGTH(REPLICATE(utf8, 5000)) AS bytes, LEN(REPLICATE(utf8, 5000)) AS characters FROM texts WHERE id = 1; --> 8000 | 4000
-- 888 times nine bytes, and as much of the next nine as are whole characters.
SELECT DATALENGTH(REPLACE(REPLICATE(utf8, 1000), 'é', 'ééé')) AS replaced FROM texts WHERE id = 2; --> 7999
GO
-- SELECT INTO takes collation and code page along.
SELECT id, utf8 INTO copied FROM texts;
SELECT utf8, DATALENGTH(utf8) AS n FROM copied WHERE id = 1; --> Жук | 6
GO
USE master;
DROP DATABASE D;
