-- docs/t-sql/functions/: substring, left, right, ltrim, rtrim, trim, upper, lower, replace, replicate, reverse, space,
-- charindex -transact-sql.md; results of their examples where they have such.
PRINT SUBSTRING('abcdef', 2, 3);
PRINT SUBSTRING('abcdef', 0, 3);
PRINT SUBSTRING('abcdef', 5, 10);
PRINT LEFT('abcdefg', 2);
PRINT RIGHT('abcdefg', 2);
PRINT LTRIM('     Five spaces are at the beginning of this string.');
PRINT '[' + RTRIM('Four spaces are after the period in this sentence.    ') + ']';
PRINT '[' + TRIM('     test    ') + ']';
PRINT UPPER('This is a TEST') + LOWER(' This is a TEST');
PRINT REPLACE('abcdefghicde', 'cde', 'xxx');
PRINT REPLACE('This is a sample', 'SAMPLE', 'desk');
PRINT REPLICATE('0', 4) + '7';
PRINT REVERSE('1234');
PRINT '[' + SPACE(2) + ']';
PRINT CHARINDEX('bicycle', 'Reflectors are vital safety components of your bicycle.');
PRINT CHARINDEX('vital', 'Reflectors are vital safety components of your bicycle.', 5);
PRINT CHARINDEX('bike', 'Reflectors are vital safety components of your bicycle.');
PRINT CHARINDEX('is', 'This is a string', 4);
PRINT ASCII('A');
PRINT CHAR(65) + NCHAR(66);
PRINT UNICODE(N'Å');
