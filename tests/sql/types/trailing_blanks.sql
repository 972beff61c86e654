-- docs/t-sql/language-elements/string-comparison-assignment.md: strings are padded to equal length before they are compared.
-- docs/t-sql/functions/len-transact-sql.md: trailing blanks are not counted, leading ones are.
SET NOCOUNT ON;
IF 'abc' = 'abc  ' PRINT 'equal'; ELSE PRINT 'not equal';
IF N'abc' = 'abc  ' PRINT 'equal'; ELSE PRINT 'not equal';
IF '' = '   ' PRINT 'equal'; ELSE PRINT 'not equal';
IF 'abc' = ' abc' PRINT 'equal'; ELSE PRINT 'not equal';
SELECT LEN('abc  ') AS trailing, LEN('  abc') AS leading, LEN('   ') AS blanks, LEN('') AS empty;
