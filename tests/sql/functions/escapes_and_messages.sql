-- docs/t-sql/functions/string-escape-transact-sql.md: example A (its blanks are tabs and its line's end is LF), and the table of sequences.
SELECT STRING_ESCAPE('\' + CHAR(9) + '/' + CHAR(10) + '\\' + CHAR(9) + '"' + CHAR(9), 'json') AS escapedText; --> \\\t\/\n\\\\\t\"\t
GO
SELECT STRING_ESCAPE(CHAR(8) + CHAR(12) + CHAR(13), 'json') AS e; --> \b\f\r
GO
SELECT STRING_ESCAPE(CHAR(0) + CHAR(1) + CHAR(31), 'json') AS e; --> \u0000\u0001\u001f
GO
SELECT STRING_ESCAPE('plain', 'JSON') AS e, STRING_ESCAPE(NULL, 'json') AS n; --> plain | NULL
GO
-- docs/t-sql/functions/formatmessage-transact-sql.md: examples B and C and the table of types.
SELECT FORMATMESSAGE('This is the %s and this is the %s.', 'first variable', 'second variable') AS Result; --> This is the first variable and this is the second variable.
GO
SELECT FORMATMESSAGE('Signed int %i, %d %i, %d, %+i, %+d, %+i, %+d', 5, -5, 50, -50, -11, -11, 11, 11); --> Signed int 5, -5 50, -50, -11, -11, +11, +11
GO
SELECT FORMATMESSAGE('Signed int with up to 3 leading zeros %03i', 5); --> Signed int with up to 3 leading zeros 005
GO
SELECT FORMATMESSAGE('Signed int with up to 20 leading zeros %020i', 5); --> Signed int with up to 20 leading zeros 00000000000000000005
GO
SELECT FORMATMESSAGE('Signed int with leading zero 0 %020i', -55); --> Signed int with leading zero 0 -0000000000000000055
GO
SELECT FORMATMESSAGE('Bigint %I64d', CAST(3000000000 AS bigint)); --> Bigint 3000000000
GO
SELECT FORMATMESSAGE('Unsigned int %u, %u', 50, -50); --> Unsigned int 50, 4294967246
GO
SELECT FORMATMESSAGE('Unsigned octal %o, %o', 50, -50); --> Unsigned octal 62, 37777777716
GO
SELECT FORMATMESSAGE('Unsigned hexadecimal %x, %X, %X, %X, %x', 11, 11, -11, 50, -50); --> Unsigned hexadecimal b, B, FFFFFFF5, 32, ffffffce
GO
SELECT FORMATMESSAGE('Unsigned octal with prefix: %#o, %#o', 50, -50); --> Unsigned octal with prefix: 062, 037777777716
GO
SELECT FORMATMESSAGE('Unsigned hexadecimal with prefix: %#x, %#X, %#X, %X, %x', 11, 11, -11, 50, -50); --> Unsigned hexadecimal with prefix: 0xb, 0XB, 0XFFFFFFF5, 32, ffffffce
GO
SELECT FORMATMESSAGE('Hello %s!', 'TEST'); --> Hello TEST!
GO
SELECT FORMATMESSAGE('Hello %20s!', 'TEST'); --> Hello                 TEST!
GO
SELECT FORMATMESSAGE('Hello %-20s!', 'TEST'); --> Hello TEST                !
GO
SELECT FORMATMESSAGE(13000) AS number_without_text, FORMATMESSAGE(NULL) AS n; --> NULL | NULL
