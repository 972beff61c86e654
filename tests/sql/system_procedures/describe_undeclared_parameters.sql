-- docs/relational-databases/system-stored-procedures/sp-describe-undeclared-parameters-transact-sql.md: the examples, the three steps of deduction, the errors.
CREATE DATABASE D;
GO
USE D;
CREATE TABLE dbo.t1 (c1 int NOT NULL, c2 int, Col_Int int, Col_smallint smallint, v varchar(30), f char(30), n nvarchar(10), d decimal(9, 2), dt datetime2(3), b varbinary(5));
CREATE TABLE dbo.made (id int IDENTITY, name nvarchar(40), total AS id + 1, price money);
GO
CREATE FUNCTION dbo.tbl (@a bigint, @b varchar(7)) RETURNS smallint AS BEGIN RETURN 1; END;
GO
CREATE PROCEDURE dbo.p @x decimal(5, 1), @y nvarchar(12) OUTPUT AS SELECT 1;
GO
-- All columns of the result; one that is declared is not described.
EXEC sp_describe_undeclared_parameters @tsql = N'SELECT object_id, name, type_desc
FROM sys.indexes
WHERE object_id = @id OR name = @name';
EXEC sp_describe_undeclared_parameters @tsql = N'SELECT object_id, name, type_desc
FROM sys.indexes
WHERE object_id = @id OR NAME = @name', @params = N'@id int';
EXEC sp_describe_undeclared_parameters N'SELECT 1';
GO
CREATE TABLE #found (ordinal int, name sysname, type_id int, type_name nvarchar(256), max_length smallint, p tinyint, s tinyint, u int, ud sysname NULL, us sysname NULL, un sysname NULL,
    a nvarchar(4000), x int, xd sysname NULL, xs sysname NULL, xn sysname NULL, doc bit, cs bit, clr bit, is_input bit, is_output bit, formal sysname NULL, tds int, tds_length int);
GO
CREATE PROCEDURE dbo.d @tsql nvarchar(max), @params nvarchar(max) = NULL AS
SET NOCOUNT ON;
DELETE #found;
INSERT #found EXEC sp_describe_undeclared_parameters @tsql, @params;
SELECT name, type_name, is_input, is_output, formal FROM #found ORDER BY ordinal;
GO
-- Simple deduction: what is compared for equality, passed to a function, inserted, assigned, converted.
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE c1 = @p1 AND @p2 = dbo.tbl(@p3, @p4)';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE @p1 = dbo.tbl(c1, @p2)';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE f = @p';
EXEC dbo.d N'INSERT dbo.made VALUES (@name, @price)';
EXEC dbo.d N'INSERT dbo.made (price, name) VALUES (@price, @name), (@price + 1, N''x'')';
EXEC dbo.d N'INSERT dbo.made (price, name) VALUES (@a, @b), (@c + 1, N''x'')';
EXEC dbo.d N'UPDATE dbo.t1 SET d = @d, v = v + @more, dt = @dt WHERE n IN (@n1, @n2)';
EXEC dbo.d N'DELETE dbo.t1 WHERE c1 IN (SELECT id FROM dbo.made WHERE name = @name) OR d = @d';
EXEC dbo.d N'MERGE dbo.made AS m USING (SELECT c1, v FROM dbo.t1 WHERE c2 = @c2) AS s ON m.id = s.c1 AND m.name <> @name
WHEN MATCHED AND s.v = @v THEN UPDATE SET price = @price, name += @more WHEN NOT MATCHED THEN INSERT (price, name) VALUES (@p2, @n2);';
EXEC dbo.d N'MERGE TOP (@top) dbo.made USING dbo.t1 ON id = c1 WHEN NOT MATCHED THEN INSERT VALUES (@name, @price);';
EXEC dbo.d N'SELECT CAST(@p AS decimal(7, 3)), CONVERT(varchar(11), @q)';
EXEC dbo.d N'SELECT TOP (@n) c1 FROM dbo.t1';
-- Parameters of procedures.
EXEC dbo.d N'EXEC dbo.p @one, @two OUTPUT';
EXEC dbo.d N'EXEC dbo.p @y = @two, @x = 1';
EXEC dbo.d N'SET @p = 1.5';
EXEC dbo.d N'SELECT @p = v FROM dbo.t1';
-- General deduction: the widest type of its kind (numeric is decimal); the smallest number of conversions.
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE f > @p';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE v > @p';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE Col_Int = Col_Int + @p';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE Col_Int = Col_smallint + @p';
EXEC dbo.d N'SELECT NULL + @p';
EXEC dbo.d N'SELECT @p + 2';
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE d BETWEEN @a AND @b AND n LIKE @c AND dt < @d AND b > @e';
EXEC dbo.d N'SELECT COALESCE(@p, v), CASE WHEN c1 = @q THEN @r ELSE c2 END FROM dbo.t1';
EXEC dbo.d N'WITH c AS (SELECT c1 AS x FROM dbo.t1 WHERE v = @v) SELECT * FROM c JOIN dbo.made AS m ON m.id = c.x AND m.name = @name WHERE x = @x';
EXEC dbo.d N'SELECT * FROM dbo.t1 AS o WHERE EXISTS (SELECT * FROM dbo.made WHERE id = o.c1 AND o.v = @v)';
EXEC dbo.d N'DECLARE @l date; IF @l = @p SELECT 1', NULL;
EXEC dbo.d N'SELECT * FROM dbo.t1 WHERE c1 = @a AND dt = @b', N'@a smallint';
GO
-- Errors.
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE @p1 = @p2';
GO
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE c1 = @p1 + @p2';
GO
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE @p1 = SUBSTRING(@p2, 2, 3)';
GO
EXEC sp_describe_undeclared_parameters N'SELECT @p FROM dbo.t1';
GO
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE c1 = @p OR c2 = @p';
GO
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE missing = @p';
GO
EXEC sp_describe_undeclared_parameters N'SELECT * FROM dbo.t1 WHERE c1 = @p', N'@q int, @q int';
GO
EXEC sp_describe_undeclared_parameters N'DECLARE @q int; SELECT * FROM dbo.t1 WHERE c1 = @p', N'@q int';
GO
EXEC sp_describe_undeclared_parameters;
GO
-- The parameter of a procedure: "the declared data type of the parameter to which this argument is passed", with its user-defined type.
CREATE TYPE dbo.Phone FROM varchar(20);
CREATE TYPE dbo.Numbers AS TABLE(n int);
GO
CREATE PROCEDURE dbo.takes @numbers dbo.Numbers READONLY, @phone dbo.Phone AS SELECT COUNT(*) FROM @numbers;
GO
DECLARE @found TABLE(parameter_ordinal int, name sysname, type_id int, type_name nvarchar(256), max_length smallint, precision tinyint, scale tinyint,
    user_type_id int, user_type_database sysname NULL, user_type_schema sysname NULL, user_type_name sysname NULL, c12 nvarchar(4000), c13 int, c14 sysname NULL, c15 sysname NULL,
    c16 sysname NULL, c17 bit, c18 bit, c19 bit, is_input bit, is_output bit, formal sysname NULL, tds_type_id int, tds_length int);
INSERT @found EXEC sp_describe_undeclared_parameters N'EXEC dbo.takes @numbers = @P1, @phone = @P2';
SELECT name, type_id, type_name, max_length, CASE WHEN user_type_id = TYPE_ID(user_type_schema + N'.' + user_type_name) THEN 'it' END AS user_type_id,
    CASE WHEN user_type_database = DB_NAME() THEN 'this' END AS of_database, user_type_schema, user_type_name, formal, tds_type_id, tds_length FROM @found;
GO
