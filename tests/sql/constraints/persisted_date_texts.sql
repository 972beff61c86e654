-- Recorded answers of SQL Server: a text constant converted to a date without a style isn't deterministic, 4936.
-- docs/t-sql/functions/cast-and-convert-transact-sql.md, *Certain datetime conversions are nondeterministic*.
CREATE TABLE dbo.t (d date, a AS DATEDIFF(day, CAST('2020-01-01' AS date), d) PERSISTED);
GO
CREATE TABLE dbo.t (d date, a AS DATEDIFF(day, CONVERT(datetime, '20200101'), d) PERSISTED);
GO
CREATE TABLE dbo.t (d date, a AS CAST('12:00' AS time) PERSISTED);
GO
CREATE TABLE dbo.t (d date, a AS DATEDIFF(day, CONVERT(date, '20200101', 112), d) PERSISTED, b AS DATEDIFF(day, CAST('2020-01-01' AS date), d));
INSERT dbo.t (d) VALUES ('2020-01-03');
SELECT a, b FROM dbo.t;
GO
ALTER TABLE dbo.t ALTER COLUMN b ADD PERSISTED;
GO
CREATE INDEX i ON dbo.t (b);
GO
