-- docs/t-sql/data-types/int-bigint-smallint-and-tinyint-transact-sql.md: the range of each integer type.
CREATE DATABASE G;
GO
USE G;
GO
CREATE TABLE dbo.t(t tinyint, s smallint, i int, b bigint);
INSERT INTO dbo.t VALUES (0, -32768, -2147483648, -9223372036854775808), (255, 32767, 2147483647, 9223372036854775807);
SELECT t, s, i, b FROM dbo.t ORDER BY t;
