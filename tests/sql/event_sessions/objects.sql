-- docs/relational-databases/system-dynamic-management-views/sys-dm-xe-packages-transact-sql.md, sys-dm-xe-objects-transact-sql.md,
-- sys-dm-xe-object-columns-transact-sql.md, sys-dm-xe-map-values-transact-sql.md; the joins: docs/relational-databases/extended-events/selects-and-joins-from-system-views-for-extended-events-in-sql-server.md.
SELECT name, description FROM sys.dm_xe_packages ORDER BY name;
SELECT p.name AS package, o.name AS event FROM sys.dm_xe_packages AS p JOIN sys.dm_xe_objects AS o ON p.guid = o.package_guid WHERE o.object_type = N'event' ORDER BY p.name, o.name;
SELECT o.name AS action, o.type_name FROM sys.dm_xe_objects AS o WHERE o.object_type = N'action' ORDER BY o.name;
SELECT o.name AS target FROM sys.dm_xe_objects AS o WHERE o.object_type = N'target' ORDER BY o.name;
SELECT c.name AS field, c.type_name FROM sys.dm_xe_object_columns AS c WHERE c.object_name = N'error_reported' AND c.column_type = N'data' ORDER BY c.column_id;
SELECT c.object_name, c.name AS parameter, c.type_name, c.column_value, c.capabilities_desc FROM sys.dm_xe_object_columns AS c WHERE c.column_type = N'customizable' ORDER BY c.object_name, c.column_id;
SELECT map_key, map_value FROM sys.dm_xe_map_values WHERE name = N'result' ORDER BY map_key;
SELECT COUNT(*) AS wait_types FROM sys.dm_xe_map_values AS m WHERE m.name = N'wait_types' AND EXISTS (SELECT * FROM sys.dm_os_wait_stats AS w WHERE w.wait_type = m.map_value) HAVING COUNT(*) = (SELECT COUNT(*) FROM sys.dm_os_wait_stats);
-- Each type of a column is an object.
SELECT DISTINCT c.type_name FROM sys.dm_xe_object_columns AS c WHERE NOT EXISTS (SELECT * FROM sys.dm_xe_objects AS o WHERE o.name = c.type_name AND o.package_guid = c.type_package_guid AND o.object_type IN (N'type', N'map'));
