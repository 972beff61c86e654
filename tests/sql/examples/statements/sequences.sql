-- Examples of docs/t-sql/statements/create-sequence-transact-sql.md, alter-sequence-transact-sql.md and
-- docs/relational-databases/sequence-numbers/sequence-numbers.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
CREATE SCHEMA Test;
GO
-- create-sequence, A to G
CREATE SEQUENCE Test.CountBy1 START WITH 1 INCREMENT BY 1;
GO
CREATE SEQUENCE Test.CountByNeg1 START WITH 0 INCREMENT BY -1;
GO
CREATE SEQUENCE Test.CountBy5 START WITH 5 INCREMENT BY 5;
GO
CREATE SEQUENCE Test.ID_Seq START WITH 24329 INCREMENT BY 1;
GO
SELECT NEXT VALUE FOR Test.CountBy1 AS a, NEXT VALUE FOR Test.CountByNeg1 AS b, NEXT VALUE FOR Test.CountBy5 AS c, NEXT VALUE FOR Test.ID_Seq AS d;
SELECT NEXT VALUE FOR Test.CountBy1 AS a, NEXT VALUE FOR Test.CountByNeg1 AS b, NEXT VALUE FOR Test.CountBy5 AS c, NEXT VALUE FOR Test.ID_Seq AS d;
GO
CREATE SEQUENCE Test.TestSequence;
GO
SELECT CAST(start_value AS bigint) AS start_value, CAST(increment AS bigint) AS increment, CAST(minimum_value AS bigint) AS minimum_value, CAST(maximum_value AS bigint) AS maximum_value, is_cycling, is_cached, CAST(current_value AS bigint) AS current_value FROM sys.sequences WHERE name = 'TestSequence';
GO
CREATE SEQUENCE SmallSeq AS smallint;
GO
SELECT CAST(minimum_value AS int) AS minimum_value, CAST(maximum_value AS int) AS maximum_value FROM sys.sequences WHERE name = 'SmallSeq';
GO
CREATE SEQUENCE Test.DecSeq AS decimal(3,0) START WITH 125 INCREMENT BY 25 MINVALUE 100 MAXVALUE 200 CYCLE CACHE 3;
GO
SELECT NEXT VALUE FOR Test.DecSeq AS n;
SELECT NEXT VALUE FOR Test.DecSeq AS n;
SELECT NEXT VALUE FOR Test.DecSeq AS n;
SELECT NEXT VALUE FOR Test.DecSeq AS n;
SELECT NEXT VALUE FOR Test.DecSeq AS n;
GO
SELECT cache_size, CAST(current_value AS int) AS current_value FROM sys.sequences WHERE name = 'DecSeq';
GO
-- alter-sequence, A and B
CREATE SEQUENCE Test.TestSeq AS int START WITH 125 INCREMENT BY 25 MINVALUE 100 MAXVALUE 200 CYCLE CACHE 3;
GO
ALTER SEQUENCE Test. TestSeq RESTART WITH 100 INCREMENT BY 50 MINVALUE 50 MAXVALUE 200 NO CYCLE NO CACHE;
GO
SELECT NEXT VALUE FOR Test.TestSeq AS n;
SELECT NEXT VALUE FOR Test.TestSeq AS n;
SELECT NEXT VALUE FOR Test.TestSeq AS n;
GO
SELECT NEXT VALUE FOR Test.TestSeq AS n;
GO
DROP SEQUENCE Test.CountBy1;
CREATE SEQUENCE Test.CountBy1;
GO
SELECT NEXT VALUE FOR Test.CountBy1 AS n
GO
ALTER SEQUENCE Test.CountBy1 RESTART WITH 1;
GO
SELECT NEXT VALUE FOR Test.CountBy1 AS n;
GO
ALTER SEQUENCE Test.CountBy1 CYCLE CACHE 20;
GO
SELECT is_cycling, cache_size FROM sys.sequences WHERE name = 'CountBy1';
GO
-- sequence-numbers.md, C (without the times)
CREATE SCHEMA Audit;
GO
CREATE SEQUENCE Audit.EventCounter AS int START WITH 1 INCREMENT BY 1;
GO
CREATE TABLE Audit.ProcessEvents (EventID int PRIMARY KEY CLUSTERED DEFAULT (NEXT VALUE FOR Audit.EventCounter), EventTime datetime NOT NULL DEFAULT (getdate()), EventCode nvarchar(5) NOT NULL, Description nvarchar(300) NULL);
GO
CREATE TABLE Audit.ErrorEvents (EventID int PRIMARY KEY CLUSTERED DEFAULT (NEXT VALUE FOR Audit.EventCounter), EventTime datetime NOT NULL DEFAULT (getdate()), EquipmentID int NULL, ErrorNumber int NOT NULL, EventDesc nvarchar(256) NULL);
GO
CREATE TABLE Audit.StartStopEvents (EventID int PRIMARY KEY CLUSTERED DEFAULT (NEXT VALUE FOR Audit.EventCounter), EventTime datetime NOT NULL DEFAULT (getdate()), EquipmentID int NOT NULL, StartOrStop bit NOT NULL);
GO
INSERT Audit.StartStopEvents (EquipmentID, StartOrStop) VALUES (248, 0);
INSERT Audit.StartStopEvents (EquipmentID, StartOrStop) VALUES (72, 0);
INSERT Audit.ProcessEvents (EventCode, Description) VALUES (2735, 'Clean room temperature 18 degrees C.');
INSERT Audit.ProcessEvents (EventCode, Description) VALUES (18, 'Spin rate threshold exceeded.');
INSERT Audit.ErrorEvents (EquipmentID, ErrorNumber, EventDesc) VALUES (248, 82, 'Feeder jam');
INSERT Audit.StartStopEvents (EquipmentID, StartOrStop) VALUES (248, 1);
INSERT Audit.ProcessEvents (EventCode, Description) VALUES (1841, 'Central feed in bypass mode.');
SELECT EventID, Description FROM Audit.ProcessEvents
UNION SELECT EventID, EventDesc FROM Audit.ErrorEvents
UNION SELECT EventID, CASE StartOrStop WHEN 0 THEN 'Start' ELSE 'Stop' END FROM Audit.StartStopEvents
ORDER BY EventID;
GO
-- D
CREATE SEQUENCE CountBy5 AS tinyint START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 5 CYCLE;
GO
SELECT NEXT VALUE FOR CountBy5 AS SurveyGroup, n FROM (VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f'), ('g')) AS v (n);
GO
-- E and F, with three products
CREATE SEQUENCE Test.IDLabel AS tinyint START WITH 1 INCREMENT BY 1;
GO
SELECT NEXT VALUE FOR Test.IDLabel OVER (ORDER BY Name) AS NutID, Name FROM (VALUES (N'Hex Nut 2'), (N'External Lock Nut'), (N'Hex Nut 1')) AS p (Name);
GO
ALTER SEQUENCE Test.IDLabel RESTART WITH 1;
GO
SELECT NEXT VALUE FOR Test.IDLabel AS n;
GO
-- G
CREATE TABLE Test.Department (DepartmentID smallint IDENTITY(1,1) NOT NULL, Name nvarchar(100) NOT NULL, GroupName nvarchar(100) NOT NULL CONSTRAINT PK_Department_DepartmentID PRIMARY KEY CLUSTERED (DepartmentID ASC));
GO
INSERT Test.Department(Name, GroupName) VALUES ('Engineering', 'Research and Development');
INSERT Test.Department(Name, GroupName) VALUES ('Tool Design', 'Research and Development');
INSERT Test.Department(Name, GroupName) VALUES ('Sales', 'Sales and Marketing');
GO
SELECT * FROM Test.Department;
GO
ALTER TABLE Test.Department ADD DepartmentIDNew smallint NULL
GO
UPDATE Test.Department SET DepartmentIDNew = DepartmentID;
GO
ALTER TABLE Test.Department DROP CONSTRAINT [PK_Department_DepartmentID];
ALTER TABLE Test.Department DROP COLUMN DepartmentID;
GO
EXEC sp_rename 'Test.Department.DepartmentIDNew', 'DepartmentID', 'COLUMN';
GO
ALTER TABLE Test.Department ALTER COLUMN DepartmentID smallint NOT NULL;
ALTER TABLE Test.Department ADD CONSTRAINT PK_Department_DepartmentID PRIMARY KEY CLUSTERED (DepartmentID ASC);
SELECT MAX(DepartmentID) AS m FROM Test.Department;
CREATE SEQUENCE Test.DeptSeq AS smallint START WITH 4 INCREMENT BY 1;
GO
ALTER TABLE Test.Department ADD CONSTRAINT DefSequence DEFAULT (NEXT VALUE FOR Test.DeptSeq) FOR DepartmentID;
GO
INSERT Test.Department (Name, GroupName) VALUES ('Audit', 'Quality Assurance');
GO
SELECT DepartmentID, Name, GroupName FROM Test.Department;
GO
