-- The examples of docs/t-sql/functions/openrowset-transact-sql.md. A line after --> is a row that the page shows. The files are
-- in tests/data_files.
CREATE DATABASE of_openrowset;
GO
USE of_openrowset;
GO
-- D. A file into a varbinary(max) column.
CREATE TABLE myTable(FileName NVARCHAR(60),
  FileType NVARCHAR(60), Document VARBINARY(max));
GO
INSERT INTO myTable(FileName, FileType, Document)
   SELECT
      'Text1.txt' AS FileName
      , '.txt' AS FileType
      , *
   FROM OPENROWSET(BULK N'blob.json', SINGLE_BLOB) AS Document;
GO
SELECT FileName, FileType, DATALENGTH(Document) AS bytes FROM myTable;
GO
-- E. Rows of a tab-delimited text file, by a format file.
SELECT a.* FROM OPENROWSET( BULK 'values.txt',
   FORMATFILE = 'values.fmt') AS a;
--> 1 | Data Item 1
--> 2 | Data Item 2
--> 3 | Data Item 3
GO
-- F. A format file and a code page.
SELECT a.id, a.name, LEN(a.name) AS letters FROM
OPENROWSET (BULK N'colours.csv', FORMATFILE =
    'colours.fmt', CODEPAGE = '65001') AS a;
GO
-- G. A CSV file with a format file.
SELECT *
FROM OPENROWSET(BULK N'cars.csv',
    FORMATFILE = N'colours.fmt',
    FIRSTROW=2,
    FORMAT='CSV') AS cars;
GO
-- H. A CSV file without a format file.
SELECT * FROM OPENROWSET(
   BULK 'cars.csv',
   SINGLE_CLOB) AS DATA;
GO
-- The error that the page shows for a missing alias.
SELECT * FROM OPENROWSET(BULK 'cars.csv', SINGLE_CLOB);
GO
-- A, B, C, H: OLE DB providers are refused by name; I, J: Azure.
SELECT a.*
FROM OPENROWSET('SQLNCLI', 'Server=Seattle1;Trusted_Connection=yes;',
     'SELECT GroupName, Name, DepartmentID
      FROM AdventureWorks2012.HumanResources.Department
      ORDER BY GroupName, Name') AS a;
GO
SELECT CustomerID, CompanyName
   FROM OPENROWSET('Microsoft.Jet.OLEDB.4.0',
      'C:\Program Files\Microsoft Office\OFFICE11\SAMPLES\Northwind.mdb';
      'admin';'',Customers);
GO
SELECT c.*, o.*
FROM Northwind.dbo.Customers AS c
   INNER JOIN OPENROWSET('Microsoft.Jet.OLEDB.4.0',
   'C:\Program Files\Microsoft Office\OFFICE11\SAMPLES\Northwind.mdb';'admin';'', Orders)
   AS o
   ON c.CustomerID = o.CustomerID ;
GO
SELECT d.*
FROM OPENROWSET('SQLNCLI', 'Server=Seattle1;Trusted_Connection=yes;',
                            Department) AS d;
GO
SELECT * FROM OPENROWSET(
   BULK 'inv-2017-01-19.csv',
   DATA_SOURCE = 'MyAzureInvoices',
   SINGLE_CLOB) AS DataFile;
GO
USE master;
DROP DATABASE of_openrowset;
