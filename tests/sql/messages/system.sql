-- The system's messages: relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages.md; numbers, severities,
-- the column Event logged and texts with placeholders as in relational-databases/errors-events/database-engine-events-and-errors.md.
SELECT * FROM sys.messages WHERE message_id IN (102, 547, 1204, 1205, 2755, 3902, 5060, 8134, 8155, 15281) ORDER BY message_id;
SELECT COUNT(*) AS with_no_text FROM sys.messages WHERE text = N'' OR severity = 0;
SELECT COUNT(*) AS of_users FROM sys.messages WHERE message_id >= 50000;
GO
-- FORMATMESSAGE knows those above 13000 (t-sql/functions/formatmessage-transact-sql.md).
SELECT FORMATMESSAGE(15123, 'depth') AS known, FORMATMESSAGE(8134) AS too_low, FORMATMESSAGE(13001) AS none_such;
SELECT FORMATMESSAGE(15009, N'dbo.t', N'master') AS strings, FORMATMESSAGE(15457, N'max degree of parallelism', 0, 8) AS numbers,
       FORMATMESSAGE(15151, N'drop', N'user', N'u') AS words, FORMATMESSAGE(15009, N'dbo.t') AS one_missing;
GO
-- A value for each placeholder.
RAISERROR(15281, 10, 1, N'procedure', N'sys.p', N'first', N'second', N'third', N'fourth');
RAISERROR(15009, 16, 1, N'dbo.t', N'master');
GO
