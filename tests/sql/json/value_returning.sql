-- RETURNING of docs/t-sql/functions/json-value-transact-sql.md: the value as one of the listed types; the document is of type json.
DECLARE @j json = N'{"a":12,"b":"text","c":1.25,"d":"2024-02-29","e":true,"f":null,"g":[1,2],"t":"10:11:12.5"}';
SELECT JSON_VALUE(@j, '$.a' RETURNING int) AS i, JSON_VALUE(@j, '$.a' RETURNING tinyint) + 1 AS t, JSON_VALUE(@j, '$.a' RETURNING bigint) * 1000000000 AS b, JSON_VALUE(@j, '$.c' RETURNING decimal(9, 2)) AS d,
    JSON_VALUE(@j, '$.c' RETURNING float) AS f, JSON_VALUE(@j, '$.c' RETURNING real) AS r, JSON_VALUE(@j, '$.c' RETURNING numeric(5, 1)) AS n;
SELECT JSON_VALUE(@j, '$.b' RETURNING varchar(2)) AS v, JSON_VALUE(@j, '$.b' RETURNING nchar(6)) + '|' AS n, JSON_VALUE(@j, '$.b' RETURNING char(5)) AS c, JSON_VALUE(@j, '$.b' RETURNING nvarchar(max)) AS m;
SELECT JSON_VALUE(@j, '$.d' RETURNING date) AS d, DATEADD(day, 1, JSON_VALUE(@j, '$.d' RETURNING datetime2(0))) AS t, JSON_VALUE(@j, '$.t' RETURNING time(1)) AS ti, JSON_VALUE(@j, '$.d' RETURNING datetimeoffset(0)) AS o;
SELECT JSON_VALUE(@j, '$.f' RETURNING int) AS n, JSON_VALUE(@j, '$.none' RETURNING int) AS none, JSON_VALUE(@j, '$.g' RETURNING int) AS list, JSON_VALUE(@j, '$.g[1]' RETURNING int) AS second, JSON_VALUE(NULL, '$.a' RETURNING int) AS nothing;
GO
-- More than 4,000 characters need a type of any length.
DECLARE @long json = CAST(N'{"a":"' + REPLICATE(CAST(N'x' AS nvarchar(max)), 5000) + N'"}' AS json);
SELECT LEN(JSON_VALUE(@long, '$.a' RETURNING varchar(max))) AS whole, LEN(JSON_VALUE(@long, '$.a' RETURNING nvarchar(4000))) AS short, LEN(JSON_VALUE(@long, '$.a')) AS plain;
GO
-- In a view, a computed column and a check; in conditions and orders.
CREATE TABLE dbo.documents (id int PRIMARY KEY, doc json, price AS JSON_VALUE(doc, '$.price' RETURNING decimal(9, 2)), CONSTRAINT ck CHECK (JSON_VALUE(doc, '$.n' RETURNING int) > 0));
INSERT dbo.documents VALUES (1, '{"n":10,"price":2.5}'), (2, '{"n":9,"price":"12.75"}');
GO
CREATE VIEW dbo.numbers AS SELECT id, JSON_VALUE(doc, '$.n' RETURNING int) AS n FROM dbo.documents;
GO
SELECT id, price FROM dbo.documents WHERE JSON_VALUE(doc, '$.n' RETURNING int) < 10;
SELECT id, n FROM dbo.numbers ORDER BY n;
SELECT name, TYPE_NAME(system_type_id) AS type, precision, scale FROM sys.columns WHERE object_id IN (OBJECT_ID('dbo.documents'), OBJECT_ID('dbo.numbers')) AND name IN ('price', 'n') ORDER BY name;
SELECT definition FROM sys.check_constraints WHERE name = 'ck';
GO
INSERT dbo.documents VALUES (3, '{"n":0}');
GO
DROP VIEW dbo.numbers;
DROP TABLE dbo.documents;
GO
-- A value that isn't of the type, strict mode, other types and other documents.
DECLARE @j json = N'{"b":"text"}';
SELECT JSON_VALUE(@j, '$.b' RETURNING int);
GO
DECLARE @j json = N'{"b":"text"}';
SELECT JSON_VALUE(@j, 'strict $.none' RETURNING int);
GO
DECLARE @j json = N'{"b":"text"}';
SELECT JSON_VALUE(@j, '$.b' RETURNING xml);
GO
SELECT JSON_VALUE(N'{"a":1}', '$.a' RETURNING int);
GO
