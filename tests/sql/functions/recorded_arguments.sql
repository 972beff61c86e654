-- Recorded answers of SQL Server, beside the pages of the functions in docs/t-sql/functions/: power-, round-, charindex-, patindex-, substring-, hashbytes-,
-- checksum-, format-, formatmessage-, isdate-, dateadd-, datediff-, datepart-, datename-, datetrunc-transact-sql.md and string-split-transact-sql.md.
SELECT POWER(10, 10);
--> Msg 232, Level 16, State 3, Line 3
--> Arithmetic overflow error for type int, value = 10000000000.000000.
GO
SELECT POWER(0, -1);
--> Msg 8134, Level 16, State 1, Line 1
--> Divide by zero error encountered.
GO
SELECT ROUND(1.5, '1');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type varchar is invalid for argument 2 of round function.
GO
SELECT CHARINDEX(2, '12345');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type int is invalid for argument 1 of charindex function.
GO
SELECT SUBSTRING('abc', '1', 1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type varchar is invalid for argument 2 of substring function.
GO
SELECT SUBSTRING(NULL, 1, 1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 1 of substring function.
GO
SELECT HASHBYTES('MD5', NULL);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 2 of hashbytes function.
GO
SELECT PATINDEX('a', NULL);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 2 of patindex function.
GO
SELECT CHECKSUM(NULL, 1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 1 of checksum function.
GO
SELECT FORMAT(1.5, NULL);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 2 of format function.
GO
SELECT ISDATE(CAST('20240101' AS date));
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type date is invalid for argument 1 of isdate function.
GO
-- NULLs that have a type are values, and numbers become integers.
DECLARE @n varchar(5);
SELECT SUBSTRING(@n, 1, 1) AS a, PATINDEX('a', @n) AS b, FORMAT(1.5, @n) AS c, SUBSTRING('abc', 1.9, 1) AS d, ISDATE('20240101') AS e, CHARINDEX('2', 12345) AS f, ROUND(15, -1) AS g; --> NULL | NULL | NULL | a | 1 | 2 | 20
-- The checksums of numbers, dates and times.
SELECT CHECKSUM(CAST(5 AS bigint)) AS a, CHECKSUM(CAST('2024-01-01' AS date)) AS b, CHECKSUM(-1e0) AS c, CHECKSUM(0x0100) AS d, CHECKSUM(CAST(-1 AS smallint)) AS e; --> 5 | 45290 | -1074790400 | 1 | 65535
-- A placeholder that the value doesn't fit gives a text about that.
SELECT FORMATMESSAGE('%d', 'x') AS a;
--> Error: 50000, Severity: -1, State: 1. (Params:). The error is printed in terse mode because there was error during formatting. Tracing, ETW, notifications etc are skipped.
GO
-- Dates.
SELECT DATEADD(day, '1', GETDATE());
--> Msg 8116, Level 16, State 1, Line 2
--> Argument data type varchar is invalid for argument 2 of dateadd function.
GO
SELECT DATEADD(day, NULL, GETDATE());
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type NULL is invalid for argument 2 of dateadd function.
GO
SELECT DATETRUNC(day, 1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type int is invalid for argument 2 of datetrunc function.
GO
SELECT DATEDIFF(iso_week, 0, 1);
--> Msg 9806, Level 16, State 0, Line 1
--> The datepart iso_week is not supported by date function datediff.
GO
SELECT DATEADD(hour, 1, CAST('2024-01-01' AS date));
--> Msg 9810, Level 16, State 1, Line 1
--> The datepart hour is not supported by date function dateadd for data type date.
GO
SELECT DATEADD(microsecond, 1, GETDATE());
--> Msg 9810, Level 16, State 0, Line 1
--> The datepart microsecond is not supported by date function dateadd for data type datetime.
GO
SELECT DATEADD(tzoffset, 1, SYSDATETIMEOFFSET());
--> Msg 9810, Level 16, State 2, Line 1
--> The datepart tzoffset is not supported by date function dateadd for data type datetimeoffset.
GO
SELECT DATEPART(hour, CAST('2024-01-01' AS date));
--> Msg 9810, Level 16, State 2, Line 1
--> The datepart hour is not supported by date function datepart for data type date.
GO
SELECT DATENAME(day, CAST('10:00' AS time));
--> Msg 9810, Level 16, State 5, Line 1
--> The datepart day is not supported by date function datename for data type time.
GO
SELECT DATETRUNC(microsecond, CAST('2024-01-01' AS datetime));
--> Msg 9810, Level 16, State 9, Line 1
--> The datepart microsecond is not supported by date function datetrunc for data type datetime.
GO
SELECT DATEADD(year, 8000, CAST('2024-01-01' AS datetime2));
--> Msg 517, Level 16, State 3, Line 1
--> Adding a value to a 'datetime2' column caused an overflow.
GO
SELECT DATEADD(year, 100, CAST('2024-01-01' AS smalldatetime));
--> Msg 517, Level 16, State 2, Line 1
--> Adding a value to a 'smalldatetime' column caused an overflow.
GO
SELECT DATETIMEFROMPARTS(2024, 13, 1, 0, 0, 0, 0);
--> Msg 289, Level 16, State 3, Line 1
--> Cannot construct data type datetime, some of the arguments have values which are not valid.
GO
SELECT TIMEFROMPARTS(24, 0, 0, 0, 0);
--> Msg 289, Level 16, State 2, Line 1
--> Cannot construct data type time, some of the arguments have values which are not valid.
GO
SELECT DATETIME2FROMPARTS(2020, 1, 1, 0, 0, 0, 1, 8);
--> Msg 1002, Level 15, State 1, Line 1
--> Line 1: Specified scale 8 is invalid.
GO
-- A constant negative length is refused before the statement runs.
SELECT LEFT('abc', -1);
--> Msg 536, Level 16, State 6, Line 2
--> Invalid length parameter passed to the left function.
GO
SELECT SUBSTRING('abc', 1, -1);
--> Msg 536, Level 16, State 8, Line 1
--> Invalid length parameter passed to the substring function.
GO
DECLARE @n int = -1;
SELECT SUBSTRING('abc', 1, @n);
--> Msg 537, Level 16, State 2, Line 2
--> Invalid length parameter passed to the LEFT or SUBSTRING function.
GO
SELECT * FROM STRING_SPLIT('a');
--> Msg 313, Level 16, State 3, Line 1
--> An insufficient number of arguments were supplied for the procedure or function STRING_SPLIT.
GO
SELECT * FROM STRING_SPLIT('a', 'b', 1, 2);
--> Msg 8144, Level 16, State 3, Line 1
--> Procedure or function STRING_SPLIT has too many arguments specified.
GO
