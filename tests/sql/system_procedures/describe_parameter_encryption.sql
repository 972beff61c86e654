-- docs/relational-databases/system-stored-procedures/sp-describe-parameter-encryption-transact-sql.md: two results, the keys and the parameters. No column is
-- encrypted, so there are no keys, and each parameter is plaintext (column_encryption_type 0).
CREATE TABLE dbo.t (a int NULL, b nvarchar(20) NULL);
GO
EXEC sp_describe_parameter_encryption N'INSERT dbo.t VALUES (@a, @b)', N'@a int, @b nvarchar(20) OUTPUT';
-- Named arguments, and a statement without parameters.
EXEC sys.sp_describe_parameter_encryption @tsql = N'SELECT a FROM dbo.t', @params = N'';
EXEC sp_describe_parameter_encryption N'EXEC dbo.missing @P0';
GO
-- Errors of the text.
EXEC sp_describe_parameter_encryption N'SELEC 1 FROM', N'@a int';
GO
EXEC sp_describe_parameter_encryption N'SELECT @a', N'@a';
GO
EXEC sp_describe_parameter_encryption;
GO
