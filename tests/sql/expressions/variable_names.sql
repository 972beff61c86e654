-- docs/t-sql/language-elements/variables-transact-sql.md: a variable's name begins with @, and may begin with two. Names of system functions that
-- begin with @@ are no variables.
DECLARE @@x INT = 5, @@Total_count INT;
SET @@total_COUNT = @@x + 1;
SELECT @@x AS x, @@total_count AS total, @@ROWCOUNT AS counted;
GO
CREATE PROCEDURE dbo.p @@n INT, @@out INT OUTPUT AS SET @@out = @@n * 2;
GO
DECLARE @@r INT;
EXEC dbo.p @@n = 4, @@out = @@r OUTPUT;
SELECT @@r AS r;
GO
DECLARE @@t TABLE (a INT);
INSERT @@t VALUES (1);
SELECT a FROM @@t;
GO
-- 137: no such variable.
SELECT @@unknown_name;
GO
DECLARE @@c CURSOR;
SELECT CURSOR_STATUS('variable', '@@c') AS status;
