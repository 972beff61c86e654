-- Called by bulk load clients: the collation of each string column of a table. The collation's TDS form isn't returned.
CREATE PROCEDURE sys.sp_tablecollations_100 @object nvarchar(4000)
AS
SET NOCOUNT ON;
SELECT c.column_id AS colid, c.name, CAST(NULL AS binary(5)) AS tds_collation, c.collation_name AS collation
FROM sys.columns AS c
WHERE c.object_id = OBJECT_ID(@object)
ORDER BY c.column_id;
RETURN 0;
