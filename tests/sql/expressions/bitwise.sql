-- docs/t-sql/language-elements/bitwise-and-transact-sql.md, bitwise-or, bitwise-exclusive-or and bitwise-not-transact-sql.md:
-- their examples with 170 and 75.
SET NOCOUNT ON;
DECLARE @a int = 170, @b int = 75;
SELECT @a & @b AS [and], @a | @b AS [or], @a ^ @b AS [xor], ~@a AS not_a, ~@b AS not_b;
