-- docs/t-sql/statements/set-language-transact-sql.md: the example.
DECLARE @Today DATETIME;
SET @Today = '12/5/2007';
SET LANGUAGE Italian;
SELECT DATENAME(month, @Today) AS 'Month Name'; --> dicembre
SET LANGUAGE us_english;
SELECT DATENAME(month, @Today) AS 'Month Name'; --> December
GO
-- docs/relational-databases/system-compatibility-views/sys-syslanguages-transact-sql.md: the languages; "days: from Monday through Sunday"
SELECT COUNT(*) AS languages, COUNT(DISTINCT name) AS names, MAX(langid) AS last FROM sys.syslanguages; --> 33 | 33 | 32
SELECT langid, dateformat, datefirst, name, alias, lcid, msglangid FROM sys.syslanguages WHERE alias IN ('German', 'British English', 'Japanese', 'Swedish') ORDER BY langid;
--> 1 | dmy | 1 | Deutsch | German | 1031 | 1031
--> 3 | ymd | 7 | 日本語 | Japanese | 1041 | 1041
--> 11 | ymd | 1 | Svenska | Swedish | 1053 | 1053
--> 23 | dmy | 1 | British | British English | 2057 | 1033
SELECT months, shortmonths, days FROM sys.syslanguages WHERE name = N'Français';
GO
-- The language decides the names in conversions of both directions, the order of numbers and the first day.
SET LANGUAGE Deutsch;
GO
DECLARE @d datetime = '2007-05-12T13:30:00';
SELECT CAST(@d AS varchar(30)) AS a, CONVERT(varchar(30), @d, 106) AS b, CONVERT(nvarchar(30), @d, 107) AS c, CONVERT(varchar(30), @d, 120) AS d;
SELECT CAST('12 März 2007' AS datetime) AS a, CONVERT(date, '3/4/2007') AS b, @@DATEFIRST AS first, DATENAME(weekday, '20070512') AS day, @@LANGUAGE AS language, @@LANGID AS id;
SELECT ISDATE('12 März 2007') AS own, ISDATE('12 March 2007') AS english, TRY_CAST('12 March 2007' AS datetime) AS none, TRY_CAST('12 Mai 2007' AS date) AS mai; --> 1 | 0 | NULL | 2007-05-12
PRINT @d;
GO
SELECT CAST('12 May 2007' AS datetime) AS english;
GO
CREATE TABLE t (d datetime, s varchar(30));
INSERT t VALUES ('1 Dezember 2007', CAST('20071201' AS datetime));
SELECT CONVERT(char(8), d, 112) AS d, s FROM t; --> 20071201 | Dez  1 2007 12:00AM
SELECT COUNT(*) AS n FROM t WHERE d = '1 Dez 2007'; --> 1
GO
SET LANGUAGE us_english;
GO
SELECT s, CAST(d AS varchar(30)) AS d FROM t; --> Dez  1 2007 12:00AM | Dec  1 2007 12:00AM
GO
-- A module's language ends with it.
CREATE PROCEDURE p AS SET LANGUAGE French; SELECT DATENAME(month, '20070201') AS month;
GO
EXEC p; --> février
SELECT DATENAME(month, '20070201') AS month; --> February
DECLARE @language sysname = N'polski';
SET LANGUAGE @language;
SELECT DATENAME(month, '20070201') AS month, CONVERT(varchar(20), CAST('20070201' AS datetime), 106) AS styled; --> luty | 01 II 2007
GO
SET LANGUAGE Klingon;
