-- relational-databases/system-stored-procedures/sp-refreshview-transact-sql.md: sp_refreshsqlmodule for views alone.
CREATE PROCEDURE sys.sp_refreshview @viewname nvarchar(776)
AS
SET NOCOUNT ON;
DECLARE @status int;
IF ISNULL(PARSENAME(@viewname, 3), DB_NAME()) = DB_NAME() AND OBJECTPROPERTY(OBJECT_ID(@viewname), 'IsView') = 0
BEGIN
    RAISERROR(15165, 16, 1, @viewname);
    RETURN 1;
END;
EXEC @status = sys.sp_refreshsqlmodule @viewname;
RETURN @status;
