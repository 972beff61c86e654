-- docs/t-sql/statements/create-table-transact-sql.md, DEFAULT: "Specifies the value provided for the column when a value isn't explicitly
-- supplied during an insert"; "only a constant value ... a scalar function ... or NULL can be used as a default".
-- docs/t-sql/statements/insert-transact-sql.md, DEFAULT and DEFAULT VALUES.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.T1 (column_1 int DEFAULT 3, column_2 varchar(40) CONSTRAINT default_name DEFAULT ('my column default'), column_3 int NULL, column_4 varchar(40) NOT NULL DEFAULT 'x' + 'y');
GO
INSERT INTO dbo.T1 (column_4) VALUES ('Explicit value');
INSERT INTO dbo.T1 (column_2, column_4) VALUES ('Explicit value', 'Explicit value');
INSERT INTO dbo.T1 (column_2) VALUES ('Explicit value');
INSERT INTO dbo.T1 DEFAULT VALUES;
SELECT column_1, column_2, column_3, column_4 FROM dbo.T1;
GO
-- DEFAULT in VALUES, in one row and in several; NULL is a value.
DELETE dbo.T1;
INSERT dbo.T1 VALUES (DEFAULT, DEFAULT, DEFAULT, DEFAULT);
INSERT dbo.T1 VALUES (1, DEFAULT, 2, 'a'), (DEFAULT, 'b', DEFAULT, DEFAULT), (NULL, NULL, NULL, 'c');
SELECT * FROM dbo.T1;
GO
-- INSERT ... SELECT with columns left out.
DELETE dbo.T1;
INSERT dbo.T1 (column_3) SELECT v FROM (VALUES (10), (20)) AS s(v);
SELECT * FROM dbo.T1;
GO
-- UPDATE SET DEFAULT; without a DEFAULT it is NULL.
UPDATE dbo.T1 SET column_1 = column_3, column_2 = DEFAULT, column_4 = 'z';
UPDATE dbo.T1 SET column_1 = DEFAULT, column_3 = DEFAULT WHERE column_3 = 10;
SELECT * FROM dbo.T1;
GO
-- A column that may not be NULL and has no DEFAULT.
CREATE TABLE dbo.T2 (a int NOT NULL, b int NOT NULL DEFAULT 7);
GO
INSERT dbo.T2 (b) VALUES (1);
GO
INSERT dbo.T2 DEFAULT VALUES;
GO
INSERT dbo.T2 (a) VALUES (1);
INSERT dbo.T2 (a, b) VALUES (2, NULL);
GO
SELECT * FROM dbo.T2;
GO
-- The definitions as sys.default_constraints shows them.
CREATE TABLE dbo.T3 (
    a int DEFAULT 0, b int CONSTRAINT DF_b DEFAULT (-1), c datetime DEFAULT GETDATE(), d varchar(10) DEFAULT 'it''s',
    e nvarchar(10) DEFAULT N'n', f int DEFAULT NULL, g decimal(5,2) DEFAULT 1.50, h int DEFAULT 2 * (3 + 4), i datetime DEFAULT CURRENT_TIMESTAMP,
    j varchar(30) DEFAULT UPPER('abc') + CONVERT(varchar(10), 5), k varbinary(2) DEFAULT 0x0aff);
SELECT parent_column_id, definition, is_system_named, type, type_desc FROM sys.default_constraints WHERE parent_column_id <> 0 AND object_id > (SELECT MAX(object_id) FROM sys.default_constraints WHERE name = 'default_name') AND definition NOT IN ('((7))', '(''x''+''y'')') ORDER BY parent_column_id;
INSERT dbo.T3 (a) VALUES (DEFAULT);
SELECT a, b, d, e, f, g, h, j, k, CASE WHEN c = i THEN 1 ELSE 0 END AS same FROM dbo.T3;
GO
-- A name is made of the beginnings of the table's and of the column's name; it is the object's own.
CREATE TABLE dbo.Employees (Salary money DEFAULT 0);
SELECT LEFT(name, 22), LEN(name), is_system_named FROM sys.default_constraints WHERE name LIKE 'DF[_][_]Employees%';
GO
-- The value is converted to the column's type.
CREATE TABLE dbo.T4 (a decimal(6, 2) DEFAULT '12.345', b varchar(3) DEFAULT 'abcdef', c tinyint DEFAULT 300, d date DEFAULT '20240229');
GO
INSERT dbo.T4 (b, c) VALUES ('a', 1);
SELECT * FROM dbo.T4;
GO
INSERT dbo.T4 (c) VALUES (1);
GO
INSERT dbo.T4 (b) VALUES ('a');
GO
-- DEFAULT (NEXT VALUE FOR sequence): docs/t-sql/functions/next-value-for-transact-sql.md, example F.
CREATE SEQUENCE dbo.CountBy1 START WITH 1 INCREMENT BY 1;
GO
CREATE TABLE dbo.Numbered (id int NOT NULL DEFAULT (NEXT VALUE FOR dbo.CountBy1), label nvarchar(25) DEFAULT 'AdvWorks_' + CAST(NEXT VALUE FOR dbo.CountBy1 AS nvarchar(20)), name varchar(25) NOT NULL);
GO
INSERT dbo.Numbered (name) VALUES ('Larry');
INSERT dbo.Numbered (name) VALUES ('a'), ('b');
INSERT dbo.Numbered (name) SELECT v FROM (VALUES ('c'), ('d')) AS s(v);
SELECT * FROM dbo.Numbered;
SELECT definition FROM sys.default_constraints WHERE definition LIKE '%NEXT%';
GO
-- Table variables and temporary tables have defaults, too.
DECLARE @t TABLE (a int, b int DEFAULT 5, c varchar(5) NOT NULL DEFAULT 'v');
INSERT @t (a) VALUES (1);
INSERT @t VALUES (2, DEFAULT, DEFAULT);
SELECT * FROM @t;
CREATE TABLE #t (a int, b int DEFAULT 6);
INSERT #t (a) VALUES (1);
SELECT * FROM #t;
GO
