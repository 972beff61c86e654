-- docs/relational-databases/system-stored-procedures/sp-rename-transact-sql.md: columns and indexes of an object of the current database, here tempdb.
CREATE TABLE #t(a int, b int);
CREATE INDEX i ON #t(a);
CREATE TABLE ##u(a int);
INSERT #t VALUES (1, 2);
INSERT ##u VALUES (3);
GO
EXEC tempdb..sp_rename '#t.b', 'bb', 'COLUMN';
EXEC tempdb.sys.sp_rename 'tempdb..#t.a', 'aa', 'COLUMN';
EXEC tempdb..sp_rename N'#t.i', N'ii', N'INDEX';
EXEC tempdb..sp_rename '##u.a', 'aa';
SELECT * FROM #t;
SELECT * FROM ##u;
SELECT name FROM tempdb.sys.indexes WHERE object_id = OBJECT_ID('tempdb..#t') AND index_id > 0;
GO
-- In a procedure, the innermost table of the name is meant.
CREATE PROCEDURE #p AS
    CREATE TABLE #t(own int);
    EXEC tempdb..sp_rename '#t.own', 'mine', 'COLUMN';
    SELECT * FROM #t;
GO
EXEC #p;
SELECT * FROM #t;
GO
-- 15248: no such part, and another database's part.
EXEC tempdb..sp_rename '#t.none', 'c', 'COLUMN';
EXEC tempdb..sp_rename '#none.a', 'c', 'COLUMN';
EXEC sp_rename '#t.bb', 'c', 'COLUMN';
GO
DROP TABLE ##u;
GO
