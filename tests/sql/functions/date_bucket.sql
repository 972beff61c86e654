-- docs/t-sql/functions/date-bucket-transact-sql.md: the examples of the return values and A, B.
DECLARE @date DATETIME2 = '2020-04-15 21:22:11';
SELECT DATE_BUCKET(WEEK, 1, @date) AS w1, DATE_BUCKET(WEEK, 6, @date) AS w6, DATE_BUCKET(WEEK, 5, @date) AS w5;
DECLARE @later DATETIME2 = '2020-06-15 21:22:11', @origin DATETIME2 = '2019-01-01 00:00:00';
SELECT DATE_BUCKET(WEEK, 5, @later, @origin) AS w, DATE_BUCKET(HOUR, 2, @later, @origin) AS h;
DECLARE @a DATETIME2 = '2020-04-30 21:21:21';
SELECT DATE_BUCKET(WEEK, 1, @a) AS w, DATE_BUCKET(DAY, 1, @a) AS d, DATE_BUCKET(HOUR, 1, @a) AS h, DATE_BUCKET(MINUTE, 1, @a) AS m,
    DATE_BUCKET(SECOND, 1, @a) AS s;
DECLARE @days INT = 365, @datetime DATETIME2 = '2000-01-01 01:01:01.1110000';
SELECT DATE_BUCKET(DAY, @days, @datetime) AS d;
-- Months are counted from the origin's day.
SELECT DATE_BUCKET(month, 2, CAST('20200229' AS date), CAST('20200131' AS date)) AS m, DATE_BUCKET(year, 5, CAST('18991231' AS date)) AS y;
GO
SELECT DATE_BUCKET(DAY, -1, GETDATE());
GO
SELECT DATE_BUCKET(DAY, 1, '20200101');
