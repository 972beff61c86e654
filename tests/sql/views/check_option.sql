-- docs/t-sql/statements/create-view-transact-sql.md, "CHECK OPTION: Forces all data modification statements executed against the view to follow the criteria set
-- within select_statement", and "C. Using WITH CHECK OPTION"; 550. The option of a view holds for the views over it.
CREATE DATABASE V;
GO
USE V;
CREATE TABLE dbo.Person (ID int PRIMARY KEY, LastName varchar(20) NOT NULL, City varchar(20) NULL, State char(2) NOT NULL DEFAULT 'WA', Length AS LEN(LastName));
INSERT dbo.Person (ID, LastName, City) VALUES (1, 'Abercrombie', 'Seattle'), (2, 'Bell', 'Seattle'), (3, 'Chen', 'Bothell');
GO
CREATE VIEW dbo.SeattleOnly
AS
SELECT p.ID, p.LastName, p.City, p.State, p.Length
FROM dbo.Person p
WHERE p.City = 'Seattle'
WITH CHECK OPTION;
GO
SELECT ID, LastName FROM dbo.SeattleOnly ORDER BY ID;
UPDATE dbo.SeattleOnly SET City = 'Bothell' WHERE ID = 1;
UPDATE dbo.SeattleOnly SET City = NULL WHERE ID = 1;
UPDATE dbo.SeattleOnly SET City = 'SEATTLE', LastName = 'Abbas' WHERE ID = 1;
UPDATE dbo.SeattleOnly SET LastName = 'Bellow' WHERE ID = 2;
UPDATE dbo.SeattleOnly SET City = 'Kent' WHERE ID = 3;
GO
INSERT dbo.SeattleOnly (ID, LastName, City) VALUES (4, 'Diaz', 'Seattle');
INSERT dbo.SeattleOnly (ID, LastName, City) VALUES (5, 'Evans', 'Bothell');
INSERT dbo.SeattleOnly (ID, LastName) VALUES (5, 'Evans');
INSERT dbo.SeattleOnly (ID, LastName, City) VALUES (6, 'Ford', 'Seattle'), (7, 'Gray', 'Kent');
INSERT dbo.SeattleOnly (ID, LastName, City) SELECT ID + 10, LastName, City FROM dbo.Person;
INSERT dbo.SeattleOnly (ID, LastName, City) SELECT ID + 10, LastName, City FROM dbo.Person WHERE City = 'Seattle';
GO
SELECT ID, LastName, City FROM dbo.Person ORDER BY ID;
GO
-- What does not go through the view is not asked.
UPDATE dbo.Person SET City = 'Bothell' WHERE ID = 11;
DELETE dbo.SeattleOnly WHERE ID = 12;
SELECT COUNT(*) AS n FROM dbo.SeattleOnly;
GO
-- UPDATE with FROM, MERGE.
UPDATE s SET City = 'Kent' FROM dbo.SeattleOnly AS s JOIN dbo.Person AS p ON p.ID = s.ID WHERE s.ID = 2;
MERGE dbo.SeattleOnly AS s USING (VALUES (2, 'Kent')) AS v (ID, City) ON v.ID = s.ID WHEN MATCHED THEN UPDATE SET City = v.City;
MERGE dbo.SeattleOnly AS s USING (VALUES (20, 'Kent')) AS v (ID, City) ON v.ID = s.ID WHEN NOT MATCHED THEN INSERT (ID, LastName, City) VALUES (v.ID, 'Merged', v.City);
MERGE dbo.SeattleOnly AS s USING (VALUES (2, 'Seattle'), (20, 'Seattle')) AS v (ID, City) ON v.ID = s.ID WHEN MATCHED THEN UPDATE SET LastName = 'Bell' WHEN NOT MATCHED THEN INSERT (ID, LastName, City) VALUES (v.ID, 'Merged', v.City);
SELECT ID, LastName, City FROM dbo.Person WHERE ID IN (2, 20) ORDER BY ID;
GO
-- A view over it asks the same; its own condition is not asked, nor that of one without the option below one that has it not.
CREATE VIEW dbo.Long AS SELECT ID, LastName AS Name, City FROM dbo.SeattleOnly WHERE LEN(LastName) > 4;
GO
UPDATE dbo.Long SET City = 'Kent' WHERE ID = 20;
UPDATE dbo.Long SET Name = 'Di' WHERE ID = 20;
INSERT dbo.Long (ID, Name, City) VALUES (21, 'Xi', 'Seattle');
INSERT dbo.Long (ID, Name, City) VALUES (22, 'Xi', 'Kent');
SELECT ID, LastName, City FROM dbo.Person WHERE ID > 12 ORDER BY ID;
GO
-- The option of a view is about all the views below it, and about computed columns.
CREATE VIEW dbo.Washington AS SELECT ID, LastName, City, State, Length FROM dbo.Person WHERE State = 'WA';
GO
CREATE VIEW dbo.ShortInWashington AS SELECT ID, LastName AS Name, City, State FROM dbo.Washington WHERE Length < 6 WITH CHECK OPTION;
GO
UPDATE dbo.ShortInWashington SET State = 'OR' WHERE ID = 3;
UPDATE dbo.ShortInWashington SET Name = 'Chennault' WHERE ID = 3;
UPDATE dbo.ShortInWashington SET Name = 'Cheng' WHERE ID = 3;
INSERT dbo.ShortInWashington (ID, Name) VALUES (30, 'Nobody');
INSERT dbo.ShortInWashington (ID, Name) VALUES (30, 'None');
SELECT ID, LastName, State FROM dbo.Person WHERE ID IN (3, 30) ORDER BY ID;
GO
-- What is shown; ALTER takes the option away.
SELECT name, with_check_option FROM sys.views ORDER BY name;
SELECT TABLE_NAME, CHECK_OPTION FROM INFORMATION_SCHEMA.VIEWS ORDER BY TABLE_NAME;
GO
CREATE TRIGGER dbo.tr ON dbo.SeattleOnly INSTEAD OF INSERT AS RETURN;
GO
ALTER VIEW dbo.SeattleOnly AS SELECT ID, LastName, City FROM dbo.Person WHERE City = 'Seattle';
GO
UPDATE dbo.SeattleOnly SET City = 'Kent' WHERE ID = 4;
SELECT City FROM dbo.Person WHERE ID = 4;
GO
-- Views that no rows are changed through.
CREATE VIEW dbo.refused AS SELECT City, COUNT(*) AS n FROM dbo.Person GROUP BY City WITH CHECK OPTION;
GO
CREATE VIEW dbo.refused AS SELECT DISTINCT City FROM dbo.Person WITH CHECK OPTION;
GO
CREATE VIEW dbo.refused AS SELECT TOP (1) City FROM dbo.Person WITH CHECK OPTION;
GO
CREATE VIEW dbo.refused AS SELECT City FROM dbo.Person ORDER BY ID OFFSET 1 ROWS WITH CHECK OPTION;
GO
CREATE VIEW dbo.refused AS SELECT City FROM dbo.Person UNION ALL SELECT City FROM dbo.Person WITH CHECK OPTION;
GO
-- Refused by name: where it is not about one row alone.
CREATE VIEW dbo.known AS SELECT ID, City FROM dbo.Person WHERE EXISTS (SELECT * FROM dbo.Person AS o WHERE o.City = Person.City AND o.ID < Person.ID) WITH CHECK OPTION;
GO
SELECT ID FROM dbo.known WHERE ID < 3;
UPDATE dbo.known SET City = 'x' WHERE ID = 2;
GO
