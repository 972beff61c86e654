-- docs/t-sql/statements/create-view-transact-sql.md, "Conditions for Modifying Data in Partitioned Views": the INSERT statement supplies values for all the columns;
-- "the value being inserted into the partitioning column satisfies at least one of the underlying constraints". There are no restrictions on the updatability of the partitioning column.
CREATE DATABASE P;
GO
USE P;
GO
-- Example E of that page.
CREATE TABLE dbo.SUPPLY1 (supplyID int PRIMARY KEY CHECK (supplyID BETWEEN 1 and 150), supplier char(50));
CREATE TABLE dbo.SUPPLY2 (supplyID int PRIMARY KEY CHECK (supplyID BETWEEN 151 and 300), supplier char(50));
CREATE TABLE dbo.SUPPLY3 (supplyID int PRIMARY KEY CHECK (supplyID BETWEEN 301 and 450), supplier char(50));
CREATE TABLE dbo.SUPPLY4 (supplyID int PRIMARY KEY CHECK (supplyID BETWEEN 451 and 600), supplier char(50));
GO
CREATE VIEW dbo.all_supplier_view WITH SCHEMABINDING AS
SELECT supplyID, supplier FROM dbo.SUPPLY1 UNION ALL SELECT supplyID, supplier FROM dbo.SUPPLY2
UNION ALL SELECT supplyID, supplier FROM dbo.SUPPLY3 UNION ALL SELECT supplyID, supplier FROM dbo.SUPPLY4;
GO
INSERT dbo.all_supplier_view VALUES ('1', 'CaliforniaCorp'), ('5', 'BraziliaLtd'), ('231', 'FarEast'), ('280', 'NZ'), ('321', 'EuroGroup'), ('442', 'UKArchip'), ('475', 'India'), ('521', 'Afrique');
SELECT @@ROWCOUNT AS inserted;
SELECT supplyID, RTRIM(supplier) AS supplier FROM dbo.SUPPLY1;
SELECT supplyID, RTRIM(supplier) AS supplier FROM dbo.SUPPLY2;
SELECT COUNT(*) AS third, (SELECT COUNT(*) FROM dbo.SUPPLY4) AS fourth FROM dbo.SUPPLY3;
GO
CREATE TABLE dbo.y1 (year int NOT NULL CHECK (year <= 2010), id int NOT NULL, name varchar(5) NULL, PRIMARY KEY (year, id));
CREATE TABLE dbo.y2 (id int NOT NULL, year int NOT NULL CHECK (year > 2010 AND year < 2020 OR year IN (2022, 2023)), name varchar(5) NULL, PRIMARY KEY (year, id));
CREATE TABLE dbo.y3 (y int NOT NULL CHECK (2023 < y), id int NOT NULL, name varchar(5) NULL, PRIMARY KEY (y, id));
CREATE TABLE dbo.source (year int NULL, id int NOT NULL, name varchar(10) NULL);
INSERT dbo.source VALUES (2000, 1, 'a'), (2011, 2, 'b'), (2023, 3, NULL), (2024, 4, 'd'), (2030, 5, 'e');
GO
CREATE VIEW dbo.years (number, at, what) AS SELECT id, year, name FROM dbo.y1 UNION ALL SELECT id, year, name FROM dbo.y2 UNION ALL SELECT id, y, name FROM dbo.y3;
GO
INSERT dbo.years (at, what, number) SELECT year, name, id FROM dbo.source;
SELECT number, at, what FROM dbo.years ORDER BY number;
SELECT id, year FROM dbo.y2 ORDER BY id;
SELECT id, y FROM dbo.y3 ORDER BY id;
GO
-- No member takes the value: nothing is inserted.
INSERT dbo.years VALUES (6, 2001, 'f'), (7, 2021, 'g');
INSERT dbo.years VALUES (6, NULL, 'f');
SELECT COUNT(*) AS n FROM dbo.years;
-- The constraints of the members hold, and a failed statement changes no member.
INSERT dbo.years VALUES (6, 2000, 'f'), (2, 2011, 'x');
INSERT dbo.years VALUES (6, 2000, 'f'), (8, 2011, 'too long');
SELECT COUNT(*) AS n FROM dbo.years;
GO
-- UPDATE and DELETE find rows in all members.
UPDATE dbo.years SET what = 'new' WHERE number >= 3;
SELECT @@ROWCOUNT AS changed;
UPDATE v SET what = s.name FROM dbo.years AS v JOIN dbo.source AS s ON s.id = v.number WHERE s.id > 3;
UPDATE dbo.years SET what += CAST(number AS varchar(5)) WHERE at IN (SELECT year FROM dbo.source WHERE id < 3);
SELECT number, at, what FROM dbo.years ORDER BY number;
DELETE dbo.years WHERE number IN (2, 5);
DELETE v FROM dbo.years AS v JOIN dbo.source AS s ON s.id = v.number AND s.name IS NULL;
SELECT number, at, what FROM dbo.years ORDER BY number;
GO
-- The partitioning column: rows move between members.
INSERT dbo.years VALUES (2, 2011, 'b'), (3, 2019, 'c');
UPDATE dbo.years SET at = at + 4;
SELECT @@ROWCOUNT AS changed;
SELECT id, year, name FROM dbo.y1 ORDER BY id;
SELECT id, year, name FROM dbo.y2 ORDER BY id;
SELECT id, y, name FROM dbo.y3 ORDER BY id;
UPDATE dbo.years SET at = CASE number WHEN 1 THEN 2022 WHEN 2 THEN 2000 ELSE at END, number = number * 10, what = UPPER(what);
SELECT id, year, name FROM dbo.y1 ORDER BY id;
SELECT id, year, name FROM dbo.y2 ORDER BY id;
SELECT id, y, name FROM dbo.y3 ORDER BY id;
UPDATE dbo.years SET at = 2021 WHERE number = 10;
UPDATE dbo.years SET at = 2028, number = 40 WHERE number = 10;
SELECT number, at, what FROM dbo.years ORDER BY number;
GO
-- SET ROWCOUNT counts the rows of all members. "For local views", an error of the statement leaves the transaction.
SET ROWCOUNT 2;
UPDATE dbo.years SET what = 'r';
DELETE dbo.years WHERE what = 'r';
SET ROWCOUNT 0;
SELECT COUNT(*) AS n FROM dbo.years;
BEGIN TRANSACTION;
DELETE dbo.years;
INSERT dbo.years VALUES (1, 1, '1');
INSERT dbo.years VALUES (1, 2021, '1');
SELECT @@TRANCOUNT AS open_transactions;
ROLLBACK;
SELECT COUNT(*) AS n FROM dbo.years;
GO
