-- relational-databases/system-stored-procedures/sp-readerrorlog-transact-sql.md
CREATE PROCEDURE sys.sp_readerrorlog @p1 int = 0, @p2 int = NULL, @p3 nvarchar(4000) = NULL, @p4 nvarchar(4000) = NULL
AS
SET NOCOUNT ON;
EXEC sys.xp_readerrorlog @p1, @p2, @p3, @p4;
