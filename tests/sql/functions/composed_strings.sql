-- docs/t-sql/functions/: stuff, translate, concat-ws, soundex, difference -transact-sql.md; results of their examples.
PRINT STUFF('abcdef', 2, 3, 'ijklmn');
PRINT STUFF('abcdef', 2, 3, NULL);
IF STUFF('abc', 0, 1, 'x') IS NULL AND STUFF('abc', 4, 1, 'x') IS NULL AND STUFF('abc', 1, -1, 'x') IS NULL PRINT 'NULL';
PRINT TRANSLATE('2*[3+4]/{7-2}', '[]{}', '()()');
PRINT TRANSLATE('[137.4,72.3]', '[,]', '( )');
PRINT CONCAT_WS(',', '1 Microsoft Way', NULL, NULL, 'Redmond', 'WA', 98052);
PRINT CONCAT_WS(NULL, 'a', 'b');
SELECT SOUNDEX('Smith') AS a, SOUNDEX('Smythe') AS b, SOUNDEX('Green') AS c, SOUNDEX('') AS d;
SELECT DIFFERENCE('Green', 'Greene') AS a, DIFFERENCE('Blotchet-Halls', 'Greene') AS b, DIFFERENCE('Smithers', 'Smythers') AS c,
    DIFFERENCE('Anothers', 'Brothers') AS d;
GO
SELECT TRANSLATE('abc', 'ab', 'x');
