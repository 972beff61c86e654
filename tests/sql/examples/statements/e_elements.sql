-- The examples of pages of docs/t-sql/statements and of the pages that they cite. A line after --> is a row that the
-- page shows, or that follows from its text.
-- docs/t-sql/statements/create-schema-transact-sql.md, example A
CREATE DATABASE D;
GO
USE D;
CREATE USER Annik WITHOUT LOGIN;
CREATE USER Mandar WITHOUT LOGIN;
CREATE USER Prasanna WITHOUT LOGIN;
GO
CREATE SCHEMA Sprockets AUTHORIZATION Annik
    CREATE TABLE NineProngs (source INT, cost INT, partnumber INT)
    GRANT SELECT ON SCHEMA::Sprockets TO Mandar
    DENY SELECT ON SCHEMA::Sprockets TO Prasanna;
GO
SELECT USER_NAME(grantee_principal_id) AS grantee, state_desc, permission_name, class_desc FROM sys.database_permissions WHERE class = 3 ORDER BY grantee;
--> Mandar | GRANT | SELECT | SCHEMA
--> Prasanna | DENY | SELECT | SCHEMA
GO
CREATE SCHEMA Gears
    GRANT SELECT, INSERT ON Wheels TO Mandar WITH GRANT OPTION
    CREATE VIEW BigWheels AS SELECT id FROM Gears.Wheels WHERE id > 10
    REVOKE GRANT OPTION FOR INSERT ON OBJECT::Wheels FROM Mandar CASCADE
    CREATE TABLE Wheels (id int)
    DENY SELECT ON BigWheels TO Mandar;
GO
SELECT SCHEMA_NAME(o.schema_id) AS s, o.name, p.state_desc, p.permission_name FROM sys.database_permissions AS p JOIN sys.objects AS o ON p.major_id = o.object_id WHERE p.class = 1 AND SCHEMA_NAME(o.schema_id) = 'Gears' ORDER BY o.name, p.permission_name;
--> Gears | BigWheels | DENY | SELECT
--> Gears | Wheels | GRANT | INSERT
--> Gears | Wheels | GRANT_WITH_GRANT_OPTION | SELECT
GO
-- The statement succeeds or fails as a whole.
CREATE SCHEMA Cogs CREATE TABLE c (a int) GRANT SELECT ON c TO none;
GO
SELECT SCHEMA_ID('Cogs') AS id;
--> NULL
GO
-- docs/relational-databases/json/json-data-sql-server.md: an array within an array, without an alias
DECLARE @json NVARCHAR(MAX) = N'[
 { "id" : 2,"info": { "name": "John", "surname": "Smith" }, "age": 25 },
 { "id" : 5,"info": { "name": "Jane", "surname": "Smith", "skills": ["SQL", "C#", "Azure"] }, "dob": "2005-11-04T12:00:00" }
]';
SELECT id, firstName, skill FROM OPENJSON(@json) WITH (id int 'strict $.id', firstName nvarchar(50) '$.info.name', skills nvarchar(max) '$.info.skills' AS JSON)
OUTER APPLY OPENJSON(skills) WITH (skill nvarchar(8) '$');
--> 2 | John | NULL
--> 5 | Jane | SQL
--> 5 | Jane | C#
--> 5 | Jane | Azure
SELECT a.value AS a, STRING_SPLIT.value AS b FROM STRING_SPLIT('x y', ' ') AS a CROSS JOIN STRING_SPLIT('z', ' ');
--> x | z
--> y | z
GO
SELECT 1 FROM STRING_SPLIT('x', ' ') AS a CROSS JOIN STRING_SPLIT('x', ' ') AS a;
GO
-- docs/t-sql/language-elements/coalesce-transact-sql.md: at least one of the NULL values must be typed.
SELECT COALESCE(CAST(NULL AS int), NULL) AS a, IIF(1 = 1, CAST(NULL AS int), NULL) AS b;
GO
SELECT COALESCE(NULL, NULL) AS a;
GO
SELECT CASE WHEN 1 = 1 THEN CAST(NULL AS int) END AS a, CAST(NULL AS int) AS b, TRY_CAST(NULL AS int) AS c, ISNULL(CAST(NULL AS int), 5) AS d INTO dbo.typed;
SELECT * FROM dbo.typed;
--> NULL | NULL | NULL | 5
GO
USE master;
DROP DATABASE D;
GO
