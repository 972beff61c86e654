-- docs/relational-databases/system-catalog-views/sys-assemblies-transact-sql.md, sys-partition-functions-transact-sql.md, sys-partition-schemes-transact-sql.md
-- (and sys-data-spaces-transact-sql.md), sys-xml-schema-collections-transact-sql.md, sys-service-queues-transact-sql.md (and sys-objects-transact-sql.md),
-- sys-services-transact-sql.md: the views of what there is none of have their columns, and no rows.
SELECT * FROM sys.assemblies;
SELECT * FROM sys.partition_functions;
SELECT * FROM sys.partition_schemes;
SELECT * FROM sys.xml_schema_collections;
SELECT * FROM sys.service_queues;
SELECT * FROM sys.services;
SELECT name FROM sys.system_views WHERE name IN ('assemblies', 'partition_functions', 'partition_schemes', 'xml_schema_collections', 'service_queues', 'services') ORDER BY name;
