-- docs/t-sql/xml/value-method-xml-data-type.md, docs/t-sql/language-elements/like-transact-sql.md, docs/t-sql/functions/translate-transact-sql.md: functions
-- that are stopped when their batch is stopped give the same values as ever when it is not. An item of a path is there once, in document order
-- (docs/xquery/path-expressions-xquery.md).
DECLARE @x XML = N'<r><a><a><b>1</b></a></a><b>2</b></r>';
SELECT @x.value('count(//a//b)', 'int') AS below_a, @x.value('count(//b)', 'int') AS every_b,
    CAST(@x.query('//b') AS nvarchar(40)) AS in_order;
SELECT CASE WHEN REPLICATE(CAST('a' AS varchar(max)), 100000) + 'b' LIKE '%' + REPLICATE('a', 50) + 'b' THEN 1 ELSE 0 END AS found,
    PATINDEX('%b%', REPLICATE(CAST('a' AS varchar(max)), 100000) + 'b') AS place,
    LEN(REPLACE(REPLICATE(CAST('ab' AS varchar(max)), 50000), 'b', 'cd')) AS replaced,
    RIGHT(TRANSLATE(REPLICATE(CAST('ab' AS varchar(max)), 50000), 'ab', 'cd'), 2) AS translated;
