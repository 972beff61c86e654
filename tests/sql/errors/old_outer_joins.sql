-- docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md: 4147, non-ANSI outer joins.
CREATE TABLE dbo.t (a INT NOT NULL);
GO
SELECT * FROM dbo.t AS l, dbo.t AS r WHERE l.a *= r.a;
GO
SELECT * FROM dbo.t AS l, dbo.t AS r WHERE l.a = 1 AND (l.a =* r.a);
GO
-- A compound assignment and a product are no joins.
DECLARE @x INT = 2;
SET @x *= 3;
SELECT @x AS x WHERE @x=2*3;
