-- docs/t-sql/functions/trim-transact-sql.md: the examples; characters are those of a set, on the sides that are said. Brackets show the blanks.
SELECT '[' + TRIM('     test    ') + ']' AS Result; --> [test]
GO
SELECT '[' + TRIM('.,! ' FROM '     #     test    .') + ']' AS Result; --> [#     test]
GO
SELECT '[' + TRIM(LEADING '.,! ' FROM '     .#     test    .') + ']' AS Result; --> [#     test    .]
GO
SELECT '[' + TRIM(TRAILING '.,! ' FROM '     .#     test    .') + ']' AS Result; --> [     .#     test]
GO
SELECT TRIM(BOTH '123' FROM '123abc123') AS Result; --> abc
GO
-- docs/t-sql/functions/ltrim-, rtrim-transact-sql.md: optional characters.
SELECT LTRIM('123abc.', '123.') AS l; --> abc.
GO
SELECT RTRIM('.123abc.', 'abc.') AS r; --> .123
GO
SELECT LTRIM('     Five spaces are at the beginning of this string.') AS l; --> Five spaces are at the beginning of this string.
GO
SELECT TRIM(NULL) AS n, LTRIM(NULL, 'a') AS l, TRIM('a' FROM NULL) AS t; --> NULL | NULL | NULL
GO
-- Equal by comparison is what goes: case does not count in the default collation.
SELECT TRIM('A' FROM 'aAbaA') AS folded; --> b
GO
SELECT TRIM(N'x' FROM N'xxyxx') AS wide; --> y
