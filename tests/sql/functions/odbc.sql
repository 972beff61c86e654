-- ODBC's escapes: t-sql/functions/odbc-scalar-functions-transact-sql.md (its examples), t-sql/data-types/datetime-transact-sql.md ("ODBC data is
-- always of the data type datetime"), odbc/reference/develop-app/escape-sequences-in-odbc.md, odbc/reference/appendixes/appendix-e-scalar-functions.md.
CREATE PROCEDURE dbo.ODBCprocedure
(
    @string_exp NVARCHAR(4000)
)
AS
SELECT {fn OCTET_LENGTH( @string_exp )};
GO
{call dbo.ODBCprocedure('four')};
{ CALL dbo.ODBCprocedure(@string_exp = N'12345') }
SELECT 1 AS one {call ODBCprocedure('x')}
-- sp_stored_procedures and SQLProcedures return the name with the number of its group.
{call dbo.ODBCprocedure;1('fifteen')}
GO
CREATE FUNCTION dbo.ODBCudf
(
    @string_exp NVARCHAR(4000)
)
RETURNS INT
AS
BEGIN
DECLARE @len INT
SET @len = (SELECT {fn OCTET_LENGTH( @string_exp )})
RETURN(@len)
END ;
GO
SELECT dbo.ODBCudf('Returns the length.');
GO
DECLARE @string_exp NVARCHAR(4000) = 'Returns the length.';
SELECT {fn BIT_LENGTH( @string_exp )}, {fn OCTET_LENGTH( @string_exp )};
SELECT {fn CONCAT( 'CONCAT ','returns a character string')};
SELECT {fn TRUNCATE( 100.123456, 4)};
DECLARE @date_exp NVARCHAR(30) = '2007-04-21 01:01:01.1234567';
SELECT {fn DAYNAME( @date_exp )} AS d, {fn DAYOFMONTH( @date_exp )} AS dm, {fn DAYOFWEEK( @date_exp )} AS dw, {fn HOUR( @date_exp)} AS h,
       {fn MINUTE( @date_exp )} AS m, {fn SECOND( @date_exp )} AS s, {fn MONTHNAME( @date_exp )} AS mn, {fn QUARTER( @date_exp )} AS q, {fn WEEK( @date_exp )} AS w;
SET DATEFIRST 1;
SELECT {fn DAYOFWEEK( @date_exp )} AS dw, {fn DAYOFWEEK( '2007-04-22' )} AS sunday;
SET DATEFIRST 7;
-- The day and the time of now.
SELECT CASE WHEN {fn CURRENT_DATE( )} = CONVERT(VARCHAR(10), GETDATE(), 120) AND {fn CURDATE()} = {fn CURRENT_DATE} THEN 'today' ELSE 'not' END AS day,
       LEN({fn CURRENT_TIME(6)}) AS six, LEN({fn CURTIME()}) AS three, LEN({fn CURRENT_TIME(0)}) AS none,
       CASE WHEN ABS(DATEDIFF(second, {fn NOW()}, GETDATE())) < 300 THEN 'now' ELSE 'not' END AS now;
GO
SELECT {fn CURRENT_TIME(8)};
GO
-- What T-SQL has under another name.
SELECT {fn LCASE('ABC')} AS lc, {fn UCASE('abc')} AS uc, {fn LENGTH('abc  ')} AS le, {fn LOCATE('c', 'abc')} AS lo, {fn REPEAT('ab', 2)} AS re,
       {fn INSERT('abcdef', 2, 3, 'ijklmn')} AS ins, {fn IFNULL(NULL, 'x')} AS n, {fn LEFT('abc', 2)} AS lf, {fn MOD(7, 4)} AS mo, {fn ABS(-1)} AS ab;
SELECT {fn TIMESTAMPADD(SQL_TSI_DAY, 1, {d '2020-02-28'})} AS a, {fn TIMESTAMPDIFF(SQL_TSI_MONTH, {d '2020-01-31'}, {ts '2020-02-01 00:00:00'})} AS b,
       {fn EXTRACT(YEAR FROM {d '2020-02-28'})} AS c, {fn CONVERT('12', SQL_INTEGER)} + 1 AS d, {fn POSITION('c' IN 'abc')} AS e, {fn DATABASE()} AS db;
SELECT {fn LCASE({fn CONCAT('A', {fn UCASE('b')})})} + 'c' AS nested;
GO
SELECT {fn NOTHING(1)};
GO
SELECT {fn TIMESTAMPADD(day, 1, 2)};
GO
-- Constants: of datetime whatever SET DATEFORMAT says; a time is one of today.
SET DATEFORMAT dmy;
SELECT {ts '1998-05-02 01:23:56.123'} AS ts, {d '1990-10-02'} AS d, {guid '6F9619FF-8B86-D011-B42D-00C04FC964FF'} AS g;
SELECT CASE WHEN {t '13:33:41'} = DATEADD(second, 48821, CONVERT(DATETIME, CONVERT(DATE, GETDATE()))) THEN 'today' ELSE 'not' END AS t;
SET DATEFORMAT mdy;
SELECT {d '1990-13-02'};
GO
SELECT {x '1990-10-02'};
GO
SELECT {d 1990};
GO
SELECT {d '1990-10-02';
GO
-- Joins, and the character that escapes in LIKE.
CREATE TABLE a(i INT, x VARCHAR(10));
CREATE TABLE b(i INT);
INSERT a VALUES (1, 'a_b'), (2, 'acb');
INSERT b VALUES (2);
SELECT a.i, b.i FROM {oj a LEFT OUTER JOIN b ON a.i = b.i} ORDER BY a.i;
SELECT a.i, c.i AS c FROM {oj a LEFT OUTER JOIN b ON a.i = b.i} JOIN b AS c ON c.i = a.i;
SELECT i FROM a WHERE x LIKE 'a\_b' {escape '\'} AND i = 1;
SELECT i FROM a WHERE x LIKE 'a_b' AND i < 3 ORDER BY i;
GO
-- A view keeps its text as it was written, a default its meaning.
CREATE VIEW v AS SELECT {fn LCASE(x)} AS x FROM a;
GO
SELECT x FROM v ORDER BY x;
SELECT definition FROM sys.sql_modules WHERE object_id = OBJECT_ID('v');
CREATE TABLE c(i INT, d DATETIME DEFAULT {d '2001-02-03'});
INSERT c(i) VALUES (1);
SELECT d FROM c;
GO
