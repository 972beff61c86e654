-- docs/relational-databases/collations/collation-and-unicode-support.md: dictionary order; where case counts, small letters sort ahead of their
-- capitals; where accents do not count, letters with and without are one. Which letter stands where is of our own table
-- (docs/decisions/2026-11-22-order-of-letters.md). A table's key and a sort agree.
CREATE TABLE words (word nvarchar(20) PRIMARY KEY);
INSERT words VALUES (N'zebra'), (N'éclair'), (N'Eclair'), (N'eclat'), (N'côté'), (N'côte'), (N'coté'), (N'cote'), (N'ähnlich'), (N'_x'), (N'9'), (N'a-c'), (N'ab'), (N'øre'), (N'ωμέγα'), (N'яма'), (N'ёж'), (N'日本');
SELECT word FROM words ORDER BY word;
--> _x
--> 9
--> a-c
--> ab
--> ähnlich
--> cote
--> coté
--> côte
--> côté
--> Eclair
--> éclair
--> eclat
--> øre
--> zebra
--> ωμέγα
--> ёж
--> яма
--> 日本
SELECT word FROM words WHERE word > N'cote' AND word < N'eclat';
--> coté
--> côte
--> côté
--> Eclair
--> éclair
SELECT MIN(word) AS least, MAX(word) AS greatest FROM words WHERE word LIKE N'%c%'; --> a-c | eclat
GO
-- A hyphen is a character that comes before letters under a SQL Server collation; under one of Windows words are compared without it first.
SELECT CASE WHEN 'a-c' < 'ab' THEN 'before' ELSE 'behind' END AS by_characters, CASE WHEN N'a-c' COLLATE Latin1_General_CI_AS < N'ab' THEN 'before' ELSE 'behind' END AS by_words; --> before | behind
SELECT word FROM words WHERE word LIKE N'a%' ORDER BY word COLLATE Latin1_General_CI_AS;
--> ab
--> a-c
GO
CREATE TABLE cases (word nvarchar(20) COLLATE Latin1_General_CS_AS CONSTRAINT pk_cases PRIMARY KEY);
INSERT cases VALUES (N'B'), (N'b'), (N'A'), (N'a'), (N'á'), (N'Á'), (N'ab'), (N'co-op'), (N'coop'), (N'cop'), (N'Coop'), (N'straße'), (N'Strasse'), (N'strast');
SELECT word FROM cases ORDER BY word;
--> a
--> A
--> á
--> Á
--> ab
--> b
--> B
--> coop
--> co-op
--> Coop
--> cop
--> straße
--> Strasse
--> strast
GO
-- windows-collation-name-transact-sql.md: _CI, _AI. A letter like ß is the two that it stands for under a collation of Windows.
SELECT CASE WHEN N'Straße' = N'STRASSE' COLLATE Latin1_General_CI_AS THEN 'equal' ELSE 'different' END AS of_windows, CASE WHEN 'Straße' = 'STRASSE' THEN 'equal' ELSE 'different' END AS of_sql_server; --> equal | different
INSERT cases VALUES (N'strasse');
--> Msg 2627, Level 14, State 1, Line 3
--> Violation of PRIMARY KEY constraint 'pk_cases'. Cannot insert duplicate key in object 'dbo.cases'. The duplicate key value is (strasse).
GO
SELECT COUNT(*) AS n, COUNT(DISTINCT word) AS words FROM (VALUES (N'cote'), (N'Côté'), (N'coté')) AS given(word); --> 3 | 3
SELECT COUNT(DISTINCT word COLLATE Latin1_General_CI_AI) AS words FROM (VALUES (N'cote'), (N'Côté'), (N'coté')) AS given(word); --> 1
GO
-- like-transact-sql.md: a range is of the collation's order.
SELECT word FROM words WHERE word LIKE N'[a-d]%' ORDER BY word;
--> a-c
--> ab
--> ähnlich
--> cote
--> coté
--> côte
--> côté
SELECT CASE WHEN N'b' COLLATE Latin1_General_CS_AS LIKE N'[A-C]' THEN 1 ELSE 0 END AS b, CASE WHEN N'a' COLLATE Latin1_General_CS_AS LIKE N'[A-C]' THEN 1 ELSE 0 END AS a; --> 1 | 0
GO
-- Binary collations: char and varchar go by the codes of the code page (€ is 80, é is E9), Unicode texts by their code points (20AC, E9).
CREATE TABLE codes (c varchar(5) COLLATE Latin1_General_BIN2 PRIMARY KEY, n nvarchar(5) COLLATE Latin1_General_BIN2 UNIQUE);
INSERT codes VALUES ('é', N'é'), ('€', N'€'), ('z', N'z'), ('', N'');
SELECT c FROM codes ORDER BY c;
--> []
--> z
--> €
--> é
SELECT n FROM codes ORDER BY n DESC;
--> €
--> é
--> z
--> []
SELECT c FROM codes WHERE c > 'z' AND c < 'é'; --> €
SELECT MAX(c) AS c, MAX(n) AS n FROM codes; --> é | €
SELECT CASE WHEN '€' COLLATE Latin1_General_BIN < 'é' THEN 'before' ELSE 'behind' END AS c, CASE WHEN N'€' COLLATE Latin1_General_BIN < N'é' THEN 'before' ELSE 'behind' END AS n; --> before | behind
GO
-- CHARINDEX and REPLACE find what is equal under the collation.
SELECT CHARINDEX(N'STRASSE' COLLATE Latin1_General_CI_AS, N'Die Straße') AS found, CHARINDEX(N'STRASSE', N'Die Straße') AS of_sql_server, CHARINDEX(N's' COLLATE Latin1_General_CI_AS, N'groß') AS half, REPLACE(N'Maß und Masse' COLLATE Latin1_General_CI_AS, N'ss', N'z') AS replaced, REPLACE(N'Cæsar' COLLATE Latin1_General_CI_AI, N'AÉ', N'e') AS accents; --> 5 | 0 | 0 | Maz und Maze | Cesar
GO
