-- Recorded answers of SQL Server: which objects forbid a change of a column, and their order in 5074.
-- docs/t-sql/statements/alter-table-transact-sql.md, ALTER COLUMN and DROP COLUMN.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.every (id int, v int CONSTRAINT DF_every DEFAULT 1, CONSTRAINT UQ_every UNIQUE (v), CONSTRAINT CK_every CHECK (v > 0));
CREATE TABLE dbo.child (v int CONSTRAINT FK_child REFERENCES dbo.every (v));
CREATE INDEX IX_filter ON dbo.every (id) WHERE v > 0;
CREATE INDEX IX_key ON dbo.every (v);
ALTER TABLE dbo.every ADD c AS v + 1;
GO
ALTER TABLE dbo.every ALTER COLUMN v bigint NULL;
GO
ALTER TABLE dbo.every ALTER COLUMN v int NOT NULL;
GO
ALTER TABLE dbo.every DROP COLUMN v;
GO
-- Computed columns and CHECKs in the order of the table.
CREATE TABLE dbo.ordered (v int, CONSTRAINT CK_b CHECK (v > 0), CONSTRAINT CK_a CHECK (v < 9), c2 AS v * 2, c1 AS v + 1);
GO
ALTER TABLE dbo.ordered ALTER COLUMN v bigint NULL;
GO
-- A computed column forbids every change, even to the same definition.
CREATE TABLE dbo.computed (s nvarchar(100) NOT NULL, c AS UPPER(s));
GO
ALTER TABLE dbo.computed ALTER COLUMN s nvarchar(100) NOT NULL;
GO
ALTER TABLE dbo.computed ALTER COLUMN s nvarchar(200) NOT NULL;
GO
-- A CHECK forbids another type or collation, not another length or precision.
CREATE TABLE dbo.checked (s nvarchar(100), d decimal(10, 2), CONSTRAINT CK_s CHECK (s <> N''), CONSTRAINT CK_d CHECK (d > 0));
GO
ALTER TABLE dbo.checked ALTER COLUMN s nvarchar(200) NULL;
ALTER TABLE dbo.checked ALTER COLUMN s nvarchar(50) NOT NULL;
ALTER TABLE dbo.checked ALTER COLUMN d decimal(12, 2) NULL;
SELECT name, max_length, precision, is_nullable FROM sys.columns WHERE object_id = OBJECT_ID('dbo.checked');
GO
ALTER TABLE dbo.checked ALTER COLUMN s nvarchar(50) COLLATE Latin1_General_BIN2 NULL;
GO
ALTER TABLE dbo.checked ALTER COLUMN d int NULL;
GO
INSERT dbo.checked VALUES (N'', 1);
GO
-- Keys and included columns of indexes forbid all but a longer string and NULL.
CREATE TABLE dbo.indexed (id int, v int NULL, s nvarchar(100) NULL, d decimal(10, 2) NULL);
CREATE INDEX IX_included ON dbo.indexed (id) INCLUDE (v);
CREATE INDEX IX_s ON dbo.indexed (s);
CREATE INDEX IX_d ON dbo.indexed (d);
GO
ALTER TABLE dbo.indexed ALTER COLUMN v int NOT NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN s nvarchar(100) NOT NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN s nvarchar(200) NOT NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN s nvarchar(100) COLLATE Latin1_General_BIN2 NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN s nvarchar(max) NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN d decimal(12, 2) NULL;
GO
ALTER TABLE dbo.indexed ALTER COLUMN s nvarchar(300) NULL;
GO
CREATE TABLE dbo.uniques (v int NULL, w int NOT NULL, CONSTRAINT UQ_v UNIQUE (v), CONSTRAINT UQ_w UNIQUE (w));
CREATE TABLE dbo.keyed (id int NOT NULL CONSTRAINT PK_keyed PRIMARY KEY);
CREATE TABLE dbo.referring (pid int NULL CONSTRAINT FK_referring REFERENCES dbo.keyed (id));
GO
ALTER TABLE dbo.uniques ALTER COLUMN v int NOT NULL;
GO
ALTER TABLE dbo.uniques ALTER COLUMN w int NULL;
ALTER TABLE dbo.referring ALTER COLUMN pid int NOT NULL;
GO
ALTER TABLE dbo.keyed ALTER COLUMN id int NULL;
GO
ALTER TABLE dbo.referring ALTER COLUMN pid bigint NOT NULL;
GO
ALTER TABLE dbo.keyed ALTER COLUMN id bigint NOT NULL;
GO
-- A filter forbids every change of its columns. An index with the column in its filter and its key is reported twice.
CREATE TABLE dbo.filtered (id int, v int, s nvarchar(100));
CREATE INDEX IX_s ON dbo.filtered (s) WHERE s IS NOT NULL;
CREATE INDEX IX_a ON dbo.filtered (id) WHERE v > 0;
CREATE INDEX IX_b ON dbo.filtered (v) WHERE v < 9;
CREATE UNIQUE INDEX UX ON dbo.filtered (id) WHERE v IS NOT NULL AND id > 0;
GO
ALTER TABLE dbo.filtered ALTER COLUMN s nvarchar(200) NULL;
GO
ALTER TABLE dbo.filtered ALTER COLUMN s nvarchar(100) NULL;
GO
ALTER TABLE dbo.filtered ALTER COLUMN s nvarchar(50) NULL;
GO
ALTER TABLE dbo.filtered ALTER COLUMN v bigint NULL;
GO
ALTER TABLE dbo.filtered ALTER COLUMN id bigint NULL;
GO
ALTER TABLE dbo.filtered DROP COLUMN v;
GO
