-- docs/t-sql/language-elements/begin-transaction-transact-sql.md, save-transaction-transact-sql.md, rollback-transaction-transact-sql.md: names have at most 32
-- characters (103). ROLLBACK uses the first 32 of a name, and so do all statements of the value of a variable.
BEGIN TRAN abcdefghijklmnopqrstuvwxyz0123456;
GO
BEGIN TRAN abcdefghijklmnopqrstuvwxyz012345;
SELECT @@TRANCOUNT AS open_count;
GO
SAVE TRAN Abcdefghijklmnopqrstuvwxyz0123456;
GO
COMMIT TRAN Abcdefghijklmnopqrstuvwxyz0123456;
GO
ROLLBACK TRAN abcdefghijklmnopqrstuvwxyz012345_and_more;
SELECT @@TRANCOUNT AS open_count;
GO
DECLARE @name varchar(50) = 'abcdefghijklmnopqrstuvwxyz0123456789', @point varchar(50) = 'Abcdefghijklmnopqrstuvwxyz0123456789';
BEGIN TRAN @name;
SAVE TRAN @point;
ROLLBACK TRAN Abcdefghijklmnopqrstuvwxyz012345;
SELECT @@TRANCOUNT AS open_count;
ROLLBACK TRAN abcdefghijklmnopqrstuvwxyz012345;
SELECT @@TRANCOUNT AS open_count;
GO
-- 103 as for other identifiers.
SELECT 1 AS a12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678;
GO
