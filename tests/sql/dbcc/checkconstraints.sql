-- t-sql/database-console-commands/dbcc-checkconstraints-transact-sql.md: the rows that break enabled constraints, disabled ones too WITH
-- ALL_CONSTRAINTS, or of the one that is named; what tells a row can stand in a WHERE. Example A of the page comes first.
CREATE DATABASE d;
GO
USE d;
GO
CREATE TABLE Table1 (Col1 int, Col2 char (30));
GO
INSERT INTO Table1 VALUES (100, 'Hello');
GO
ALTER TABLE Table1 WITH NOCHECK ADD CONSTRAINT chkTab1 CHECK (Col1 > 100);
GO
DBCC CHECKCONSTRAINTS(Table1);
GO
DBCC CHECKCONSTRAINTS('dbo.chkTab1') WITH NO_INFOMSGS;
SELECT * FROM Table1 WHERE [Col1] = '100';
DELETE Table1;
-- NULL breaks no CHECK.
INSERT Table1 VALUES (NULL, 'unknown'), (101, 'fits');
DBCC CHECKCONSTRAINTS(Table1) WITH NO_INFOMSGS;
DBCC CHECKCONSTRAINTS;
GO
-- Foreign keys of several columns, constraints of several columns, what is disabled, values of other types.
CREATE SCHEMA s;
GO
CREATE TABLE s.p(a int, b varchar(10), PRIMARY KEY (a, b));
CREATE TABLE s.[c'h](id int IDENTITY PRIMARY KEY, a int, b varchar(10), d datetime, x varbinary(4), n int NULL,
    CONSTRAINT span CHECK (d < '2020-01-01' OR n > a), CONSTRAINT [by'tes] CHECK (x <> 0x01));
ALTER TABLE s.[c'h] ADD CONSTRAINT fk FOREIGN KEY (a, b) REFERENCES s.p(a, b);
INSERT s.p VALUES (1, 'one'), (2, 'it''s');
INSERT s.[c'h](a, b, d, x, n) VALUES (1, 'one', '2019-01-01', 0x02, NULL);
ALTER TABLE s.[c'h] NOCHECK CONSTRAINT ALL;
INSERT s.[c'h](a, b, d, x, n) VALUES (2, 'it''s', '2021-03-04 05:06:07.890', 0x02, 1), (3, 'it''s', '2019-01-01', 0x01, 1), (3, NULL, '2019-01-01', 0x02, 1);
DBCC CHECKCONSTRAINTS WITH NO_INFOMSGS;
DBCC CHECKCONSTRAINTS WITH ALL_CONSTRAINTS, NO_INFOMSGS;
DBCC CHECKCONSTRAINTS(s.fk) WITH NO_INFOMSGS;
DBCC CHECKCONSTRAINTS(N's.[by''tes]') WITH NO_INFOMSGS;
SELECT id FROM s.[c'h] WHERE [a] = '3' AND [b] = 'it''s';
SELECT id FROM s.[c'h] WHERE [a] = '2' AND [d] = '2021-03-04 05:06:07.890' AND [n] = '1';
DECLARE @id int = OBJECT_ID('s.span'), @text nvarchar(100);
SET @text = N'DBCC CHECKCONSTRAINTS(' + CONVERT(nvarchar(11), @id) + N') WITH NO_INFOMSGS';
EXEC(@text);
GO
-- The first 200 rows, or all.
CREATE TABLE many(i int CHECK (i < 0));
ALTER TABLE many NOCHECK CONSTRAINT ALL;
INSERT many SELECT TOP (300) ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) FROM sys.messages;
CREATE TABLE #shown([table] nvarchar(520), name nvarchar(260), [where] nvarchar(max));
INSERT #shown EXEC('DBCC CHECKCONSTRAINTS(many) WITH ALL_CONSTRAINTS, NO_INFOMSGS');
SELECT COUNT(*) AS first_rows FROM #shown;
TRUNCATE TABLE #shown;
INSERT #shown EXEC('DBCC CHECKCONSTRAINTS(many) WITH ALL_CONSTRAINTS, ALL_ERRORMSGS, NO_INFOMSGS');
SELECT COUNT(*) AS all_rows FROM #shown;
GO
DBCC CHECKCONSTRAINTS(nothing);
GO
DBCC CHECKCONSTRAINTS(Table1) WITH TABLOCK;
GO
-- It is for the database's owners.
CREATE USER u WITHOUT LOGIN;
GO
EXECUTE AS USER = 'u';
DBCC CHECKCONSTRAINTS(Table1);
REVERT;
GO
