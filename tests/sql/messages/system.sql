-- The system's messages: relational-databases/system-catalog-views/messages-for-errors-catalog-views-sys-messages.md; numbers, severities and
-- texts as in relational-databases/errors-events/database-engine-events-and-errors.md, places for values as the localized messages of
-- relational-databases/system-stored-procedures/sp-addmessage-transact-sql.md have them.
SELECT * FROM sys.messages WHERE message_id IN (102, 547, 1205, 3902, 8134) ORDER BY message_id;
SELECT COUNT(*) AS with_no_text FROM sys.messages WHERE text = N'' OR severity = 0;
SELECT COUNT(*) AS of_users FROM sys.messages WHERE message_id >= 50000;
GO
-- FORMATMESSAGE knows those above 13000 (t-sql/functions/formatmessage-transact-sql.md).
SELECT FORMATMESSAGE(15123, 'depth') AS known, FORMATMESSAGE(8134) AS too_low, FORMATMESSAGE(13001) AS none_such;
GO
