-- docs/t-sql/data-types/datetime2-transact-sql.md and time-transact-sql.md: a second has seven fractional digits; a text with more is rounded to them.
-- docs/t-sql/data-types/datetime-transact-sql.md: datetime takes three, and no more (241).
SET NOCOUNT ON;
SELECT CAST('2020-01-01 10:00:00.12345678' AS datetime2) AS a, CAST('10:00:00.123456749' AS time) AS b, CAST('2020-01-01T10:00:00.123456789+02:00' AS datetimeoffset) AS c;
SELECT CAST('2020-01-01 10:00:00.123456789' AS datetime2(3)) AS a, CAST('2020-01-01 10:00:00.999999999' AS datetime2(0)) AS b, CAST('2020-01-01 23:59:59.999999999' AS date) AS c;
GO
SELECT CAST('2020-01-01 10:00:00.1234' AS datetime);
GO
SELECT CAST('2020-01-01 10:00:00.12345678x' AS datetime2);
GO
