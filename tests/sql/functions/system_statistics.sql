-- docs/t-sql/functions/cpu-busy-transact-sql.md, idle-transact-sql.md, io-busy-transact-sql.md, timeticks-transact-sql.md ("the operating system
-- tick is 31.25 milliseconds"), total-read-transact-sql.md, total-write-transact-sql.md, connections-transact-sql.md: integers since the start.
SELECT @@TIMETICKS AS tick, CASE WHEN @@CPU_BUSY >= 0 AND @@IDLE >= 0 AND @@IO_BUSY >= 0 THEN 'times' END AS times, CASE WHEN @@TOTAL_WRITE > 0 AND @@TOTAL_READ >= 0 THEN 'numbers' END AS numbers,
    CASE WHEN @@CONNECTIONS > 0 THEN 'sessions' END AS sessions, SQL_VARIANT_PROPERTY(@@CPU_BUSY, 'BaseType') AS type;
-- The example of @@CPU_BUSY.
SELECT CASE WHEN @@CPU_BUSY * CAST(@@TIMETICKS AS float) >= 0 THEN 'microseconds' END AS 'CPU microseconds';
GO
-- docs/t-sql/functions/pack-sent-transact-sql.md, pack-received-transact-sql.md, packet-errors-transact-sql.md, total-errors-transact-sql.md
SELECT CASE WHEN @@PACK_SENT >= 0 AND @@PACK_RECEIVED >= 0 THEN 'packets' END AS packets, CASE WHEN @@PACKET_ERRORS >= 0 AND @@TOTAL_ERRORS = 0 THEN 'errors' END AS errors,
    SQL_VARIANT_PROPERTY(@@PACK_SENT, 'BaseType') AS type;
GO
