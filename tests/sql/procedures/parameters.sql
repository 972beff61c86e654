-- docs/t-sql/statements/create-procedure-transact-sql.md (parameters), docs/t-sql/language-elements/execute-transact-sql.md (arguments),
-- docs/relational-databases/stored-procedures/specify-parameters.md.
CREATE DATABASE P;
GO
USE P;
GO
CREATE PROCEDURE dbo.my_proc @first int = NULL, @second int = 2, @third int = 3 AS
SELECT @first AS a, @second AS b, @third AS c;
GO
EXEC dbo.my_proc;
EXEC dbo.my_proc 10, 20, 30;
EXEC dbo.my_proc @second = 500;
EXEC dbo.my_proc 40, @third = 50;
EXEC dbo.my_proc @third = 3, @first = 1, @second = 2;
EXEC dbo.my_proc DEFAULT, 7, DEFAULT;
EXEC dbo.my_proc @first = DEFAULT;
GO
-- 8144, 8145, 8143; 119 keeps the batch from running.
EXEC dbo.my_proc 1, 2, 3, 4;
PRINT 'goes on';
GO
EXEC dbo.my_proc @fourth = 4;
PRINT 'goes on';
GO
EXEC dbo.my_proc 1, @first = 1;
PRINT 'goes on';
GO
PRINT 'not reached';
EXEC dbo.my_proc @first = 1, 2;
GO
-- 201: an argument that must be given. NULL is one.
CREATE PROCEDURE dbo.must @a int, @b varchar(5) AS SELECT @a AS a, @b AS b;
GO
EXEC dbo.must;
EXEC dbo.must 1;
EXEC dbo.must @b = 'x';
EXEC dbo.must 1, DEFAULT;
EXEC dbo.must NULL, NULL;
PRINT 'goes on';
GO
-- 8146: none is taken.
CREATE PROCEDURE dbo.none AS PRINT 'none';
GO
EXEC dbo.none 1;
EXEC dbo.none;
GO
-- Values are converted; strings are cut; words are strings.
DECLARE @text varchar(20) = '12', @long nvarchar(20) = N'abcdefgh', @half decimal(5, 2) = 7.50;
EXEC dbo.must @text, @long;
EXEC dbo.must @half, word;
EXEC dbo.must -3, N'é';
EXEC dbo.must @@TRANCOUNT, NULL;
GO
-- 8114: no value of the type.
EXEC dbo.must 'x', 'y';
GO
-- 137.
EXEC dbo.must @nowhere, 1;
GO
-- Parameters are variables: they may be set, and every call has its own.
CREATE PROCEDURE dbo.counting @n int = 0 AS
SET @n += 1;
DECLARE @local int;
SET @local = ISNULL(@local, 0) + @n;
SELECT @n AS n, @local AS local;
GO
EXEC dbo.counting;
EXEC dbo.counting;
EXEC dbo.counting 5;
GO
-- 134: a name twice.
CREATE PROCEDURE dbo.twice @a int, @A int AS SELECT @a;
GO
CREATE PROCEDURE dbo.twice @a int AS DECLARE @a int;
GO
-- In parentheses, with AS, of every kind of constant.
CREATE PROCEDURE dbo.kinds (@i AS int = -5, @d decimal(6, 2) = 1.25, @s varchar(10) = 'text', @w varchar(10) = word, @b varbinary(4) = 0x0102,
    @f float = 1.5E1, @date date = '2024-02-29', @bit bit = 1, @null int = NULL, @max nvarchar(max) = N'max')
AS SELECT @i AS i, @d AS d, @s AS s, @w AS w, @b AS b, @f AS f, @date AS date, @bit AS bit, @null AS nothing, @max AS max;
GO
EXEC dbo.kinds;
GO
-- 2715: a type that is not there.
CREATE PROCEDURE dbo.typed @a nothing AS SELECT @a;
GO
