-- docs/t-sql/functions/json-value-, json-query-, isjson-, json-path-exists-transact-sql.md: the tables of paths in lax and strict mode, and the examples.
SELECT ISJSON('{"a":1}') AS object, ISJSON('[1,2]') AS array, ISJSON('abc') AS no, ISJSON('{"a":}') AS broken, ISJSON(NULL) AS n, ISJSON('{"a":1,"a":2}') AS twice; --> 1 | 1 | 0 | 0 | NULL | 1
GO
DECLARE @jsonInfo NVARCHAR(MAX) = N'{"info":{"address":[{"town":"Paris"},{"town":"London"}]}}';
SELECT JSON_VALUE(@jsonInfo, '$.info.address[0].town') AS a, JSON_VALUE(@jsonInfo, '$.info.address[1].town') AS b; --> Paris | London
GO
CREATE TABLE docs (j nvarchar(max));
INSERT docs VALUES (N'{"info":{"type":1,"address":{"town":"Bristol","county":"Avon","country":"England"},"tags":["Sport", "Water polo"]},"type":"Basic"}');
SELECT JSON_VALUE(j, '$') AS a, JSON_VALUE(j, '$.info.type') AS b, JSON_VALUE(j, '$.info.address.town') AS c, JSON_VALUE(j, '$.info."address"') AS d FROM docs; --> NULL | 1 | Bristol | NULL
SELECT JSON_VALUE(j, '$.info.tags') AS a, JSON_VALUE(j, '$.info.type[0]') AS b, JSON_VALUE(j, '$.info.none') AS c, JSON_VALUE(j, 'lax $.info.tags[1]') AS d FROM docs; --> NULL | NULL | NULL | Water polo
SELECT JSON_QUERY(j, '$.info.address') AS a, JSON_QUERY(j, '$.info.tags') AS b, JSON_QUERY(j, '$.info.type') AS c, JSON_QUERY(j, '$.info.none') AS d FROM docs; --> {"town":"Bristol","county":"Avon","country":"England"} | ["Sport", "Water polo"] | NULL | NULL
SELECT CASE WHEN JSON_QUERY(j) = j THEN 'all of it' END AS a, JSON_PATH_EXISTS(j, '$.info.address') AS b, JSON_PATH_EXISTS(j, '$.info.addresses') AS c FROM docs; --> all of it | 1 | 0
GO
SELECT JSON_VALUE(j, 'strict $.info.tags') FROM docs;
--> Msg 13623, Level 16, State 1, Line 1
--> Scalar value cannot be found in the specified JSON path.
GO
SELECT JSON_VALUE(j, 'strict $.info.none') FROM docs;
--> Msg 13608, Level 16, State 2, Line 1
--> Property cannot be found on the specified JSON path.
GO
SELECT JSON_QUERY(j, 'strict $.info.type') FROM docs;
--> Msg 13624, Level 16, State 1, Line 1
--> Object or array cannot be found in the specified JSON path.
GO
SELECT JSON_VALUE('{"a":tru}', '$.a');
--> Msg 13609, Level 16, State 1, Line 1
--> JSON text is not properly formatted. Unexpected character 't' is found at position 5.
GO
SELECT JSON_VALUE('{"a":1}', 'a');
--> Msg 13607, Level 16, State 22, Line 1
--> JSON path is not properly formatted. Unexpected character 'a' is found at position 0.
GO
SELECT JSON_VALUE('{"a":"x\n\u0041\"\/"}', '$.a') AS escaped, JSON_VALUE('{"a":true,"b":-1.5e3,"c":null}', '$.a') AS t, JSON_VALUE('{"a":true,"b":-1.5e3,"c":null}', '$.b') AS n, JSON_VALUE('{"a":true,"b":-1.5e3,"c":null}', '$.c') AS z; --> x
--> A"/ | true | -1.5e3 | NULL
GO
-- docs/relational-databases/json/format-query-results-as-json-with-for-json-sql-server.md and the pages below it.
CREATE TABLE people (id int, name nvarchar(20), surname nvarchar(20), born date, member bit, paid money);
INSERT people VALUES (1, N'John', NULL, '1990-05-01', 1, 12.5), (2, N'Jane "J"', N'O/Neil', NULL, 0, NULL);
SELECT id, name FROM people FOR JSON AUTO; --> [{"id":1,"name":"John"},{"id":2,"name":"Jane \"J\""}]
SELECT id, name, surname FROM people FOR JSON PATH; --> [{"id":1,"name":"John"},{"id":2,"name":"Jane \"J\"","surname":"O\/Neil"}]
SELECT id, name, surname FROM people FOR JSON PATH, INCLUDE_NULL_VALUES; --> [{"id":1,"name":"John","surname":null},{"id":2,"name":"Jane \"J\"","surname":"O\/Neil"}]
SELECT id, name AS 'info.name', surname AS 'info.surname' FROM people FOR JSON PATH, ROOT('people'); --> {"people":[{"id":1,"info":{"name":"John"}},{"id":2,"info":{"name":"Jane \"J\"","surname":"O\/Neil"}}]}
SELECT id, born, member, paid FROM people FOR JSON PATH; --> [{"id":1,"born":"1990-05-01","member":true,"paid":12.5000},{"id":2,"member":false}]
SELECT id FROM people WHERE id = 1 FOR JSON PATH, WITHOUT_ARRAY_WRAPPER; --> {"id":1}
SELECT id FROM people FOR JSON PATH, ROOT; --> {"root":[{"id":1},{"id":2}]}
GO
-- JSON inside of JSON is not escaped; a text that only looks so is.
SELECT id, JSON_QUERY('{"a":[1,2]}') AS j, '{"a":1}' AS t FROM people WHERE id = 1 FOR JSON PATH; --> [{"id":1,"j":{"a":[1,2]},"t":"{\"a\":1}"}]
GO
SELECT p.id, (SELECT name FROM people AS q WHERE q.id = p.id FOR JSON PATH) AS inside FROM people AS p WHERE p.id = 1 FOR JSON PATH; --> [{"id":1,"inside":[{"name":"John"}]}]
GO
SELECT JSON_VALUE((SELECT id, name FROM people FOR JSON PATH), '$[1].id') AS id; --> 2
GO
SELECT id FROM people WHERE 1 = 0 FOR JSON PATH;
GO
SELECT (SELECT id FROM people WHERE 1 = 0 FOR JSON PATH) AS n; --> NULL
GO
SELECT id + 1 FROM people FOR JSON PATH;
--> Msg 13605, Level 16, State 1, Line 1
--> Column expressions and data sources without names or aliases cannot be formatted as JSON text using FOR JSON clause. Add alias to the unnamed column or table.
GO
SELECT id AS a, name AS a FROM people FOR JSON PATH;
--> Msg 13601, Level 16, State 1, Line 1
--> Property 'a' cannot be generated in JSON output due to a conflict with another column name or alias. Use different names and aliases for each column in SELECT list.
GO
SELECT id AS 'a.b', name AS 'a' FROM people FOR JSON PATH;
--> Msg 13601, Level 16, State 1, Line 1
--> Property 'a' cannot be generated in JSON output due to a conflict with another column name or alias. Use different names and aliases for each column in SELECT list.
GO
SELECT 1 AS a FOR JSON AUTO;
--> Msg 13600, Level 16, State 1, Line 1
--> FOR JSON AUTO requires at least one table for generating JSON objects. Use FOR JSON PATH or add a FROM clause with a table name.
GO
SELECT id FROM people FOR JSON PATH, ROOT('r'), WITHOUT_ARRAY_WRAPPER;
--> Msg 13620, Level 16, State 1, Line 1
--> ROOT option and WITHOUT_ARRAY_WRAPPER option cannot be used together in FOR JSON. Remove one of these options.
