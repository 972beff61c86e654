-- docs/t-sql/data-types/smalldatetime-transact-sql.md: up to 29.998 seconds down, from 29.999 up; the example's conversions.
SELECT CAST('2007-05-08 12:35:29' AS smalldatetime) AS a, CAST('2007-05-08 12:35:30' AS smalldatetime) AS b,
    CAST('2007-05-08 12:59:59.998' AS smalldatetime) AS c, CAST('2007-05-08 12:35:29.998' AS smalldatetime) AS d,
    CAST('2007-05-08 12:35:29.999' AS smalldatetime) AS e;
-- docs/t-sql/data-types/time-transact-sql.md.
SELECT CAST('2007-05-08 12:35:29.1234567 ' AS time(7)) AS t, CAST('2007-05-08 12:35:29.123' AS time(0)) AS z,
    CAST('12:10:05.1235' AS time(3)) AS r;
DECLARE @time time(4) = '12:10:05.1234';
SELECT @time AS t, CAST(@time AS datetime) AS d, CAST(@time AS smalldatetime) AS s, CAST(@time AS datetime2(2)) AS d2;
SELECT CONVERT(varchar(20), @time, 108) AS a, CONVERT(varchar(20), @time, 100) AS b, CONVERT(varchar(20), @time) AS c,
    CONVERT(varchar(20), @time, 114) AS d;
SELECT DATEPART(hour, @time) AS h, DATEPART(microsecond, @time) AS mcs, DATEADD(hour, 13, @time) AS later,
    DATEDIFF(minute, '12:00', @time) AS minutes, DATALENGTH(@time) AS d;
CREATE TABLE t (t time(0), s smalldatetime);
INSERT t VALUES ('23:59:59', '2079-06-06 23:59'), ('00:00', '1900-01-01'), (NULL, NULL), ('7:00 PM', '20200229 12:00');
SELECT t, s FROM t ORDER BY t;
SELECT COUNT(*) AS n FROM t WHERE s > '20000101' AND t >= '19:00';
SELECT DATEADD(second, 29, CAST('20200101 10:00' AS smalldatetime)) AS down, DATEADD(month, 1, CAST('20200131' AS smalldatetime)) AS m,
    CAST('20200101' AS smalldatetime) + 1.5 AS s, DATALENGTH(CAST('20200101' AS smalldatetime)) AS d;
GO
SELECT CAST('2079-06-07' AS smalldatetime);
GO
SELECT DATEPART(year, CAST('12:00' AS time));
GO
SELECT CAST(CAST('12:00' AS time) AS date);
GO
SELECT CAST(1 AS time);
