-- docs/relational-databases/import-export/non-xml-format-files-sql-server.md, docs/relational-databases/import-export/xml-format-files-sql-server.md,
-- docs/relational-databases/import-export/use-a-format-file-to-skip-a-data-field-sql-server.md:
-- format files of both kinds. The files are in tests/data_files.
CREATE DATABASE B;
GO
USE B;
CREATE TABLE dbo.people(id int NOT NULL, born date NULL, name varchar(20) NULL);
GO
-- Fields in another order than the columns, and a field that is skipped.
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'people.fmt');
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'people.xml');
SELECT * FROM dbo.people;
GO
-- Fields of a fixed length and with a length prefix.
CREATE TABLE dbo.fixed(a char(4) NULL, b decimal(5, 1) NULL, c varchar(20) NULL, d int NULL);
BULK INSERT dbo.fixed FROM 'fixed.dat' WITH (FORMATFILE = 'fixed.fmt');
BULK INSERT dbo.fixed FROM 'fixed.dat' WITH (FORMATFILE = 'fixed.xml');
SELECT a, b, c, DATALENGTH(c) AS bytes, d FROM dbo.fixed;
GO
-- Faults of format files.
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'nothing.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_version.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_count.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_type.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_prefix.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_target.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_end.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_collation.fmt');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_terminator.xml');
GO
BULK INSERT dbo.people FROM 'mapped.txt' WITH (FORMATFILE = 'bad_source.xml');
