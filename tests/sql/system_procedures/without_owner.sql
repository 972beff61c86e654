-- sp-fkeys-transact-sql.md (@pktable_owner): without an owner "the default table visibility rules of the underlying DBMS apply. If the current user owns
-- a table with the specified name, that table's columns are returned. […] the procedure looks for a table with the specified [name] owned by the
-- database owner". sp-tables-transact-sql.md, sp-stored-procedures-transact-sql.md and sp-sproc-columns-transact-sql.md say the same.
CREATE SCHEMA s;
GO
CREATE TABLE dbo.p(id int CONSTRAINT first_key PRIMARY KEY);
CREATE TABLE s.p(id int CONSTRAINT second_key PRIMARY KEY);
CREATE TABLE dbo.k(id int CONSTRAINT first_reference REFERENCES dbo.p);
CREATE TABLE s.k(id int CONSTRAINT second_reference REFERENCES s.p);
CREATE TABLE s.other(id int);
GO
CREATE PROCEDURE dbo.q @a int, @b int AS RETURN 0;
GO
CREATE PROCEDURE s.q @x int, @y int, @b int AS RETURN 0;
GO
CREATE PROCEDURE dbo.shown AS
EXEC sp_fkeys 'p';
EXEC sp_fkeys @fktable_name = 'k';
EXEC sp_tables 'p';
EXEC sp_stored_procedures 'q';
EXEC sp_sproc_columns 'q';
EXEC sp_sproc_columns_100 @procedure_name = 'q', @ODBCVer = 3, @fUsePattern = 0;
GO
EXEC dbo.shown;
-- A pattern finds the objects of all schemas, and a name that neither schema has is looked for in the others.
EXEC sp_tables '[p]';
EXEC sp_tables 'other';
EXEC sp_stored_procedures 'q%';
EXEC sp_fkeys 'p', 's';
GO
CREATE USER u WITHOUT LOGIN WITH DEFAULT_SCHEMA = s;
GRANT SELECT TO u;
GRANT EXECUTE TO u;
GRANT VIEW DEFINITION TO u;
GO
EXECUTE AS USER = 'u';
EXEC sp_fkeys 'p';
EXEC sp_tables 'p';
EXEC sp_stored_procedures 'q';
EXEC sp_sproc_columns 'q';
REVERT;
GO
-- The table that a function returns is a result column (COLUMN_TYPE 3, SQL_RESULT_COL).
CREATE FUNCTION dbo.numbers(@n int) RETURNS TABLE AS RETURN SELECT @n AS n;
GO
CREATE FUNCTION dbo.filled(@n int) RETURNS @t TABLE (n int) AS BEGIN INSERT @t VALUES (@n); RETURN; END;
GO
EXEC sp_sproc_columns 'numbers';
EXEC sp_sproc_columns_100 @procedure_name = 'filled', @column_name = '@TABLE_RETURN_VALUE';
GO
