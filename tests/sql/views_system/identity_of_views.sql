-- docs/relational-databases/system-catalog-views/sys-columns-transact-sql.md (is_identity), sys-identity-columns-transact-sql.md ("a row for each column that is an
-- identity column"; seed_value and the like are NULL where there is none), docs/t-sql/functions/columnproperty-transact-sql.md (IsIdentity). A view's column of an
-- identity column is one too.
CREATE TABLE dbo.t (id int IDENTITY(5, 2) NOT NULL PRIMARY KEY, n int NULL);
INSERT dbo.t (n) VALUES (1);
GO
CREATE VIEW dbo.v AS SELECT id, n, id + 0 AS computed FROM dbo.t;
GO
CREATE VIEW dbo.renamed (first_one, second_one) AS SELECT n, id FROM dbo.v;
GO
CREATE VIEW dbo.united AS SELECT id FROM dbo.t UNION ALL SELECT id FROM dbo.t;
GO
CREATE VIEW dbo.joined AS SELECT a.id, b.n FROM dbo.t AS a JOIN dbo.t AS b ON b.id = a.id;
GO
SELECT OBJECT_NAME(object_id) AS object, name, is_identity, is_computed FROM sys.columns
WHERE object_id IN (OBJECT_ID('dbo.t'), OBJECT_ID('dbo.v'), OBJECT_ID('dbo.renamed'), OBJECT_ID('dbo.united'), OBJECT_ID('dbo.joined')) ORDER BY 1, column_id;
SELECT OBJECT_NAME(object_id) AS object, name, column_id, seed_value, increment_value, last_value, is_not_for_replication FROM sys.identity_columns ORDER BY 1;
SELECT COLUMNPROPERTY(OBJECT_ID('dbo.v'), 'id', 'IsIdentity') AS id, COLUMNPROPERTY(OBJECT_ID('dbo.v'), 'computed', 'IsIdentity') AS computed,
    COLUMNPROPERTY(OBJECT_ID('dbo.renamed'), 'second_one', 'IsIdentity') AS renamed, COLUMNPROPERTY(OBJECT_ID('dbo.united'), 'id', 'IsIdentity') AS united;
SELECT name FROM sys.syscolumns WHERE id = OBJECT_ID('dbo.v') AND colstat & 1 = 1;
GO
DROP VIEW dbo.v, dbo.renamed, dbo.united, dbo.joined;
DROP TABLE dbo.t;
GO
