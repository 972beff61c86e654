-- relational-databases/tables/unique-constraints-and-check-constraints.md, Limitations of CHECK constraints: the function counts the rows of its table. The
-- row that is inserted is among them. "CHECK constraints aren't validated during DELETE statements."
CREATE TABLE dbo.CheckTbl(col1 int, col2 int);
GO
CREATE FUNCTION dbo.CheckFnctn() RETURNS int AS BEGIN DECLARE @retval int; SELECT @retval = COUNT(*) FROM dbo.CheckTbl; RETURN @retval; END;
GO
ALTER TABLE dbo.CheckTbl ADD CONSTRAINT chkRowCount CHECK (dbo.CheckFnctn() >= 1);
GO
INSERT INTO dbo.CheckTbl VALUES (10, 10);
GO
DELETE dbo.CheckTbl WHERE col1 = 10;
SELECT COUNT(*) AS n FROM dbo.CheckTbl;
GO
CREATE TABLE dbo.grouped(id int PRIMARY KEY, g int NOT NULL);
GO
CREATE FUNCTION dbo.members(@g int) RETURNS int AS BEGIN RETURN (SELECT COUNT(*) FROM dbo.grouped WHERE g = @g) END
GO
ALTER TABLE dbo.grouped ADD CONSTRAINT at_most_two CHECK (dbo.members(g) <= 2);
GO
INSERT dbo.grouped VALUES (1, 1), (2, 1);
INSERT dbo.grouped VALUES (3, 1);
INSERT dbo.grouped SELECT value, 2 FROM GENERATE_SERIES(10, 12);
INSERT dbo.grouped SELECT id + 20, g FROM dbo.grouped WHERE id = 1;
INSERT dbo.grouped VALUES (3, 2), (4, 3);
UPDATE dbo.grouped SET g = 1 WHERE id = 3;
UPDATE dbo.grouped SET g = 4 WHERE id = 3;
DECLARE @id int = 5;
WHILE @id < 8 BEGIN INSERT dbo.grouped VALUES (@id, 5); SET @id += 1 END
SELECT id, g FROM dbo.grouped ORDER BY id;
GO
