-- docs/t-sql/data-types/json-data-type.md: the type, its conversions and limits, modify, the functions over it.
DECLARE @j json = ' { "a" : 1, "b" : [ 1, 2 ], "c d" : " x " } ';
SELECT @j AS j; --> {"a":1,"b":[1,2],"c d":" x "}
SELECT CAST(@j AS nvarchar(max)) AS n, CONVERT(varchar(7), @j) AS v, CAST('[1, 2]' AS json) AS c, TRY_CAST('{' AS json) AS t;
SELECT JSON_VALUE(@j, '$.a') AS a, JSON_QUERY(@j, '$.b') AS b, JSON_MODIFY(@j, '$.a', 'x') AS m, ISJSON(@j) AS i, JSON_PATH_EXISTS(@j, '$.c') AS p, JSON_CONTAINS(@j, 2, '$.b[*]') AS c;
SELECT * FROM OPENJSON(@j);
SELECT * FROM OPENJSON(@j) WITH (a int, b json, [c d] nvarchar(10));
SELECT @j AS doc, 1 AS n FOR JSON PATH;
SELECT JSON_OBJECT('j':@j, 'x':1) AS o, JSON_ARRAY(@j, 1) AS a, JSON_MODIFY('{}', '$.j', @j) AS m;
GO
SELECT JSON_OBJECT('a':1 RETURNING json) AS o, JSON_ARRAY(1, 2 RETURNING json) AS a, JSON_ARRAYAGG(c RETURNING json) AS g, JSON_OBJECTAGG(c:c RETURNING json) AS h FROM (VALUES ('x')) AS t(c);
GO
CREATE TABLE Orders (order_id int PRIMARY KEY, order_details json NOT NULL CHECK (JSON_PATH_EXISTS(order_details, '$.basket') = 1));
GO
INSERT INTO Orders VALUES (1, '{"basket": {"a": 1}}');
INSERT INTO Orders VALUES (2, '{"cart": 1}');
GO
INSERT INTO Orders VALUES (3, 'no json');
GO
INSERT INTO Orders VALUES (3, 1);
GO
SELECT order_id, order_details FROM Orders;
SELECT c.name, t.name AS type, c.system_type_id, c.max_length, c.collation_name FROM sys.columns AS c JOIN sys.types AS t ON t.user_type_id = c.user_type_id WHERE c.object_id = OBJECT_ID('Orders');
SELECT order_details INTO copied FROM Orders;
SELECT DATA_TYPE FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_NAME = 'copied';
GO
CREATE TABLE JsonTable (id int PRIMARY KEY, d json);
INSERT INTO JsonTable (id, d) VALUES (1, '{"a":1, "b":"abc", "c":true}'), (2, NULL);
UPDATE JsonTable SET d.modify('$.a', 14859) WHERE id = 1;
UPDATE JsonTable SET d.modify('$.b', 'def') WHERE id = 1;
SELECT id, d FROM JsonTable; --> {"a":14859,"b":"def","c":true}
UPDATE JsonTable SET d = '[' + REPLICATE(CAST('1,' AS varchar(max)), 20000) + '1]' WHERE id = 2;
SELECT LEN(CAST(d AS varchar(max))) AS length, DATALENGTH(d) AS bytes, JSON_VALUE(d, '$[20000]') AS last FROM JsonTable WHERE id = 2;
UPDATE JsonTable SET d = NULL WHERE id = 2;
GO
UPDATE JsonTable SET d.modify('$.a');
GO
ALTER TABLE JsonTable ADD v varchar(max);
GO
UPDATE JsonTable SET v = CAST(d AS varchar(max));
ALTER TABLE JsonTable ALTER COLUMN v json;
GO
SELECT JSON_VALUE(v, '$.b') AS b FROM JsonTable WHERE id = 1;
GO
ALTER TABLE JsonTable ALTER COLUMN v varchar(max);
GO
CREATE INDEX i ON JsonTable (d);
GO
CREATE INDEX i ON JsonTable (id) INCLUDE (d);
SELECT d FROM JsonTable WHERE id = 1;
GO
SELECT id FROM JsonTable ORDER BY d;
GO
SELECT id FROM JsonTable WHERE d = '{}';
GO
SELECT DISTINCT d FROM JsonTable;
GO
SELECT id FROM JsonTable WHERE d IS NULL;
GO
DECLARE @v sql_variant = CAST('{}' AS json);
GO
SELECT CAST(CAST('{}' AS json) AS xml);
GO
SELECT CAST(CAST('{}' AS json) AS varbinary(10));
GO
DECLARE @v varchar(10) = CAST('{}' AS json);
GO
CREATE TYPE j FROM json;
GO
CREATE FUNCTION f(@j json) RETURNS json AS BEGIN RETURN JSON_QUERY(@j, '$.a'); END;
GO
CREATE PROCEDURE p @j json, @o json OUTPUT AS SET @o = JSON_MODIFY(@j, '$.x', 1);
GO
DECLARE @o json;
EXEC p '{"y":2}', @o OUTPUT;
SELECT @o AS o, dbo.f('{"a":{"b":1}}') AS f;
GO
DECLARE @t varchar(max) = '[' + REPLICATE(CAST('1,' AS varchar(max)), 65535) + '1]';
SELECT TRY_CAST(@t AS json);
GO
