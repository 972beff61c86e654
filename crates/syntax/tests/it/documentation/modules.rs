//! Procedures, functions, views, triggers.

use super::reads;

#[test]
fn procedures() {
    reads(
        "statements/create-procedure-transact-sql",
        &[
            "CREATE PROCEDURE HumanResources.uspGetEmployees2 @LastName NVARCHAR (50) = N'D%', @FirstName NVARCHAR (50) = N'%'
AS
SET NOCOUNT ON;
SELECT FirstName, LastName, Department FROM HumanResources.vEmployeeDepartmentHistory
WHERE FirstName LIKE @FirstName AND LastName LIKE @LastName;",
            "CREATE PROCEDURE dbo.p;1 @a int = NULL, @b decimal(10, 2) = -1.5 OUTPUT, @t dbo.LocationTableType READONLY
WITH RECOMPILE, ENCRYPTION, EXECUTE AS OWNER FOR REPLICATION AS RETURN 0",
            "CREATE PROCEDURE dbo.uspCurrencyCursor @CurrencyCursor CURSOR VARYING OUTPUT
AS
    SET NOCOUNT ON;
    SET @CurrencyCursor = CURSOR FORWARD_ONLY STATIC FOR SELECT CurrencyCode, Name FROM Sales.Currency;
    OPEN @CurrencyCursor;",
            "CREATE OR ALTER PROC [dbo].[p] (@p1 smallint = 42, @p2 char(1), @p3 varchar(8) = 'CAR') AS
   SET NOCOUNT ON;
   SELECT @p1, @p2, @p3
;",
            "ALTER PROCEDURE p AS WITH x AS (SELECT 1 AS a) SELECT * FROM x",
        ],
    );
}

#[test]
fn functions() {
    reads(
        "statements/create-function-transact-sql",
        &[
            "CREATE FUNCTION dbo.ISOweek (@DATE datetime)
RETURNS int
WITH EXECUTE AS CALLER
AS
BEGIN
    DECLARE @ISOweek int;
    SET @ISOweek= DATEPART(wk,@DATE)+1
        -DATEPART(wk,CAST(DATEPART(yy,@DATE) as CHAR(4))+'0104');
    IF (@ISOweek=0)
        SET @ISOweek=dbo.ISOweek(CAST(DATEPART(yy,@DATE)-1
            AS CHAR(4))+'12'+ CAST(24+DATEPART(DAY,@DATE) AS CHAR(2)))+1;
    IF ((DATEPART(mm,@DATE)=12) AND
        ((DATEPART(dd,@DATE)-DATEPART(dw,@DATE))>= 28))
    SET @ISOweek=1;
    RETURN(@ISOweek);
END;",
            "CREATE FUNCTION Sales.ufn_SalesByStore (@storeid int)
RETURNS TABLE
AS
RETURN
(
    SELECT P.ProductID, P.Name, SUM(SD.LineTotal) AS 'Total'
    FROM Production.Product AS P
    JOIN Sales.SalesOrderDetail AS SD ON SD.ProductID = P.ProductID
    WHERE C.StoreID = @storeid
    GROUP BY P.ProductID, P.Name
);",
            "CREATE FUNCTION dbo.ufn_FindReports (@InEmpID INTEGER)
RETURNS @retFindReports TABLE
(
    EmployeeID int primary key NOT NULL,
    FirstName nvarchar(255) NOT NULL
)
--Returns a result set that lists all the employees who report to the
--specific employee directly or indirectly.*/
AS
BEGIN
WITH EMP_cte(EmployeeID, RecursionLevel) -- CTE name and columns
    AS (
        SELECT e.BusinessEntityID, 0 FROM HumanResources.Employee e
        UNION ALL
        SELECT e.BusinessEntityID, RecursionLevel + 1
        FROM HumanResources.Employee e
            INNER JOIN EMP_cte
            ON e.OrganizationNode.GetAncestor(1) = EMP_cte.OrganizationNode
        )
    INSERT @retFindReports
    SELECT EmployeeID, FirstName
    FROM EMP_cte
    RETURN
END;",
            "CREATE FUNCTION f () RETURNS TABLE WITH SCHEMABINDING RETURN (WITH x AS (SELECT 1 AS a) SELECT a FROM x)",
            "ALTER FUNCTION f (@a int = DEFAULT, @b int NOT NULL) RETURNS int
WITH RETURNS NULL ON NULL INPUT, INLINE = OFF BEGIN RETURN 1 END",
        ],
    );
}

#[test]
fn views() {
    reads(
        "statements/create-view-transact-sql",
        &[
            "CREATE VIEW dbo.SeattleOnly AS SELECT p.LastName FROM Person.Person AS p WHERE a.City = 'Seattle' WITH CHECK OPTION ;",
            "CREATE VIEW Purchasing.PurchaseOrderReject WITH ENCRYPTION
AS SELECT PurchaseOrderID, RejectedQty / ReceivedQty AS RejectRatio FROM Purchasing.PurchaseOrderDetail ;",
            "CREATE OR ALTER VIEW v (a, b) WITH SCHEMABINDING, VIEW_METADATA AS WITH c AS (SELECT 1 AS x, 2 AS y) SELECT x, y FROM c",
            "CREATE VIEW dbo.all_supplier_view WITH SCHEMABINDING AS
SELECT supplyID, supplier FROM dbo.SUPPLY1 UNION ALL SELECT supplyID, supplier FROM dbo.SUPPLY2;",
        ],
    );
}

#[test]
fn triggers() {
    reads(
        "statements/create-trigger-transact-sql",
        &[
            "CREATE TRIGGER reminder1 ON Sales.Customer AFTER INSERT, UPDATE AS RAISERROR ('Notify Customer Relations', 16, 10);",
            "CREATE TRIGGER reminder2 ON Sales.Customer AFTER INSERT, UPDATE, DELETE
AS
   EXEC msdb.dbo.sp_send_dbmail
        @profile_name = 'AdventureWorks2012 Administrator',
        @body = 'Don''t forget to print a report for the sales force.',
        @subject = 'Reminder';",
            "CREATE TRIGGER Purchasing.LowCredit ON Purchasing.PurchaseOrderHeader
AFTER INSERT
AS
IF (@@ROWCOUNT_BIG  = 0)
RETURN;
IF EXISTS (SELECT *
           FROM Purchasing.PurchaseOrderHeader AS p
           JOIN inserted AS i
           ON p.PurchaseOrderID = i.PurchaseOrderID
           WHERE v.CreditRating = 5
          )
BEGIN
RAISERROR ('A vendor''s credit rating is too low to accept new
purchase orders.', 16, 1);
ROLLBACK TRANSACTION;
RETURN
END;",
            "CREATE TRIGGER safety
ON DATABASE
FOR DROP_SYNONYM
AS
IF (@@ROWCOUNT = 0)
RETURN;
   RAISERROR ('You must disable Trigger \"safety\" to drop synonyms!',10, 1)
   ROLLBACK",
            "DROP TRIGGER safety ON DATABASE;",
            "CREATE TRIGGER ddl_trig_database ON ALL SERVER FOR CREATE_DATABASE AS
    PRINT 'Database Created.'
    SELECT EVENTDATA().value('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]','nvarchar(max)')",
            "CREATE TRIGGER connection_limit_trigger
ON ALL SERVER WITH EXECUTE AS 'login_test'
FOR LOGON
AS
BEGIN
IF ORIGINAL_LOGIN()= 'login_test' AND
    (SELECT COUNT(*) FROM sys.dm_exec_sessions
            WHERE is_user_process = 1 AND
                original_login_name = 'login_test') > 3
    ROLLBACK;
END;",
            "CREATE TRIGGER t ON v INSTEAD OF DELETE NOT FOR REPLICATION AS SET NOCOUNT ON",
        ],
    );
    reads(
        "functions/update-trigger-functions-transact-sql",
        &["CREATE TRIGGER reminder ON Person.Address AFTER UPDATE AS
IF ( UPDATE (StateProvinceID) OR UPDATE (PostalCode) )
BEGIN
RAISERROR (50009, 16, 10)
END;"],
    );
    reads(
        "statements/enable-trigger-transact-sql",
        &[
            "DISABLE TRIGGER Person.uAddress ON Person.Address; ENABLE TRIGGER safety ON DATABASE; ENABLE TRIGGER ALL ON ALL SERVER;",
        ],
    );
}
