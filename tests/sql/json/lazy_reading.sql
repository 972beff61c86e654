-- Recorded answers of SQL Server, beside docs/t-sql/functions/json-value-, json-query-, json-path-exists-, isjson-, json-modify-transact-sql.md
-- and docs/relational-databases/json/json-path-expressions-sql-server.md. A text is read only as far as the path needs.
SELECT JSON_VALUE('{"a":1,"b":x}', '$.a') AS a, JSON_VALUE('[1,x]', '$[0]') AS b, JSON_QUERY('{"a":[1, 2],x', '$.a') AS c; --> 1 | 1 | [1, 2]
-- A step of the wrong kind stops.
SELECT JSON_VALUE('[1,2', '$.x') AS a, JSON_VALUE('{"a":{"b":1},"c":x}', '$.a.missing') AS b, JSON_VALUE('{"a":[1,2],"c":x}', '$.a[5]') AS c; --> NULL | NULL | NULL
GO
-- Behind an object or array without the item, the text after the outermost one is read too.
SELECT JSON_VALUE('{"a":1} x', '$.missing');
--> Msg 13609, Level 16, State 1, Line 2
--> JSON text is not properly formatted. Unexpected character 'x' is found at position 8.
GO
SELECT JSON_VALUE('{"a":1,"b":x}', '$.missing');
--> Msg 13609, Level 16, State 1, Line 1
--> JSON text is not properly formatted. Unexpected character 'x' is found at position 11.
GO
-- A document that is a scalar is no object and no array; one of a max type is read to its end first.
SELECT JSON_VALUE('1', '$.a');
--> Msg 13609, Level 16, State 1, Line 2
--> JSON text is not properly formatted. Unexpected character '1' is found at position 0.
GO
SELECT JSON_VALUE(CAST('1' AS varchar(max)), '$.a');
--> Msg 13609, Level 16, State 2, Line 1
--> JSON text is not properly formatted. Unexpected character '.' is found at position 1.
GO
-- JSON_PATH_EXISTS is 0 for wrong text anywhere, and for a scalar.
SELECT JSON_PATH_EXISTS('x', '$.a') AS a, JSON_PATH_EXISTS('{"a":1,"b":x}', '$.a') AS b, JSON_PATH_EXISTS('1', '$') AS c, JSON_PATH_EXISTS('{"a":null}', '$.a') AS d; --> 0 | 0 | 0 | 1
SELECT JSON_QUERY('[null]', 'strict $[0]') AS a; --> NULL
GO
-- States by the type of the document.
SELECT JSON_VALUE('{"a":1}', 'strict $.b');
--> Msg 13608, Level 16, State 1, Line 2
--> Property cannot be found on the specified JSON path.
GO
SELECT JSON_VALUE(CAST('{"a":1}' AS nvarchar(max)), 'strict $.b');
--> Msg 13608, Level 16, State 2, Line 1
--> Property cannot be found on the specified JSON path.
GO
SELECT JSON_VALUE('{"a":{}}', 'strict $.a');
--> Msg 13623, Level 16, State 2, Line 1
--> Scalar value cannot be found in the specified JSON path.
GO
SELECT JSON_QUERY(CAST('{"a":1}' AS nvarchar(max)), 'strict $.a');
--> Msg 13624, Level 16, State 1, Line 1
--> Object or array cannot be found in the specified JSON path.
GO
-- Paths: blanks may stand between tokens; the state of 13607 tells an unknown word from a misplaced token.
SELECT JSON_VALUE('{"a b":[5,6]}', ' lax $ . "a b" [ 1 ] ') AS a, JSON_VALUE('{"a":1}', 'strict$.a') AS b; --> 6 | 1
GO
SELECT JSON_VALUE('{"a":1}', '$.a b');
--> Msg 13607, Level 16, State 22, Line 1
--> JSON path is not properly formatted. Unexpected character 'b' is found at position 4.
GO
SELECT JSON_VALUE('{"a":1}', 'x');
--> Msg 13607, Level 16, State 22, Line 1
--> JSON path is not properly formatted. Unexpected character 'x' is found at position 0.
GO
SELECT JSON_VALUE('{"a":1}', '$[a]');
--> Msg 13607, Level 16, State 21, Line 1
--> JSON path is not properly formatted. Unexpected character 'a' is found at position 2.
GO
SELECT JSON_VALUE('{"a":1}', '$.');
--> Msg 13607, Level 16, State 14, Line 1
--> JSON path is not properly formatted. Unexpected character '.' is found at position 2.
GO
SELECT JSON_VALUE('{"a":1}', '$.1a');
--> Msg 13607, Level 16, State 15, Line 1
--> JSON path is not properly formatted. Unexpected character 'a' is found at position 3.
GO
SELECT JSON_VALUE('{"a":1}', '$."a');
--> Msg 13607, Level 16, State 20, Line 1
--> JSON path is not properly formatted. Unexpected character '.' is found at position 4.
GO
-- Arguments.
SELECT JSON_VALUE('{}', NULL);
--> Msg 8116, Level 16, State 1, Line 2
--> Argument data type NULL is invalid for argument 2 of json_value function.
GO
SELECT ISJSON(1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type int is invalid for argument 1 of isjson function.
GO
SELECT ISJSON('1', number);
--> Msg 155, Level 15, State 1, Line 1
--> 'number' is not a recognized isjson option.
GO
SELECT ISJSON('1', 'scalar');
--> Msg 1023, Level 15, State 1, Line 1
--> Invalid parameter 2 specified for isjson.
GO
SELECT JSON_MODIFY('{"a":1}', '$.a', GETDATE());
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type datetime is invalid for argument 3 of json_modify function.
GO
SELECT JSON_MODIFY('{"a":1}', '$.a', $1);
--> Msg 8116, Level 16, State 1, Line 1
--> Argument data type money is invalid for argument 3 of json_modify function.
GO
-- A new member is written before the closing bracket.
SELECT JSON_MODIFY('{"a":1 }', '$.b', 2) AS a, JSON_MODIFY('{"a":[1 ]}', 'append $.a', 2.50) AS b, JSON_MODIFY('{}', '$.b', 'x') AS c; --> {"a":1 ,"b":2} | {"a":[1 ,2.50]} | {"b":"x"}
GO
DECLARE @name varchar(3);
SELECT JSON_OBJECT(@name:1);
--> Msg 13638, Level 16, State 1, Line 2
--> User error : Name parameter value in 'json_object' cannot be null
GO
-- The columns of OPENJSON: names compare by code point; names and types aren't NULL.
SELECT [key], value, type FROM OPENJSON('{"a":1,"A":"x"}') WHERE [key] = 'A'; --> A | x | 1
SELECT name, is_nullable, system_type_name FROM sys.dm_exec_describe_first_result_set(N'SELECT [key], value, type FROM OPENJSON(''{}'')', NULL, 0);
GO
