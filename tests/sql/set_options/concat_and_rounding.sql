-- docs/t-sql/statements/set-concat-null-yields-null-transact-sql.md: the example.
SET CONCAT_NULL_YIELDS_NULL ON;
GO
SELECT 'abc' + NULL; --> NULL
GO
SET CONCAT_NULL_YIELDS_NULL OFF;
GO
SELECT 'abc' + NULL; --> abc
GO
DECLARE @n nvarchar(10), @c char(5), @t varchar(10) = 'x';
SET @t += @n;
SELECT @t AS t, @n + @c AS none, 'a' + @c + 'b' AS ab, @n + 'c' + NULL AS c, 1 + NULL AS number, 'a' || NULL AS pipes; --> x | | ab | c | NULL | NULL
GO
SET CONCAT_NULL_YIELDS_NULL ON;
GO
-- docs/t-sql/statements/set-numeric-roundabort-transact-sql.md: the example and its table.
SET NOCOUNT ON;
SET NUMERIC_ROUNDABORT ON;
SET ARITHABORT ON;
GO
DECLARE @result DECIMAL(5, 2), @value_1 DECIMAL(5, 4), @value_2 DECIMAL(5, 4);
SET @value_1 = 1.1234;
SET @value_2 = 1.1234 ;
SELECT @result = @value_1 + @value_2;
SELECT @result;
GO
DECLARE @exact DECIMAL(5, 2), @value DECIMAL(5, 4) = 1.25;
SET @exact = @value + @value;
SELECT @exact AS exact; --> 2.50
GO
SET ARITHABORT OFF;
SET ANSI_WARNINGS OFF;
GO
DECLARE @result DECIMAL(5, 2), @value_1 DECIMAL(5, 4) = 1.1234, @value_2 DECIMAL(5, 4) = 1.1234;
SELECT @result = @value_1 + @value_2;
SELECT @result AS result; --> NULL
GO
SET NUMERIC_ROUNDABORT OFF;
SET ANSI_WARNINGS ON;
SET ARITHABORT ON;
GO
DECLARE @result DECIMAL(5, 2), @value_1 DECIMAL(5, 4) = 1.1234, @value_2 DECIMAL(5, 4) = 1.1234;
SELECT @result = @value_1 + @value_2;
SELECT @result AS result; --> 2.25
GO
CREATE TABLE r (a DECIMAL(5, 2), b money);
SET NUMERIC_ROUNDABORT ON;
GO
DECLARE @v DECIMAL(7, 5) = 1.12345;
INSERT r VALUES (@v, 1);
GO
DECLARE @v DECIMAL(7, 5) = 1.12345;
INSERT r VALUES (1, @v);
GO
SET NUMERIC_ROUNDABORT OFF;
DROP TABLE r;
