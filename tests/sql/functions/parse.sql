-- t-sql/functions/parse-transact-sql.md and try-parse-transact-sql.md: their examples, then the styles that the page names for each type.
-- Messages: relational-databases/errors-events/database-engine-events-and-errors-9000-to-9999.md (9818, 9819), 10761.
SELECT PARSE('Monday, 13 December 2010' AS datetime2 USING 'en-US') AS Result;
SELECT PARSE('€345,98' AS money USING 'de-DE') AS Result;
SET LANGUAGE 'English';
SELECT PARSE('12/16/2010' AS datetime2) AS Result;
GO
SELECT TRY_PARSE('Jabberwokkie' AS datetime2 USING 'en-US') AS Result;
SELECT
    CASE WHEN TRY_PARSE('Aragorn' AS decimal USING 'sr-Latn-CS') IS NULL
        THEN 'True'
        ELSE 'False'
END
AS Result;
GO
SELECT
    CASE WHEN TRY_PARSE('Aragorn' AS decimal USING 'de-DE') IS NULL
        THEN 'True'
        ELSE 'False'
END
AS Result;
SET LANGUAGE English;
SELECT IIF(TRY_PARSE('01/01/2011' AS datetime2) IS NULL, 'True', 'False') AS Result;
GO
-- Numbers.
SELECT PARSE(' 1,234 ' AS int) AS i, PARSE('-5' AS bigint) AS b, PARSE('7-' AS smallint) AS s, PARSE('12.00' AS tinyint) AS t, PARSE('1.234,5' AS decimal(9,2) USING 'de-DE') AS d,
       PARSE('1,234.5678' AS numeric(10,4) USING 'en-GB') AS n, PARSE('-1.5e3' AS float) AS f, PARSE('2,5' AS real USING 'de-DE') AS r;
SELECT PARSE('$1,234.56' AS money) AS a, PARSE('($5.00)' AS money) AS b, PARSE('-£3' AS smallmoney USING 'en-GB') AS c, PARSE('1.234,50 €' AS money USING 'de-DE') AS d;
SELECT TRY_PARSE('12.5' AS int) AS fraction, TRY_PARSE('1,234' AS float) AS grouped, TRY_PARSE('$5' AS int) AS symbol, TRY_PARSE('(5)' AS decimal) AS brackets,
       TRY_PARSE('' AS int) AS nothing, TRY_PARSE('--5' AS int) AS signs, TRY_PARSE('300' AS tinyint) AS too_great, TRY_PARSE('1e3' AS decimal) AS exponent;
-- Dates.
SELECT PARSE('31/12/2010' AS date USING 'en-GB') AS gb, PARSE('31.12.2010 14:30' AS datetime USING 'de-DE') AS de, PARSE('Montag, 13. Dezember 2010' AS date USING 'de-DE') AS long_de,
       PARSE('13 März 2010' AS date USING 'de-DE') AS maerz, PARSE('December 13, 2010 2:30 PM' AS smalldatetime USING 'en-US') AS us, PARSE('14:30:15' AS time(0)) AS t,
       PARSE('2010-12-13T14:30:00+02:00' AS datetimeoffset(0)) AS o;
SET LANGUAGE British;
SELECT PARSE('01/02/2011' AS date) AS british;
SET LANGUAGE us_english;
SELECT TRY_PARSE('31/12/2010' AS date USING 'en-US') AS us;
DECLARE @text varchar(10), @culture varchar(10) = 'de-DE';
SELECT PARSE(@text AS int) AS none, PARSE('1,5' AS decimal(3,1) USING @culture) AS of_variable;
SELECT v.t, TRY_PARSE(v.t AS decimal(9,2) USING v.c) AS d FROM (VALUES ('1,50', 'de-DE'), ('1,50', 'en-US'), ('x', 'en-US')) AS v(t, c);
GO
SELECT PARSE('x' AS int USING 'en-US');
GO
SELECT PARSE('1' AS int USING 'xx-XX');
GO
SELECT TRY_PARSE('1' AS int USING 'xx-XX');
GO
SELECT PARSE(NULL AS int);
GO
SELECT PARSE('1' AS varchar(10));
GO
