-- docs/t-sql/functions/openrowset-transact-sql.md, docs/relational-databases/import-export/bulk-import-large-object-data-with-openrowset-bulk-rowset-provider.md:
-- OPENROWSET(BULK): a whole file as one value, and rows by a format file. The files are in tests/data_files.
CREATE DATABASE B;
GO
USE B;
SELECT BulkColumn FROM OPENROWSET(BULK 'blob.json', SINGLE_CLOB) AS f;
SELECT f.* FROM OPENROWSET(BULK 'blob.json', SINGLE_BLOB) AS f;
SELECT LEN(t.text) AS length FROM OPENROWSET(BULK 'wide.txt', SINGLE_NCLOB) AS t(text);
GO
-- 4806 and 4809.
SELECT * FROM OPENROWSET(BULK 'wide.txt', SINGLE_CLOB) AS f;
GO
SELECT * FROM OPENROWSET(BULK 'blob.json', SINGLE_NCLOB) AS f;
GO
-- Rows by a format file, in SELECT and in INSERT.
SELECT id, born, name FROM OPENROWSET(BULK 'mapped.txt', FORMATFILE = 'people.xml', FIRSTROW = 2) AS f;
SELECT * FROM OPENROWSET(BULK 'mapped.txt', FORMATFILE = 'people.fmt') AS f(a, b, c) WHERE a = '1';
CREATE TABLE dbo.people(id int NOT NULL, born date NULL, name varchar(20) NULL);
INSERT dbo.people WITH (TABLOCK) SELECT f.id + 10, f.born, f.name FROM OPENROWSET(BULK 'mapped.txt', FORMATFILE = 'people.xml') AS f;
SELECT p.id, f.name FROM dbo.people AS p JOIN OPENROWSET(BULK 'mapped.txt', FORMATFILE = 'people.xml', ORDER (id ASC) UNIQUE) AS f ON p.id = f.id + 10 ORDER BY p.id;
INSERT dbo.people(id, name) SELECT 20, BulkColumn FROM OPENROWSET(BULK 'blob.json', SINGLE_CLOB) AS f;
SELECT * FROM dbo.people;
GO
-- 4860, 4861.
SELECT * FROM OPENROWSET(BULK 'nothing.txt', SINGLE_BLOB) AS f;
GO
SELECT * FROM OPENROWSET(BULK '/etc/passwd', SINGLE_BLOB) AS f;
GO
-- A bad row ends the statement.
SELECT * FROM OPENROWSET(BULK 'people.txt', FORMATFILE = 'people.xml') AS f;
GO
-- 491, 4802.
SELECT * FROM OPENROWSET(BULK 'blob.json', SINGLE_BLOB);
GO
SELECT * FROM OPENROWSET(BULK 'blob.json', SINGLE_BLOB, FIRSTROW = 2) AS f;
GO
-- Other forms are refused by name.
SELECT * FROM OPENROWSET('SQLNCLI', 'Server=x', 'SELECT 1') AS f;
GO
SELECT * FROM OPENROWSET(BULK 'people.txt', FORMATFILE = 'people.xml', DATA_SOURCE = 'x') AS f;
