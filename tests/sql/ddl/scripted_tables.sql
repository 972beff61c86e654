-- docs/t-sql/statements/create-table-transact-sql.md: what tools write into the scripts that they make of a table: ON and TEXTIMAGE_ON of the one filegroup,
-- index options and compression as they are anyway. TEXTIMAGE_ON is not allowed where the table has no large value columns (1709).
CREATE TABLE [dbo].[Customers](
    [id] [int] IDENTITY(1,1) NOT NULL,
    [notes] [nvarchar](max) NULL,
 CONSTRAINT [PK_Customers] PRIMARY KEY CLUSTERED ([id] ASC)
 WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF, IGNORE_DUP_KEY = OFF, ALLOW_ROW_LOCKS = ON, ALLOW_PAGE_LOCKS = ON) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY];
GO
CREATE TABLE dbo.plain(a int) ON "default" WITH (DATA_COMPRESSION = NONE);
CREATE TABLE dbo.document(a xml) TEXTIMAGE_ON "default";
INSERT INTO dbo.Customers(notes) VALUES (N'one');
SELECT id, notes FROM dbo.Customers;
GO
CREATE TABLE dbo.small(a varchar(5)) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY];
GO
