-- docs/t-sql/functions/json-objectagg-transact-sql.md, json-arrayagg-transact-sql.md: the examples.
SELECT JSON_OBJECTAGG('key':NULL) AS a; --> {"key":null}
SELECT JSON_OBJECTAGG(c1:c2) AS a FROM (VALUES('key1', 'c'), ('key2', 'b'), ('key3', 'a')) AS t(c1, c2); --> {"key1":"c","key2":"b","key3":"a"}
SELECT JSON_ARRAYAGG(NULL) AS a; --> []
SELECT JSON_ARRAYAGG(c1) AS a FROM (VALUES ('c'), ('b'), ('a')) AS t(c1); --> ["c","b","a"]
SELECT JSON_ARRAYAGG( c1 ORDER BY c1) AS a FROM (VALUES ('c'), ('b'), ('a')) AS t(c1); --> ["a","b","c"]
GO
WITH T AS (SELECT * FROM (VALUES (1, 'k1', 'a', 2), (1, 'k2', 'b', 3), (1, 'k3', 'b', 4), (2, 'j1', 'd', 7), (2, 'j2', 'd', 9)) AS b(id, name, type, amount))
SELECT id, type, SUM(amount) AS total_amount, JSON_OBJECTAGG(name:amount) AS json_total_name_amount, JSON_ARRAYAGG(amount ORDER BY amount DESC) AS json_total_amount
FROM T GROUP BY GROUPING SETS((id), (type), (id, type), ()) ORDER BY id, type;
GO
SELECT JSON_ARRAYAGG(c NULL ON NULL) AS a, JSON_ARRAYAGG(c ABSENT ON NULL) AS b, JSON_OBJECTAGG(k:c ABSENT ON NULL) AS c, JSON_OBJECTAGG(k:c) AS d FROM (VALUES ('x', 1), ('y', NULL)) AS t(k, c);
SELECT JSON_ARRAYAGG(c) AS a, JSON_OBJECTAGG('k':c) AS b FROM (VALUES (1)) AS t(c) WHERE c > 1; --> NULL | NULL
SELECT JSON_ARRAYAGG(JSON_OBJECT('id':c)) AS a, JSON_OBJECT('all':JSON_ARRAYAGG(c)) AS b FROM (VALUES (1), (2)) AS t(c);
GO
SELECT JSON_ARRAYAGG(1 RETURNING JSON);
GO
SELECT JSON_ARRAYAGG(1, 2);
GO
SELECT JSON_OBJECTAGG(NULL:1);
