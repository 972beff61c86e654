-- docs/relational-databases/errors-events/database-engine-events-and-errors-1000-to-1999.md: 1801. The batch goes on after it.
GO
CREATE DATABASE master;
PRINT 'goes on';
GO
