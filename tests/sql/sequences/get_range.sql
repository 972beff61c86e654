-- docs/relational-databases/system-stored-procedures/sp-sequence-get-range-transact-sql.md: a range of values at once; a sequence that cycles
-- goes around; 11732 where there are not so many; the next value lies behind the range, also after a crash.
CREATE SEQUENCE dbo.RangeSeq AS int START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 25 CYCLE CACHE 10;
CREATE SEQUENCE dbo.once AS smallint START WITH 100 INCREMENT BY -10 MINVALUE 0 MAXVALUE 100;
CREATE TABLE dbo.t(a int NULL);
GO
DECLARE @first int, @last bigint, @cycles int, @increment int, @least int, @greatest int;
EXEC sys.sp_sequence_get_range @sequence_name = N'dbo.RangeSeq', @range_size = 4, @range_first_value = @first OUTPUT;
SELECT @first AS first;
EXEC sp_sequence_get_range N'[dbo].RangeSeq', 4, @first OUT, @last OUT, @cycles OUT, @increment OUT, @least OUT, @greatest OUT;
SELECT @first AS first, @last AS last, @cycles AS cycles, @increment AS increment, @least AS least, @greatest AS greatest;
SELECT NEXT VALUE FOR dbo.RangeSeq AS next;
EXEC sys.sp_sequence_get_range N'dbo.RangeSeq', 50, @first OUTPUT, @last OUTPUT, @cycles OUTPUT;
SELECT @first AS first, @last AS last, @cycles AS cycles;
EXEC sys.sp_sequence_get_range N'dbo.once', 4, @first OUTPUT, @range_last_value = @last OUTPUT;
SELECT @first AS first, @last AS last;
GO
-- @crash
DECLARE @first int;
SELECT NEXT VALUE FOR dbo.RangeSeq AS next, NEXT VALUE FOR dbo.once AS once;
EXEC sys.sp_sequence_get_range N'dbo.once', 7, @first OUTPUT;
GO
DECLARE @first int;
EXEC sys.sp_sequence_get_range N'dbo.once', 0, @first OUTPUT;
GO
DECLARE @first int;
EXEC sys.sp_sequence_get_range N'dbo.nosuch', 1, @first OUTPUT;
GO
DECLARE @first int;
EXEC sys.sp_sequence_get_range N'dbo.t', 1, @first OUTPUT;
GO
DECLARE @first int;
EXEC sys.sp_sequence_get_range N'dbo.once', 1;
GO
EXEC sys.sp_sequence_get_range @name = N'dbo.once';
GO
