-- t-sql/queries/output-clause-transact-sql.md ("SELECT permissions are required on any columns retrieved through <dml_select_list> or used in
-- <scalar_expression>. INSERT permissions are required on any tables specified in <output_table>.").
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE dbo.t(a INT, b INT, c AS a + b);
CREATE TABLE dbo.changes(a INT);
INSERT dbo.t(a, b) VALUES(1, 2), (3, 4);
CREATE USER ann WITHOUT LOGIN;
GRANT INSERT, UPDATE, DELETE ON dbo.t TO ann;
GO
CREATE VIEW dbo.v AS SELECT a AS x, b AS y FROM dbo.t;
GO
GRANT UPDATE ON dbo.v TO ann;
GO
-- Without SELECT nothing is shown, and nothing is done.
EXECUTE AS USER = 'ann';
INSERT dbo.t(a, b) OUTPUT inserted.a VALUES(5, 6);
UPDATE dbo.t SET b = 0 OUTPUT inserted.b;
UPDATE dbo.t SET b = 0 OUTPUT deleted.b;
DELETE dbo.t OUTPUT deleted.a;
UPDATE dbo.v SET y = 0 OUTPUT inserted.y;
INSERT dbo.t(a, b) OUTPUT 1 AS one VALUES(5, 6);
UPDATE dbo.t SET b = b OUTPUT 1 AS one;
UPDATE dbo.t SET b = 6 OUTPUT 1 AS one;
REVERT;
GO
-- With it for a column that one is.
GRANT SELECT ON dbo.t(a) TO ann;
EXECUTE AS USER = 'ann';
INSERT dbo.t(a, b) OUTPUT inserted.a VALUES(7, 8);
INSERT dbo.t(a, b) OUTPUT inserted.b VALUES(7, 8);
INSERT dbo.t(a, b) OUTPUT inserted.* VALUES(7, 8);
INSERT dbo.t(a, b) OUTPUT inserted.c VALUES(7, 8);
UPDATE dbo.t SET b = 0 OUTPUT inserted.a WHERE a = 7;
MERGE dbo.t AS t USING (VALUES(7)) AS s(a) ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1 OUTPUT $action, inserted.a;
MERGE dbo.t AS t USING (VALUES(7)) AS s(a) ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1 OUTPUT inserted.b;
DELETE dbo.t OUTPUT deleted.a INTO dbo.changes WHERE a = 7;
REVERT;
GRANT INSERT ON dbo.changes TO ann;
EXECUTE AS USER = 'ann';
DELETE dbo.t OUTPUT deleted.a INTO dbo.changes WHERE a = 7;
CREATE TABLE #mine(a INT);
INSERT #mine OUTPUT inserted.a VALUES(1);
REVERT;
SELECT a FROM dbo.changes;
SELECT a, b FROM dbo.t ORDER BY a;
GO
