-- Undocumented functions that scripts call, beside the binary styles of docs/t-sql/functions/cast-and-convert-transact-sql.md: style 1 writes the
-- prefix 0x, style 2 does not; these write small letters. They are found in sys and in dbo of master.
SELECT CONVERT(nvarchar(max), 0x1F2A, 1) AS style, sys.fn_varbintohexstr(0x1F2A) AS all_bytes, master.dbo.fn_varbintohexstr(0x) AS none, master.sys.fn_varbintohexstr(NULL) AS unknown;
SELECT sys.fn_varbintohexsubstring(1, 0x1F2AFF, 2, 1) AS one, sys.fn_varbintohexsubstring(0, 0x1F2AFF, 2, 0) AS rest, master.dbo.fn_varbintohexsubstring(DEFAULT, 0xAB, DEFAULT, DEFAULT) AS defaults;
GO
USE tempdb;
GO
-- 4121: not in dbo of another database.
SELECT dbo.fn_varbintohexstr(0x01);
GO
-- It has no rows.
SELECT * FROM sys.fn_varbintohexstr(0x01);
GO
