-- relational-databases/system-stored-procedures/sp-help-transact-sql.md, sp-helpindex-transact-sql.md, sp-helpconstraint-transact-sql.md,
-- sp-helpfile-transact-sql.md, sp-databases-transact-sql.md, sp-lock-transact-sql.md; t-sql/language-elements/raiserror-transact-sql.md: a number of a system
-- message; messages 15009, 15250, 15325, 15469, 15470, 15472: relational-databases/errors-events/database-engine-events-and-errors.md
CREATE DATABASE d;
GO
USE d;
GO
CREATE SCHEMA Sales;
GO
CREATE TABLE Sales.Orders(id INT IDENTITY(5, 2) NOT NULL CONSTRAINT PK_Orders PRIMARY KEY, code CHAR(3) NOT NULL CONSTRAINT UQ_code UNIQUE,
    name NVARCHAR(40) NULL CONSTRAINT DF_name DEFAULT N'none', price DECIMAL(9, 2) NULL CONSTRAINT CK_price CHECK (price > 0), twice AS price * 2);
CREATE TABLE Sales.Lines(order_id INT NOT NULL CONSTRAINT FK_Lines REFERENCES Sales.Orders(id) ON DELETE CASCADE, line SMALLINT NOT NULL,
    CONSTRAINT PK_Lines PRIMARY KEY(order_id, line DESC));
CREATE INDEX by_price ON Sales.Orders(price DESC, name);
CREATE TABLE plain(a BIT);
GO
CREATE PROCEDURE Sales.Add1 @id INT, @name NVARCHAR(40) = NULL, @total MONEY OUTPUT AS RETURN 0;
GO
EXEC sp_help 'Sales.Orders';
GO
EXEC sp_help plain;
GO
EXEC sp_help 'Sales.Add1';
EXEC sp_help 'nvarchar';
EXEC sp_help 'Sales.PK_Lines';
GO
EXEC sp_helpindex 'Sales.Lines';
EXEC sp_helpindex 'Sales.Orders';
EXEC sp_helpconstraint 'Sales.Lines';
GO
EXEC sp_help 'nothing';
GO
EXEC sp_helpindex 'master.dbo.nothing';
GO
EXEC sp_helpfile;
GO
EXEC sp_helpfile 'd_log';
EXEC sp_helpfile 'nothing';
GO
EXEC sp_help;
GO
BEGIN TRANSACTION;
INSERT plain VALUES(1);
CREATE TABLE #locks(spid SMALLINT, dbid SMALLINT, ObjId INT, IndId SMALLINT, Type NCHAR(4), Resource NCHAR(32), Mode NVARCHAR(8), Status NVARCHAR(5));
SET NOCOUNT ON;
INSERT #locks EXEC sp_lock @@SPID;
SELECT DB_NAME(dbid) AS of_database, OBJECT_NAME(ObjId) AS of_table, Type, Mode, Status FROM #locks WHERE ObjId = OBJECT_ID('plain');
ROLLBACK;
GO
-- A number of the system's.
RAISERROR(15009, 16, 1, N't', N'd');
GO
RAISERROR(15472, 10, 1, N't');
GO
RAISERROR(12999, 16, 1);
GO
