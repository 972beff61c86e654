-- docs/t-sql/language-elements/try-catch-transact-sql.md, "Errors Unaffected by a TRY...CATCH Construct": warnings and messages; errors of
-- compilation; errors of the resolution of names at the same level. A TRY block that calls what has them catches them.
CREATE DATABASE G;
GO
USE G;
GO
BEGIN TRY
    PRINT 'runs';
    SELECT * FROM dbo.no_such_table;
    PRINT 'not reached';
END TRY
BEGIN CATCH
    PRINT 'not caught here';
END CATCH
PRINT 'not reached either';
GO
BEGIN TRY
    PRINT 'runs';
    EXEC ('SELECT * FROM dbo.no_such_table; PRINT ''not reached'';');
    PRINT 'not reached either';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' at ', ERROR_LINE(), ': ', ERROR_MESSAGE());
END CATCH
GO
BEGIN TRY
    EXEC ('PRINT ''not run'';
SELECT FROM t');
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' at ', ERROR_LINE());
END CATCH
GO
BEGIN TRY
    RAISERROR ('a message, %s', 10, 1, 'no error') WITH NOWAIT;
    PRINT CONCAT('goes on with ', @@ERROR);
    RAISERROR ('the same', 5, 2) WITH SETERROR;
    PRINT CONCAT('goes on with ', @@ERROR);
END TRY
BEGIN CATCH
    PRINT 'not reached';
END CATCH
GO
-- What Sluice does not have is refused as by an error of compilation.
BEGIN TRY
    DBCC CLONEDATABASE;
END TRY
BEGIN CATCH
    PRINT 'not reached';
END CATCH
PRINT 'not reached either';
GO
-- Scripts guard what a server may lack: a TRY block around the call catches the refusal.
BEGIN TRY
    EXEC ('PRINT ''runs''; DBCC CLONEDATABASE; PRINT ''not reached'';');
    PRINT 'not reached either';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
END CATCH
GO
CREATE PROCEDURE dbo.guarded AS DBCC CLONEDATABASE;
GO
BEGIN TRY
    EXEC dbo.guarded;
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ' in ', ERROR_PROCEDURE());
END CATCH
GO
BEGIN TRY
    EXEC sp_MS_marksystemobject 'dbo.guarded';
END TRY
BEGIN CATCH
    PRINT CONCAT(ERROR_NUMBER(), ': ', ERROR_MESSAGE());
END CATCH
PRINT 'goes on';
