-- docs/t-sql/functions/format-transact-sql.md: the examples; the patterns are those of .NET's documentation, which the page refers to.
DECLARE @d DATE = '2024-08-09';
SELECT FORMAT(@d, 'd', 'en-US') AS 'US English', FORMAT(@d, 'd', 'en-gb') AS 'British English', FORMAT(@d, 'd', 'de-de') AS 'German'; --> 8/9/2024 | 09/08/2024 | 09.08.2024
SELECT FORMAT(@d, 'D', 'en-US') AS 'US English', FORMAT(@d, 'D', 'en-gb') AS 'British English', FORMAT(@d, 'D', 'de-de') AS 'German'; --> Friday, August 9, 2024 | 09 August 2024 | Freitag, 9. August 2024
SELECT FORMAT(@d, 'dd/MM/yyyy', 'en-US') AS 'Date', FORMAT(123456789, '###-##-####') AS 'Custom Number'; --> 09/08/2024 | 123-45-6789
GO
-- Example C: the money column of five rows, in two cultures.
SELECT FORMAT(r, 'N', 'en-us') AS n, FORMAT(r, 'G', 'en-us') AS g, FORMAT(r, 'C', 'en-us') AS c FROM (VALUES (CAST(1.0002 AS money)), (1.55), (1.9419), (1.4683), (8.2784)) AS t(r);
--> 1.00 | 1.0002 | $1.00
--> 1.55 | 1.5500 | $1.55
--> 1.94 | 1.9419 | $1.94
--> 1.47 | 1.4683 | $1.47
--> 8.28 | 8.2784 | $8.28
GO
SELECT FORMAT(r, 'N', 'de-de') AS n, FORMAT(r, 'G', 'de-de') AS g, FORMAT(r, 'C', 'de-de') AS c FROM (VALUES (CAST(1.0002 AS money)), (1.55)) AS t(r);
--> 1,00 | 1,0002 | 1,00 €
--> 1,55 | 1,5500 | 1,55 €
GO
-- Example D: a time's points and colons must be escaped.
SELECT FORMAT(CAST('07:35' AS time), N'hh.mm') AS a, FORMAT(CAST('07:35' AS time), N'hh:mm') AS b, FORMAT(CAST('07:35' AS time), N'hh\.mm') AS c, FORMAT(CAST('07:35' AS time), N'hh\:mm') AS d; --> NULL | NULL | 07.35 | 07:35
GO
SELECT FORMAT(CAST('2018-01-01 01:00' AS datetime2), N'hh:mm tt') AS a, FORMAT(CAST('2018-01-01 01:00' AS datetime2), N'hh:mm t') AS b; --> 01:00 AM | 01:00 A
GO
SELECT FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'hh:mm tt') AS a, FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'hh:mm t') AS b, FORMAT(CAST('2018-01-01 14:00' AS datetime2), N'HH:mm') AS c; --> 02:00 PM | 02:00 P | 14:00
GO
-- Standard patterns of numbers.
SELECT FORMAT(123.456, 'C', 'en-US') AS c, FORMAT(-123.456, 'C', 'en-US') AS negative, FORMAT(123.456, 'C0', 'en-US') AS c0, FORMAT(-123.456, 'C', 'en-GB') AS gb; --> $123.46 | ($123.46) | $123 | -£123.46
GO
SELECT FORMAT(1234, 'D') AS d, FORMAT(-1234, 'D6') AS d6, FORMAT(255, 'X') AS x, FORMAT(255, 'x4') AS x4, FORMAT(-1, 'X') AS minus; --> 1234 | -001234 | FF | 00ff | FFFFFFFF
GO
SELECT FORMAT(1.5, 'D') AS d, FORMAT(1.5, 'X') AS x, FORMAT(1, 'Q') AS q; --> NULL | NULL | NULL
GO
SELECT FORMAT(1052.0329112756E0, 'E') AS e, FORMAT(-1052.0329112756E0, 'e2') AS e2, FORMAT(0, 'E2') AS zero; --> 1.052033E+003 | -1.05e+003 | 0.00E+000
GO
SELECT FORMAT(1234.567, 'F') AS f, FORMAT(1234, 'F1') AS f1, FORMAT(-1234.56, 'F4') AS f4, FORMAT(1234.567, 'N') AS n, FORMAT(1234, 'N1') AS n1, FORMAT(-1234567.5, 'N0') AS n0; --> 1234.57 | 1234.0 | -1234.5600 | 1,234.57 | 1,234.0 | -1,234,568
GO
SELECT FORMAT(1, 'P') AS p, FORMAT(-0.39678, 'P1') AS p1, FORMAT(0.125, 'P0', 'de-DE') AS de; --> 100.00 % | -39.7 % | 13 %
GO
SELECT FORMAT(CAST(1E+20 AS float), 'G') AS big, FORMAT(CAST(0.1 AS float), 'G') AS tenth, FORMAT(CAST(12345.678 AS float), 'G4') AS g4, FORMAT(CAST(0.00001 AS float), 'G') AS small; --> 1E+20 | 0.1 | 1.235E+04 | 1E-05
GO
-- Custom patterns of numbers.
SELECT FORMAT(1234.5678, '00000') AS a, FORMAT(0.45678, '0.00') AS b, FORMAT(1234.5678, '#####') AS c, FORMAT(0.45678, '#.##') AS d; --> 01235 | 0.46 | 1235 | .46
GO
SELECT FORMAT(2147483647, '##,#') AS a, FORMAT(2147483647, '#,#,,') AS b, FORMAT(0.3697, '%#0.00') AS c, FORMAT(0.3697, '##.0 %') AS d; --> 2,147,483,647 | 2,147 | %36.97 | 37.0 %
GO
SELECT FORMAT(987654, '\###00\#') AS a, FORMAT(68, '# ''degrees''') AS b, FORMAT(1234567890, '(###) ###-####') AS c; --> #987654# | 68 degrees | (123) 456-7890
GO
SELECT FORMAT(12.345, '#0.0#;(#0.0#);-\0-') AS positive, FORMAT(-12.345, '#0.0#;(#0.0#);-\0-') AS negative, FORMAT(0, '#0.0#;(#0.0#);-\0-') AS zero; --> 12.35 | (12.35) | -0-
GO
SELECT FORMAT(1234567.891, '#,##0.00') AS us, FORMAT(1234567.891, '#,##0.00', 'de-DE') AS de, FORMAT(5, '000') AS filled, FORMAT(0, '#') AS nothing; --> 1,234,567.89 | 1.234.567,89 | 005 | []
GO
-- Standard patterns of dates.
DECLARE @d datetime2(7) = '2009-06-15T13:45:30.6175425';
SELECT FORMAT(@d, 'd') AS d, FORMAT(@d, 'D') AS long, FORMAT(@d, 'f') AS f, FORMAT(@d, 'F') AS f2; --> 6/15/2009 | Monday, June 15, 2009 | Monday, June 15, 2009 1:45 PM | Monday, June 15, 2009 1:45:30 PM
SELECT FORMAT(@d, 'g') AS g, FORMAT(@d, 'G') AS g2, FORMAT(@d, 'm') AS m, FORMAT(@d, 'y') AS y; --> 6/15/2009 1:45 PM | 6/15/2009 1:45:30 PM | June 15 | June 2009
SELECT FORMAT(@d, 'o') AS o, FORMAT(@d, 's') AS s, FORMAT(@d, 'u') AS u, FORMAT(@d, 'R') AS r; --> 2009-06-15T13:45:30.6175425 | 2009-06-15T13:45:30 | 2009-06-15 13:45:30Z | Mon, 15 Jun 2009 13:45:30 GMT
SELECT FORMAT(@d, 't') AS t, FORMAT(@d, 'T') AS t2, FORMAT(@d, 'T', 'de-DE') AS de; --> 1:45 PM | 1:45:30 PM | 13:45:30
GO
-- Custom patterns of dates.
DECLARE @d datetime2(7) = '2009-06-05T13:04:03.0610000';
SELECT FORMAT(@d, 'yyyy-MM-dd HH:mm:ss') AS a, FORMAT(@d, 'd MMM yy') AS b, FORMAT(@d, 'dddd, MMMM dd') AS c, FORMAT(@d, 'ddd') AS e; --> 2009-06-05 13:04:03 | 5 Jun 09 | Friday, June 05 | Fri
SELECT FORMAT(@d, 'h:m:s') AS a, FORMAT(@d, 'ss.fff') AS b, FORMAT(@d, 'ss.FFFFF') AS c, FORMAT(@d, '%M') AS e, FORMAT(@d, 'yyyy''y''') AS f, FORMAT(@d, '\d\a\y d') AS g; --> 1:4:3 | 03.061 | 03.061 | 6 | 2009y | day 5
SELECT FORMAT(@d, 'dd. MMMM yyyy', 'de-DE') AS a, FORMAT(@d, 'dd/MM/yyyy', 'de-DE') AS b, FORMAT(@d, 'dd/MM/yyyy', '') AS c; --> 05. Juni 2009 | 05.06.2009 | 05/06/2009
SELECT FORMAT(CAST('2009-06-15 13:45:30 -07:00' AS datetimeoffset), 'yyyy-MM-dd HH:mm zzz') AS z, FORMAT(CAST('2009-06-15 13:45:30 -07:00' AS datetimeoffset), 'o') AS o, FORMAT(CAST('2009-06-15 13:45:30 -07:00' AS datetimeoffset), 'u') AS u; --> 2009-06-15 13:45 -07:00 | 2009-06-15T13:45:30.0000000-07:00 | 2009-06-15 20:45:30Z
GO
SELECT FORMAT(CAST('13:45:30.5' AS time(1)), 'c') AS c, FORMAT(CAST('03:04:05' AS time(0)), 'g') AS g, FORMAT(CAST('03:04:05' AS time(0)), 'h''h ''m') AS custom; --> 13:45:30.5000000 | 3:04:05 | 3h 4
GO
SELECT FORMAT(NULL, 'd') AS a, FORMAT(1, CAST(NULL AS nvarchar(5))) AS b; --> NULL | NULL
GO
SELECT FORMAT(1, 'N', 'xx-YY');
--> Msg 9818, Level 16, State 1, Line 1
--> The culture parameter 'xx-YY' provided in the function call is not supported.
GO
SELECT FORMAT('abc', 'N');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type varchar is invalid for argument 1 of format function.
GO
SELECT FORMAT(CAST(1 AS bit), 'N');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type bit is invalid for argument 1 of format function.
GO
-- Custom numeric format strings: an escaped or quoted % is a literal; "E0" gives scientific notation.
SELECT FORMAT(0.5, '0.0\%') AS escaped, FORMAT(0.5, '0.0''%''') AS quoted, FORMAT(86000, '0.###E+0') AS e, FORMAT(86000, '0.###E+000') AS e3, FORMAT(86000, '0.###E-000') AS minus, FORMAT(987654, '#0.0e0') AS e0; --> 0.5% | 0.5% | 8.6E+4 | 8.6E+004 | 8.6E004 | 98.8e4
