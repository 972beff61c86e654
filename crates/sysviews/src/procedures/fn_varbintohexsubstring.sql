-- Undocumented, like fn_varbintohexstr: a part of the bytes, all behind the first of them for 0, with the prefix 0x or without it.
CREATE FUNCTION sys.fn_varbintohexsubstring(@fsetprefix bit = 1, @pbinin varbinary(max), @startoffset int = 1, @cbytesin int = 0)
RETURNS nvarchar(max)
AS
BEGIN
    RETURN CASE @fsetprefix WHEN 1 THEN N'0x' ELSE N'' END
        + LOWER(CONVERT(nvarchar(max), SUBSTRING(@pbinin, @startoffset, CASE @cbytesin WHEN 0 THEN 2147483647 ELSE @cbytesin END), 2));
END
