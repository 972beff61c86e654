//! Databases, files, backups.

use super::reads;

#[test]
fn create_database() {
    reads(
        "statements/create-database-transact-sql",
        &[
            "CREATE DATABASE Sales
ON
( NAME = Sales_dat,
    FILENAME = 'C:\\Program Files\\Microsoft SQL Server\\saledat.mdf',
    SIZE = 10,
    MAXSIZE = 50,
    FILEGROWTH = 5 )
LOG ON
( NAME = Sales_log,
    FILENAME = 'salelog.ldf',
    SIZE = 5MB,
    MAXSIZE = 25MB,
    FILEGROWTH = 5MB ) ;",
            "CREATE DATABASE Sales ON PRIMARY
( NAME = SPri1_dat, FILENAME = 'SPri1dat.mdf', SIZE = 10, MAXSIZE = UNLIMITED, FILEGROWTH = 15% ),
( NAME = SPri2_dat, FILENAME = 'SPri2dt.ndf' ),
FILEGROUP SalesGroup1 DEFAULT
( NAME = SGrp1Fi1_dat, FILENAME = 'SG1Fi1dt.ndf' ),
( NAME = SGrp1Fi2_dat, FILENAME = 'SG1Fi2dt.ndf' ),
FILEGROUP fs CONTAINS FILESTREAM ( NAME = fs, FILENAME = 'fs' )
LOG ON ( NAME = Sales_log, FILENAME = 'salelog.ldf' ) COLLATE French_CI_AI WITH TRUSTWORTHY ON, DB_CHAINING ON;",
            "CREATE DATABASE Archive ON (FILENAME = 'D:\\SalesData\\archdat1.mdf') FOR ATTACH ;",
            "CREATE DATABASE s ON ( NAME = SPri1_dat, FILENAME = 'x.ss') AS SNAPSHOT OF Sales; CREATE DATABASE c CONTAINMENT = PARTIAL",
            "CREATE DATABASE db_copy AS COPY OF ozabzw7545.db_original ( SERVICE_OBJECTIVE = 'P2' ); CREATE DATABASE b AS COPY OF a",
        ],
    );
}

#[test]
fn alter_database() {
    reads(
        "statements/alter-database-transact-sql-file-and-filegroup-options",
        &[
            "ALTER DATABASE AdventureWorks2012
ADD FILEGROUP Test1FG1;",
            "ALTER DATABASE AdventureWorks2012
ADD FILE
(
    NAME = test1dat3,
    FILENAME = 't1dat3.ndf',
    SIZE = 5MB,
    MAXSIZE = 100MB,
    FILEGROWTH = 5MB
),
(
    NAME = test1dat4,
    FILENAME = 't1dat4.ndf'
)
TO FILEGROUP Test1FG1;",
            "ALTER DATABASE AdventureWorks2012 ADD LOG FILE ( NAME = test1log2, FILENAME = 'test2log.ldf', SIZE = 5MB );",
            "ALTER DATABASE AdventureWorks2012
REMOVE FILE test1dat4;",
            "ALTER DATABASE AdventureWorks2012
MODIFY FILE
(NAME = test1dat3,
SIZE = 200MB);",
            "ALTER DATABASE tempdb MODIFY FILE (NAME = tempdev, NEWNAME = t, FILENAME = 'E:\\SQLData\\tempdb.mdf', OFFLINE);",
            "ALTER DATABASE AdventureWorks2012 MODIFY FILEGROUP [PRIMARY] DEFAULT; ALTER DATABASE d MODIFY FILEGROUP f AUTOGROW_ALL_FILES
ALTER DATABASE d MODIFY FILEGROUP f NAME = g ALTER DATABASE d REMOVE FILEGROUP g",
            "ALTER DATABASE FileStreamPhotoDB ADD FILEGROUP TodaysPhotoShoot CONTAINS FILESTREAM;",
        ],
    );
    reads(
        "statements/alter-database-transact-sql",
        &[
            "ALTER DATABASE AdventureWorks2012 Modify Name = Northwind ; ALTER DATABASE testDB COLLATE SQL_Latin1_General_CP1_CI_AS ;",
        ],
    );
    reads(
        "statements/alter-database-transact-sql-set-options",
        &[
            "ALTER DATABASE AdventureWorks2012 SET READ_COMMITTED_SNAPSHOT ON WITH ROLLBACK AFTER 10 SECONDS
ALTER DATABASE CURRENT SET QUERY_STORE = ON ( OPERATION_MODE = READ_WRITE, CLEANUP_POLICY = (STALE_QUERY_THRESHOLD_DAYS = 90),
MAX_STORAGE_SIZE_MB = 1024 ); ALTER DATABASE d SET CHANGE_TRACKING = ON (AUTO_CLEANUP = ON, CHANGE_RETENTION = 2 DAYS);",
        ],
    );
}

#[test]
fn backup_and_restore() {
    reads(
        "statements/backup-transact-sql",
        &[
            "BACKUP DATABASE AdventureWorks2012 TO DISK = 'Z:\\a.bak' WITH FORMAT, COMPRESSION, STATS = 10, NAME = N'Full';",
            "BACKUP DATABASE Sales FILEGROUP = 'SalesGroup1', FILEGROUP = 'SalesGroup2' TO DISK = 'b.bck' WITH DIFFERENTIAL
BACKUP LOG @db TO AdvWorksLog, @device MIRROR TO DISK = @file WITH NORECOVERY BACKUP DATABASE d READ_WRITE_FILEGROUPS TO DISK = 'x'",
        ],
    );
    reads(
        "statements/restore-statements-transact-sql",
        &[
            "RESTORE DATABASE AdventureWorks2012
    FROM AdventureWorksBackups
    WITH NORECOVERY,
      MOVE 'AdventureWorks2012_Data' TO
'C:\\Data\\NewAdvWorks.mdf',
      MOVE 'AdventureWorks2012_Log'
TO 'C:\\Data\\NewAdvWorks.ldf';",
            "RESTORE FILELISTONLY
    FROM AdventureWorksBackups ;",
            "RESTORE LOG AdventureWorks2012
    FROM AdventureWorksBackups
    WITH FILE=4, NORECOVERY, STOPAT = 'Apr 15, 2020 12:00 AM';
RESTORE DATABASE AdventureWorks2012 WITH RECOVERY;",
            "RESTORE DATABASE MyDatabase
    FILE = 'MyDatabase_data_1',
    FILE = 'MyDatabase_data_2',
    FILEGROUP = 'new_customers'
    FROM MyDatabaseBackups
    WITH
      FILE = 9,
      NORECOVERY;",
            "RESTORE DATABASE AdventureWorks2012 FROM TAPE = '\\.\\tape0'; RESTORE VERIFYONLY FROM DISK = @f WITH CHECKSUM",
        ],
    );
    reads(
        "statements/bulk-insert-transact-sql",
        &[
            "BULK INSERT AdventureWorks2012.Sales.SalesOrderDetail FROM 'f:\\orders\\lineitem.tbl'
WITH ( FIELDTERMINATOR = ' |', ROWTERMINATOR = ':\\n', FIRE_TRIGGERS, ORDER (a ASC, b DESC), BATCHSIZE = 500 ); BULK INSERT t FROM 'f'",
        ],
    );
}

#[test]
fn server_configuration() {
    reads("statements/alter-server-configuration-transact-sql", &[
        "ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION ON (FILENAME = 'F:\\SSDCACHE\\Example.BPE', SIZE = 50 GB);
ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION OFF;",
    ]);
}
