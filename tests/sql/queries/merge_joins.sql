-- docs/relational-databases/performance/joins.md, "Merge joins": both inputs are sorted on the merge columns, which the equality clauses of the join say;
-- rows of both inputs are compared; where the join is many-to-many, rows are kept, and a residual predicate is evaluated for those that satisfy the merge.
-- docs/relational-databases/showplan-logical-and-physical-operators-reference.md, "Merge Join": MERGE:() and RESIDUAL:() in its argument.
CREATE DATABASE G;
GO
USE G;
SET NOCOUNT ON;
CREATE TABLE dbo.orders (id int NOT NULL CONSTRAINT pk_orders PRIMARY KEY, city varchar(10) NULL);
CREATE TABLE dbo.lines (order_id int NOT NULL, line int NOT NULL, amount int NULL, CONSTRAINT pk_lines PRIMARY KEY (order_id, line));
CREATE TABLE dbo.loose (order_id bigint NULL, note varchar(10) NOT NULL);
INSERT INTO dbo.orders VALUES (1, 'Oslo'), (2, NULL), (3, 'Rome'), (5, 'oslo');
INSERT INTO dbo.lines VALUES (1, 1, 10), (1, 2, 20), (3, 1, 5), (4, 1, 7), (5, 1, NULL);
INSERT INTO dbo.loose VALUES (3, 'c'), (NULL, 'n'), (1, 'a'), (3, 'd'), (9, 'z');
GO
-- Both clustered keys have the order: no hint asks for it, nothing is sorted, and the result is in that order.
SET SHOWPLAN_TEXT ON;
GO
SELECT o.id, l.amount FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id = o.id ORDER BY o.id;
SELECT o.id, x.note FROM dbo.orders AS o FULL MERGE JOIN dbo.loose AS x ON x.order_id = o.id;
SELECT x.note, y.note AS other FROM dbo.loose AS x LEFT JOIN dbo.loose AS y ON y.order_id = x.order_id AND x.note < y.note OPTION (MERGE JOIN);
GO
SET SHOWPLAN_TEXT OFF;
GO
SELECT o.id, l.amount FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id = o.id ORDER BY o.id, l.line;
SELECT o.id, l.line FROM dbo.orders AS o LEFT MERGE JOIN dbo.lines AS l ON l.order_id = o.id AND l.amount > 5 ORDER BY o.id, l.line;
SELECT o.id, l.order_id FROM dbo.orders AS o RIGHT MERGE JOIN dbo.lines AS l ON l.order_id = o.id ORDER BY l.order_id, l.line;
SELECT o.id, l.order_id FROM dbo.orders AS o FULL MERGE JOIN dbo.lines AS l ON l.order_id = o.id AND l.amount > 5 ORDER BY o.id, l.order_id, l.line;
GO
-- Values of two types are compared as the wider one. NULL has no partner, and stands alone on the side that is preserved.
SELECT o.id, x.note FROM dbo.orders AS o FULL MERGE JOIN dbo.loose AS x ON x.order_id = o.id ORDER BY x.note, o.id;
-- Many to many: every row of a key with every other one of it; a residual condition keeps some pairs.
SELECT x.note, y.note AS other FROM dbo.loose AS x LEFT JOIN dbo.loose AS y ON y.order_id = x.order_id AND x.note < y.note ORDER BY x.note OPTION (MERGE JOIN);
SELECT x.note, y.note AS other FROM dbo.loose AS x FULL JOIN dbo.loose AS y ON y.order_id = x.order_id AND x.note < y.note ORDER BY x.note, y.note OPTION (MERGE JOIN);
-- Texts are equal as their collation has it.
SELECT a.id, b.id AS other FROM dbo.orders AS a JOIN dbo.orders AS b ON a.city = b.city AND a.id < b.id OPTION (MERGE JOIN);
SELECT a.id, b.id AS other FROM dbo.orders AS a JOIN dbo.orders AS b ON a.city COLLATE Latin1_General_BIN2 = b.city ORDER BY a.id OPTION (MERGE JOIN);
GO
-- It is begun anew for each outer row, and read no further than is asked for.
SELECT o.id, q.n FROM dbo.orders AS o
CROSS APPLY (SELECT COUNT(*) AS n FROM dbo.lines AS l JOIN dbo.loose AS x ON x.order_id = l.order_id WHERE l.order_id <= o.id) AS q
ORDER BY o.id OPTION (MERGE JOIN);
SELECT TOP (1) o.id FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id = o.id AND 1 / (l.order_id - 3) < 1 ORDER BY o.id OPTION (MERGE JOIN);
GO
-- docs/t-sql/queries/hints-transact-sql-query.md: the hint says how all joins are done; where an equality is missing there is no such plan (8622,
-- docs/relational-databases/errors-events/database-engine-events-and-errors-8000-to-8999.md).
SELECT o.id FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id < o.id OPTION (MERGE JOIN);
GO
SELECT o.id FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id < o.id OPTION (HASH JOIN);
GO
SELECT o.id FROM dbo.orders AS o INNER MERGE JOIN dbo.lines AS l ON l.order_id = o.id OPTION (HASH JOIN);
GO
-- A hint of one join restricts what OPTION leaves; several hints leave any of their ways.
SELECT COUNT(*) AS n FROM dbo.orders AS o INNER MERGE JOIN dbo.lines AS l ON l.order_id = o.id OPTION (HASH JOIN, MERGE JOIN);
SELECT COUNT(*) AS n FROM dbo.orders AS o JOIN dbo.lines AS l ON l.order_id < o.id OPTION (HASH JOIN, LOOP JOIN);
GO
