-- docs/relational-databases/sql-server-index-design-guide.md, docs/relational-databases/collations/collation-and-unicode-support.md: the keys of an index
-- are in the order of the column's collation, so a comparison by that collation seeks it, and rows come in its order without a sort.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE words (id int IDENTITY PRIMARY KEY, cs nvarchar(20) COLLATE Latin1_General_CS_AS NOT NULL, ai varchar(20) COLLATE Latin1_General_CI_AI, cyr varchar(20) COLLATE Cyrillic_General_CI_AS, filler char(400) NOT NULL DEFAULT '');
INSERT words (cs, ai, cyr) SELECT CONCAT(N'word', value), CONCAT('word', value), CONCAT(N'Слово', value) FROM GENERATE_SERIES(1, 2000);
INSERT words (cs, ai, cyr) VALUES (N'Côte', 'côte', N'Жук'), (N'côte', 'COTE', N'жук'), (N'cote', 'Coté', N'ЖУКИ'), (N'CÔTE', NULL, NULL);
CREATE UNIQUE INDEX by_cs ON words (cs);
CREATE INDEX by_ai ON words (ai DESC) INCLUDE (cs);
CREATE INDEX by_cyr ON words (cyr);
GO
SET SHOWPLAN_TEXT ON;
GO
SELECT id FROM words WHERE cs = N'côte';
GO
SELECT id FROM words WHERE cyr LIKE N'жу%';
GO
SELECT TOP 3 cs FROM words ORDER BY cs;
GO
-- Another collation than the key's seeks nothing.
SELECT id FROM words WHERE cs = N'côte' COLLATE Latin1_General_BIN2;
GO
SELECT id FROM words WHERE cs = N'côte' COLLATE SQL_Latin1_General_CP1_CI_AS;
GO
SET SHOWPLAN_TEXT OFF;
GO
SELECT cs FROM words WHERE cs = N'côte'; --> côte
SELECT cs FROM words WHERE cs = N'côte' COLLATE SQL_Latin1_General_CP1_CI_AS ORDER BY id;
--> Côte
--> côte
--> CÔTE
SELECT ai, cs FROM words WHERE ai = 'cote' ORDER BY id;
--> côte | Côte
--> COTE | côte
--> Coté | cote
SELECT cyr FROM words WHERE cyr LIKE N'жу%' ORDER BY id;
--> Жук
--> жук
--> ЖУКИ
SELECT cs FROM words WHERE cs LIKE N'c%' ORDER BY cs;
--> cote
--> côte
SELECT ai FROM words WHERE ai LIKE 'CÔ%E' ORDER BY id;
--> côte
--> COTE
--> Coté
SELECT cyr FROM words WHERE cyr IN (N'ЖУК', N'слово7') ORDER BY id;
--> Слово7
--> Жук
--> жук
SELECT COUNT(*) AS n FROM words WHERE cs >= N'cote' AND cs < N'côte'; --> 1
SELECT COUNT(*) AS n FROM words WHERE ai > 'word1' AND ai <= 'WORD100'; --> 2
SELECT TOP 2 ai FROM words ORDER BY ai DESC;
--> word999
--> word998
SELECT COUNT(*) AS n FROM words AS a JOIN words AS b ON b.cs = a.cs AND b.cs LIKE N'word1_'; --> 10
GO
DECLARE @v nvarchar(20) = N'CÔTE';
SELECT cs FROM words WHERE cs = @v; --> CÔTE
UPDATE words SET ai = 'found' WHERE cs = @v;
DELETE words WHERE cs = N'Côte';
SELECT COUNT(*) AS n FROM words WHERE ai = 'FOUND'; --> 1
GO
USE master;
DROP DATABASE D;
