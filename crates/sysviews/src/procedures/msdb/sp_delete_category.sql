-- relational-databases/system-stored-procedures/sp-delete-category-transact-sql.md
CREATE PROCEDURE dbo.sp_delete_category @class varchar(8), @name sysname
AS
SET NOCOUNT ON;
DECLARE @class_id int = CASE UPPER(@class) WHEN 'JOB' THEN 1 WHEN 'ALERT' THEN 2 WHEN 'OPERATOR' THEN 3 END, @id int, @type tinyint;
IF @class_id IS NULL
BEGIN
    RAISERROR(14266, 16, 1, N'@class', N'JOB, ALERT, OPERATOR');
    RETURN 1;
END;
SELECT @id = category_id, @type = category_type FROM dbo.syscategories WHERE category_class = @class_id AND name = @name;
IF @id IS NULL
BEGIN
    RAISERROR(14262, 16, 1, N'@name', @name);
    RETURN 1;
END;
IF @id < 100
BEGIN
    RAISERROR(14276, 16, 1, @name, @class);
    RETURN 1;
END;
BEGIN TRANSACTION;
UPDATE dbo.sysjobs SET category_id = CASE @type WHEN 2 THEN 2 ELSE 0 END WHERE category_id = @id AND @class_id = 1;
UPDATE dbo.sysalerts SET category_id = 98 WHERE category_id = @id AND @class_id = 2;
UPDATE dbo.sysoperators SET category_id = 99 WHERE category_id = @id AND @class_id = 3;
DELETE dbo.syscategories WHERE category_id = @id;
COMMIT TRANSACTION;
RETURN 0;
