-- docs/t-sql/statements/create-index-transact-sql.md, DROP_EXISTING; errors: docs/relational-databases/errors-events (7999, 1925, 1907, 3723, 3725).
CREATE TABLE dbo.t (a int NOT NULL, b int NOT NULL, c varchar(10) NULL, CONSTRAINT pk PRIMARY KEY (a));
INSERT dbo.t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, 30, 'z');
GO
CREATE INDEX i ON dbo.t (b) WITH (DROP_EXISTING = ON);
GO
CREATE INDEX i ON dbo.t (b);
CREATE UNIQUE INDEX i ON dbo.t (c DESC, b) INCLUDE (a) WITH (DROP_EXISTING = ON, FILLFACTOR = 80);
SELECT index_id, is_unique, fill_factor FROM sys.indexes WHERE name = 'i';
SELECT COL_NAME(object_id, column_id) AS c, is_descending_key AS d, is_included_column AS n FROM sys.index_columns WHERE object_id = OBJECT_ID('dbo.t') AND index_id = 2 ORDER BY index_column_id;
GO
SELECT a FROM dbo.t WITH (INDEX(i)) WHERE c = 'y';
GO
CREATE INDEX i ON dbo.t (b);
GO
CREATE INDEX I ON dbo.t (b) WITH DROP_EXISTING;
SELECT name, is_unique FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.t') ORDER BY index_id;
GO
-- The index of a constraint keeps it, if the definition is the same.
CREATE UNIQUE CLUSTERED INDEX pk ON dbo.t (a) WITH (DROP_EXISTING = ON, PAD_INDEX = ON);
SELECT is_primary_key, is_padded FROM sys.indexes WHERE name = 'pk';
GO
CREATE CLUSTERED INDEX pk ON dbo.t (a) WITH (DROP_EXISTING = ON);
GO
CREATE UNIQUE CLUSTERED INDEX pk ON dbo.t (a, b) WITH (DROP_EXISTING = ON);
GO
CREATE UNIQUE INDEX pk ON dbo.t (a) WITH (DROP_EXISTING = ON);
GO
-- A nonclustered index becomes clustered, not the other way round.
CREATE TABLE dbo.h (a int NOT NULL, b int NOT NULL);
INSERT dbo.h VALUES (2, 1), (1, 2);
CREATE INDEX c ON dbo.h (a);
CREATE CLUSTERED INDEX c ON dbo.h (a) WITH (DROP_EXISTING = ON);
SELECT index_id, type_desc FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.h');
CREATE CLUSTERED INDEX c ON dbo.h (b DESC) WITH (DROP_EXISTING = ON);
SELECT a, b FROM dbo.h WHERE b > 0;
GO
CREATE INDEX c ON dbo.h (a) WITH (DROP_EXISTING = ON);
GO
-- Keys that foreign keys reference stay.
CREATE UNIQUE INDEX u ON dbo.t (b);
CREATE TABLE dbo.child (b int CONSTRAINT fk_b REFERENCES dbo.t (b), a int CONSTRAINT fk_a REFERENCES dbo.t (a));
GO
DROP INDEX u ON dbo.t;
GO
CREATE INDEX u ON dbo.t (b) WITH (DROP_EXISTING = ON);
GO
ALTER TABLE dbo.t DROP CONSTRAINT pk;
GO
ALTER TABLE dbo.child DROP CONSTRAINT fk_b, fk_a;
DROP INDEX u ON dbo.t;
ALTER TABLE dbo.t DROP CONSTRAINT pk;
SELECT COUNT(*) AS three FROM dbo.t;
GO
