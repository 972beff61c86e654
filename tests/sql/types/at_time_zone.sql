-- docs/t-sql/queries/at-time-zone-transact-sql.md: the clock is set ahead. A time in the gap moves behind it.
SELECT CONVERT(DATETIME2(0), '2015-03-29T01:01:00', 126) AT TIME ZONE 'Central European Standard Time' AS before,
    CONVERT(DATETIME2(0), '2015-03-29T02:01:00', 126) AT TIME ZONE 'Central European Standard Time' AS in_the_gap,
    CONVERT(DATETIME2(0), '2015-03-29T03:01:00', 126) AT TIME ZONE 'Central European Standard Time' AS after;
GO
-- The clock is set back. A time that exists twice has the offset before the change.
SELECT CONVERT(DATETIME2(0), '2015-10-25T01:01:00', 126) AT TIME ZONE 'Central European Standard Time' AS before,
    CONVERT(DATETIME2(0), '2015-10-25T02:00:00', 126) AT TIME ZONE 'Central European Standard Time' AS twice,
    CONVERT(DATETIME2(0), '2015-10-25T03:01:00', 126) AT TIME ZONE 'Central European Standard Time' AS after;
GO
-- The offsets of a moment in both hours that the clock shows twice.
SELECT CAST('2015-10-25 00:30 +00:00' AS datetimeoffset(0)) AT TIME ZONE 'Central European Standard Time' AS first_hour,
    CAST('2015-10-25 01:30 +00:00' AS datetimeoffset(0)) AT TIME ZONE 'central european standard time' AS second_hour;
GO
-- Examples A and B, and the scales of the results: those of the input.
CREATE TABLE SalesOrderHeader (SalesOrderID int, OrderDate datetime, SmallDate smalldatetime);
INSERT SalesOrderHeader VALUES (43659, '2011-05-31', '2011-05-31'), (75123, '2014-01-30', '2014-01-30');
SELECT SalesOrderID, OrderDate, OrderDate AT TIME ZONE 'Pacific Standard Time' AS OrderDate_TimeZonePST,
    OrderDate AT TIME ZONE 'Pacific Standard Time' AT TIME ZONE 'Central European Standard Time' AS OrderDate_TimeZoneCET,
    SmallDate AT TIME ZONE 'Pacific Standard Time' AS small
FROM SalesOrderHeader ORDER BY SalesOrderID;
GO
-- The zone is an expression. The gap of Lord Howe is half an hour long.
SELECT name, CAST('2021-10-03 02:15' AS datetime2(0)) AT TIME ZONE name AS moment
FROM sys.time_zone_info WHERE name IN ('Lord Howe Standard Time', 'AUS Eastern Standard Time', 'Nepal Standard Time') ORDER BY name;
GO
-- The rules go on for all years.
SELECT CAST('9998-07-01' AS datetime2(0)) AT TIME ZONE 'W. Europe Standard Time' AS summer,
    CAST('9999-12-31 23:59:59' AS datetime2(0)) AT TIME ZONE 'W. Europe Standard Time' AS latest;
GO
SELECT CAST(NULL AS datetime) AT TIME ZONE 'UTC' AS no_moment, CAST('2020-01-01' AS datetime2(0)) AT TIME ZONE CAST(NULL AS varchar(9)) AS no_zone;
GO
-- An unknown zone: relational-databases/errors-events/database-engine-events-and-errors.md, 9820.
SELECT CAST('2020-01-01' AS datetime) AT TIME ZONE 'Middle Earth Standard Time' AS nowhere;
GO
-- docs/relational-databases/system-catalog-views/sys-time-zone-info-transact-sql.md: names in Windows' standard format.
SELECT COUNT(*) AS documented FROM sys.time_zone_info WHERE name IN ('Cen. Australia Standard Time', 'Central European Standard Time');
-- The view's offset is that of AT TIME ZONE at this moment.
SELECT name FROM sys.time_zone_info WHERE DATENAME(tzoffset, SYSUTCDATETIME() AT TIME ZONE 'UTC' AT TIME ZONE name) <> current_utc_offset;
-- Summer time is on one side of the equator at a time. Zones without it never have it.
SELECT COUNT(DISTINCT is_currently_dst) AS either FROM sys.time_zone_info WHERE name IN ('Cen. Australia Standard Time', 'Central European Standard Time')
    OR name IN ('India Standard Time', 'Tokyo Standard Time');
SELECT name, current_utc_offset, is_currently_dst FROM sys.time_zone_info WHERE name IN ('India Standard Time', 'UTC-11', 'UTC+13', 'Newfoundland Standard Time') AND is_currently_dst = 0 AND name NOT LIKE 'New%' ORDER BY name;
