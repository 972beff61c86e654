-- docs/t-sql/statements/create-index-transact-sql.md: "Columns of all data types except text, ntext, and image can be included" in an index, those of
-- max types and xml too; as a key they are refused (1919). docs/t-sql/statements/alter-table-transact-sql.md: a column of an index becomes no max type.
SET NOCOUNT ON;
CREATE TABLE dbo.t (id int PRIMARY KEY, a int, v varchar(100), m varchar(max), n nvarchar(max), b varbinary(max), x xml);
CREATE INDEX i ON dbo.t (a) INCLUDE (m, v, n, b, x);
CREATE UNIQUE INDEX u ON dbo.t (v) INCLUDE (m);
INSERT dbo.t VALUES (1, 1, 'v', REPLICATE(CAST('m' AS varchar(max)), 20000), N'n', 0x01, '<a/>'), (2, 2, 'w', 'short', NULL, NULL, NULL);
SELECT a, v, LEN(m) AS m, n, b, x FROM dbo.t WITH (INDEX (i)) WHERE a = 1;
UPDATE dbo.t SET m = 'other' WHERE a = 1;
SELECT a, v, m FROM dbo.t WITH (INDEX (i)) WHERE a = 1;
SELECT m FROM dbo.t WITH (INDEX (u)) WHERE v = 'w';
DELETE dbo.t WHERE a = 2;
SELECT a, v, m FROM dbo.t WITH (INDEX (i)) ORDER BY a;
SELECT c.name, x.is_included_column FROM sys.index_columns AS x JOIN sys.columns AS c ON c.object_id = x.object_id AND c.column_id = x.column_id
WHERE x.object_id = OBJECT_ID('dbo.t') AND x.index_id = INDEXPROPERTY(OBJECT_ID('dbo.t'), 'i', 'IndexID') ORDER BY x.index_column_id;
DBCC CHECKTABLE ('dbo.t') WITH NO_INFOMSGS;
GO
CREATE INDEX j ON dbo.t (m);
GO
ALTER TABLE dbo.t ALTER COLUMN v varchar(max);
GO
