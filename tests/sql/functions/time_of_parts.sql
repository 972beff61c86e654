-- docs/t-sql/functions/timefromparts-transact-sql.md and datetime2fromparts-transact-sql.md: the precision gives the type and the unit of fractions.
SELECT TIMEFROMPARTS(23, 59, 59, 0, 0) AS Result; --> 23:59:59
GO
SELECT TIMEFROMPARTS(14, 23, 44, 5, 1) AS a, TIMEFROMPARTS(14, 23, 44, 50, 2) AS b, TIMEFROMPARTS(14, 23, 44, 500, 3) AS c; --> 14:23:44.5 | 14:23:44.50 | 14:23:44.500
GO
SELECT TIMEFROMPARTS(14, 23, 44, 1, 7) AS Result; --> 14:23:44.0000001
GO
SELECT TIMEFROMPARTS(14, NULL, 44, 1, 7) AS Result; --> NULL
GO
SELECT TIMEFROMPARTS(24, 0, 0, 0, 0) AS Result;
--> Msg 289, Level 16, State 2, Line 1
--> Cannot construct data type time, some of the arguments have values which are not valid.
GO
-- With a precision of 0 the fractions must be 0.
SELECT TIMEFROMPARTS(1, 0, 0, 1, 0) AS Result;
--> Msg 289, Level 16, State 2, Line 2
--> Cannot construct data type time, some of the arguments have values which are not valid.
GO
SELECT TIMEFROMPARTS(1, 0, 0, 1, NULL) AS Result;
--> Msg 10760, Level 16, State 1, Line 1
--> Scale argument is not valid. Valid expressions for data type time scale argument are integer constants and integer constant expressions.
GO
SELECT DATETIME2FROMPARTS(2010, 12, 31, 23, 59, 59, 0, 0) AS Result; --> 2010-12-31 23:59:59
GO
SELECT DATETIME2FROMPARTS(2011, 8, 15, 14, 23, 44, 5, 1) AS a; --> 2011-08-15 14:23:44.5
GO
SELECT DATETIME2FROMPARTS(2011, 8, 15, 14, 23, 44, 50, 2) AS b; --> 2011-08-15 14:23:44.50
GO
SELECT DATETIME2FROMPARTS(2011, 8, 15, 14, 23, 44, 500, 3) AS c; --> 2011-08-15 14:23:44.500
GO
SELECT DATETIME2FROMPARTS(2011, 8, 15, 14, 23, 44, NULL, 3) AS c; --> NULL
GO
SELECT DATETIME2FROMPARTS(2011, 2, 29, 14, 23, 44, 500, 3) AS c;
--> Msg 289, Level 16, State 5, Line 1
--> Cannot construct data type datetime2, some of the arguments have values which are not valid.
GO
SELECT DATETIME2FROMPARTS(2011, 2, 28, 14, 23, 44, 500, 8) AS c;
--> Msg 1002, Level 15, State 1, Line 1
--> Line 1: Specified scale 8 is invalid.
