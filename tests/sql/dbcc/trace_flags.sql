-- docs/t-sql/database-console-commands/dbcc-traceon-transact-sql.md, dbcc-traceoff-transact-sql.md, dbcc-tracestatus-transact-sql.md: columns
-- of the result set, the message, WITH NO_INFOMSGS, -1 for the whole server. Flag 3505 (support article 815436) turns automatic checkpoints off.
DBCC TRACEON (3505, -1);
DBCC TRACESTATUS (-1);
DBCC TRACESTATUS (3505, 3205, -1) WITH NO_INFOMSGS;
GO
DBCC TRACESTATUS () WITH NO_INFOMSGS;
DBCC TRACEOFF (3505, -1) WITH NO_INFOMSGS;
DBCC TRACESTATUS (3505) WITH NO_INFOMSGS;
DBCC TRACEOFF (-1, 3505);
GO
-- Flag 3604 is a session's or the instance's, and DBCC's output goes to the client anyway. 1117 and 1118 have no effect since SQL Server
-- 2016 (dbcc-traceon-trace-flags-transact-sql.md).
DBCC TRACEON (3604) WITH NO_INFOMSGS;
DBCC TRACESTATUS () WITH NO_INFOMSGS;
DBCC TRACESTATUS (-1) WITH NO_INFOMSGS;
DBCC TRACEON (1117, 1118, 3604, -1) WITH NO_INFOMSGS;
DBCC TRACESTATUS () WITH NO_INFOMSGS;
DBCC TRACEOFF (3604) WITH NO_INFOMSGS;
DBCC TRACESTATUS (3604) WITH NO_INFOMSGS;
DBCC TRACEOFF (1117, 1118, 3604, -1) WITH NO_INFOMSGS;
DBCC TRACESTATUS (-1) WITH NO_INFOMSGS;
GO
-- What would do nothing is refused.
DBCC TRACEON (3205, -1);
GO
DBCC TRACEON (3505);
GO
DBCC TRACEON ('3505', -1);
GO
DBCC TRACEOFF (260, 3505, -1);
GO
DBCC TRACEON (3505, -1) WITH TABLOCK;
GO
DBCC TRACESTATUS (3505) WITH NO_INFOMSGS;
