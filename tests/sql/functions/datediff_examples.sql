-- docs/t-sql/functions/datediff-transact-sql.md, return value and examples A, B and E; all abbreviations are equal to the names.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
SELECT DATEDIFF(day, '2036-03-01', '2036-02-28');
CREATE TABLE dbo.Duration(startDate datetime2, endDate datetime2);
INSERT INTO dbo.Duration(startDate, endDate) VALUES ('2007-05-06 12:10:09', '2007-05-07 12:10:09');
SELECT DATEDIFF(day, startDate, endDate) AS 'Duration' FROM dbo.Duration;
DECLARE @startdate DATETIME2 = '2007-05-05 12:10:09.3312722';
DECLARE @enddate   DATETIME2 = '2007-05-04 12:10:09.3312722';
SELECT DATEDIFF(day, @startdate, @enddate);
SELECT DATEDIFF(day, '2007-05-07 09:53:01.0376635', '2007-05-08 09:53:01.0376635');
DECLARE @a datetime2 = '2024-02-28 22:59:59.9', @b datetime2 = '2026-01-01 00:00:00';
SELECT DATEDIFF(yy, @a, @b) AS yy, DATEDIFF(qq, @a, @b) AS qq, DATEDIFF(mm, @a, @b) AS mm, DATEDIFF(dd, @a, @b) AS dd,
       DATEDIFF(wk, @a, @b) AS wk, DATEDIFF(hh, @a, @b) AS hh, DATEDIFF(mi, @a, @b) AS mi, DATEDIFF(ss, @a, @b) AS ss;
SELECT DATEDIFF_BIG(millisecond, @a, @b) AS ms, DATEDIFF(year, NULL, @b) AS nothing;
