-- t-sql/functions/json-object-transact-sql.md and json-array-transact-sql.md: their examples, then what values become
-- (relational-databases/json/how-for-json-converts-sql-server-data-types-to-json-data-types-sql-server.md).
SELECT JSON_OBJECT() AS o, JSON_ARRAY() AS a;
SELECT JSON_OBJECT('name':'value', 'type':1) AS o;
SELECT JSON_OBJECT('name':'value', 'type':NULL ABSENT ON NULL) AS o;
SELECT JSON_OBJECT('name':'value', 'type':JSON_ARRAY(1, 2)) AS o;
SELECT JSON_OBJECT('name':'value', 'type':JSON_OBJECT('type_id':1, 'name':'a')) AS o;
DECLARE @id_key nvarchar(10) = N'id', @id_value nvarchar(64) = N'E2CBD8B4';
SELECT JSON_OBJECT('user_name':USER_NAME(), @id_key:@id_value, 'sid':(SELECT 63)) AS o;
SELECT JSON_ARRAY('a', 1, 'b', 2) AS a;
SELECT JSON_ARRAY('a', 1, 'b', NULL) AS a;
SELECT JSON_ARRAY('a', 1, NULL, 2 NULL ON NULL) AS a;
SELECT JSON_ARRAY('a', JSON_OBJECT('name':'value', 'type':1)) AS a;
SELECT JSON_ARRAY('a', JSON_OBJECT('name':'value', 'type':1), JSON_ARRAY(1, null, 2 NULL ON NULL)) AS a;
SELECT JSON_ARRAY(1, @id_value, (SELECT 55)) AS a;
GO
SELECT JSON_OBJECT('n':NULL) AS kept, JSON_OBJECT('n':NULL NULL ON NULL) AS said, JSON_ARRAY(NULL ABSENT ON NULL) AS left_out, JSON_ARRAY(NULL) AS nothing;
SELECT JSON_ARRAY(CAST(1 AS bit), CAST(1.50 AS decimal(5,2)), CAST('2020-01-02T03:04:05.678' AS datetime), 0x0102, N'"quoted" \ /', CAST(2.5 AS float)) AS a;
SELECT JSON_OBJECT('a"b':1, 2:'two') AS o;
SELECT JSON_ARRAY(JSON_QUERY('{"a":1}'), (SELECT 1 AS x FOR JSON PATH), '{"a":1}') AS a;
SELECT JSON_VALUE(JSON_OBJECT('a':JSON_ARRAY(1, 'x')), '$.a[1]') AS v, ISJSON(JSON_OBJECT('a':1)) AS is_json;
SELECT v.i, JSON_OBJECT('id':v.i, 'name':v.n ABSENT ON NULL) AS o FROM (VALUES (1, 'one'), (2, NULL)) AS v(i, n) ORDER BY v.i;
SELECT v.i, JSON_ARRAY(v.i, v.n) AS inner_array FROM (VALUES (1, 'one')) AS v(i, n) FOR JSON PATH;
SELECT [JSON_ARRAY](1, 2) AS a;
GO
DECLARE @name varchar(10);
SELECT JSON_OBJECT(@name:1) AS o;
GO
SELECT JSON_OBJECT('a', 1);
GO
SELECT JSON_ARRAY('a':1);
GO
SELECT JSON_ARRAY(1) OVER ();
GO
-- isjson-transact-sql.md: of which kind it shall be.
SELECT v.t, ISJSON(v.t) AS none, ISJSON(v.t, VALUE) AS value, ISJSON(v.t, ARRAY) AS array, ISJSON(v.t, object) AS object, ISJSON(v.t, SCALAR) AS scalar
FROM (VALUES (1, '{"a":1}'), (2, '[1]'), (3, '"text"'), (4, '-1.5'), (5, 'true'), (6, 'null'), (7, 'test string'), (8, NULL)) AS v(i, t) ORDER BY v.i;
GO
SELECT ISJSON('1', NOTHING);
GO
SELECT ISJSON('1', 'VALUE');
GO
-- They stand in definitions, which are kept as texts.
CREATE TABLE j(i INT PRIMARY KEY, c NVARCHAR(100) CONSTRAINT is_object CHECK (ISJSON(c, OBJECT) = 1), o AS JSON_OBJECT('i':i, 'c':c ABSENT ON NULL), a AS JSON_ARRAY(i, c NULL ON NULL),
    d NVARCHAR(100) DEFAULT JSON_OBJECT('by':JSON_ARRAY(1, 2)));
INSERT j(i, c) VALUES (1, '{"x":1}'), (2, NULL);
SELECT i, o, a, d FROM j ORDER BY i;
INSERT j(i, c) VALUES (3, '[1]');
SELECT definition FROM sys.check_constraints WHERE parent_object_id = OBJECT_ID('j');
SELECT name, definition FROM sys.computed_columns WHERE object_id = OBJECT_ID('j') ORDER BY name;
GO
