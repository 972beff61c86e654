-- docs/t-sql/statements/windows-collation-name-transact-sql.md, sql-server-collation-name-transact-sql.md and
-- docs/t-sql/functions/collation-functions-collationproperty-transact-sql.md: what a collation's name says.
SELECT CONVERT(int, COLLATIONPROPERTY('Japanese_Bushu_Kakusu_140_BIN2', 'CodePage')) AS japanese, CONVERT(int, COLLATIONPROPERTY('Chinese_PRC_BIN', 'CodePage')) AS chinese, CONVERT(int, COLLATIONPROPERTY('Korean_Wansung_BIN2', 'CodePage')) AS korean, CONVERT(int, COLLATIONPROPERTY('Chinese_Taiwan_Stroke_BIN', 'CodePage')) AS taiwan; --> 932 | 936 | 949 | 950
SELECT CONVERT(int, COLLATIONPROPERTY('SQL_Latin1_General_CP437_CI_AS', 'CodePage')) AS dos, CONVERT(int, COLLATIONPROPERTY('SQL_Latin1_General_CP850_BIN', 'CodePage')) AS european, CONVERT(int, COLLATIONPROPERTY('Latin1_General_100_CI_AS_SC_UTF8', 'CodePage')) AS utf8, CONVERT(int, COLLATIONPROPERTY('Thai_BIN', 'CodePage')) AS thai; --> 437 | 850 | 65001 | 874
SELECT CONVERT(int, COLLATIONPROPERTY('Greek_100_BIN2', 'LCID')) AS lcid, CONVERT(int, COLLATIONPROPERTY('Greek_100_BIN2', 'Version')) AS hundred, CONVERT(int, COLLATIONPROPERTY('Japanese_90_BIN', 'Version')) AS ninety, CONVERT(int, COLLATIONPROPERTY('Japanese_XJIS_140_BIN2', 'Version')) AS newest, CONVERT(int, COLLATIONPROPERTY('Turkish_BIN', 'ComparisonStyle')) AS style; --> 1032 | 2 | 1 | 3 | 0
SELECT CONVERT(int, COLLATIONPROPERTY('Azeri_Cyrillic_90_BIN2', 'CodePage')) AS azeri, CONVERT(int, COLLATIONPROPERTY('Kazakh_100_BIN2', 'LCID')) AS kazakh, CONVERT(int, COLLATIONPROPERTY('Dari_100_BIN', 'CodePage')) AS dari, CONVERT(int, COLLATIONPROPERTY('Chinese_Traditional_Pinyin_100_BIN2', 'LCID')) AS macao, CONVERT(int, COLLATIONPROPERTY('Sami_Norway_100_BIN2', 'CodePage')) AS sami; --> 1251 | 1087 | 1256 | 5124 | 1252
SELECT COUNT(*) AS n FROM sys.fn_helpcollations() WHERE name IN ('Turkish_BIN2', 'SQL_Latin1_General_CP850_CI_AI', 'Estonian_BIN', 'Turkish_CI_AS'); --> 3
GO
-- Text of each page keeps its characters, and takes as many bytes as the page has for them.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE texts (japanese varchar(8) COLLATE Japanese_BIN2, chinese varchar(8) COLLATE Chinese_PRC_BIN2, korean varchar(8) COLLATE Korean_Wansung_BIN2, taiwan varchar(8) COLLATE Chinese_Taiwan_Stroke_BIN2, greek varchar(8) COLLATE Greek_BIN2, hebrew varchar(8) COLLATE Hebrew_BIN2, thai varchar(8) COLLATE Thai_BIN2, dos varchar(8) COLLATE SQL_Latin1_General_CP437_CI_AS);
INSERT texts VALUES (N'日本ｱ', N'中文€', N'한국', N'中文', N'Ωμέγα', N'שלום', N'ไทย', N'é▒Σ');
SELECT * FROM texts; --> 日本ｱ | 中文€ | 한국 | 中文 | Ωμέγα | שלום | ไทย | é▒Σ
SELECT DATALENGTH(japanese) AS j, LEN(japanese) AS j_len, DATALENGTH(chinese) AS c, DATALENGTH(korean) AS k, DATALENGTH(taiwan) AS t, DATALENGTH(greek) AS g, DATALENGTH(hebrew) AS h, DATALENGTH(thai) AS th, DATALENGTH(dos) AS d FROM texts; --> 5 | 3 | 5 | 4 | 4 | 5 | 4 | 3 | 3
SELECT CAST(japanese AS varbinary(8)) AS j, CAST(chinese AS varbinary(8)) AS c, CAST(dos AS varbinary(8)) AS d FROM texts; --> 0x93FA967BB1 | 0xD6D0CEC480 | 0x82B1E4
-- A character of two bytes is not cut in two.
SELECT CAST(japanese AS varchar(3)) AS three, DATALENGTH(CAST(japanese AS varchar(3))) AS n FROM texts; --> 日 | 2
GO
-- A collation of SQL Server's whose language has rules that are not there is refused by name; what is none is 448.
SELECT 'a' COLLATE Turkish_CI_AS;
--> Msg 40517, Level 16, State 1, Line 2
--> Keyword or statement option 'COLLATE Turkish_CI_AS' is not supported in this version of SQL Server.
GO
CREATE TABLE danish (a varchar(10) COLLATE Danish_Norwegian_CI_AS);
--> Msg 40517, Level 16, State 1, Line 1
--> Keyword or statement option 'COLLATE Danish_Norwegian_CI_AS' is not supported in this version of SQL Server.
GO
SELECT N'a' COLLATE Turkish_CI_AS_SC;
--> Msg 448, Level 16, State 1, Line 1
--> Invalid collation 'Turkish_CI_AS_SC'.
GO
USE master;
DROP DATABASE D;
