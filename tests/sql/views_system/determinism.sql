-- t-sql/functions/objectproperty-transact-sql.md, columnproperty-transact-sql.md, relational-databases/system-information-schema-views/
-- routines-transact-sql.md, relational-databases/user-defined-functions/deterministic-and-nondeterministic-functions.md: only a
-- schema-bound module whose functions are all deterministic is.
CREATE FUNCTION dbo.next(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN DECLARE @y int = @x; SET @y += 1; RETURN @y END;
GO
CREATE FUNCTION dbo.unbound(@x int) RETURNS int AS BEGIN RETURN @x END;
GO
CREATE FUNCTION dbo.now() RETURNS datetime WITH SCHEMABINDING AS BEGIN RETURN GETDATE() END;
GO
CREATE FUNCTION dbo.later(@x int) RETURNS datetime WITH SCHEMABINDING AS BEGIN RETURN DATEADD(day, @x, dbo.now()) END;
GO
CREATE FUNCTION dbo.after(@x int) RETURNS int WITH SCHEMABINDING AS BEGIN RETURN dbo.next(dbo.next(@x)) END;
GO
CREATE FUNCTION dbo.written(@x datetime) RETURNS varchar(30) WITH SCHEMABINDING AS BEGIN RETURN CONVERT(varchar(30), @x, 120) END;
GO
CREATE FUNCTION dbo.spelled(@x datetime) RETURNS varchar(30) WITH SCHEMABINDING AS BEGIN RETURN CONVERT(varchar(30), @x, 109) END;
GO
CREATE PROCEDURE dbo.steps AS RETURN 0;
GO
SELECT ROUTINE_NAME, IS_DETERMINISTIC FROM INFORMATION_SCHEMA.ROUTINES ORDER BY ROUTINE_NAME;
SELECT OBJECTPROPERTY(OBJECT_ID('dbo.after'), 'IsDeterministic') AS after, OBJECTPROPERTY(OBJECT_ID('dbo.later'), 'IsDeterministic') AS later,
       OBJECTPROPERTY(OBJECT_ID('dbo.steps'), 'IsDeterministic') AS steps, OBJECTPROPERTY(OBJECT_ID('dbo.after'), 'IsSystemVerified') AS verified;
GO
CREATE TABLE dbo.numbers(n int NOT NULL, doubled AS n * 2, half AS n / 2e0, spelled AS CONVERT(varchar(30), n) PERSISTED);
CREATE TABLE dbo.moments(n int NOT NULL, seen AS GETDATE());
GO
CREATE VIEW dbo.several WITH SCHEMABINDING AS SELECT n, n * 2 AS doubled, n / 2e0 AS half FROM dbo.numbers;
GO
CREATE VIEW dbo.dated WITH SCHEMABINDING AS SELECT n, GETDATE() AS seen FROM dbo.numbers;
GO
CREATE VIEW dbo.loose AS SELECT n FROM dbo.numbers;
GO
SELECT o.name, OBJECTPROPERTY(o.object_id, 'IsDeterministic') AS is_deterministic, OBJECTPROPERTY(o.object_id, 'IsIndexable') AS is_indexable
FROM sys.objects AS o WHERE o.type IN ('U', 'V') AND o.name IN ('numbers', 'several', 'dated', 'loose') ORDER BY o.name;
SELECT OBJECT_NAME(c.object_id) AS of_object, c.name, COLUMNPROPERTY(c.object_id, c.name, 'IsDeterministic') AS is_deterministic,
       COLUMNPROPERTY(c.object_id, c.name, 'IsPrecise') AS is_precise, COLUMNPROPERTY(c.object_id, c.name, 'IsIndexable') AS is_indexable,
       COLUMNPROPERTY(c.object_id, c.name, 'IsSystemVerified') AS is_verified
FROM sys.columns AS c WHERE c.object_id IN (OBJECT_ID('dbo.numbers'), OBJECT_ID('dbo.moments'), OBJECT_ID('dbo.several'), OBJECT_ID('dbo.dated')) ORDER BY of_object, c.column_id;
GO
-- Of a parameter: its type, and whether it is OUTPUT.
CREATE PROCEDURE dbo.taken @name varchar(20), @amount decimal(9, 2) OUTPUT, @rows cursor VARYING OUTPUT AS RETURN 0;
GO
SELECT p.name, COLUMNPROPERTY(p.object_id, p.name, 'IsOutParam') AS is_output, COLUMNPROPERTY(p.object_id, p.name, 'IsCursorType') AS is_cursor,
       COLUMNPROPERTY(p.object_id, p.name, 'Precision') AS precision, COLUMNPROPERTY(p.object_id, p.name, 'Scale') AS scale,
       COLUMNPROPERTY(p.object_id, p.name, 'AllowsNull') AS allows_null, COLUMNPROPERTY(p.object_id, p.name, 'IsIdentity') AS of_columns
FROM sys.parameters AS p WHERE p.object_id = OBJECT_ID('dbo.taken') ORDER BY p.parameter_id;
SELECT COLUMNPROPERTY(OBJECT_ID('dbo.numbers'), 'n', 'IsOutParam') AS of_column, COLUMNPROPERTY(OBJECT_ID('dbo.numbers'), 'doubled', 'SystemDataAccess') AS reads;
GO
