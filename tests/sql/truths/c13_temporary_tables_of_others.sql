-- t-sql/statements/create-table-transact-sql.md, *Temporary tables*: a local temporary table is visible only in the current session; 208 for a name that
-- means no object of the session's.
CREATE TABLE #t(secret INT);
INSERT #t VALUES(42);
CREATE TABLE ##name(name NVARCHAR(128));
INSERT ##name SELECT name FROM tempdb.sys.tables WHERE name LIKE '#t[_]%';
GO
-- @session other
DECLARE @name NVARCHAR(128) = (SELECT name FROM ##name);
DECLARE @statements TABLE(place INT IDENTITY, statement NVARCHAR(400));
INSERT @statements(statement) VALUES (N'SELECT secret FROM tempdb..[@]'), (N'SELECT secret FROM [@]'), (N'INSERT [@] VALUES(1)'),
(N'UPDATE tempdb.dbo.[@] SET secret = 1'), (N'DELETE [@]'), (N'TRUNCATE TABLE [@]'), (N'ALTER TABLE [@] ADD b INT'), (N'CREATE INDEX i ON [@](secret)'),
(N'UPDATE STATISTICS [@]'), (N'DROP TABLE [@]'), (N'DROP TABLE tempdb..[@]'), (N'SELECT * INTO #copy FROM [@]');
DECLARE @place INT = 1, @statement NVARCHAR(400);
WHILE @place <= 12
BEGIN
    SELECT @statement = REPLACE(statement, N'@', @name) FROM @statements WHERE place = @place;
    BEGIN TRY
        EXEC(@statement);
        PRINT 'it ran: ' + @statement;
    END TRY
    BEGIN CATCH
        SELECT @place AS place, ERROR_NUMBER() AS error;
    END CATCH;
    SET @place += 1;
END;
GO
-- @session
SELECT secret FROM #t;
DROP TABLE ##name;
GO
