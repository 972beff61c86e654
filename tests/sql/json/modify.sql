-- docs/t-sql/functions/json-modify-transact-sql.md: the examples, and the table of lax and strict modes. What is not changed stays as it is written.
DECLARE @info nvarchar(100) = '{"name":"John","skills":["C#","SQL"]}';
SET @info = JSON_MODIFY(@info, '$.name', 'Mike');
PRINT @info;
SET @info = JSON_MODIFY(@info, '$.surname', 'Smith');
PRINT @info;
SET @info = JSON_MODIFY(@info, '$.name', NULL);
PRINT @info;
SET @info = JSON_MODIFY(@info, 'append $.skills', 'Azure');
PRINT @info;
GO
DECLARE @info nvarchar(100) = '{"name":"John","skills":["C#","SQL"]}';
PRINT JSON_MODIFY(JSON_MODIFY(JSON_MODIFY(@info, '$.name', 'Mike'), '$.surname', 'Smith'), 'append $.skills', 'Azure');
PRINT JSON_MODIFY(@info, '$.skills', '["C#","T-SQL","Azure"]');
PRINT JSON_MODIFY(@info, '$.skills', JSON_QUERY('["C#","T-SQL","Azure"]'));
PRINT JSON_MODIFY(@info, '$.inner', JSON_MODIFY('{}', '$.a', 1));
SELECT JSON_MODIFY(@info, '$.rows', (SELECT 1 AS a, 'x' AS b FOR JSON PATH)) AS rows;
GO
DECLARE @product nvarchar(100) = '{"price":49.99}', @stats nvarchar(100) = '{"click_count": 173}';
PRINT JSON_MODIFY(JSON_MODIFY(@product, '$.Price', CAST(JSON_VALUE(@product, '$.price') AS numeric(4, 2))), '$.price', NULL);
PRINT JSON_MODIFY(@stats, '$.click_count', CAST(JSON_VALUE(@stats, '$.click_count') AS int) + 1);
PRINT JSON_MODIFY(@stats, '$.on', CAST(1 AS bit));
GO
-- Not there: inserted, unless the object around is missing; strict wants it.
PRINT JSON_MODIFY('{"a":{}}', '$.a.b', 'x "quoted"');
PRINT JSON_MODIFY('{"a":{}}', '$.b.c', 'x');
PRINT JSON_MODIFY('{"a":1}', '$.a.b', 'x');
PRINT JSON_MODIFY('{"a":1}', '$.b', NULL);
PRINT JSON_MODIFY('{"a":1, "b":2, "c":3}', '$.b', NULL);
PRINT JSON_MODIFY('{ "a":1, "b":2}', '$.a', NULL);
PRINT JSON_MODIFY('{"a":1}', 'strict $.a', NULL);
PRINT JSON_MODIFY('[1,2,3]', '$[1]', 5);
PRINT JSON_MODIFY('{"a":[]}', 'append strict $.a', 1);
SELECT JSON_MODIFY(NULL, '$.a', 1) AS nothing;
GO
SELECT JSON_MODIFY('{"a":1}', 'strict $.b', 1);
GO
SELECT JSON_MODIFY('{"a":1}', 'strict $.b', NULL);
GO
SELECT JSON_MODIFY('{"a":', '$.b', 1);
GO
SELECT JSON_MODIFY('{"a":1}', 'b', 1);
GO
