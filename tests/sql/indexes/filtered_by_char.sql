-- docs/t-sql/statements/create-index-transact-sql.md, WHERE; docs/relational-databases/indexes/create-filtered-indexes.md: "an error will occur if
-- the conversion occurs on the left side". docs/t-sql/language-elements/string-comparison-assignment.md: strings are padded for a comparison, so
-- constants of any length are compared with a column of char without a conversion of the column.
CREATE TABLE dbo.f(id int CONSTRAINT PK_f PRIMARY KEY, kind char(1) NULL, code char(3) NULL, state nchar(4) NULL, short varchar(2) NULL);
CREATE UNIQUE INDEX u_kind ON dbo.f(code) WHERE kind = 'Y';
CREATE INDEX i_list ON dbo.f(kind) INCLUDE (code) WHERE code IN ('a', 'bc', 'defg') AND code <> '';
CREATE INDEX i_state ON dbo.f(state) WHERE state = N'open';
CREATE INDEX i_narrow ON dbo.f(id) WHERE state > 'a' AND short < 'longer';
SELECT name, filter_definition FROM sys.indexes WHERE object_id = OBJECT_ID('dbo.f') AND has_filter = 1 ORDER BY name;
GO
INSERT INTO dbo.f VALUES (1, 'Y', 'a', N'open', 'x'), (2, 'N', 'a', N'shut', 'y'), (3, 'Y', 'bc', N'open', 'lo'), (4, NULL, 'def', NULL, NULL);
GO
-- 2601: the key exists among the rows of the index.
INSERT INTO dbo.f VALUES (5, 'y', 'A', NULL, NULL);
GO
SELECT id, code FROM dbo.f WHERE kind = 'Y' ORDER BY code;
SELECT id, code FROM dbo.f WITH (INDEX (u_kind)) WHERE kind = 'Y ' ORDER BY code;
SELECT kind, code FROM dbo.f WHERE code IN ('bc', 'a', 'defg') AND code <> '' ORDER BY code, kind;
SELECT id FROM dbo.f WHERE state = N'open' ORDER BY id;
SELECT id FROM dbo.f WHERE state > 'a' AND short < 'longer' ORDER BY id;
DBCC CHECKDB WITH NO_INFOMSGS;
GO
-- 10611: a Unicode constant converts the column.
CREATE INDEX i_wide ON dbo.f(id) WHERE kind = N'Y';
GO
