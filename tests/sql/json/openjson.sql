-- docs/t-sql/functions/openjson-transact-sql.md: the examples (key, value and type; a path; WITH; AS JSON; joined with APPLY), lax and strict paths.
DECLARE @json nvarchar(4000) = N'{
   "StringValue":"John",
   "IntValue":45,
   "TrueValue":true,
   "FalseValue":false,
   "NullValue":null,
   "ArrayValue":["a","r","r","a","y"],
   "ObjectValue":{"obj":"ect"}
}';
SELECT * FROM OPENJSON(@json);
GO
DECLARE @json nvarchar(4000) = N'{"path": {"to":{"sub-object":["en-GB", "en-UK","de-AT","es-AR","sr-Cyrl"]}}}', @path nvarchar(100) = N'$.path';
SELECT [key], value FROM OPENJSON(@json, '$.path.to."sub-object"');
SELECT [key], type FROM OPENJSON(@json, @path) AS o;
GO
DECLARE @json nvarchar(max) = N'[
  {
    "Order": {"Number":"SO43659", "Date":"2011-05-31T00:00:00"},
    "AccountNumber":"AW29825",
    "Item": {"Price":2024.9940, "Quantity":1}
  },
  {
    "Order": {"Number":"SO43661", "Date":"2011-06-01T00:00:00"},
    "AccountNumber":"AW73565",
    "Item": {"Price":2024.9940, "Quantity":3}
  }
]';
SELECT *
FROM OPENJSON(@json)
WITH (
    Number   varchar(200)  '$.Order.Number',
    Date     datetime      '$.Order.Date',
    Customer varchar(200)  '$.AccountNumber',
    Quantity int           '$.Item.Quantity',
    Price    decimal(9, 2) '$.Item.Price',
    [Order]  nvarchar(max) AS JSON,
    Item     nvarchar(100),
    Missing  int
);
SELECT SUM(Quantity) AS quantity FROM OPENJSON(@json) WITH (Quantity int '$.Item.Quantity') AS o;
GO
-- Joined with the rows around; an object alone is one row; NULL and what is not there are none.
CREATE TABLE dbo.orders(id int, reasons nvarchar(max));
INSERT INTO dbo.orders VALUES (1, N'["Price","Quality"]'), (2, NULL), (3, N'[]'), (4, N'["Review"]');
SELECT id, value AS reason FROM dbo.orders CROSS APPLY OPENJSON(reasons);
SELECT id, reason FROM dbo.orders OUTER APPLY OPENJSON(reasons) WITH (reason nvarchar(100) '$');
SELECT a, b FROM OPENJSON(N'{"a":1,"b":"two"}') WITH (a int, b char(5));
SELECT COUNT(*) AS none FROM OPENJSON(N'{"a":1}', '$.b');
SELECT COUNT(*) AS none_of_a_scalar FROM OPENJSON(N'{"a":1}', 'lax $.a');
SELECT id FROM dbo.orders WHERE id IN (SELECT value FROM OPENJSON(N'[1,4]')) ORDER BY id;
GO
-- Merged, as in example 2: the names of the first one win.
DECLARE @json1 nvarchar(max) = N'{"name": "John", "surname":"Doe"}', @json2 nvarchar(max) = N'{"name": "John", "age":45}';
SELECT * FROM OPENJSON(@json1)
UNION ALL
SELECT * FROM OPENJSON(@json2) WHERE [key] NOT IN (SELECT [key] FROM OPENJSON(@json1));
GO
SELECT * FROM OPENJSON(N'{"a":1}', 'strict $.b');
GO
SELECT * FROM OPENJSON(N'{"a":1}', 'strict $.a');
GO
SELECT * FROM OPENJSON(N'{"a":1}') WITH (b int 'strict $.b');
GO
SELECT * FROM OPENJSON(N'{"a":[1]}') WITH (a int 'strict $.a');
GO
SELECT * FROM OPENJSON(N'{"a":1');
GO
SELECT * FROM OPENJSON(N'17');
GO
SELECT * FROM OPENJSON(N'{"a":"x"}') WITH (a int);
GO
SELECT * FROM OPENJSON(N'{"a":{}}') WITH (a nvarchar(100) AS JSON);
GO
SELECT * FROM OPENJSON(N'{"a":"AA=="}') WITH (a varbinary(10));
GO
-- Binary columns are base64, as FOR JSON writes them (docs/relational-databases/json/how-for-json-converts-sql-server-data-types-to-json-data-types-sql-server.md).
-- 13612 to 13614: docs/relational-databases/errors-events/database-engine-events-and-errors-13000-to-13999.md.
SELECT a, b, c, x FROM OPENJSON((SELECT 0x010203 AS a, 0xFF AS b, CAST('' AS varbinary(5)) AS c, N'<e>1</e>' AS x FOR JSON PATH))
WITH (a varbinary(max), b binary(2), c varbinary(5), x xml);
SELECT value FROM OPENJSON(N'["AAEC", null, "/+8="]') WITH (value varbinary(3) '$');
GO
SELECT * FROM OPENJSON(N'{"a":"AAECAw=="}') WITH (a varbinary(3));
GO
SELECT * FROM OPENJSON(N'{"a":"0x01"}') WITH (a varbinary(3));
SELECT * FROM OPENJSON(N'{"a":"0x012"}') WITH (a varbinary(3));
GO
SELECT * FROM OPENJSON(N'{"a":1}') WITH (a sql_variant);
GO
SELECT * FROM OPENJSON(N'{"a":1}') WITH (a ntext);
GO
