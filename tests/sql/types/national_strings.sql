-- docs/t-sql/data-types/nchar-and-nvarchar-transact-sql.md: characters outside the database's code page live in nvarchar; as
-- varchar they become question marks.
SET NOCOUNT ON;
SELECT N'日本' AS n, LEN(N'日本') AS length;
SELECT CAST(N'日本' AS varchar(10)) AS cast_v;
