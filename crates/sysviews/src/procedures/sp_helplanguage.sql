-- relational-databases/system-stored-procedures/sp-helplanguage-transact-sql.md
CREATE PROCEDURE sys.sp_helplanguage @language sysname = NULL
AS
SET NOCOUNT ON;
IF @language IS NOT NULL AND NOT EXISTS (SELECT * FROM sys.syslanguages AS l WHERE @language IN (l.name, l.alias))
BEGIN
    RAISERROR(15033, 16, 1, @language);
    RETURN 1;
END;
SELECT l.langid, l.dateformat, l.datefirst, l.upgrade, l.name, l.alias, l.months, l.shortmonths, l.days, l.lcid, l.msglangid
FROM sys.syslanguages AS l WHERE @language IS NULL OR @language IN (l.name, l.alias) ORDER BY l.langid;
