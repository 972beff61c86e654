-- docs/t-sql/language-elements/print-transact-sql.md: a string, a variable, an expression; what is no string becomes one.
DECLARE @n int = 42, @d decimal(5,2) = 0.5, @t datetime2(0) = '2026-03-04 05:06:07', @b bit = 1;
PRINT 'text';
PRINT N'national ' + 'text';
PRINT @n;
PRINT @d;
PRINT @t;
PRINT @b;
PRINT 'The answer is ' + CAST(@n AS varchar(10)) + '.';
PRINT 'a ''quoted'' word';
