-- sys.dm_db_index_usage_stats (docs/relational-databases/system-dynamic-management-views/sys-dm-db-index-usage-stats-transact-sql.md): "Every
-- individual seek, scan, lookup, or update on the specified index by one query execution is counted as a use of that index".
CREATE DATABASE usage_of;
GO
USE usage_of;
SET NOCOUNT ON;
CREATE TABLE dbo.parent (k int NOT NULL CONSTRAINT pk_parent PRIMARY KEY);
CREATE TABLE dbo.keyed (
    k int NOT NULL CONSTRAINT pk_keyed PRIMARY KEY,
    v int NOT NULL,
    w int NOT NULL,
    p int NULL CONSTRAINT fk_keyed FOREIGN KEY REFERENCES dbo.parent (k)
);
CREATE INDEX i_v ON dbo.keyed (v);
CREATE TABLE dbo.heap (k int NOT NULL);
GO
CREATE VIEW dbo.used AS
SELECT OBJECT_NAME(object_id) AS name, index_id AS id, user_seeks AS seeks, user_scans AS scans, user_lookups AS lookups,
    user_updates AS updates,
    IIF(last_user_seek IS NULL, '-', 's') + IIF(last_user_scan IS NULL, '-', 's') + IIF(last_user_lookup IS NULL, '-', 'l')
        + IIF(last_user_update IS NULL, '-', 'u') AS last,
    system_seeks + system_scans + system_lookups + system_updates AS system
FROM sys.dm_db_index_usage_stats
WHERE database_id = DB_ID('usage_of');
GO
-- "When an index is used, a row is added": none is yet.
SELECT * FROM dbo.used;
GO
-- One for each INSERT, whatever the rows, in every index; and a seek in what the foreign key refers to.
INSERT INTO dbo.parent (k) VALUES (1), (2), (3);
DECLARE @i int = 1;
WHILE @i <= 4
BEGIN
    INSERT INTO dbo.keyed (k, v, w, p) VALUES (@i, @i * 10, 0, 1);
    SET @i += 1;
END;
GO
SELECT * FROM dbo.used ORDER BY name, id;
GO
-- A seek; a seek whose rows are looked up; two scans.
SELECT w FROM dbo.keyed WHERE k = 2;
SELECT w FROM dbo.keyed WHERE v = 20;
SELECT COUNT(*) AS n FROM dbo.keyed WHERE w = 0;
SELECT COUNT(*) AS n FROM dbo.heap;
GO
SELECT * FROM dbo.used ORDER BY name, id;
GO
-- An UPDATE of one column changes only the indexes that have it: here none but the table itself. "If you delete 1000 rows in one statement, this count
-- increments by 1".
UPDATE dbo.keyed SET w = 1 WHERE k <= 3;
UPDATE dbo.keyed SET v = 11 WHERE k = 1;
DELETE FROM dbo.keyed WHERE k > 2;
GO
SELECT * FROM dbo.used ORDER BY name, id;
GO
-- A dropped index has no row.
DROP INDEX i_v ON dbo.keyed;
DROP TABLE dbo.heap;
GO
SELECT name, id FROM dbo.used ORDER BY name, id;
GO
-- "The counters are initialized to empty whenever the service is started."
-- @restart
USE usage_of;
SELECT * FROM dbo.used;
GO
