-- docs/t-sql/language-elements/print-transact-sql.md: "A message string can be up to 8,000 characters long if it's a non-Unicode string, and 4,000
-- characters long if it's a Unicode string. Longer strings are truncated."
DECLARE @a varchar(max) = REPLICATE(CAST('a' AS varchar(max)), 7999) + 'bc', @n nvarchar(max) = REPLICATE(CAST(N'n' AS nvarchar(max)), 3999) + N'mo';
PRINT @a;
PRINT @n;
PRINT 1.5;
GO
