-- docs/t-sql/statements/create-trigger-transact-sql.md, "INSTEAD OF": an INSERT into a view that computes columns gives the trigger the
-- values as written; docs/relational-databases/triggers/dml-triggers.md. The view's own queries don't run for an INSERT.
CREATE DATABASE T;
GO
USE T;
SET NOCOUNT ON;
CREATE TABLE dbo.documents (id int NOT NULL PRIMARY KEY, x int NULL);
CREATE TABLE dbo.tags (doc int NOT NULL, tag varchar(10) NOT NULL);
INSERT INTO dbo.documents VALUES (1, 5);
INSERT INTO dbo.tags VALUES (1, 'a'), (1, 'b');
GO
CREATE VIEW dbo.counted AS
SELECT id, x, (SELECT COUNT(*) FROM dbo.tags AS t WHERE t.doc = d.id) AS tags,
  CASE WHEN EXISTS (SELECT * FROM dbo.tags AS t WHERE t.doc = d.id AND t.tag = 'a') THEN 1 ELSE 0 END AS is_a,
  (SELECT TOP (1) tag FROM dbo.tags AS t WHERE t.doc = d.id ORDER BY tag) AS first_tag,
  (SELECT tag FROM dbo.tags AS t WHERE t.doc = d.id FOR JSON PATH) AS json
FROM dbo.documents AS d;
GO
CREATE TRIGGER dbo.tr_counted ON dbo.counted INSTEAD OF INSERT AS SELECT id, x, tags, is_a, first_tag, json FROM inserted;
GO
INSERT INTO dbo.counted (id, tags) VALUES (2, 3);
INSERT INTO dbo.counted (id, first_tag, x) SELECT doc, tag, (SELECT MAX(d.x) FROM dbo.documents AS d WHERE d.id = t.doc) FROM dbo.tags AS t;
GO
CREATE VIEW dbo.upper_view AS SELECT id, tags FROM dbo.counted;
GO
CREATE TRIGGER dbo.tr_upper ON dbo.upper_view INSTEAD OF INSERT AS SELECT id, tags FROM inserted;
GO
INSERT INTO dbo.upper_view VALUES (7, 8);
GO
USE master;
DROP DATABASE T;
GO
