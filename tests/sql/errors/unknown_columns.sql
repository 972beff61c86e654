-- docs/relational-databases/errors-events/mssqlserver-207-database-engine-error.md and mssqlserver-4104-database-engine-error.md: each unknown
-- column of a statement is reported, in the order in which the clauses are bound.
CREATE TABLE dbo.t (a INT NOT NULL, d DATE);
INSERT dbo.t VALUES (1, '2026-01-02');
GO
SELECT x, a, y FROM dbo.t WHERE z = 1;
GO
SELECT x, x FROM dbo.t AS o JOIN dbo.t AS i ON o.q = i.a WHERE n.b = 2 ORDER BY w;
GO
-- A name in a subquery, an expression and a call.
SELECT a + p1, LEN(p2) FROM dbo.t WHERE EXISTS (SELECT * FROM dbo.t AS i WHERE i.p3 = t.a) AND p4 > '2026-01-01';
GO
INSERT dbo.t (a, m1, m2) VALUES (1, 2, 3);
GO
UPDATE dbo.t SET m1 = 1, d = m2 WHERE m3 = 4;
GO
DELETE dbo.t WHERE m1 = 1 OR m2 = 2;
GO
-- ORDER BY of a set operation sees the select list alone: 104.
SELECT a FROM dbo.t UNION SELECT a FROM dbo.t ORDER BY m1, m2;
GO
-- A TRY block catches one of them, and the others aren't sent.
BEGIN TRY
    EXEC('SELECT m1, m2 FROM dbo.t');
END TRY
BEGIN CATCH
    SELECT ERROR_NUMBER() AS number, ERROR_MESSAGE() AS text;
END CATCH;
GO
-- One unknown column is reported once, and nothing has run.
INSERT dbo.t VALUES (2, NULL);
SELECT m1 FROM dbo.t;
GO
SELECT COUNT(*) AS rows FROM dbo.t;
