-- docs/t-sql/functions/sysdatetime-transact-sql.md, getdate-transact-sql.md, sysutcdatetime-transact-sql.md: their types. The
-- clock of these scripts stands at 2026-01-01 00:00:00 UTC.
SET NOCOUNT ON;
SELECT SYSDATETIME() AS s, SYSUTCDATETIME() AS u, GETDATE() AS g, GETUTCDATE() AS gu, CURRENT_TIMESTAMP AS c;
SELECT DATEDIFF(millisecond, GETDATE(), SYSDATETIME());
