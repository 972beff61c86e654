-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 108, 145, 209, 408.
CREATE DATABASE G;
GO
USE G;
CREATE TABLE dbo.t(a int, b int);
GO
SELECT a FROM dbo.t ORDER BY 2;
GO
SELECT DISTINCT a FROM dbo.t ORDER BY b;
GO
SELECT a AS x, b AS x FROM dbo.t ORDER BY x;
GO
-- An ORDER BY item that can't be bound has its own error, with DISTINCT too: 207, 4104, 402.
SELECT DISTINCT a FROM dbo.t ORDER BY nothing;
GO
SELECT DISTINCT a FROM dbo.t ORDER BY u.a;
GO
SELECT DISTINCT a FROM dbo.t ORDER BY a & 1.5;
GO
SELECT DISTINCT a FROM dbo.t ORDER BY a + 1;
GO
SELECT a FROM dbo.t UNION SELECT b FROM dbo.t ORDER BY b;
GO
SELECT a FROM dbo.t UNION SELECT b FROM dbo.t ORDER BY t.a;
