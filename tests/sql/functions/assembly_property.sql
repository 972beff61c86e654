-- docs/t-sql/functions/assemblyproperty-transact-sql.md: a property of an assembly. There are none, so that every name is unknown.
SELECT ASSEMBLYPROPERTY('none', 'VersionMajor') AS major, ASSEMBLYPROPERTY(NULL, 'CultureInfo') AS culture;
SELECT name, ASSEMBLYPROPERTY(name, 'VersionMajor') AS major FROM sys.assemblies;
