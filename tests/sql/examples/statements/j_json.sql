-- Examples of docs/relational-databases/json/: convert-json-data-to-rows-and-columns-with-openjson-sql-server.md,
-- include-null-values-in-json-include-null-values-option.md, remove-square-brackets-from-json-without-array-wrapper-option.md,
-- json-data-sql-server.md and json-path-expressions-sql-server.md.
CREATE DATABASE D;
GO
USE D;
SET NOCOUNT ON;
GO
-- OPENJSON with the default schema, and with a schema
DECLARE @json NVARCHAR(MAX)
SET @json='{"name":"John","surname":"Doe","age":45,"skills":["SQL","C#","MVC"]}';
SELECT [key], value, type FROM OPENJSON(@json);
GO
DECLARE @json NVARCHAR(MAX)
SET @json = N'[
 { "Order": { "Number":"SO43659", "Date":"2011-05-31T00:00:00" }, "AccountNumber":"AW29825", "Item": { "Price":2024.9940, "Quantity":1 } },
 { "Order": { "Number":"SO43661", "Date":"2011-06-01T00:00:00" }, "AccountNumber":"AW73565", "Item": { "Price":2024.9940, "Quantity":3 } }
]'
SELECT * FROM OPENJSON (@json)
WITH (Number varchar(200) '$.Order.Number', Date datetime '$.Order.Date', Customer varchar(200) '$.AccountNumber', Quantity int '$.Item.Quantity')
GO
-- INCLUDE_NULL_VALUES
CREATE TABLE emp (name nvarchar(20), surname nvarchar(20));
INSERT emp VALUES (N'John', NULL), (N'Jane', N'Doe');
DECLARE @text nvarchar(max) = (SELECT name, surname FROM emp FOR JSON AUTO, INCLUDE_NULL_VALUES);
SELECT @text AS text;
GO
-- WITHOUT_ARRAY_WRAPPER
DECLARE @with nvarchar(max) = (SELECT 2015 as year, 12 as month, 15 as day FOR JSON PATH);
DECLARE @without nvarchar(max) = (SELECT 2015 as year, 12 as month, 15 as day FOR JSON PATH, WITHOUT_ARRAY_WRAPPER);
SELECT @with AS [with], @without AS without;
GO
CREATE TABLE SalesOrderHeader (SalesOrderNumber nvarchar(25), OrderDate datetime, Status tinyint, ModifiedDate int);
INSERT SalesOrderHeader VALUES (N'SO43662', '20110531', 5, 1), (N'SO43661', '20110531', 5, 2), (N'SO43660', '20110531', 5, 3), (N'SO43659', '20110531', 5, 4);
DECLARE @text nvarchar(max) = (SELECT TOP 3 SalesOrderNumber, OrderDate, Status FROM SalesOrderHeader ORDER BY ModifiedDate FOR JSON PATH, WITHOUT_ARRAY_WRAPPER);
SELECT @text AS text;
GO
-- JSON data: change a value, rows of objects, nested arrays (the inner rows have an alias), and back
DECLARE @json NVARCHAR(MAX);
SET @json = '{"info":{"address":[{"town":"Belgrade"},{"town":"Paris"},{"town":"Madrid"}]}}';
SET @json = JSON_MODIFY(@json,'$.info.address[1].town','London');
SELECT modifiedJson = @json;
GO
DECLARE @json NVARCHAR(MAX)
SET @json = N'[
 { "id" : 2,"info": { "name": "John", "surname": "Smith" }, "age": 25 },
 { "id" : 5,"info": { "name": "Jane", "surname": "Smith" }, "dob": "2005-11-04T12:00:00" }
]'
SELECT * FROM OPENJSON(@json)
WITH (id int 'strict $.id', firstName nvarchar(50) '$.info.name', lastName nvarchar(50) '$.info.surname', age int, dateOfBirth datetime2 '$.dob')
SELECT * INTO People FROM OPENJSON(@json)
WITH (id int 'strict $.id', firstName nvarchar(50) '$.info.name', lastName nvarchar(50) '$.info.surname', age int, dateOfBirth datetime2 '$.dob')
GO
DECLARE @json NVARCHAR(MAX)
SET @json = N'[
 { "id" : 2,"info": { "name": "John", "surname": "Smith" }, "age": 25 },
 { "id" : 5,"info": { "name": "Jane", "surname": "Smith", "skills": ["SQL", "C#", "Azure"] }, "dob": "2005-11-04T12:00:00" }
]'
SELECT id, firstName, lastName, age, dateOfBirth, skill FROM OPENJSON(@json)
WITH (id int 'strict $.id', firstName nvarchar(50) '$.info.name', lastName nvarchar(50) '$.info.surname', age int, dateOfBirth datetime2 '$.dob', skills nvarchar(max) '$.info.skills' as json)
outer apply openjson(skills) with (skill nvarchar(8) '$') as s
GO
DECLARE @text nvarchar(max) = (SELECT id, firstName AS "info.name", lastName AS "info.surname", age, dateOfBirth as dob FROM People FOR JSON PATH);
SELECT @text AS text;
GO
-- Path expressions, and a key that appears twice
DECLARE @json nvarchar(max) = N'{"people":[{"name":"John","surname":"Doe"},{"name":"Jane","surname":null,"active":true}]}';
SELECT JSON_VALUE(@json, '$.people[0].name') AS a, JSON_QUERY(@json, '$.people[1]') AS b, JSON_VALUE(@json, '$.people[1].surname') AS c, JSON_QUERY(@json, '$') AS d;
GO
DECLARE @json NVARCHAR(MAX)
SET @json=N'{"person":{"info":{"name":"John", "name":"Jack"}}}'
SELECT value FROM OPENJSON(@json,'$.person.info')
GO
