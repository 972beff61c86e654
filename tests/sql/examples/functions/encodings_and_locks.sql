-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/base64-decode-transact-sql.md
SELECT BASE64_DECODE ('qQ==');
--> 0xA9
SELECT BASE64_DECODE('yv7K/g==')
--> 0xCAFECAFE
SELECT BASE64_DECODE('yv7K_g')
--> 0xCAFECAFE
GO
SELECT BASE64_DECODE('qQ!!')
--> Msg 9803, Level 16, State 20, Line 1
--> Invalid data for type "Base64Decode".
GO
-- docs/t-sql/functions/base64-encode-transact-sql.md
SELECT Base64_Encode(0xA9) as "Encoded &copy; symbol";
--> qQ==
SELECT BASE64_ENCODE (CAST ('hello world' as varbinary))
--> aGVsbG8gd29ybGQ=
SELECT BASE64_ENCODE(0xCAFECAFE)
--> yv7K/g==
SELECT BASE64_ENCODE(0xCAFECAFE, 1);
--> yv7K_g
GO
-- docs/t-sql/functions/applock-mode-transact-sql.md: two sessions.
BEGIN TRAN;
DECLARE @result INT;
EXEC @result=sp_getapplock
    @DbPrincipal='public',
    @Resource='Form1',
    @LockMode='Shared',
    @LockOwner='Transaction';
SELECT APPLOCK_MODE('public', 'Form1', 'Transaction');
--> Shared
GO
-- @session b
BEGIN TRAN;
SELECT APPLOCK_MODE('public', 'Form1', 'Transaction');
--> NoLock
SELECT APPLOCK_TEST('public', 'Form1', 'Shared', 'Transaction');
--> 1
SELECT APPLOCK_TEST('public', 'Form1', 'Exclusive', 'Transaction');
--> 0
GO
-- @session
EXEC sp_releaseapplock @Resource='Form1', @DbPrincipal='public';
GO
-- @session b
SELECT APPLOCK_TEST('public', 'Form1', 'Exclusive', 'Transaction');
--> 1
GO
COMMIT TRAN;
GO
-- @session
COMMIT TRAN;
GO
-- docs/t-sql/functions/col-length-transact-sql.md
CREATE TABLE t1(c1 varchar(40), c2 nvarchar(40) );
GO
SELECT COL_LENGTH('t1','c1')AS 'VarChar',
      COL_LENGTH('t1','c2')AS 'NVarChar';
--> 40 | 80
GO
DROP TABLE t1;
GO
-- docs/t-sql/functions/concat-transact-sql.md
SELECT CONCAT ('Happy ', 'Birthday ', 11, '/', '25') AS Result;
--> Happy Birthday 11/25
CREATE TABLE #temp (
    emp_name NVARCHAR(200) NOT NULL,
    emp_middlename NVARCHAR(200) NULL,
    emp_lastname NVARCHAR(200) NOT NULL
    );
INSERT INTO #temp
VALUES ('Name', NULL, 'Lastname');
SELECT CONCAT (emp_name, emp_middlename, emp_lastname) AS Result
FROM #temp;
--> NameLastname
DROP TABLE #temp;
GO
-- docs/t-sql/functions/cursor-status-transact-sql.md
CREATE TABLE #TMP
(
   ii int
)
GO
INSERT INTO #TMP(ii) VALUES(1)
INSERT INTO #TMP(ii) VALUES(2)
INSERT INTO #TMP(ii) VALUES(3)
GO
--Create a cursor.
DECLARE cur CURSOR
FOR SELECT * FROM #TMP
SELECT CURSOR_STATUS('global','cur') AS 'After declare'
--> -1
OPEN cur
SELECT CURSOR_STATUS('global','cur') AS 'After Open'
--> 1
CLOSE cur
SELECT CURSOR_STATUS('global','cur') AS 'After Close'
--> -1
DEALLOCATE cur
DROP TABLE #TMP
GO
-- docs/t-sql/functions/avg-transact-sql.md: E, over the rows that the page shows.
CREATE TABLE dbo.SalesPerson (BusinessEntityID int PRIMARY KEY, TerritoryID int NULL, ModifiedDate datetime, SalesYTD money);
INSERT dbo.SalesPerson VALUES (274, NULL, '2005', 559697.5639), (287, NULL, '2006', 519905.932), (285, NULL, '2007', 172524.4512), (283, 1, '2005', 1573012.9383),
    (280, 1, '2005', 1352577.1325), (284, 1, '2006', 1576562.1966), (275, 2, '2005', 3763178.1787), (277, 3, '2005', 3189418.3662), (276, 4, '2005', 4251368.5497), (281, 4, '2005', 2458535.6169);
SELECT BusinessEntityID, TerritoryID
   ,DATEPART(yy,ModifiedDate) AS SalesYear
   ,CONVERT(varchar(20),SalesYTD,1) AS  SalesYTD
   ,CONVERT(varchar(20),AVG(SalesYTD) OVER (PARTITION BY TerritoryID
                                            ORDER BY DATEPART(yy,ModifiedDate)
                                           ),1) AS MovingAvg
   ,CONVERT(varchar(20),SUM(SalesYTD) OVER (PARTITION BY TerritoryID
                                            ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS CumulativeTotal
FROM dbo.SalesPerson
WHERE TerritoryID IS NULL OR TerritoryID < 5
ORDER BY TerritoryID,SalesYear,SalesYTD DESC;
--> 274 | NULL | 2005 | 559,697.56 | 559,697.56 | 559,697.56
--> 287 | NULL | 2006 | 519,905.93 | 539,801.75 | 1,079,603.50
--> 285 | NULL | 2007 | 172,524.45 | 417,375.98 | 1,252,127.95
--> 283 | 1 | 2005 | 1,573,012.94 | 1,462,795.04 | 2,925,590.07
--> 280 | 1 | 2005 | 1,352,577.13 | 1,462,795.04 | 2,925,590.07
--> 284 | 1 | 2006 | 1,576,562.20 | 1,500,717.42 | 4,502,152.27
--> 275 | 2 | 2005 | 3,763,178.18 | 3,763,178.18 | 3,763,178.18
--> 277 | 3 | 2005 | 3,189,418.37 | 3,189,418.37 | 3,189,418.37
--> 276 | 4 | 2005 | 4,251,368.55 | 3,354,952.08 | 6,709,904.17
--> 281 | 4 | 2005 | 2,458,535.62 | 3,354,952.08 | 6,709,904.17
SELECT BusinessEntityID, TerritoryID
   ,DATEPART(yy,ModifiedDate) AS SalesYear
   ,CONVERT(varchar(20),SalesYTD,1) AS  SalesYTD
   ,CONVERT(varchar(20),AVG(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS MovingAvg
   ,CONVERT(varchar(20),SUM(SalesYTD) OVER (ORDER BY DATEPART(yy,ModifiedDate)
                                            ),1) AS CumulativeTotal
FROM dbo.SalesPerson
WHERE TerritoryID IS NULL OR TerritoryID < 5
ORDER BY SalesYear, BusinessEntityID;
--> 274 | NULL | 2005 | 559,697.56 | 2,449,684.05 | 17,147,788.35
--> 275 | 2 | 2005 | 3,763,178.18 | 2,449,684.05 | 17,147,788.35
--> 276 | 4 | 2005 | 4,251,368.55 | 2,449,684.05 | 17,147,788.35
--> 277 | 3 | 2005 | 3,189,418.37 | 2,449,684.05 | 17,147,788.35
--> 280 | 1 | 2005 | 1,352,577.13 | 2,449,684.05 | 17,147,788.35
--> 281 | 4 | 2005 | 2,458,535.62 | 2,449,684.05 | 17,147,788.35
--> 283 | 1 | 2005 | 1,573,012.94 | 2,449,684.05 | 17,147,788.35
--> 284 | 1 | 2006 | 1,576,562.20 | 2,138,250.72 | 19,244,256.47
--> 287 | NULL | 2006 | 519,905.93 | 2,138,250.72 | 19,244,256.47
--> 285 | NULL | 2007 | 172,524.45 | 1,941,678.09 | 19,416,780.93
DROP TABLE dbo.SalesPerson;
GO
