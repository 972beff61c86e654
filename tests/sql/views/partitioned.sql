-- docs/t-sql/statements/create-view-transact-sql.md, "Partitioned Views": "the query optimizer ... determines that only the base tables whose CHECK constraints" can have the
-- rows are read. docs/t-sql/statements/set-statistics-io-transact-sql.md: a message for each table that is read.
CREATE DATABASE P;
GO
USE P;
SET NOCOUNT ON;
CREATE TABLE dbo.y1 (year int NOT NULL CONSTRAINT c1 CHECK (year BETWEEN 2001 AND 2010), id int NOT NULL, PRIMARY KEY (year, id));
CREATE TABLE dbo.y2 (year int NOT NULL CONSTRAINT c2 CHECK (year >= 2011 AND year <= 2020), id int NOT NULL, PRIMARY KEY (year, id));
CREATE TABLE dbo.y3 (year int NOT NULL CONSTRAINT c3 CHECK (year > 2020), id int NOT NULL, PRIMARY KEY (year, id));
CREATE TABLE dbo.names (kind char(1) NULL CONSTRAINT c4 CHECK (kind >= 'a' AND kind < 'c'), id int NOT NULL);
CREATE TABLE dbo.others (kind char(1) NULL CONSTRAINT c5 CHECK (kind = 'c'), id int NOT NULL);
INSERT dbo.y1 VALUES (2001, 1), (2010, 2);
INSERT dbo.y2 VALUES (2011, 3), (2020, 4);
INSERT dbo.y3 VALUES (2021, 5);
INSERT dbo.names VALUES ('a', 1), ('b', 2), (NULL, 3);
INSERT dbo.others VALUES ('c', 4), (NULL, 5);
GO
CREATE VIEW dbo.years AS SELECT year, id FROM dbo.y1 UNION ALL SELECT year, id FROM dbo.y2 UNION ALL SELECT year, id FROM dbo.y3;
GO
CREATE VIEW dbo.kinds AS SELECT id, kind FROM dbo.names UNION ALL SELECT id, kind FROM dbo.others WHERE id > 0;
GO
SELECT year, id FROM dbo.years ORDER BY id;
SELECT id FROM dbo.years WHERE year = 2011;
SELECT id FROM dbo.years WHERE year BETWEEN 2010 AND 2011 ORDER BY id;
SELECT id FROM dbo.years WHERE year < 2011 ORDER BY id;
SELECT id FROM dbo.years WHERE year <= 2011 ORDER BY id;
SELECT id FROM dbo.years WHERE year >= 2021 OR year = 2001 ORDER BY id;
SELECT id FROM dbo.years WHERE year IN (2005, 2020);
SELECT id FROM dbo.years WHERE year <> 2001 ORDER BY id;
SELECT id FROM dbo.years WHERE year > 2020 AND year < 2000;
SELECT COUNT(*) AS n FROM dbo.years WHERE 2020 < year;
DECLARE @year int = 2020;
SELECT id FROM dbo.years WHERE year = @year;
SELECT id FROM dbo.kinds WHERE kind = 'C ';
SELECT id FROM dbo.kinds WHERE kind > 'a' ORDER BY id;
SELECT id FROM dbo.kinds WHERE kind IS NULL ORDER BY id;
SELECT id FROM dbo.kinds WHERE kind IN ('a', 'x') ORDER BY id;
GO
-- Only members that can have the rows are read.
SET STATISTICS IO ON;
SELECT id FROM dbo.years WHERE year = 2011;
SELECT id FROM dbo.years WHERE year >= 2020;
SET STATISTICS IO OFF;
GO
-- A constraint that isn't trusted excludes nothing, also for a plan that was made before.
CREATE PROCEDURE dbo.of_year AS SELECT id FROM dbo.years WHERE year = 2011 ORDER BY id;
GO
EXEC dbo.of_year;
ALTER TABLE dbo.y3 NOCHECK CONSTRAINT c3;
INSERT dbo.y3 VALUES (2011, 6);
EXEC dbo.of_year;
ALTER TABLE dbo.y3 CHECK CONSTRAINT c3;
EXEC dbo.of_year;
ALTER TABLE dbo.y1 DROP CONSTRAINT c1;
INSERT dbo.y1 VALUES (2011, 7);
EXEC dbo.of_year;
DELETE dbo.y3 WHERE id = 6;
ALTER TABLE dbo.y3 WITH CHECK CHECK CONSTRAINT c3;
EXEC dbo.of_year;
GO
