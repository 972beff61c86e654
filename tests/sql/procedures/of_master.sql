-- docs/relational-databases/stored-procedures/stored-procedures-database-engine.md (System): procedures with the prefix sp_ that are in master can
-- be called in every database without its name, a user's too; a procedure of the database itself is found before.
CREATE DATABASE G;
GO
CREATE PROCEDURE dbo.sp_everywhere @n int = 1 AS SELECT 'master' AS found, @n AS n;
GO
CREATE PROCEDURE dbo.everywhere AS SELECT 'not this' AS found;
GO
USE G;
GO
EXEC sp_everywhere;
EXEC dbo.sp_everywhere 2;
EXEC SP_EVERYWHERE @n = 3;
EXEC tempdb..sp_everywhere 4;
GO
EXEC everywhere;
GO
EXEC other.sp_everywhere;
GO
CREATE PROCEDURE dbo.sp_everywhere @n int = 1 AS SELECT 'own' AS found, @n AS n;
GO
EXEC sp_everywhere 5;
GO
DROP PROCEDURE dbo.sp_everywhere;
GO
EXEC sp_everywhere 6;
GO
USE master;
GO
DROP PROCEDURE dbo.sp_everywhere, dbo.everywhere;
GO
USE G;
GO
EXEC sp_everywhere 7;
GO
