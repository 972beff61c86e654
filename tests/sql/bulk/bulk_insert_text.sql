-- docs/t-sql/statements/bulk-insert-transact-sql.md, docs/relational-databases/import-export/specify-field-and-row-terminators-sql-server.md,
-- docs/relational-databases/import-export/use-character-format-to-import-or-export-data-sql-server.md:
-- text files: terminators, rows, NULL, code pages. The files are in tests/data_files.
CREATE DATABASE B;
GO
USE B;
CREATE TABLE dbo.people(id int NOT NULL, name varchar(20) NULL, born date NULL);
CREATE TABLE dbo.pairs(id int NOT NULL, name nvarchar(20) NOT NULL);
GO
-- Tab and newline are the defaults. An empty field is NULL. The last row needs no terminator.
BULK INSERT dbo.people FROM 'people.txt';
SELECT * FROM dbo.people;
GO
TRUNCATE TABLE dbo.people;
BULK INSERT dbo.people FROM 'people.txt' WITH (FIRSTROW = 2, LASTROW = 2, ROWS_PER_BATCH = 10, KILOBYTES_PER_BATCH = 1, TABLOCK);
SELECT * FROM dbo.people;
GO
-- 4880.
BULK INSERT dbo.people FROM 'people.txt' WITH (FIRSTROW = 3, LASTROW = 2);
GO
-- \n as a row terminator means a carriage return and a newline; 0x0a is a newline alone.
BULK INSERT dbo.pairs FROM 'pipe.txt' WITH (FIELDTERMINATOR = '|', ROWTERMINATOR = '0x0a');
SELECT * FROM dbo.pairs;
GO
TRUNCATE TABLE dbo.pairs;
BULK INSERT dbo.pairs FROM 'utf8.txt' WITH (CODEPAGE = '65001', FIELDTERMINATOR = ';', ROWTERMINATOR = '0x0a');
BULK INSERT dbo.pairs FROM 'latin1.txt' WITH (CODEPAGE = 'ACP', FIELDTERMINATOR = ';', ROWTERMINATOR = '0x0a');
BULK INSERT dbo.pairs FROM 'latin1.txt' WITH (CODEPAGE = 'RAW', FIELDTERMINATOR = ';', ROWTERMINATOR = '0x0a');
BULK INSERT dbo.pairs FROM 'oem.txt' WITH (FIELDTERMINATOR = ';');
BULK INSERT dbo.pairs FROM 'oem.txt' WITH (CODEPAGE = 850, FIELDTERMINATOR = ';');
BULK INSERT dbo.pairs FROM 'wide.txt' WITH (DATAFILETYPE = 'widechar');
SELECT * FROM dbo.pairs;
GO
-- CSV (RFC 4180): quotes, terminators within quotes, an empty text in quotes.
CREATE TABLE dbo.notes(id int, name varchar(20), note varchar(20));
BULK INSERT dbo.notes FROM 'quoted.csv' WITH (FORMAT = 'CSV', FIRSTROW = 2);
SELECT id, name, DATALENGTH(name) AS bytes, note FROM dbo.notes;
GO
-- Native format.
CREATE TABLE dbo.native(a int NOT NULL, b int NULL, c varchar(10) NULL, d decimal(5, 2) NOT NULL, e datetime NOT NULL, f bit NULL);
BULK INSERT dbo.native FROM 'native.dat' WITH (DATAFILETYPE = 'native');
SELECT * FROM dbo.native;
GO
-- A view of the table.
CREATE VIEW dbo.v AS SELECT id, name FROM dbo.pairs;
GO
TRUNCATE TABLE dbo.pairs;
BULK INSERT dbo.v FROM 'pipe.txt' WITH (FIELDTERMINATOR = '|', ROWTERMINATOR = '0x0A');
SELECT * FROM dbo.v;
