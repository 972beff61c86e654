-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 193; docs/t-sql/statements/create-table-transact-sql.md: the name of a
-- local temporary table has at most 116 characters.
CREATE TABLE #abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcde(a int);
PRINT 'made';
GO
CREATE TABLE #abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdef(a int);
