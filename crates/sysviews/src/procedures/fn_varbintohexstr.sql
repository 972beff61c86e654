-- Undocumented, but scripts call it for what style 1 of CONVERT does (t-sql/functions/cast-and-convert-transact-sql.md, *Binary styles*), with
-- small letters.
CREATE FUNCTION sys.fn_varbintohexstr(@pbinin varbinary(max)) RETURNS nvarchar(max)
AS
BEGIN
    RETURN LOWER(CONVERT(nvarchar(max), @pbinin, 1));
END
