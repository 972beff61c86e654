-- docs/t-sql/functions/patindex-transact-sql.md: examples A, C, D and the remarks.
SELECT position = PATINDEX('%ter%', 'interesting data');
SELECT position = PATINDEX('%en_ure%', 'Please ensure the door is locked!');
SELECT position = PATINDEX('%[^ 0-9A-z]%', 'Please ensure the door is locked!');
PRINT PATINDEX('a%', 'abc');
PRINT PATINDEX('%a', 'cba');
PRINT PATINDEX('%x%', 'abc');
IF PATINDEX(NULL, 'abc') IS NULL AND PATINDEX('%b%', CAST(NULL AS varchar(5))) IS NULL PRINT 'NULL';
