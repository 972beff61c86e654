-- Undocumented. Finds the category of a class by its name, for the procedures that take one. Without a name the id stays as it is.
CREATE PROCEDURE dbo.sp_verify_category @category_class int, @category_name sysname, @category_id int OUTPUT
AS
SET NOCOUNT ON;
IF @category_name IS NULL RETURN 0;
SET @category_id = NULL;
SELECT @category_id = category_id FROM dbo.syscategories WHERE category_class = @category_class AND name = @category_name;
IF @category_id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@category_name', @category_name);
    RETURN 1;
END;
RETURN 0;
