-- relational-databases/errors-events/database-engine-events-and-errors-5000-to-5999.md: 5133 where the directory of a file can't be looked up, 5170 where the
-- file exists; 1802 follows. The statement fails, the session goes on.
CREATE DATABASE a ON (NAME = a, FILENAME = '/no/such/folder/a.mdf');
CREATE DATABASE a ON (NAME = a, FILENAME = '');
CREATE DATABASE a ON (NAME = a, FILENAME = '/');
CREATE DATABASE first;
CREATE DATABASE a ON (NAME = a, FILENAME = 'first.mdf');
PRINT 'goes on';
GO
