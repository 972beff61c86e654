-- docs/t-sql/functions/compress-transact-sql.md, decompress-transact-sql.md: GZIP without a time.
SELECT CAST(DECOMPRESS(COMPRESS(N'{"sport":"Tennis","age": 28,"rank":1,"points":15258, turn":17}')) AS nvarchar(max)) AS info;
SELECT LEFT(CONVERT(varchar(max), COMPRESS('Basavaraj'), 1), 22) AS header, CAST(DECOMPRESS(0x1F8B0800000000000400734A2C4E2C4B2C4ACC0200D462F86709000000) AS varchar(max)) AS text;
SELECT DATALENGTH(DECOMPRESS(COMPRESS(REPLICATE(CAST('a' AS varchar(max)), 100000)))) AS length, CASE WHEN DATALENGTH(COMPRESS(REPLICATE(CAST('a' AS varchar(max)), 100000))) < 1000 THEN 'short' END AS compressed;
SELECT COMPRESS(NULL) AS a, DECOMPRESS(0x1234) AS b, CAST(DECOMPRESS(COMPRESS('')) AS varchar(10)) AS c;
CREATE TABLE player (name nvarchar(20), info varbinary(max));
INSERT player VALUES (N'Ovidiu', COMPRESS(N'tennis'));
SELECT name, CAST(DECOMPRESS(info) AS nvarchar(max)) AS info FROM player;
GO
SELECT COMPRESS(1);
GO
SELECT DECOMPRESS('a');
GO
-- docs/t-sql/functions/current-timezone-, current-timezone-id-transact-sql.md.
SELECT CASE WHEN CURRENT_TIMEZONE() LIKE '(UTC%' THEN 'zone' END AS a, CASE WHEN EXISTS (SELECT * FROM sys.time_zone_info WHERE name = CURRENT_TIMEZONE_ID()) THEN 'known' END AS b;
SELECT CASE WHEN DATEDIFF(minute, SYSUTCDATETIME() AT TIME ZONE 'UTC' AT TIME ZONE CURRENT_TIMEZONE_ID(), SYSDATETIMEOFFSET()) = 0 THEN 'now' END AS a;
GO
SELECT geography::Point(47.65100, -122.34900, 4326);
GO
DECLARE @h hierarchyid = hierarchyid::GetRoot();
