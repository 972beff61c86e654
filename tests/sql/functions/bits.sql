-- docs/t-sql/functions/: bit-count, get-bit, set-bit, left-shift, right-shift -transact-sql.md; the examples' results, and what the pages
-- say of types, offsets and signs.
SELECT BIT_COUNT(0xabcdef) AS Count; --> 17
GO
SELECT BIT_COUNT(17) AS Count; --> 2
GO
SELECT BIT_COUNT(CAST(-1 AS smallint)) AS small, BIT_COUNT(CAST(-1 AS int)) AS whole; --> 16 | 32
GO
SELECT BIT_COUNT(CAST(-1 AS bigint)) AS big, BIT_COUNT(CAST(255 AS tinyint)) AS tiny, BIT_COUNT(CAST(1 AS bit)) AS b; --> 64 | 8 | 1
GO
SELECT BIT_COUNT(NULL) AS n; --> NULL
GO
SELECT GET_BIT(0xabcdef, 2) AS Get_2nd_Bit, GET_BIT(0xabcdef, 4) AS Get_4th_Bit; --> 1 | 0
GO
SELECT GET_BIT(5, 0) AS a, GET_BIT(5, 1) AS b, GET_BIT(-1, 31) AS sign; --> 1 | 0 | 1
GO
SELECT SET_BIT(0x00, 2) AS VARBIN1; --> 0x04
GO
SELECT SET_BIT(0xabcdef, 0, 0) AS VARBIN2; --> 0xABCDEE
GO
SELECT SET_BIT(0, 31) AS least, SET_BIT(CAST(0 AS tinyint), 7) AS high, SET_BIT(7, 1, 0) AS cleared; --> -2147483648 | 128 | 5
GO
SELECT LEFT_SHIFT(12345, 5) AS shifted; --> 395040
GO
SELECT LEFT_SHIFT(12345, 1) AS a, LEFT_SHIFT(12345, 2) AS b, LEFT_SHIFT(12345, 3) AS c, LEFT_SHIFT(12345, 4) AS d; --> 24690 | 49380 | 98760 | 197520
GO
-- A negative amount goes the other way; more than there are bits leaves 0; the shift is a logical one.
SELECT LEFT_SHIFT(12345, -1) AS a, RIGHT_SHIFT(12345, 1) AS b, RIGHT_SHIFT(12345, -1) AS c; --> 6172 | 6172 | 24690
GO
SELECT LEFT_SHIFT(1, 32) AS a, RIGHT_SHIFT(1, 64) AS b, RIGHT_SHIFT(-1, 31) AS c, LEFT_SHIFT(0x0180, 1) AS d; --> 0 | 0 | 1 | 0x0300
GO
SELECT BIT_COUNT('17');
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type varchar is invalid for argument 1 of bit_count function.
GO
SELECT LEFT_SHIFT(1);
--> Msg 174, Level 15, State 1, Line 1
--> The left_shift function requires 2 argument(s).
