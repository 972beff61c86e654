-- docs/relational-databases/errors-events/database-engine-events-and-errors-0-to-999.md: 173.
CREATE TABLE untyped (first, second int);
GO
DECLARE @untyped TABLE (first int, second);
GO
CREATE TABLE stamped (timestamp, first int);
SELECT name, TYPE_NAME(system_type_id) AS type FROM sys.columns WHERE object_id = OBJECT_ID('stamped') ORDER BY column_id;
GO
