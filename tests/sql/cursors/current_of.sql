-- docs/t-sql/queries/update-transact-sql.md ("CURRENT OF": the row at the cursor's position), delete-transact-sql.md ("H. Using the current position of a cursor"),
-- docs/t-sql/language-elements/declare-cursor-transact-sql.md (FOR UPDATE OF, READ_ONLY). A row is found by the key of its table.
CREATE DATABASE C;
GO
USE C;
CREATE TABLE dbo.EmployeePayHistory (BusinessEntityID int NOT NULL, RateChangeDate date NOT NULL, Rate money NOT NULL, PayFrequency tinyint NOT NULL,
    CONSTRAINT PK PRIMARY KEY (BusinessEntityID, RateChangeDate));
INSERT dbo.EmployeePayHistory VALUES (1, '20090101', 10, 1), (1, '20100101', 11, 2), (2, '20090101', 20, 1), (3, '20090101', 30, 2);
CREATE TABLE dbo.heap (a int);
INSERT dbo.heap VALUES (1);
GO
DECLARE complex_cursor CURSOR FOR
    SELECT a.BusinessEntityID, a.Rate
    FROM dbo.EmployeePayHistory AS a
    WHERE RateChangeDate <> '20100101' ORDER BY BusinessEntityID;
OPEN complex_cursor;
FETCH FROM complex_cursor;
UPDATE dbo.EmployeePayHistory
SET PayFrequency = 9
WHERE CURRENT OF complex_cursor;
FETCH FROM complex_cursor;
DELETE FROM dbo.EmployeePayHistory
WHERE CURRENT OF complex_cursor;
SELECT @@ROWCOUNT AS one;
UPDATE dbo.EmployeePayHistory SET Rate = 0 WHERE CURRENT OF complex_cursor;
FETCH FROM complex_cursor;
FETCH FROM complex_cursor;
UPDATE dbo.EmployeePayHistory SET Rate = 0 WHERE CURRENT OF complex_cursor;
CLOSE complex_cursor;
UPDATE dbo.EmployeePayHistory SET Rate = 0 WHERE CURRENT OF complex_cursor;
DEALLOCATE complex_cursor;
SELECT * FROM dbo.EmployeePayHistory ORDER BY BusinessEntityID, RateChangeDate;
GO
-- In a loop, with variables, by a variable of the cursor; what the cursor shows stays what it was when it was opened.
DECLARE @c CURSOR, @id int, @rate money, @n int = 0;
SET @c = CURSOR FOR SELECT BusinessEntityID, Rate FROM dbo.EmployeePayHistory FOR UPDATE OF Rate;
OPEN @c;
FETCH @c INTO @id, @rate;
WHILE @@FETCH_STATUS = 0
BEGIN
    SET @n += 1;
    UPDATE dbo.EmployeePayHistory SET Rate = @rate * 2 + @n WHERE CURRENT OF @c;
    FETCH @c INTO @id, @rate;
END;
SELECT BusinessEntityID, Rate FROM dbo.EmployeePayHistory ORDER BY BusinessEntityID, RateChangeDate;
GO
-- A column that is not in the list; another table.
DECLARE c CURSOR LOCAL FOR SELECT * FROM dbo.EmployeePayHistory ORDER BY BusinessEntityID FOR UPDATE OF Rate;
OPEN c;
UPDATE dbo.EmployeePayHistory SET Rate = 1 WHERE CURRENT OF c;
FETCH c;
UPDATE dbo.EmployeePayHistory SET PayFrequency = 1 WHERE CURRENT OF c;
DELETE dbo.heap WHERE CURRENT OF c;
UPDATE dbo.EmployeePayHistory SET Rate = 1 WHERE CURRENT OF c;
SELECT Rate FROM dbo.EmployeePayHistory WHERE BusinessEntityID = 1 ORDER BY RateChangeDate;
GO
-- Read-only ones: STATIC, and rows that are not those of one table. A heap's rows can be changed.
DECLARE c CURSOR LOCAL STATIC FOR SELECT Rate FROM dbo.EmployeePayHistory;
OPEN c;
FETCH c;
DELETE dbo.EmployeePayHistory WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL FOR SELECT a FROM dbo.heap;
OPEN c;
FETCH c;
DELETE dbo.heap WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL FOR SELECT DISTINCT PayFrequency FROM dbo.EmployeePayHistory ORDER BY PayFrequency;
OPEN c;
FETCH c;
DELETE dbo.EmployeePayHistory WHERE CURRENT OF c;
GO
DECLARE c CURSOR LOCAL FOR SELECT a FROM dbo.heap FOR UPDATE;
OPEN c;
GO
DECLARE c CURSOR FAST_FORWARD FOR SELECT Rate FROM dbo.EmployeePayHistory FOR UPDATE;
GO
-- Triggers are fired.
CREATE TRIGGER dbo.gone ON dbo.EmployeePayHistory AFTER DELETE AS SELECT BusinessEntityID AS gone FROM deleted;
GO
DECLARE c CURSOR LOCAL FOR SELECT Rate FROM dbo.EmployeePayHistory WHERE BusinessEntityID = 3;
OPEN c;
FETCH c;
DELETE dbo.EmployeePayHistory WHERE CURRENT OF c;
SELECT COUNT(*) AS two FROM dbo.EmployeePayHistory;
DELETE dbo.EmployeePayHistory WHERE CURRENT OF unknown;
GO
