-- docs/t-sql/language-elements/exists-transact-sql.md: EXISTS asks whether the subquery has rows; its list of columns is never read, so that `*`
-- needs no group. docs/t-sql/queries/select-having-transact-sql.md for HAVING.
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int, v int);
INSERT dbo.t VALUES (1, 10), (1, 20), (2, 30);
GO
SELECT DISTINCT o.id FROM dbo.t AS o WHERE EXISTS (SELECT * FROM dbo.t AS i WHERE i.id = o.id GROUP BY i.id HAVING COUNT(*) > 1);
SELECT DISTINCT o.id FROM dbo.t AS o WHERE NOT EXISTS (SELECT * FROM dbo.t AS i WHERE i.id = o.id HAVING COUNT(*) > 1);
IF EXISTS (SELECT * FROM dbo.t GROUP BY id) PRINT 'groups';
GO
-- Columns that are written are checked.
SELECT o.id FROM dbo.t AS o WHERE EXISTS (SELECT i.v FROM dbo.t AS i GROUP BY i.id);
GO
