-- Recorded answers of SQL Server: 8183 refuses the whole batch. docs/t-sql/statements/create-table-transact-sql.md, computed_column_expression.
PRINT 'not reached';
CREATE TABLE dbo.t (a int, b AS a * 2 CHECK (b > 0));
GO
PRINT 'not reached';
CREATE TABLE dbo.t (a int, b AS a * 2 NOT NULL);
GO
CREATE TABLE dbo.t (a int);
GO
BEGIN TRY
    PRINT 'not reached';
    ALTER TABLE dbo.t ADD b AS a * 2 NOT NULL;
END TRY
BEGIN CATCH
    PRINT 'not reached';
END CATCH
GO
BEGIN TRY
    EXEC ('ALTER TABLE dbo.t ADD b AS a * 2 NOT NULL');
END TRY
BEGIN CATCH
    PRINT ERROR_NUMBER();
END CATCH
GO
