-- docs/t-sql/statements/insert-transact-sql.md (syntax for external tools), docs/relational-databases/errors-events/database-engine-events-and-errors-4000-to-4999.md:
-- what INSERT BULK looks at before rows come, and that none come from here.
CREATE DATABASE B;
GO
USE B;
CREATE TABLE dbo.t(a int NOT NULL, b nvarchar(20) DEFAULT N'x');
GO
-- 208, 207 and what is no option.
INSERT BULK dbo.nothing (a int);
GO
INSERT BULK dbo.t (c int);
GO
INSERT BULK dbo.t (a int) WITH (NONSENSE);
GO
INSERT BULK dbo.t (a int, b nvarchar(20) COLLATE Latin1_General_CI_AS NULL) WITH (CHECK_CONSTRAINTS, KEEP_NULLS, TABLOCK, ROWS_PER_BATCH = 100, ORDER (a ASC));
GO
-- 4022: it is not run.
INSERT INTO dbo.t (a) VALUES (1);
GO
SELECT COUNT(*) AS n FROM dbo.t;
