-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md, 195, 216, 313; -8000-to-8999.md, 8144: the function as it is
-- written (recorded answers of SQL Server).
CREATE DATABASE D;
GO
USE D;
GO
CREATE FUNCTION dbo.Inlined(@a int) RETURNS TABLE AS RETURN SELECT @a AS a;
GO
CREATE FUNCTION dbo.Filled(@a int) RETURNS @t TABLE(a int) AS BEGIN INSERT @t VALUES (@a); RETURN; END
GO
SELECT * FROM INLINED(1, 2);
GO
SELECT * FROM D.dbo.inlined();
GO
SELECT * FROM dbo.FILLED(1, 2);
GO
SELECT * FROM filled();
GO
SELECT * FROM dbo.INLINED;
GO
SELECT * FROM Filled AS f;
GO
SELECT * FROM sys.DM_EXEC_SQL_TEXT;
GO
SELECT * FROM sys.dm_exec_sql_text(0x00, 1);
GO
SELECT * FROM dbo.nothing(1);
GO
SELECT * FROM nothing(1);
GO
-- A function without OVER, and none at all.
SELECT LEN('a') OVER (ORDER BY (SELECT 1));
GO
SELECT COALESCE(1, 2) OVER ();
GO
SELECT nothing(1) OVER ();
GO
