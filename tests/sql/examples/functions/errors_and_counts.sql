-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/error-procedure-transact-sql.md
CREATE PROCEDURE usp_ExampleProc
AS
    SELECT 1/0;
GO
BEGIN TRY
    EXECUTE usp_ExampleProc;
END TRY
BEGIN CATCH
    SELECT ERROR_PROCEDURE() AS ErrorProcedure;
END CATCH;
GO
BEGIN TRY
    EXECUTE usp_ExampleProc;
END TRY
BEGIN CATCH
    SELECT
        ERROR_NUMBER() AS ErrorNumber,
        ERROR_SEVERITY() AS ErrorSeverity,
        ERROR_STATE() AS ErrorState,
        ERROR_PROCEDURE() AS ErrorProcedure,
        ERROR_MESSAGE() AS ErrorMessage,
        ERROR_LINE() AS ErrorLine;
END CATCH;
SELECT ERROR_PROCEDURE() AS outside;
DROP PROCEDURE usp_ExampleProc;
GO
-- docs/t-sql/functions/error-transact-sql.md
CREATE TABLE dbo.EmployeePayHistory (BusinessEntityID int, PayFrequency tinyint CHECK (PayFrequency IN (1, 2)));
INSERT dbo.EmployeePayHistory VALUES (1, 1);
GO
UPDATE dbo.EmployeePayHistory
    SET PayFrequency = 4
    WHERE BusinessEntityID = 1;
IF @@ERROR = 547
    BEGIN
    PRINT N'A check constraint violation occurred.';
    END
--> A check constraint violation occurred.
GO
DROP TABLE dbo.EmployeePayHistory;
CREATE TABLE dbo.JobCandidate (JobCandidateID int PRIMARY KEY);
CREATE TABLE dbo.Resume (JobCandidateID int REFERENCES dbo.JobCandidate);
INSERT dbo.JobCandidate VALUES (1), (2);
INSERT dbo.Resume VALUES (2);
GO
CREATE PROCEDURE dbo.usp_DeleteCandidate
    (
    @CandidateID INT
    )
AS
-- Execute the DELETE statement.
DELETE FROM dbo.JobCandidate
    WHERE JobCandidateID = @CandidateID;
-- Test the error value.
IF @@ERROR <> 0
    BEGIN
        -- Return 99 to the calling program to indicate failure.
        PRINT N'An error occurred deleting the candidate information.';
        RETURN 99;
    END
ELSE
    BEGIN
        -- Return 0 to the calling program to indicate success.
        PRINT N'The job candidate has been deleted.';
        RETURN 0;
    END;
GO
DECLARE @first int, @second int;
EXEC @first = dbo.usp_DeleteCandidate 1;
EXEC @second = dbo.usp_DeleteCandidate 2;
SELECT @first AS first, @second AS second;
GO
CREATE PROCEDURE dbo.usp_ChangeResume
    (
    @Old INT
    ,@New INT
   )
AS
DECLARE @ErrorVar INT;
DECLARE @RowCountVar INT;
UPDATE dbo.Resume
    SET JobCandidateID = @New
    WHERE JobCandidateID = @Old;
SELECT @ErrorVar = @@ERROR
    ,@RowCountVar = @@ROWCOUNT;
IF @ErrorVar <> 0
    BEGIN
        IF @ErrorVar = 547
            BEGIN
                PRINT N'ERROR: Invalid ID specified for new employee.';
                 RETURN 1;
            END
        ELSE
            BEGIN
                PRINT N'ERROR: error '
                    + RTRIM(CAST(@ErrorVar AS NVARCHAR(10)))
                    + N' occurred.';
                RETURN 2;
            END
    END
IF @RowCountVar = 0
    BEGIN
        PRINT 'Warning: The BusinessEntityID specified is not valid';
        RETURN 1;
    END
ELSE
    BEGIN
        PRINT 'Purchase order updated with the new employee';
        RETURN 0;
    END;
GO
EXEC dbo.usp_ChangeResume 2, 7;
EXEC dbo.usp_ChangeResume 7, 2;
EXEC dbo.usp_ChangeResume 2, 2;
GO
-- docs/t-sql/functions/rowcount-transact-sql.md, rowcount-big-transact-sql.md
UPDATE dbo.JobCandidate
SET JobCandidateID = 5
WHERE JobCandidateID = 123456789
IF @@ROWCOUNT = 0
PRINT 'Warning: No rows were updated';
--> Warning: No rows were updated
GO
-- What statements set @@ROWCOUNT to.
DECLARE @a int;
SELECT 1 AS x UNION ALL SELECT 2;
SELECT @@ROWCOUNT AS read_rows, SQL_VARIANT_PROPERTY(ROWCOUNT_BIG(), 'BaseType') AS big;
SET @a = 1;
SELECT @@ROWCOUNT AS set_variable, ROWCOUNT_BIG() AS big;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
SELECT @@ROWCOUNT AS assigned;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
PRINT 'x';
SELECT @@ROWCOUNT AS printed;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
SET NOCOUNT OFF;
SELECT @@ROWCOUNT AS set_option;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
BEGIN TRANSACTION;
SELECT @@ROWCOUNT AS begun;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
COMMIT TRANSACTION;
SELECT @@ROWCOUNT AS committed;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
RAISERROR('x', 10, 1);
SELECT @@ROWCOUNT AS raised;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
DECLARE c CURSOR FOR SELECT value FROM GENERATE_SERIES(1, 3);
SELECT @a = value FROM GENERATE_SERIES(1, 3);
OPEN c;
FETCH NEXT FROM c INTO @a;
SELECT @@ROWCOUNT AS fetched;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
CLOSE c;
SELECT @@ROWCOUNT AS closed;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
DEALLOCATE c;
SELECT @@ROWCOUNT AS deallocated;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
USE master;
SELECT @@ROWCOUNT AS used;
SELECT @a = value FROM GENERATE_SERIES(1, 3);
IF 1 = 1 SELECT @@ROWCOUNT AS in_if;
GO
CREATE PROCEDURE dbo.two_rows AS SELECT value INTO #t FROM GENERATE_SERIES(1, 2); RETURN 5;
GO
DECLARE @a int;
EXEC dbo.two_rows;
SELECT @@ROWCOUNT AS behind_return;
EXEC ('SELECT value INTO #t FROM GENERATE_SERIES(1, 4)');
SELECT @@ROWCOUNT AS behind_execute;
GO
DROP PROCEDURE dbo.usp_DeleteCandidate, dbo.usp_ChangeResume, dbo.two_rows;
DROP TABLE dbo.Resume, dbo.JobCandidate;
GO
