-- The examples of pages below docs/relational-databases about procedures, triggers, sequences and JSON. A line after --> is a
-- row that the page shows.
-- docs/relational-databases/stored-procedures/return-data-from-a-stored-procedure.md: a cursor as an output parameter.
CREATE TABLE dbo.Currency (CurrencyCode char(3), Name varchar(20));
INSERT dbo.Currency VALUES ('AED', 'Emirati Dirham'), ('AFA', 'Afghani'), ('ALL', 'Lek');
GO
CREATE PROCEDURE dbo.uspCurrencyCursor
    @CurrencyCursor CURSOR VARYING OUTPUT
AS
    SET NOCOUNT ON;
    SET @CurrencyCursor = CURSOR
    FORWARD_ONLY STATIC FOR
      SELECT CurrencyCode, Name
      FROM dbo.Currency;
    OPEN @CurrencyCursor;
GO
DECLARE @MyCursor CURSOR;
EXEC dbo.uspCurrencyCursor @CurrencyCursor = @MyCursor OUTPUT;
FETCH NEXT FROM @MyCursor;
WHILE (@@FETCH_STATUS = 0)
BEGIN;
     FETCH NEXT FROM @MyCursor;
END;
CLOSE @MyCursor;
DEALLOCATE @MyCursor;
GO
-- docs/relational-databases/stored-procedures/parameters.md: VARYING needs a cursor.
CREATE PROCEDURE dbo.not_cursor @a int VARYING OUTPUT AS RETURN
GO
CREATE PROCEDURE dbo.not_varying @c CURSOR OUTPUT AS RETURN
GO
-- A forward-only cursor comes back at the row after those that the procedure fetched; a closed one stays closed.
CREATE PROCEDURE dbo.fetched @c CURSOR VARYING OUTPUT AS
SET @c = CURSOR FORWARD_ONLY FOR SELECT CurrencyCode FROM dbo.Currency; OPEN @c; FETCH NEXT FROM @c
GO
DECLARE @c CURSOR; EXEC dbo.fetched @c OUTPUT; FETCH NEXT FROM @c; FETCH NEXT FROM @c; FETCH NEXT FROM @c; SELECT @@FETCH_STATUS AS status
GO
CREATE PROCEDURE dbo.closed @c CURSOR VARYING OUTPUT AS
SET @c = CURSOR FORWARD_ONLY FOR SELECT CurrencyCode FROM dbo.Currency; OPEN @c; CLOSE @c
GO
DECLARE @c CURSOR; EXEC dbo.closed @c OUTPUT; SELECT CURSOR_STATUS('variable', '@c') AS status; FETCH NEXT FROM @c
GO
-- docs/relational-databases/triggers/create-nested-triggers.md: recursive triggers that keep counts of reports.
CREATE DATABASE Reports;
GO
USE Reports;
ALTER DATABASE Reports SET RECURSIVE_TRIGGERS ON;
GO
CREATE TABLE dbo.emp_mgr (emp char(30) PRIMARY KEY,
    mgr char(30) NULL FOREIGN KEY REFERENCES emp_mgr(emp),
    NoOfReports int DEFAULT 0);
GO
CREATE TRIGGER dbo.emp_mgrins ON dbo.emp_mgr
FOR INSERT
AS
SET NOCOUNT ON;
DECLARE @e char(30), @m char(30);
DECLARE c1 CURSOR FOR
   SELECT emp_mgr.emp
   FROM   emp_mgr, inserted
   WHERE emp_mgr.emp = inserted.mgr;
OPEN c1;
FETCH NEXT FROM c1 INTO @e;
WHILE @@fetch_status = 0
BEGIN
   UPDATE dbo.emp_mgr
   SET emp_mgr.NoOfReports = emp_mgr.NoOfReports + 1
   WHERE emp_mgr.emp = @e ;
   FETCH NEXT FROM c1 INTO @e;
END
CLOSE c1;
DEALLOCATE c1;
GO
CREATE TRIGGER dbo.emp_mgrupd ON dbo.emp_mgr FOR UPDATE
AS
IF UPDATE (mgr)
BEGIN
   SET NOCOUNT ON;
   UPDATE dbo.emp_mgr
   SET emp_mgr.NoOfReports = emp_mgr.NoOfReports + 1
   FROM inserted
   WHERE emp_mgr.emp = inserted.mgr;
   UPDATE dbo.emp_mgr
   SET emp_mgr.NoOfReports = emp_mgr.NoOfReports - 1
   FROM deleted
   WHERE emp_mgr.emp = deleted.mgr;
END
GO
INSERT dbo.emp_mgr(emp, mgr) VALUES
    ('Harry', NULL)
    ,('Alice', 'Harry')
    ,('Paul', 'Alice')
    ,('Joe', 'Alice')
    ,('Dave', 'Joe');
GO
SELECT RTRIM(emp) AS emp, RTRIM(mgr) AS mgr, NoOfReports FROM dbo.emp_mgr ORDER BY emp;
--> Alice | Harry | 2
--> Dave | Joe | 0
--> Harry | NULL | 1
--> Joe | Alice | 1
--> Paul | Alice | 0
UPDATE dbo.emp_mgr SET mgr = 'Harry'
WHERE emp = 'Dave';
SELECT RTRIM(emp) AS emp, RTRIM(mgr) AS mgr, NoOfReports FROM dbo.emp_mgr ORDER BY emp;
--> Alice | Harry | 2
--> Dave | Harry | 0
--> Harry | NULL | 2
--> Joe | Alice | 0
--> Paul | Alice | 0
GO
USE master;
DROP DATABASE Reports;
GO
-- docs/relational-databases/triggers/use-the-eventdata-function.md: a trigger that shows the statement and rolls it back.
CREATE TRIGGER safety
ON DATABASE
FOR CREATE_TABLE
AS
    PRINT 'CREATE TABLE Issued.'
    SELECT EVENTDATA().value
        ('(/EVENT_INSTANCE/TSQLCommand/CommandText)[1]','nvarchar(max)')
   RAISERROR ('New tables cannot be created in this database.', 16, 1)
   ROLLBACK
;
GO
CREATE TABLE NewTable (Column1 int);
GO
DROP TRIGGER safety
ON DATABASE
GO
-- docs/relational-databases/json/format-json-output-automatically-with-auto-mode-sql-server.md: the classes of students.
CREATE TABLE #tabClass (ClassGuid UNIQUEIDENTIFIER NOT NULL, ClassName NVARCHAR(32) NOT NULL);
CREATE TABLE #tabStudent (StudentName NVARCHAR(32) NOT NULL, ClassGuid UNIQUEIDENTIFIER NULL);
INSERT INTO #tabClass (ClassGuid, ClassName) VALUES
    ('DE807673-ECFC-4850-930D-A86F921DE438', 'Algebra Math'),
    ('C55C6819-E744-4797-AC56-FF8A729A7F5C', 'Calculus Math'),
    ('98509D36-A2C8-4A65-A310-E744F5621C83', 'Art Painting');
INSERT INTO #tabStudent (StudentName, ClassGuid) VALUES
    ('Alice Apple', 'DE807673-ECFC-4850-930D-A86F921DE438'),
    ('Alice Apple', 'C55C6819-E744-4797-AC56-FF8A729A7F5C'),
    ('Betty Boot', 'C55C6819-E744-4797-AC56-FF8A729A7F5C'),
    ('Betty Boot', '98509D36-A2C8-4A65-A310-E744F5621C83'),
    ('Carla Cap', null);
SELECT c.ClassName, s.StudentName
FROM #tabClass AS c RIGHT JOIN #tabStudent AS s ON s.ClassGuid = c.ClassGuid
ORDER BY c.ClassName, s.StudentName
FOR JSON AUTO;
--> [{"s":[{"StudentName":"Carla Cap"}]},{"ClassName":"Algebra Math","s":[{"StudentName":"Alice Apple"}]},{"ClassName":"Art Painting","s":[{"StudentName":"Betty Boot"}]},{"ClassName":"Calculus Math","s":[{"StudentName":"Alice Apple"},{"StudentName":"Betty Boot"}]}]
SELECT c.ClassName, s.StudentName
FROM #tabClass AS c RIGHT JOIN #tabStudent AS s ON s.ClassGuid = c.ClassGuid
ORDER BY c.ClassName, s.StudentName
FOR JSON AUTO, INCLUDE_NULL_VALUES;
GO
-- docs/relational-databases/json/how-for-json-escapes-special-characters-and-control-characters-sql-server.md.
SELECT
  'VALUE\    /
  "' as [KEY\/"],
  CHAR(0) as '0',
  CHAR(1) as '1',
  CHAR(31) as '31'
FOR JSON PATH
--> [{"KEY\\\/\"":"VALUE\\    \/\n  \"","0":"\u0000","1":"\u0001","31":"\u001f"}]
GO
-- docs/relational-databases/json/solve-common-issues-with-json-in-sql-server.md: JSON text and nested queries.
SELECT 'Text' AS myText, '{"day":23}' AS myJson
FOR JSON PATH
--> [{"myText":"Text","myJson":"{\"day\":23}"}]
SELECT 'Text' as myText,
   JSON_QUERY((SELECT 12 day, 8 mon FOR JSON PATH, WITHOUT_ARRAY_WRAPPER)) as myJson
FOR JSON PATH
--> [{"myText":"Text","myJson":{"day":12,"mon":8}}]
GO
