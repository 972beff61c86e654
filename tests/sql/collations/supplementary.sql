-- docs/relational-databases/collations/collation-and-unicode-support.md, "Supplementary Characters": what string functions make of a pair of
-- surrogates, with and without a supplementary-character collation (_SC, _140); len-, left-, right-, substring-, stuff-, unicode-, charindex-,
-- patindex-, reverse-transact-sql.md.
CREATE TABLE texts (id int, plain nvarchar(20) COLLATE Latin1_General_100_CI_AS, sc nvarchar(20) COLLATE Latin1_General_100_CI_AS_SC);
INSERT texts VALUES (1, N'a😀b😀c', N'a😀b😀c');
SELECT LEN(plain) AS plain, LEN(sc) AS sc, DATALENGTH(sc) AS bytes FROM texts; --> 7 | 5 | 14
SELECT LEFT(sc, 2) AS l, RIGHT(sc, 2) AS r, SUBSTRING(sc, 2, 2) AS s, LEFT(plain, 3) AS l_plain, SUBSTRING(plain, 2, 3) AS s_plain FROM texts; --> a😀 | 😀c | 😀b | a😀 | 😀b
SELECT STUFF(sc, 2, 1, N'x') AS sc, STUFF(plain, 2, 2, N'x') AS plain, REVERSE(sc) AS r FROM texts; --> axb😀c | axb😀c | c😀b😀a
SELECT UNICODE(SUBSTRING(sc, 2, 1)) AS sc, UNICODE(SUBSTRING(plain, 2, 2)) AS plain FROM texts; --> 128512 | 55357
SELECT CHARINDEX(N'c', sc) AS sc, CHARINDEX(N'c', plain) AS plain, CHARINDEX(N'b', sc, 3) AS from_third, PATINDEX(N'%c%', sc) AS p, PATINDEX(N'%c%', plain) AS p_plain FROM texts; --> 5 | 7 | 3 | 5 | 7
GO
-- like-transact-sql.md: an underscore is one character.
SELECT CASE WHEN sc LIKE N'a_b_c' THEN 1 ELSE 0 END AS sc, CASE WHEN plain LIKE N'a_b_c' THEN 1 ELSE 0 END AS plain, CASE WHEN plain LIKE N'a__b__c' THEN 1 ELSE 0 END AS twice, CASE WHEN sc LIKE N'a[😀-😂]%' THEN 1 ELSE 0 END AS in_set FROM texts; --> 1 | 0 | 1 | 1
GO
-- What an expression's collation is said to be counts, and what lies beyond the end is left out.
SELECT LEN(N'😀😀' COLLATE Latin1_General_100_CI_AS_SC) AS n, LEN(N'😀😀') AS m, LEFT(N'😀😀' COLLATE Latin1_General_100_CI_AS_SC, 9) AS l, SUBSTRING(N'😀a' COLLATE Latin1_General_100_CI_AS_SC, 0, 2) AS s; --> 2 | 4 | 😀😀 | 😀
GO
