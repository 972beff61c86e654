-- relational-databases/system-stored-procedures/sp-invalidate-textptr-transact-sql.md: no table has text in its rows, so there is no pointer to
-- invalidate.
CREATE PROCEDURE sys.sp_invalidate_textptr @TextPtrValue varbinary(16) = NULL
AS
SET NOCOUNT ON;
RETURN 0;
