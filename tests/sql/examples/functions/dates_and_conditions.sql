-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/datediff-big-transact-sql.md
SELECT DATEDIFF_BIG(year, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS a, DATEDIFF_BIG(quarter, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS b, DATEDIFF_BIG(month, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS c,
    DATEDIFF_BIG(dayofyear, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS d, DATEDIFF_BIG(day, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS e, DATEDIFF_BIG(week, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS f,
    DATEDIFF_BIG(hour, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS g, DATEDIFF_BIG(minute, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS h, DATEDIFF_BIG(second, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS i, DATEDIFF_BIG(millisecond, '2005-12-31 23:59:59.9999999', '2006-01-01 00:00:00.0000000') AS j;
--> 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1
CREATE TABLE dbo.Duration (startDate datetime2, endDate datetime2);
INSERT INTO dbo.Duration(startDate,endDate) VALUES('2007-05-06 12:10:09', '2007-05-07 12:10:09');
SELECT DATEDIFF_BIG(day, startDate, endDate) AS 'Duration' FROM dbo.Duration;
--> 1
DROP TABLE dbo.Duration;
GO
-- docs/t-sql/functions/datefromparts-transact-sql.md, docs/t-sql/functions/datetime2fromparts-transact-sql.md
SELECT DATEFROMPARTS ( 2010, 12, 31 ) AS Result;
--> 2010-12-31
SELECT DATETIME2FROMPARTS ( 2010, 12, 31, 23, 59, 59, 0, 0 ) AS Result;
--> 2010-12-31 23:59:59
SELECT DATETIME2FROMPARTS ( 2011, 8, 15, 14, 23, 44, 5, 1 );
--> 2011-08-15 14:23:44.5
SELECT DATETIME2FROMPARTS ( 2011, 8, 15, 14, 23, 44, 50, 2 );
--> 2011-08-15 14:23:44.50
SELECT DATETIME2FROMPARTS ( 2011, 8, 15, 14, 23, 44, 500, 3 );
--> 2011-08-15 14:23:44.500
GO
SELECT DATETIME2FROMPARTS ( 2011, 8, 15, 14, 23, 44, 5, 0 );
--> Msg 289, Level 16, State 5, Line 1
GO
SELECT DATETIME2FROMPARTS ( 2011, 8, 15, 14, 23, 44, 5, NULL );
--> Msg 10760, Level 16, State 1, Line 1
GO
SELECT DATETIME2FROMPARTS ( NULL, 8, 15, 14, 23, 44, 5, 1 ) AS a, DATEFROMPARTS(2010, NULL, 1) AS b;
--> NULL | NULL
GO
-- docs/t-sql/functions/datetimefromparts-transact-sql.md, docs/t-sql/functions/smalldatetimefromparts-transact-sql.md
SELECT DATETIMEFROMPARTS ( 2010, 12, 31, 23, 59, 59, 0 ) AS Result;
--> 2010-12-31 23:59:59.000
SELECT SMALLDATETIMEFROMPARTS ( 2010, 12, 31, 23, 59 ) AS Result
--> 2010-12-31 23:59:00
GO
-- docs/t-sql/functions/day-transact-sql.md, month-transact-sql.md and year-transact-sql.md
SELECT DAY('2015-04-30 01:01:01.1234567'), MONTH('2007-04-30T01:01:01.1234567 -07:00'), YEAR('2010-04-30T01:01:01.1234567-07:00');
--> 30 | 4 | 2010
SELECT YEAR(0), MONTH(0), DAY(0);
--> 1900 | 1 | 1
SELECT TOP 1 YEAR(0), MONTH(0), DAY(0), YEAR('12:30'), MONTH('12:30'), DAY('12:30');
--> 1900 | 1 | 1 | 1900 | 1 | 1
GO
-- docs/t-sql/functions/current-timestamp-transact-sql.md, docs/t-sql/functions/getdate-transact-sql.md: the clock of the
-- scripts moves only by itself, so that the functions agree.
SELECT IIF(CONVERT(DATE, SYSDATETIME()) = CONVERT(DATE, CURRENT_TIMESTAMP), 1, 0) AS a, IIF(CONVERT(DATE, GETDATE()) = CONVERT(DATE, SYSDATETIMEOFFSET()), 1, 0) AS b, IIF(CONVERT(DATE, SYSUTCDATETIME()) = CONVERT(DATE, GETUTCDATE()), 1, 0) AS c;
--> 1 | 1 | 1
SELECT SQL_VARIANT_PROPERTY(CURRENT_TIMESTAMP, 'BaseType') AS a, SQL_VARIANT_PROPERTY(GETDATE(), 'BaseType') AS b, SQL_VARIANT_PROPERTY(GETUTCDATE(), 'BaseType') AS c, SQL_VARIANT_PROPERTY(SYSDATETIME(), 'BaseType') AS d, SQL_VARIANT_PROPERTY(SYSDATETIMEOFFSET(), 'BaseType') AS e, SQL_VARIANT_PROPERTY(CONVERT(TIME, GETDATE()), 'Scale') AS f;
--> datetime | datetime | datetime | datetime2 | datetimeoffset | 7
GO
-- docs/t-sql/functions/error-line-transact-sql.md, docs/t-sql/functions/error-number-transact-sql.md
BEGIN TRY
    -- Generate a divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    SELECT ERROR_LINE() AS ErrorLine;
END CATCH;
--> 4
GO
CREATE PROCEDURE usp_ExampleProc
AS
    SELECT 1/0;
GO
BEGIN TRY
    -- Execute the stored procedure inside the TRY block.
    EXECUTE usp_ExampleProc;
END TRY
BEGIN CATCH
    SELECT ERROR_LINE() AS ErrorLine, ERROR_PROCEDURE() AS ErrorProcedure;
END CATCH;
--> 3 | usp_ExampleProc
GO
BEGIN TRY
    -- Generate a divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS ErrorNumber;
END CATCH;
--> 8134
GO

BEGIN TRY
    -- Generate a divide-by-zero error.
    SELECT 1/0;
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS ErrorNumber, ERROR_SEVERITY() AS ErrorSeverity, ERROR_STATE() AS ErrorState, ERROR_PROCEDURE() AS ErrorProcedure, ERROR_LINE() AS ErrorLine, ERROR_MESSAGE() AS ErrorMessage;
END CATCH;
--> 8134 | 16 | 1 | NULL | 4 | Divide by zero error encountered.
SELECT ERROR_NUMBER() AS a, ERROR_LINE() AS b, ERROR_MESSAGE() AS c;
--> NULL | NULL | NULL
DROP PROCEDURE usp_ExampleProc;
GO
-- docs/t-sql/functions/procid-transact-sql.md
CREATE TABLE dbo.Person (LastName varchar(40), FirstName varchar(20));
INSERT INTO dbo.Person VALUES ('Parker', 'Alice'), ('Price', 'Bob');
GO
CREATE PROCEDURE usp_FindName @lastname varchar(40) = '%', @firstname varchar(20) = '%'
AS
DECLARE @Count int;
DECLARE @ProcName nvarchar(128);
SELECT LastName, FirstName FROM dbo.Person WHERE FirstName LIKE @firstname AND LastName LIKE @lastname;
SET @Count = @@ROWCOUNT;
SET @ProcName = OBJECT_NAME(@@PROCID);
RAISERROR ('Stored procedure %s returned %d rows.', 16,10, @ProcName, @Count);
GO
EXECUTE dbo.usp_FindName 'P%', 'A%';
--> Parker | Alice
--> Msg 50000, Level 16, State 10, Procedure dbo.usp_FindName, Line 8
--> Stored procedure usp_FindName returned 1 rows.
GO
DROP PROCEDURE usp_FindName;
DROP TABLE dbo.Person;
GO
-- docs/t-sql/functions/decompress-transact-sql.md
CREATE TABLE player (_id int primary key identity, name nvarchar(max), surname nvarchar(max), info varbinary(max), info_json as CAST(decompress(info) as nvarchar(max)));
INSERT INTO player (name, surname, info) VALUES (N'Ovidiu', N'Cracium', COMPRESS(N'{"sport":"Tennis","age":28}'));
SELECT _id, name, surname, CAST(DECOMPRESS(info) AS NVARCHAR(MAX)) AS info, info_json FROM player;
--> 1 | Ovidiu | Cracium | {"sport":"Tennis","age":28} | {"sport":"Tennis","age":28}
DROP TABLE player;
GO
-- docs/t-sql/functions/columns-updated-transact-sql.md
CREATE TABLE dbo.employeeData (emp_id int NOT NULL PRIMARY KEY, emp_bankAccountNumber char (10) NOT NULL, emp_salary int NOT NULL, emp_SSN char (11) NOT NULL, emp_lname nchar (32) NOT NULL, emp_fname nchar (32) NOT NULL, emp_manager int NOT NULL);
CREATE TABLE dbo.auditEmployeeData (audit_log_id uniqueidentifier DEFAULT NEWID() PRIMARY KEY, audit_log_type char (3) NOT NULL, audit_emp_id int NOT NULL, audit_emp_bankAccountNumber char (10) NULL, audit_emp_salary int NULL, audit_emp_SSN char (11) NULL, audit_user sysname DEFAULT SUSER_SNAME(), audit_changed datetime DEFAULT GETDATE());
GO
CREATE TRIGGER dbo.updEmployeeData ON dbo.employeeData AFTER UPDATE AS
   IF (COLUMNS_UPDATED() & 14) > 0
      BEGIN
      INSERT INTO dbo.auditEmployeeData (audit_log_type, audit_emp_id, audit_emp_bankAccountNumber, audit_emp_salary, audit_emp_SSN)
         SELECT 'OLD', del.emp_id, del.emp_bankAccountNumber, del.emp_salary, del.emp_SSN FROM deleted del;
      INSERT INTO dbo.auditEmployeeData (audit_log_type, audit_emp_id, audit_emp_bankAccountNumber, audit_emp_salary, audit_emp_SSN)
         SELECT 'NEW', ins.emp_id, ins.emp_bankAccountNumber, ins.emp_salary, ins.emp_SSN FROM inserted ins;
   END;
GO
INSERT INTO employeeData VALUES ( 101, 'USA-987-01', 23000, 'R-M53550M', N'Mendel', N'Roland', 32);
SELECT COUNT(*) AS a FROM auditEmployeeData;
--> 0
UPDATE dbo.employeeData SET emp_salary = 51000 WHERE emp_id = 101;
SELECT audit_log_type, audit_emp_id, audit_emp_bankAccountNumber, audit_emp_salary, RTRIM(audit_emp_SSN) AS ssn FROM auditEmployeeData ORDER BY audit_emp_salary;
--> OLD | 101 | USA-987-01 | 23000 | R-M53550M
--> NEW | 101 | USA-987-01 | 51000 | R-M53550M
UPDATE dbo.employeeData SET emp_bankAccountNumber = '133146A0', emp_SSN = 'R-M53550M' WHERE emp_id = 101;
SELECT COUNT(*) AS a FROM auditEmployeeData;
--> 4
UPDATE dbo.employeeData SET emp_lname = N'X' WHERE emp_id = 101;
SELECT COUNT(*) AS a FROM auditEmployeeData;
--> 4
DROP TABLE dbo.employeeData, dbo.auditEmployeeData;
GO
CREATE TABLE dbo.Contact (a int, b int, NameStyle bit, d int, FirstName int, f int, g int, h int, EmailPromotion int);
INSERT INTO dbo.Contact (a) VALUES (1);
GO
CREATE TRIGGER dbo.uContact2 ON dbo.Contact AFTER UPDATE AS
    IF ( (SUBSTRING(COLUMNS_UPDATED(),1,1) & 20 = 20) AND (SUBSTRING(COLUMNS_UPDATED(),2,1) & 1 = 1) ) PRINT 'Columns 3, 5 and 9 updated';
GO
UPDATE dbo.Contact SET NameStyle = NameStyle, FirstName=FirstName, EmailPromotion=EmailPromotion;
--> Columns 3, 5 and 9 updated
DROP TABLE dbo.Contact;
GO
