-- The examples of pages of docs/t-sql/functions. A line after --> is a row that the page shows.
-- docs/t-sql/functions/json-modify-transact-sql.md
DECLARE @info nvarchar(100) = '{"name":"John","skills":["C#","SQL"]}';
SET @info = JSON_MODIFY(@info, '$.name', 'Mike'); PRINT @info;
--> {"name":"Mike","skills":["C#","SQL"]}
SET @info = JSON_MODIFY(@info, '$.surname', 'Smith'); PRINT @info;
--> {"name":"Mike","skills":["C#","SQL"],"surname":"Smith"}
SET @info = JSON_MODIFY(@info, '$.name', NULL); PRINT @info;
--> {"skills":["C#","SQL"],"surname":"Smith"}
SET @info = JSON_MODIFY(@info, 'append $.skills', 'Azure'); PRINT @info;
--> {"skills":["C#","SQL","Azure"],"surname":"Smith"}
SET @info = '{"name":"John","skills":["C#","SQL"]}';
PRINT JSON_MODIFY(JSON_MODIFY(JSON_MODIFY(@info, '$.name', 'Mike'), '$.surname', 'Smith'), 'append $.skills', 'Azure');
--> {"name":"Mike","skills":["C#","SQL","Azure"],"surname":"Smith"}
DECLARE @product nvarchar(100) = '{"price":49.99}', @stats nvarchar(100) = '{"click_count": 173}';
PRINT JSON_MODIFY(JSON_MODIFY(@product, '$.Price', CAST(JSON_VALUE(@product, '$.price') AS numeric(4, 2))), '$.price', NULL);
--> {"Price":49.99}
PRINT JSON_MODIFY(@stats, '$.click_count', CAST(JSON_VALUE(@stats, '$.click_count') AS int) + 1);
--> {"click_count": 174}
PRINT JSON_MODIFY(@info, '$.skills', '["C#","T-SQL","Azure"]');
--> {"name":"John","skills":"[\"C#\",\"T-SQL\",\"Azure\"]"}
PRINT JSON_MODIFY(@info, '$.skills', JSON_QUERY('["C#","T-SQL","Azure"]'));
--> {"name":"John","skills":["C#","T-SQL","Azure"]}
GO
-- docs/t-sql/functions/json-object-transact-sql.md
SELECT JSON_OBJECT() AS a, JSON_OBJECT('name':'value', 'type':1) AS b, JSON_OBJECT('name':'value', 'type':NULL ABSENT ON NULL) AS c;
--> {} | {"name":"value","type":1} | {"name":"value"}
SELECT JSON_OBJECT('name':'value', 'type':JSON_ARRAY(1, 2)) AS a, JSON_OBJECT('name':'value', 'type':JSON_OBJECT('type_id':1, 'name':'a')) AS b;
--> {"name":"value","type":[1,2]} | {"name":"value","type":{"type_id":1,"name":"a"}}
DECLARE @id_key nvarchar(10) = N'id', @id_value nvarchar(64) = 'E2CBD8B4-13C1-4D2F-BFF7-E6D722F095FD';
SELECT JSON_OBJECT('user_name':USER_NAME(), @id_key:@id_value, 'sid':(SELECT 63)) AS a;
--> {"user_name":"dbo","id":"E2CBD8B4-13C1-4D2F-BFF7-E6D722F095FD","sid":63}
GO
-- docs/t-sql/functions/json-array-transact-sql.md
SELECT JSON_ARRAY() AS a, JSON_ARRAY('a', 1, 'b', 2) AS b, JSON_ARRAY('a', 1, 'b', NULL) AS c, JSON_ARRAY('a', 1, NULL, 2 NULL ON NULL) AS d;
--> [] | ["a",1,"b",2] | ["a",1,"b"] | ["a",1,null,2]
SELECT JSON_ARRAY('a', JSON_OBJECT('name':'value', 'type':1)) AS a, JSON_ARRAY('a', JSON_OBJECT('name':'value', 'type':1), JSON_ARRAY(1, null, 2 NULL ON NULL)) AS b;
--> ["a",{"name":"value","type":1}] | ["a",{"name":"value","type":1},[1,null,2]]
DECLARE @id_value nvarchar(64) = '4BEA4F9F-D169-414F-AF99-9270FDB2EA62';
SELECT JSON_ARRAY(1, @id_value, (SELECT 55)) AS a;
--> [1,"4BEA4F9F-D169-414F-AF99-9270FDB2EA62",55]
GO
-- docs/t-sql/functions/json-contains-transact-sql.md
DECLARE @j json = '{"a": 1, "b": 2, "c": {"d": 4, "ce":["dd"]}, "d": [1, 3, {"df": [89]}, false], "e":null, "f":true}', @k json = '[{"a": 1}, {"b": 2}, {"c": 3}, {"a": 56}]';
SELECT JSON_CONTAINS(@j, 1, '$.a') AS a, JSON_CONTAINS(@j, 'dd', '$.c.ce[*]') AS b, JSON_CONTAINS(@j, CAST(0 AS bit), '$.d[*]') AS c, JSON_CONTAINS(@j, 89, '$.d[*].df[*]') AS d, JSON_CONTAINS(@k, 56, '$[*].a') AS e;
--> 1 | 1 | 1 | 1 | 1
GO
-- docs/t-sql/functions/json-path-exists-transact-sql.md
DECLARE @jsonInfo nvarchar(max) = N'{"info":{"address":[{"town":"Paris"},{"town":"London"}]}}';
SELECT JSON_PATH_EXISTS(@jsonInfo, '$.info.address') AS a, JSON_PATH_EXISTS(@jsonInfo, '$.info.addresses') AS b;
--> 1 | 0
-- docs/t-sql/functions/json-value-transact-sql.md
DECLARE @town nvarchar(32) = JSON_VALUE(@jsonInfo, '$.info.address[0].town');
SELECT @town AS a, JSON_VALUE(@jsonInfo, '$.info.address[1].town') AS b;
--> Paris | London
SET @jsonInfo = N'{"info":{"type":1, "address":{"town":"Bristol", "county":"Avon", "country":"England"}, "tags":["Sport", "Water polo"]}, "type":"Basic"}';
SELECT JSON_VALUE(@jsonInfo, '$') AS a, JSON_VALUE(@jsonInfo, '$.info.type') AS b, JSON_VALUE(@jsonInfo, '$.info.address.town') AS c, JSON_VALUE(@jsonInfo, '$.info."address"') AS d, JSON_VALUE(@jsonInfo, '$.info.tags') AS e, JSON_VALUE(@jsonInfo, '$.info.type[0]') AS f, JSON_VALUE(@jsonInfo, '$.info.none') AS g;
--> NULL | 1 | Bristol | NULL | NULL | NULL | NULL
SELECT JSON_VALUE(@jsonInfo, 'strict $.info.type') AS b, JSON_VALUE(@jsonInfo, 'strict $.info.address.town') AS c;
--> 1 | Bristol
GO
CREATE TABLE dbo.Store (StoreID int IDENTITY(1, 1) NOT NULL, Address varchar(500), jsonContent nvarchar(4000), Longitude AS JSON_VALUE(jsonContent, '$.address[0].longitude'), Latitude AS JSON_VALUE(jsonContent, '$.address[0].latitude'));
INSERT INTO dbo.Store (jsonContent) VALUES ('{"address":[{"longitude":"1.5","latitude":"2.5"}]}');
SELECT Longitude, Latitude FROM dbo.Store;
--> 1.5 | 2.5
DROP TABLE dbo.Store;
GO
-- docs/t-sql/functions/openjson-transact-sql.md
DECLARE @json nvarchar(4000) = N'{"StringValue":"John", "IntValue":45, "TrueValue":true, "FalseValue":false, "NullValue":null, "ArrayValue":["a","r","r","a","y"], "ObjectValue":{"obj":"ect"}}';
SELECT * FROM OPENJSON(@json);
--> StringValue | John | 1
--> IntValue | 45 | 2
--> TrueValue | true | 3
--> FalseValue | false | 3
--> NullValue | NULL | 0
--> ArrayValue | ["a","r","r","a","y"] | 4
--> ObjectValue | {"obj":"ect"} | 5
SET @json = N'{"path": {"to":{"sub-object":["en-GB", "en-UK","de-AT","es-AR","sr-Cyrl"]}}}';
SELECT [key], value FROM OPENJSON(@json, '$.path.to."sub-object"');
--> 0 | en-GB
--> 1 | en-UK
--> 2 | de-AT
--> 3 | es-AR
--> 4 | sr-Cyrl
SET @json = N'[{"Order": {"Number":"SO43659", "Date":"2011-05-31T00:00:00"}, "AccountNumber":"AW29825", "Item": {"Price":2024.9940, "Quantity":1}}, {"Order": {"Number":"SO43661", "Date":"2011-06-01T00:00:00"}, "AccountNumber":"AW73565", "Item": {"Price":2024.9940, "Quantity":3}}]';
SELECT * FROM OPENJSON(@json) WITH (Number varchar(200) '$.Order.Number', Date datetime '$.Order.Date', Customer varchar(200) '$.AccountNumber', Quantity int '$.Item.Quantity', [Order] nvarchar(max) AS JSON);
--> SO43659 | 2011-05-31 00:00:00.000 | AW29825 | 1 | {"Number":"SO43659", "Date":"2011-05-31T00:00:00"}
--> SO43661 | 2011-06-01 00:00:00.000 | AW73565 | 3 | {"Number":"SO43661", "Date":"2011-06-01T00:00:00"}
DECLARE @json1 nvarchar(max) = N'{"name": "John", "surname":"Doe"}', @json2 nvarchar(max) = N'{"name": "John", "age":45}';
SELECT * FROM OPENJSON(@json1) UNION ALL SELECT * FROM OPENJSON(@json2) WHERE [key] NOT IN (SELECT [key] FROM OPENJSON(@json1));
--> name | John | 1
--> surname | Doe | 1
--> age | 45 | 2
GO
-- docs/t-sql/functions/logical-functions-choose-transact-sql.md
SELECT CHOOSE(3, 'Manager', 'Director', 'Developer', 'Tester') AS Result;
--> Developer
SELECT c, CHOOSE(c, 'A', 'B', 'C', 'D', 'E') AS Expression1 FROM (VALUES (3), (1), (2), (4)) AS p(c);
--> 3 | C
--> 1 | A
--> 2 | B
--> 4 | D
SELECT CHOOSE(MONTH('2002-05-02'), 'Winter', 'Winter', 'Spring', 'Spring', 'Spring', 'Summer', 'Summer', 'Summer', 'Autumn', 'Autumn', 'Autumn', 'Winter') AS Quarter_Modified;
--> Spring
GO
