-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: without the N prefix a string is converted to the database's
-- code page, which may not know its characters; what it does not know becomes a question mark.
SET NOCOUNT ON;
SELECT '日本' AS v, N'日本' AS n;
IF '日' = N'日' PRINT 'equal'; ELSE PRINT 'not equal';
