-- docs/t-sql/statements/backup-transact-sql.md: the options for the backup set, the media, the tape and the transfer, which change nothing for NUL.
-- STATS: "Displays a message each time another percentage completes"; without a percentage after each 10 percent. The checksums of pages are
-- verified anyway, and the backup stops at an error by default. The times are those of a clock that stands still.
CREATE DATABASE B;
GO
BACKUP DATABASE B TO DISK = N'NUL' WITH COPY_ONLY, NOFORMAT, INIT, NAME = N'B-Full', DESCRIPTION = N'd', SKIP, NOREWIND, NOUNLOAD, COMPRESSION, STATS = 25, CHECKSUM, STOP_ON_ERROR;
GO
BACKUP DATABASE B TO DISK = N'NUL' WITH RETAINDAYS = 3, MEDIANAME = N'm', MEDIADESCRIPTION = N'x', BLOCKSIZE = 4096, BUFFERCOUNT = 4, MAXTRANSFERSIZE = 65536, NO_COMPRESSION, STATS;
GO
BACKUP DATABASE B TO DISK = N'NUL' WITH STATS = 101;
GO
BACKUP DATABASE B TO DISK = N'NUL' WITH DIFFERENTIAL;
GO
