-- Expressions that Sluice does not have yet are refused by name (docs/relational-databases/errors-events/database-engine-events-and-errors-31000-to-41399.md,
-- 40517). One that names no table is refused before its batch runs.
GO
SELECT TRIM('a' FROM 'a' COLLATE Latin1_General_BIN);
GO
SELECT @@DEFAULT_LANGID;
GO
SELECT SignByCert(1, 'b'), EncryptByPassPhrase('a', 'b');
GO
SELECT VECTOR_NORM(a, 'norm1') FROM (VALUES (2), (3)) AS v(a);
GO
SELECT nobodys('a');
GO
PRINT 'does not run';
PRINT @@DEFAULT_LANGID;
GO
SELECT CAST(1 AS dbo.int);
GO
SELECT CAST(1 AS sys.int) AS known;
GO
SELECT %%physloc%% FROM sys.objects;
GO
SELECT name FROM sys.objects WHERE %%LockRes%% = 'a';
GO
SELECT 7 %%5;
GO
