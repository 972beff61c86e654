-- docs/relational-databases/json/json-path-expressions-sql-server.md: "If the key name starts with a dollar sign or contains special characters such as
-- spaces or period(.), surround it with quotes"; what is in quotes is a JSON string, with its escapes.
SET NOCOUNT ON;
SELECT JSON_VALUE('{"a\"b":1}', '$."a\"b"') AS quote, JSON_VALUE('{"a\\b":2}', '$."a\\b"') AS backslash, JSON_VALUE('{"A":3}', '$."\u0041"') AS code,
       JSON_VALUE('{"a.b":{"c d":4}}', '$."a.b"."c d"') AS plain, JSON_VALUE('{"a\tb":5}', '$."a\tb"') AS tab, JSON_VALUE('{"a\/b":6}', '$."a/b"') AS slash;
SELECT JSON_MODIFY('{}', '$."a\"b"', 1) AS made;
GO
SELECT JSON_VALUE('{}', '$."a\x"');
GO
