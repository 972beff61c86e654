-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/next-value-for-transact-sql.md
CREATE SCHEMA Test;
GO
CREATE SEQUENCE Test.CountBy1
    START WITH 1
    INCREMENT BY 1 ;
GO
SELECT NEXT VALUE FOR Test.CountBy1 AS FirstUse;
--> 1
SELECT NEXT VALUE FOR Test.CountBy1 AS SecondUse;
--> 2
GO
DECLARE @myvar1 bigint = NEXT VALUE FOR Test.CountBy1
DECLARE @myvar2 bigint ;
DECLARE @myvar3 bigint ;
SET @myvar2 = NEXT VALUE FOR Test.CountBy1 ;
SELECT @myvar3 = NEXT VALUE FOR Test.CountBy1 ;
SELECT @myvar1 AS myvar1, @myvar2 AS myvar2, @myvar3 AS myvar3 ;
GO
CREATE TABLE Test.Contact (FirstName nvarchar(20), LastName nvarchar(20));
INSERT Test.Contact VALUES (N'Syed', N'Abbas'), (N'Kim', N'Zimmerman'), (N'Catherine', N'Abel');
GO
SELECT NEXT VALUE FOR Test.CountBy1 OVER (ORDER BY LastName) AS ListNumber,
    FirstName, LastName
FROM Test.Contact ;
GO
CREATE TABLE Test.MyTable
(
    IDColumn nvarchar(25) PRIMARY KEY,
    name varchar(25) NOT NULL
) ;
GO
CREATE SEQUENCE Test.CounterSeq
    AS int
    START WITH 1
    INCREMENT BY 1 ;
GO
ALTER TABLE Test.MyTable
    ADD
        DEFAULT N'AdvWorks_' +
        CAST(NEXT VALUE FOR Test.CounterSeq AS NVARCHAR(20))
        FOR IDColumn;
GO
INSERT Test.MyTable (name)
VALUES ('Larry') ;
GO
SELECT * FROM Test.MyTable;
--> AdvWorks_1 | Larry
GO
CREATE TABLE Test.TestTable
     (CounterColumn int PRIMARY KEY,
    Name nvarchar(25) NOT NULL) ;
GO
INSERT Test.TestTable (CounterColumn,Name)
    VALUES (NEXT VALUE FOR Test.CountBy1, 'Syed') ;
GO
SELECT * FROM Test.TestTable;
GO
SELECT NEXT VALUE FOR Test.CountBy1 AS LocNumber, FirstName
    INTO Test.NewLocation
    FROM Test.Contact ;
SELECT COUNT(DISTINCT LocNumber) AS numbers, MIN(LocNumber) AS first FROM Test.NewLocation ;
GO
CREATE USER Larry WITHOUT LOGIN;
GRANT UPDATE ON OBJECT::Test.CounterSeq TO Larry ;
EXECUTE AS USER = 'Larry';
SELECT NEXT VALUE FOR Test.CounterSeq AS granted;
SELECT NEXT VALUE FOR Test.CountBy1 AS denied;
REVERT;
DROP USER Larry;
GO
-- Limitations and restrictions.
SELECT MAX(NEXT VALUE FOR Test.CountBy1) FROM Test.Contact;
GO
SELECT a FROM (SELECT NEXT VALUE FOR Test.CountBy1 AS a) AS t;
GO
WITH c AS (SELECT NEXT VALUE FOR Test.CountBy1 AS a) SELECT a FROM c;
GO
CREATE FUNCTION Test.f() RETURNS bigint AS BEGIN RETURN NEXT VALUE FOR Test.CountBy1 END;
GO
SELECT DISTINCT NEXT VALUE FOR Test.CountBy1 FROM Test.Contact;
GO
SELECT NEXT VALUE FOR Test.CountBy1 UNION ALL SELECT 1;
GO
SELECT NEXT VALUE FOR Test.CountBy1 FROM Test.Contact ORDER BY LastName;
GO
SELECT FirstName FROM Test.Contact ORDER BY LastName OFFSET NEXT VALUE FOR Test.CountBy1 ROWS;
GO
SELECT c.FirstName FROM Test.Contact AS c JOIN Test.Contact AS d ON NEXT VALUE FOR Test.CountBy1 = 1;
GO
SELECT COUNT(*) FROM Test.Contact GROUP BY NEXT VALUE FOR Test.CountBy1;
GO
SELECT COUNT(*) FROM Test.Contact HAVING NEXT VALUE FOR Test.CountBy1 = 1;
GO
SELECT CASE WHEN 1 = 1 THEN NEXT VALUE FOR Test.CountBy1 END;
GO
SELECT COALESCE(NULL, NEXT VALUE FOR Test.CountBy1);
GO
SELECT ISNULL(NEXT VALUE FOR Test.CountBy1, 1);
GO
SELECT IIF(1 = 1, NEXT VALUE FOR Test.CountBy1, 1);
GO
CREATE DEFAULT Test.d AS NEXT VALUE FOR Test.CountBy1;
GO
SELECT TOP (1) NEXT VALUE FOR Test.CountBy1 FROM Test.Contact;
GO
SELECT FirstName FROM Test.Contact WHERE NEXT VALUE FOR Test.CountBy1 > 1;
GO
MERGE Test.TestTable AS t USING Test.Contact AS s ON t.Name = s.FirstName WHEN NOT MATCHED THEN INSERT (CounterColumn, Name) VALUES (NEXT VALUE FOR Test.CountBy1, s.FirstName);
GO
SELECT NEXT VALUE FOR Test.CountBy1 OVER (ORDER BY LastName) AS a, NEXT VALUE FOR Test.CountBy1 OVER (ORDER BY FirstName) AS b FROM Test.Contact;
GO
SELECT NEXT VALUE FOR Test.CountBy1 OVER (PARTITION BY LastName ORDER BY LastName) AS a FROM Test.Contact;
GO
DELETE Test.TestTable OUTPUT NEXT VALUE FOR Test.CountBy1;
GO
DROP SEQUENCE Test.CounterSeq;
GO
-- One value for all columns of a row; ORDER BY with OVER in all calls.
SELECT NEXT VALUE FOR Test.CounterSeq AS a, NEXT VALUE FOR Test.CounterSeq AS b;
SELECT NEXT VALUE FOR Test.CounterSeq OVER (ORDER BY LastName DESC) AS a, LastName FROM Test.Contact ORDER BY LastName;
GO
DROP TABLE Test.MyTable, Test.TestTable, Test.NewLocation, Test.Contact;
DROP SEQUENCE Test.CounterSeq, Test.CountBy1;
DROP SCHEMA Test;
GO
