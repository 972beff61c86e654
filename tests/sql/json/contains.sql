-- docs/t-sql/functions/json-contains-transact-sql.md: the examples, over nvarchar(max).
DECLARE @j nvarchar(max) = '{"a": 1, "b": 2, "c": {"d": 4, "ce":["dd"]}, "d": [1, 3, {"df": [89]}, false], "e":null, "f":true}';
SELECT json_contains(@j, 1, '$.a') AS is_value_found; --> 1
SELECT json_contains(@j, 'dd', '$.c.ce[*]') AS is_value_found; --> 1
SELECT json_contains(@j, CAST (0 AS BIT), '$.d[*]') AS is_value_found; --> 1
SELECT json_contains(@j, 89, '$.d[*].df[*]') AS is_value_found; --> 1
SET @j = '[{"a": 1}, {"b": 2}, {"c": 3}, {"a": 56}]';
SELECT json_contains(@j, 56, '$[*].a') AS is_value_found; --> 1
GO
-- "0 otherwise. NULL if any of the arguments is NULL, or if the specified SQL/JSON path isn't found"
DECLARE @j nvarchar(max) = '{"a": 1.50, "b": "1.5", "c": [1, "x", true], "t": "A_b"}';
SELECT JSON_CONTAINS(@j, 1.5, '$.a') AS a, JSON_CONTAINS(@j, 15e-1, '$.a') AS b, JSON_CONTAINS(@j, 1, '$.a') AS c, JSON_CONTAINS(@j, '1.5', '$.a') AS d, JSON_CONTAINS(@j, CAST(1.5 AS money), '$.a') AS e; --> 1 | 1 | 0 | 0 | 1
SELECT JSON_CONTAINS(@j, 1.5, '$.b') AS a, JSON_CONTAINS(@j, '1.5', '$.b') AS b, JSON_CONTAINS(@j, N'x', '$.c') AS c, JSON_CONTAINS(@j, 'X', '$.c') AS d; --> 0 | 1 | 1 | 0
SELECT JSON_CONTAINS(@j, 1, '$.x') AS a, JSON_CONTAINS(@j, NULL, '$.a') AS b, JSON_CONTAINS(NULL, 1, '$.a') AS c, JSON_CONTAINS(@j, 1, NULL) AS d; --> NULL | NULL | NULL | NULL
-- "search_mode is 1: LIKE predicate semantics"
SELECT JSON_CONTAINS(@j, 'A%', '$.t', 1) AS a, JSON_CONTAINS(@j, 'A%', '$.t', 0) AS b, JSON_CONTAINS(@j, 'a%', '$.t', 1) AS c; --> 1 | 0 | 0
GO
SELECT JSON_CONTAINS('{}', 1, 'strict $.a');
GO
SELECT JSON_CONTAINS('{}', GETDATE(), '$.a');
GO
SELECT JSON_CONTAINS('{}', 1, '$.a[');
GO
SELECT JSON_VALUE('[1]', '$[*]');
