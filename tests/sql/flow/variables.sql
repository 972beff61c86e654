-- docs/t-sql/language-elements/declare-local-variable-transact-sql.md: NULL until a value is given; known in its batch only.
GO
DECLARE @a int, @b AS varchar(10) = 'b', @c bigint = 3;
IF @a IS NULL PRINT 'null';
SET @a = @c;
PRINT @a;
PRINT @b;
GO
PRINT 'not run';
PRINT @a;
GO
DECLARE @A varchar(5) = 'again';
PRINT @a;
