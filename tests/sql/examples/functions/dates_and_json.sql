-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/datediff-transact-sql.md
SELECT DATEDIFF(day, '2036-03-01', '2036-02-28');
--> -2
SELECT DATEDIFF(year,        '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS a, DATEDIFF(quarter,     '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS b,
    DATEDIFF(month,       '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS c, DATEDIFF(dayofyear,   '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS d,
    DATEDIFF(day,         '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS e, DATEDIFF(week,        '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS f,
    DATEDIFF(hour,        '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS g, DATEDIFF(minute,      '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS h,
    DATEDIFF(second,      '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS i, DATEDIFF(millisecond, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS j,
    DATEDIFF(microsecond, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS k;
--> 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
CREATE TABLE dbo.Duration
    (startDate datetime2, endDate datetime2);
INSERT INTO dbo.Duration(startDate, endDate)
    VALUES ('2007-05-06 12:10:09', '2007-05-07 12:10:09');
SELECT DATEDIFF(day, startDate, endDate) AS 'Duration'
    FROM dbo.Duration;
--> 1
SELECT TOP(1) DATEDIFF(day, startDate, endDate) AS Duration
    FROM dbo.Duration;
--> 1
DROP TABLE dbo.Duration;
GO
-- The greatest differences of seconds and milliseconds that fit, and one more.
DECLARE @d datetime2(3) = '2000-01-01';
SELECT DATEDIFF(millisecond, @d, DATEADD(millisecond, 2147483647, @d)) AS ms, DATEDIFF(second, @d, DATEADD(second, 2147483647, @d)) AS s;
SELECT DATEDIFF(second, @d, DATEADD(second, 1, DATEADD(second, 2147483647, @d)));
GO
-- I
DECLARE @date1 DATETIME, @date2 DATETIME, @result VARCHAR(100);
DECLARE @years INT, @months INT, @days INT,
    @hours INT, @minutes INT, @seconds INT, @milliseconds INT;
SET @date1 = '1900-01-01 00:00:00.000'
SET @date2 = '2018-12-12 07:08:01.123'
SELECT @years = DATEDIFF(yy, @date1, @date2)
IF DATEADD(yy, -@years, @date2) < @date1
SELECT @years = @years-1
SET @date2 = DATEADD(yy, -@years, @date2)
SELECT @months = DATEDIFF(mm, @date1, @date2)
IF DATEADD(mm, -@months, @date2) < @date1
SELECT @months=@months-1
SET @date2= DATEADD(mm, -@months, @date2)
SELECT @days=DATEDIFF(dd, @date1, @date2)
IF DATEADD(dd, -@days, @date2) < @date1
SELECT @days=@days-1
SET @date2= DATEADD(dd, -@days, @date2)
SELECT @hours=DATEDIFF(hh, @date1, @date2)
IF DATEADD(hh, -@hours, @date2) < @date1
SELECT @hours=@hours-1
SET @date2= DATEADD(hh, -@hours, @date2)
SELECT @minutes=DATEDIFF(mi, @date1, @date2)
IF DATEADD(mi, -@minutes, @date2) < @date1
SELECT @minutes=@minutes-1
SET @date2= DATEADD(mi, -@minutes, @date2)
SELECT @seconds=DATEDIFF(s, @date1, @date2)
IF DATEADD(s, -@seconds, @date2) < @date1
SELECT @seconds=@seconds-1
SET @date2= DATEADD(s, -@seconds, @date2)
SELECT @milliseconds=DATEDIFF(ms, @date1, @date2)
SELECT @result= ISNULL(CAST(NULLIF(@years,0) AS VARCHAR(10)) + ' years,','')
     + ISNULL(' ' + CAST(NULLIF(@months,0) AS VARCHAR(10)) + ' months,','')
     + ISNULL(' ' + CAST(NULLIF(@days,0) AS VARCHAR(10)) + ' days,','')
     + ISNULL(' ' + CAST(NULLIF(@hours,0) AS VARCHAR(10)) + ' hours,','')
     + ISNULL(' ' + CAST(@minutes AS VARCHAR(10)) + ' minutes and','')
     + ISNULL(' ' + CAST(@seconds AS VARCHAR(10))
     + CASE
            WHEN @milliseconds > 0
                THEN '.' + CAST(@milliseconds AS VARCHAR(10))
            ELSE ''
       END
     + ' seconds','')
SELECT @result
--> 118 years, 11 months, 11 days, 7 hours, 8 minutes and 1.123 seconds
GO
-- docs/t-sql/functions/datefirst-transact-sql.md: the day of the example is a Saturday.
SET LANGUAGE Italian;
GO
SELECT @@DATEFIRST;
--> 1
GO
SET LANGUAGE us_english;
GO
SELECT @@DATEFIRST;
--> 7
GO
SET DATEFIRST 5;
SELECT @@DATEFIRST AS 'First Day'
    ,DATEPART(dw, CAST('2017-09-16' AS datetime2)) AS 'Today';
--> 5 | 2
SET DATEFIRST 7;
GO
-- docs/t-sql/functions/json-objectagg-transact-sql.md: C is of internal tables; the order of E's keys is not defined.
SELECT JSON_OBJECTAGG('key':NULL);
--> {"key":null}
SELECT JSON_OBJECTAGG(c1:c2)
FROM (
    VALUES('key1', 'c'), ('key2', 'b'), ('key3', 'a')
) AS t(c1, c2);
--> {"key1":"c","key2":"b","key3":"a"}
SELECT JSON_OBJECTAGG('a':1 RETURNING JSON);
--> {"a":1}
GO
WITH T
AS (SELECT *
    FROM (
        VALUES (1, 'k1', 'a', 2), (1, 'k2', 'b', 3), (1, 'k3', 'b', 4), (2, 'j1', 'd', 7), (2, 'j2', 'd', 9)
    ) AS b(id, name, type, amount))
SELECT id,
       type,
       SUM(amount) AS total_amount,
       JSON_OBJECTAGG(name:amount) AS json_total_name_amount
FROM T
GROUP BY GROUPING SETS((id), (type), (id, type), ())
ORDER BY total_amount, id DESC;
--> 1 | a | 2 | {"k1":2}
--> NULL | a | 2 | {"k1":2}
GO
-- docs/t-sql/functions/json-query-transact-sql.md: the table of modes.
DECLARE @j nvarchar(max) = N'{"info":{"type":1,"address":{"town":"Bristol","county":"Avon","country":"England"},"tags":["Sport", "Water polo"]},"type":"Basic"}';
SELECT JSON_QUERY(@j, '$') AS a, JSON_QUERY(@j, 'strict $') AS b, JSON_QUERY(@j) AS c;
--> {"info":{"type":1,"address":{"town":"Bristol","county":"Avon","country":"England"},"tags":["Sport", "Water polo"]},"type":"Basic"} | {"info":{"type":1,"address":{"town":"Bristol","county":"Avon","country":"England"},"tags":["Sport", "Water polo"]},"type":"Basic"} | {"info":{"type":1,"address":{"town":"Bristol","county":"Avon","country":"England"},"tags":["Sport", "Water polo"]},"type":"Basic"}
SELECT JSON_QUERY(@j, '$.info.type') AS a, JSON_QUERY(@j, '$.info.address.town') AS b, JSON_QUERY(@j, '$.info.type[0]') AS c, JSON_QUERY(@j, '$.info.none') AS d;
--> NULL | NULL | NULL | NULL
SELECT JSON_QUERY(@j, '$.info."address"') AS a, JSON_QUERY(@j, 'strict $.info."address"') AS b;
--> {"town":"Bristol","county":"Avon","country":"England"} | {"town":"Bristol","county":"Avon","country":"England"}
SELECT JSON_QUERY(@j, '$.info.tags') AS a, JSON_QUERY(@j, 'strict $.info.tags') AS b;
--> ["Sport", "Water polo"] | ["Sport", "Water polo"]
GO
SELECT JSON_QUERY(N'{"info":{"type":1}}', 'strict $.info.type');
GO
SELECT JSON_QUERY(N'{"info":{"type":1}}', 'strict $.info.type[0]');
GO
SELECT JSON_QUERY(N'{"info":{"type":1}}', 'strict $.info.none');
GO
