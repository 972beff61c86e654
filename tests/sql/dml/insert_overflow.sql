-- docs/t-sql/data-types/int-bigint-smallint-and-tinyint-transact-sql.md and decimal-and-numeric-transact-sql.md: a value outside
-- the range fails (220, 8115); too many decimals are rounded.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(t tinyint, s smallint, i int, d decimal(4,1));
GO
INSERT INTO dbo.t(t) VALUES (256);
INSERT INTO dbo.t(t) VALUES (-1);
INSERT INTO dbo.t(s) VALUES (32768);
INSERT INTO dbo.t(d) VALUES (1000);
INSERT INTO dbo.t(d) VALUES (999.94);
SELECT t, s, i, d FROM dbo.t;
