-- docs/t-sql/language-elements/transact-sql-syntax-conventions-transact-sql.md, multipart names: database.schema.object, database..object,
-- schema.object, object.
CREATE DATABASE G;
GO
CREATE TABLE G.dbo.t(a int);
INSERT INTO G..t(a) VALUES (1);
SELECT a FROM G.dbo.t;
GO
USE G;
GO
SELECT a FROM t;
SELECT a FROM dbo.t;
SELECT t.a, G.dbo.t.a FROM G.dbo.t;
SELECT a FROM nowhere.t;
