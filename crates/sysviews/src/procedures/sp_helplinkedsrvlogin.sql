-- relational-databases/system-stored-procedures/sp-helplinkedsrvlogin-transact-sql.md: there are no linked servers.
CREATE PROCEDURE sys.sp_helplinkedsrvlogin @rmtsrvname sysname = NULL, @locallogin sysname = NULL
AS
SET NOCOUNT ON;
SELECT CAST(NULL AS sysname) AS [Linked Server], CAST(NULL AS sysname) AS [Local Login], CAST(NULL AS smallint) AS [Is Self Mapping],
       CAST(NULL AS sysname) AS [Remote Login]
WHERE 1 = 0;
RETURN 0;
