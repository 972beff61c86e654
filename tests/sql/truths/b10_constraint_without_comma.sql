-- docs/t-sql/statements/create-table-transact-sql.md: "[ <table_constraint> ] [ , ...n ]" stands behind the columns; a constraint that lists
-- columns is the table's, with or without a comma before it.
SET NOCOUNT ON;
CREATE TABLE dbo.p (id int NOT NULL PRIMARY KEY);
CREATE TABLE dbo.t (a int NOT NULL, b int NOT NULL
    CONSTRAINT pk PRIMARY KEY CLUSTERED (a, b)
    CONSTRAINT fk FOREIGN KEY (a) REFERENCES dbo.p (id)
    CHECK (a <> b) UNIQUE NONCLUSTERED (b, a), c int NULL
    CONSTRAINT uc UNIQUE (c) INDEX ix (c, a));
ALTER TABLE dbo.t ADD d int NULL CONSTRAINT ud UNIQUE (d, a);
DECLARE @v TABLE (a int NOT NULL, b int NOT NULL PRIMARY KEY (a, b));
INSERT @v VALUES (1, 1), (1, 2);
SELECT COUNT(*) FROM @v;
SELECT type, COUNT(*) AS n FROM sys.objects WHERE parent_object_id = OBJECT_ID('dbo.t') GROUP BY type ORDER BY type;
SELECT i.name, COUNT(*) AS columns FROM sys.indexes AS i JOIN sys.index_columns AS x ON x.object_id = i.object_id AND x.index_id = i.index_id
WHERE i.object_id = OBJECT_ID('dbo.t') AND i.name IN ('pk', 'uc', 'ud', 'ix') GROUP BY i.name ORDER BY i.name;
GO
-- A column's own constraints go on as they were.
CREATE TABLE dbo.u (a int NOT NULL CONSTRAINT pku PRIMARY KEY CONSTRAINT cku CHECK (a > 0) REFERENCES dbo.p, b int DEFAULT 1 UNIQUE);
SELECT type, COUNT(*) AS n FROM sys.objects WHERE parent_object_id = OBJECT_ID('dbo.u') GROUP BY type ORDER BY type;
GO
