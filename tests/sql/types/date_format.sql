-- docs/t-sql/statements/set-dateformat-transact-sql.md with its example, set-language-transact-sql.md, set-datefirst-transact-sql.md;
-- docs/t-sql/data-types/datetime-transact-sql.md ("12/10/08 can be interpreted as one of six dates", ISO 8601 and unseparated forms are "not affected by the SET
-- DATEFORMAT"); docs/t-sql/functions/cast-and-convert-transact-sql.md, "Date and time styles".
SET DATEFORMAT dmy;
GO
DECLARE @datevar datetime2 = '31/12/2008 09:01:01.1234567';
SELECT @datevar AS d;
GO
SET DATEFORMAT dmy;
GO
DECLARE @datevar datetime2 = '12/31/2008 09:01:01.1234567';
SELECT @datevar AS d;
GO
SET DATEFORMAT mdy;
SELECT CAST('12/10/08' AS datetime) AS mdy;
SET DATEFORMAT dmy;
SELECT CAST('12/10/08' AS datetime) AS dmy, CAST('12.10.08' AS date) AS of_date;
SET DATEFORMAT ymd;
SELECT CAST('12/10/08' AS datetime) AS ymd, CAST('12-10-08' AS smalldatetime) AS small;
SET DATEFORMAT ydm;
SELECT CAST('12/10/08' AS datetime) AS ydm;
SET DATEFORMAT myd;
SELECT CAST('12/10/08' AS datetime) AS myd;
SET DATEFORMAT dym;
SELECT CAST('12/10/08' AS datetime) AS dym;
GO
-- A year of four digits is the year, wherever it stands. Of date and datetime2 yyyy-mm-dd is ISO 8601; of datetime it is where there is a T behind it.
SET DATEFORMAT dmy;
SELECT CAST('2008/10/12' AS datetime) AS a, CAST('2008-10-12' AS datetime) AS b, CAST('2008-10-12' AS date) AS c, CAST('2008-10-12 10:00' AS datetime2(0)) AS d;
SELECT CAST('2008-10-12T10:00:00' AS datetime) AS a, CAST('20081012' AS datetime) AS b, CAST('081012' AS date) AS c, CAST('12 Oct 2008' AS datetime) AS d;
SELECT ISDATE('31/12/2008') AS yes, ISDATE('12/31/2008') AS no, TRY_CAST('12/31/2008' AS date) AS n, TRY_CONVERT(datetime, '13.1.2008') AS t;
GO
SET DATEFORMAT ydm;
SELECT CAST('2008-10-12' AS date) AS iso;
SELECT CAST('2008/12/10' AS date) AS refused;
GO
-- The order counts where the statement runs, also in a module that is compiled before, in INSERT and in what is compared.
SET DATEFORMAT mdy;
CREATE TABLE #t (d date, dt datetime);
GO
CREATE PROCEDURE dbo.add_date @d varchar(20) AS INSERT #t VALUES (@d, @d);
GO
EXEC dbo.add_date '02/01/2008';
SET DATEFORMAT dmy;
EXEC dbo.add_date '02/01/2008';
INSERT #t VALUES ('31/01/2008', '31/01/2008');
SELECT d, dt FROM #t ORDER BY d;
SELECT COUNT(*) AS one FROM #t WHERE dt = '02/01/2008';
SET DATEFORMAT mdy;
SELECT COUNT(*) AS one FROM #t WHERE dt = '02/01/2008';
UPDATE #t SET d = '01/31/2008' WHERE dt = '2008-01-31';
GO
-- What a procedure sets ends with it.
CREATE PROCEDURE dbo.european AS SET DATEFORMAT dmy; SET DATEFIRST 1; SELECT CAST('31/12/2008' AS date) AS d, @@DATEFIRST AS first;
GO
EXEC dbo.european;
SELECT CAST('12/31/2008' AS date) AS d, @@DATEFIRST AS first;
GO
-- A style says the order itself.
SELECT CONVERT(date, '31/12/2008', 103) AS a, CONVERT(datetime, '31.12.2008', 104) AS b, CONVERT(datetime2(0), '31-12-2008', 105) AS c, CONVERT(date, '08/12/31', 11) AS d, CONVERT(date, '12/31/08', 1) AS e;
SET DATEFORMAT dmy;
SELECT CONVERT(date, '12/31/2008', 101) AS a, CONVERT(datetime, '2008-12-31 10:00:00', 120) AS b, CONVERT(date, '31/12/2008', 0) AS c;
SELECT CONVERT(date, '12/31/2008', 103) AS wrong;
GO
-- From a variable; wrong ones.
DECLARE @format varchar(5) = 'ymd';
SET DATEFORMAT @format;
SELECT CAST('08/12/31' AS date) AS d;
SET DATEFORMAT yyy;
GO
-- What SET DATEFORMAT has said stays.
SET LANGUAGE British;
SELECT @@LANGUAGE AS name, @@LANGID AS id, @@DATEFIRST AS first, CAST('2008/12/31' AS datetime) AS d, DATENAME(month, '20081231') AS month, DATEPART(weekday, '20081231') AS weekday;
SELECT language, date_format, date_first FROM sys.dm_exec_sessions WHERE session_id = @@SPID;
SET DATEFORMAT mdy;
SELECT CAST('12/31/2008' AS datetime) AS d;
GO
DECLARE @language sysname = N'us_english';
SET LANGUAGE @language;
SELECT @@LANGUAGE AS name, @@DATEFIRST AS first, CAST('12/31/2008' AS datetime) AS d, DATEPART(weekday, '20081231') AS weekday;
SELECT langid, dateformat, datefirst, name, alias, lcid FROM sys.syslanguages ORDER BY langid;
GO
SET LANGUAGE Deutsch;
GO
SET LANGUAGE Klingon;
GO
