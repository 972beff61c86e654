-- docs/t-sql/statements/collations.md, windows-collation-name-, sql-server-collation-name-transact-sql.md and
-- docs/relational-databases/collations/collation-and-unicode-support.md: what the suffixes of a collation's name say.
SELECT CASE WHEN 'ABC' = 'abc' COLLATE Latin1_General_CI_AS THEN 'equal' ELSE 'different' END AS c; --> equal
GO
SELECT CASE WHEN 'ABC' = 'abc' COLLATE Latin1_General_CS_AS THEN 'equal' ELSE 'different' END AS c; --> different
GO
SELECT CASE WHEN N'resume' = N'résumé' COLLATE Latin1_General_CI_AS THEN 'equal' ELSE 'different' END AS c; --> different
GO
SELECT CASE WHEN N'resume' = N'Résumé' COLLATE Latin1_General_CI_AI THEN 'equal' ELSE 'different' END AS c; --> equal
GO
SELECT CASE WHEN N'resume' = N'Résumé' COLLATE Latin1_General_CS_AI THEN 'equal' ELSE 'different' END AS c; --> different
GO
SELECT CASE WHEN 'a' = 'A' COLLATE Latin1_General_BIN2 THEN 'equal' ELSE 'different' END AS c; --> different
GO
SELECT CASE WHEN 'B' < 'a' COLLATE Latin1_General_BIN2 THEN 'by code' ELSE 'by letter' END AS c, CASE WHEN 'B' < 'a' COLLATE Latin1_General_CS_AS THEN 'by code' ELSE 'by letter' END AS d; --> by code | by letter
GO
SELECT CASE WHEN N'ЖУК' = N'жук' COLLATE Cyrillic_General_CI_AS THEN 'equal' ELSE 'different' END AS c, CASE WHEN N'ЖУК' = N'жук' COLLATE Cyrillic_General_CS_AS THEN 'equal' ELSE 'different' END AS d; --> equal | different
GO
SELECT CASE WHEN N'a' = N'A' COLLATE Latin1_General_100_CI_AS_SC_UTF8 THEN 'equal' ELSE 'different' END AS c, CASE WHEN N'a' = N'A' COLLATE SQL_Latin1_General_CP1_CS_AS THEN 'equal' ELSE 'different' END AS d; --> equal | different
GO
-- Trailing blanks count under none.
SELECT CASE WHEN 'a' = 'a  ' COLLATE Latin1_General_BIN THEN 'equal' ELSE 'different' END AS c; --> equal
GO
-- The result is the text, of its own type.
SELECT 'Text' COLLATE Latin1_General_CS_AS AS t, UPPER(N'ab' COLLATE Latin1_General_CS_AS) + 'c' AS u; --> Text | ABc
GO
SELECT 'a' COLLATE Klingon_CI_AS;
--> Msg 448, Level 16, State 1, Line 1
--> Invalid collation 'Klingon_CI_AS'.
GO
SELECT 5 COLLATE Latin1_General_CI_AS;
--> Msg 447, Level 16, State 0, Line 1
--> Expression type int is invalid for COLLATE clause.
GO
-- docs/t-sql/statements/collation-precedence-transact-sql.md: two explicit ones are in each other's way; one is passed on.
SELECT CASE WHEN 'a' COLLATE Latin1_General_CS_AS = 'a' COLLATE Latin1_General_CI_AS THEN 1 END;
--> Msg 468, Level 16, State 9, Line 2
--> Cannot resolve the collation conflict between "Latin1_General_CS_AS" and "Latin1_General_CI_AS" in the equal to operation.
GO
SELECT CASE WHEN 'a' + 'B' COLLATE Latin1_General_CS_AS = 'ab' THEN 'equal' ELSE 'different' END AS through_concatenation, CASE WHEN LEFT('AB' COLLATE Latin1_General_CS_AS, 1) = 'a' THEN 'equal' ELSE 'different' END AS through_function; --> different | different
GO
-- The example's table: the order of names with and without regard to case and accents.
CREATE TABLE words (id int, word nvarchar(20));
INSERT words VALUES (1, N'cote'), (2, N'Cote'), (3, N'côte'), (4, N'COTE'), (5, N'dog');
SELECT id FROM words WHERE word = N'cote' ORDER BY id;
--> 1
--> 2
--> 4
SELECT id FROM words WHERE word COLLATE Latin1_General_CS_AS = N'cote' ORDER BY id; --> 1
SELECT id FROM words WHERE word COLLATE Latin1_General_CI_AI = N'cote' ORDER BY id;
--> 1
--> 2
--> 3
--> 4
SELECT id FROM words WHERE word COLLATE Latin1_General_CS_AI = N'cote' ORDER BY id;
--> 1
--> 3
SELECT word FROM words ORDER BY word COLLATE Latin1_General_BIN2;
--> COTE
--> Cote
--> cote
--> côte
--> dog
SELECT word FROM words WHERE id <> 3 ORDER BY word COLLATE Latin1_General_CS_AS DESC;
--> dog
--> COTE
--> Cote
--> cote
GO
SELECT a.id AS a, b.id AS b FROM words AS a JOIN words AS b ON a.word = b.word COLLATE Latin1_General_CS_AS AND a.id < 3 ORDER BY a.id;
--> 1 | 1
--> 2 | 2
GO
SELECT COUNT(*) AS n FROM words WHERE word COLLATE Latin1_General_CS_AS IN (N'cote', N'COTE', N'DOG'); --> 2
GO
SELECT CASE word COLLATE Latin1_General_CS_AS WHEN N'COTE' THEN 'capitals' ELSE 'other' END AS c FROM words WHERE id IN (1, 4) ORDER BY id;
--> other
--> capitals
GO
SELECT COUNT(*) AS n FROM words WHERE word COLLATE Latin1_General_CS_AS BETWEEN N'cote' AND N'Cote'; --> 2
GO
SELECT NULLIF('a' COLLATE Latin1_General_CS_AS, 'A') AS n, NULLIF('a', 'A') AS m; --> a | NULL
GO
-- LIKE by the collation of its texts.
SELECT id FROM words WHERE word COLLATE Latin1_General_CS_AS LIKE N'C%' ORDER BY id;
--> 2
--> 4
GO
SELECT id FROM words WHERE word COLLATE Latin1_General_CI_AI LIKE N'CÔ_E' ORDER BY id;
--> 1
--> 2
--> 3
--> 4
GO
SELECT CASE WHEN 'b' COLLATE Latin1_General_BIN LIKE '[A-C]' THEN 1 ELSE 0 END AS in_set, CASE WHEN 'b' LIKE '[A-C]' THEN 1 ELSE 0 END AS in_default_set, CASE WHEN 'a%' COLLATE Latin1_General_CS_AS LIKE 'a!%' ESCAPE '!' THEN 1 ELSE 0 END AS escaped; --> 0 | 1 | 1
GO
-- The default collation by its name changes nothing; nor does it for a column.
SELECT CASE WHEN 'a' = 'A' COLLATE DATABASE_DEFAULT THEN 'equal' END AS c, CASE WHEN 'a' = 'A' COLLATE SQL_Latin1_General_CP1_CI_AS THEN 'equal' END AS d; --> equal | equal
GO
CREATE TABLE named (a varchar(10) COLLATE SQL_Latin1_General_CP1_CI_AS NOT NULL, b nvarchar(5) COLLATE DATABASE_DEFAULT);
INSERT named VALUES ('a', N'b');
SELECT COUNT(*) AS n FROM named WHERE a = 'A'; --> 1
GO
CREATE TABLE unnamed (a varchar(10) COLLATE Klingon_CI_AS);
--> Msg 448, Level 16, State 1, Line 1
--> Invalid collation 'Klingon_CI_AS'.
GO
-- Groups, aggregates and functions that search go by the collation of what they are over.
SELECT word COLLATE Latin1_General_CS_AS AS w, COUNT(*) AS n FROM words WHERE id <> 3 GROUP BY word COLLATE Latin1_General_CS_AS ORDER BY w;
--> cote | 1
--> Cote | 1
--> COTE | 1
--> dog | 1
GO
SELECT MAX(word COLLATE Latin1_General_CS_AS) AS m FROM words WHERE id IN (1, 2, 4); --> COTE
GO
SELECT CHARINDEX('a', 'Aa' COLLATE Latin1_General_CS_AS) AS c, CHARINDEX('a', 'Aa') AS d; --> 2 | 1
GO
-- What knows the default collation alone refuses another by name.
SELECT TRIM('a' FROM 'Aa' COLLATE Latin1_General_CS_AS);
--> Msg 40517, Level 16, State 1, Line 2
--> Keyword or statement option 'COLLATE Latin1_General_CS_AS in TRIM' is not supported in this version of SQL Server.
GO
SELECT 'a' COLLATE Cyrillic_General_CI_AS AS a; --> a
