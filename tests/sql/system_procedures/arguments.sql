-- Arguments and messages of the procedures that report on objects. Pages: relational-databases/system-stored-procedures/sp-help-transact-sql.md,
-- sp-helpconstraint-transact-sql.md, sp-helpstats-transact-sql.md, sp-helptrigger-transact-sql.md, sp-helprotect-transact-sql.md, sp-spaceused-transact-sql.md,
-- sp-special-columns-transact-sql.md, sp-autostats-transact-sql.md, sp-addtype-transact-sql.md, sp-validname-transact-sql.md, sp-who-transact-sql.md,
-- sp-helpfile-transact-sql.md, sp-helpdbfixedrole-transact-sql.md; texts: relational-databases/errors-events/database-engine-events-and-errors-14000-to-14999.md
-- and -15000-to-15999.md.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE p(pid int NOT NULL CONSTRAINT PK_p PRIMARY KEY, day date NULL, r real NULL, f float NULL, at datetime NULL, small smalldatetime NULL, b bit NULL);
CREATE TABLE c(cid int NOT NULL CONSTRAINT PK_c PRIMARY KEY, pid int NULL CONSTRAINT FK_c_p REFERENCES p(pid) ON DELETE CASCADE ON UPDATE SET NULL,
    CONSTRAINT FK_c_c FOREIGN KEY (cid) REFERENCES c(cid));
CREATE TABLE bare(a int);
CREATE TYPE whole FROM decimal(9, 3) NOT NULL;
CREATE TYPE list AS TABLE(a int);
GO
CREATE VIEW bound WITH SCHEMABINDING AS SELECT pid FROM dbo.p;
GO
CREATE VIEW loose AS SELECT pid FROM dbo.p;
GO
CREATE PROCEDURE work @a varchar(max), @b varchar(10), @i int AS RETURN 0;
GO
-- Dates and approximate numbers: datetime has no precision, float no scale.
EXEC sp_help 'dbo.p';
GO
EXEC sp_help 'loose';
GO
EXEC sp_help 'work';
GO
EXEC sp_help 'list';
EXEC sp_help 'timestamp';
EXEC sp_help 'text';
GO
EXEC sp_helpconstraint 'dbo.c';
GO
EXEC sp_helpconstraint 'p', 'nomsg';
GO
EXEC sp_helpstats 'p';
EXEC sp_helpstats 'bare', 'ALL';
EXEC sp_helpstats 'bare', 'statsXYZ';
GO
DECLARE @status int;
EXEC @status = sp_helpstats 'bare', 'ALLXX';
SELECT @status AS status;
GO
EXEC sp_helptrigger 'p', 'FOO';
GO
EXEC sp_helptrigger 'work';
GO
EXEC sp_helprotect NULL, NULL, NULL, 'x';
GO
EXEC sp_helprotect 'a]b';
GO
EXEC sp_spaceused 'loose';
GO
EXEC sp_spaceused 'PK_p';
GO
EXEC sp_spaceused @updateusage = 'Maybe';
GO
EXEC sp_spaceused @mode = 'some';
GO
EXEC sp_spaceused @mode = 'REMOTE_ONLY';
GO
EXEC sp_special_columns 'p', @col_type = 'X';
GO
EXEC sp_special_columns 'p', @scope = 'X';
GO
EXEC sp_special_columns 'p', @nullable = 'X';
GO
EXEC sp_special_columns 'p', @col_type = 'r', @scope = 'c', @nullable = 'o';
GO
EXEC sp_autostats 'nothing';
GO
EXEC sp_autostats 'other.dbo.p';
GO
EXEC sp_addtype t1, 'int', 'maybe';
GO
EXEC sp_addtype t2, 'varchar(max)';
GO
EXEC sp_addtype t3, 'xml';
GO
DECLARE @status int;
EXEC @status = sp_validname '', 0;
SELECT @status AS status;
EXEC sp_validname '';
GO
EXEC sp_who '-1';
GO
EXEC sp_who2 'nobody';
GO
EXEC sp_helpfile 'd_log';
GO
EXEC sp_helpdbfixedrole 'DB_DATAREADER';
GO
EXEC sp_helpntgroup;
EXEC sp_helpntgroup 'Everyone';
GO
