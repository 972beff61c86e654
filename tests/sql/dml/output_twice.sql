-- docs/t-sql/queries/output-clause-transact-sql.md: `[ OUTPUT <dml_select_list> INTO { @table_variable | output_table } [ ( column_list ) ] ]
-- [ OUTPUT <dml_select_list> ]`: the rows of the first clause go into the table, those of the second to the client.
CREATE DATABASE G;
GO
USE G;
GO
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int IDENTITY PRIMARY KEY, name varchar(10), twice AS id * 2);
CREATE TABLE dbo.log (id int, was varchar(10));
INSERT dbo.t (name) OUTPUT inserted.id, 'new' INTO dbo.log OUTPUT inserted.id, inserted.name, inserted.twice VALUES ('a'), ('b'), ('c');
UPDATE dbo.t SET name = name + '2' OUTPUT deleted.id, deleted.name INTO dbo.log (id, was) OUTPUT inserted.name AS now, deleted.name AS was WHERE id > 1;
DELETE dbo.t OUTPUT deleted.id INTO dbo.log (id) OUTPUT deleted.* WHERE id = 3;
SELECT id, was FROM dbo.log;
GO
DECLARE @o TABLE (act nvarchar(10), id int);
MERGE dbo.t AS t USING (VALUES (1, 'm'), (9, 'n')) AS s (id, name) ON t.id = s.id
WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT (name) VALUES (s.name)
OUTPUT $action, inserted.id INTO @o OUTPUT $action AS done, deleted.name AS was, inserted.name AS now;
SELECT act, id FROM @o;
GO
-- The second clause alone reaches the client, so a failed statement sends what it had sent, and the table is empty.
DECLARE @o TABLE (id int);
INSERT dbo.t (name) OUTPUT inserted.id INTO @o OUTPUT inserted.name VALUES ('much too long');
SELECT COUNT(*) AS kept FROM @o;
GO
-- 334: rows reach the client beside a trigger.
CREATE TRIGGER dbo.tr ON dbo.t AFTER INSERT AS SET NOCOUNT ON;
GO
DECLARE @o TABLE (id int);
INSERT dbo.t (name) OUTPUT inserted.id INTO @o OUTPUT inserted.name VALUES ('x');
GO
