-- docs/t-sql/language-elements/execute-transact-sql.md: a procedure of another database by its three-part name; it runs there.
CREATE DATABASE P;
CREATE DATABASE Q;
GO
USE P;
CREATE TABLE dbo.t(where_ varchar(10));
INSERT INTO dbo.t VALUES ('in P');
GO
CREATE PROCEDURE dbo.shows @a int = 1 AS
SELECT DB_NAME() AS here, where_ FROM dbo.t;
RETURN @a;
GO
USE Q;
CREATE TABLE dbo.t(where_ varchar(10));
INSERT INTO dbo.t VALUES ('in Q');
GO
DECLARE @r int;
EXEC @r = P.dbo.shows 5;
SELECT DB_NAME() AS here, @r AS r;
EXEC P..shows;
EXEC shows;
GO
CREATE PROCEDURE dbo.shows AS SELECT DB_NAME() AS here, where_ FROM dbo.t; EXEC P.dbo.shows; SELECT DB_NAME() AS here, where_ FROM dbo.t;
GO
EXEC dbo.shows;
EXEC dbo.shows;
GO
-- 911; 2812.
EXEC nowhere.dbo.shows;
GO
EXEC P.dbo.nothing;
PRINT 'goes on';
GO
-- An error in it leaves the caller in its own database.
USE P;
GO
CREATE PROCEDURE dbo.fails AS SELECT * FROM dbo.missing;
GO
USE Q;
GO
EXEC P.dbo.fails;
SELECT DB_NAME() AS here;
GO
BEGIN TRY
    EXEC P.dbo.fails;
END TRY
BEGIN CATCH
    SELECT DB_NAME() AS here, ERROR_PROCEDURE() AS of_procedure;
END CATCH
GO
-- Kept with the database.
-- @restart
USE P;
EXEC dbo.shows;
GO
-- A copy of model has its procedures.
USE model;
GO
CREATE PROCEDURE dbo.of_model AS SELECT DB_NAME() AS here;
GO
CREATE DATABASE R;
GO
USE R;
EXEC dbo.of_model;
GO
