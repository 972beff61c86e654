-- docs/t-sql/functions/cast-and-convert-transact-sql.md, date and time styles: 13 or 113 is dd mon yyyy hh:mi:ss:mmm.
DECLARE @d datetime = '2026-03-04 05:06:07.890';
PRINT CONVERT(varchar(30), @d, 13);
PRINT CONVERT(varchar(30), @d, 113);
