-- docs/t-sql/statements/create-login-transact-sql.md, alter-login-transact-sql.md, docs/t-sql/functions/loginproperty-transact-sql.md:
-- logins are moved with their hashes and SIDs.
-- The hash of SQL Server 2012 and later: 0x0200, 4 bytes of salt, SHA2_512 of the UTF-16 password and the salt.
DECLARE @salt varbinary(4) = 0x01020304, @hash varbinary(256), @old varbinary(256), @statement nvarchar(max);
SET @hash = 0x0200 + @salt + HASHBYTES('SHA2_512', CAST(N'Moved-here1' AS varbinary(256)) + @salt);
SET @old = 0x0100 + @salt + HASHBYTES('SHA1', CAST(N'Moved-here1' AS varbinary(256)) + @salt);
SET @statement = N'CREATE LOGIN moved WITH PASSWORD = ' + CONVERT(nvarchar(max), @hash, 1) + N' HASHED, SID = 0x00112233445566778899AABBCCDDEEFF,
    DEFAULT_DATABASE = [tempdb], DEFAULT_LANGUAGE = [Deutsch], CHECK_POLICY = OFF, CHECK_EXPIRATION = OFF';
EXEC (@statement);
SET @statement = N'CREATE LOGIN older WITH PASSWORD = ' + CONVERT(nvarchar(max), @old, 1) + N' HASHED';
EXEC (@statement);
EXEC sp_addlogin @loginame = N'oldest', @passwd = @old, @encryptopt = 'skip_encryption';
SELECT name, sid, PWDCOMPARE(N'Moved-here1', password_hash) AS fits, PWDCOMPARE(N'Moved-there1', password_hash) AS fits_too, default_database_name, default_language_name,
    is_policy_checked, LOGINPROPERTY(name, 'PasswordHashAlgorithm') AS algorithm, DATALENGTH(LOGINPROPERTY(name, 'PasswordHash')) AS bytes
FROM sys.sql_logins WHERE name = N'moved';
SELECT name, PWDCOMPARE(N'Moved-here1', password_hash) AS fits, LOGINPROPERTY(name, 'PasswordHashAlgorithm') AS algorithm FROM sys.sql_logins WHERE name LIKE N'old%' ORDER BY name;
-- The engine's own hashes move too.
CREATE LOGIN own WITH PASSWORD = N'Moved-here1';
SET @hash = CAST(LOGINPROPERTY(N'own', 'PasswordHash') AS varbinary(256));
DROP LOGIN own;
SET @statement = N'CREATE LOGIN own WITH PASSWORD = ' + CONVERT(nvarchar(max), @hash, 1) + N' HASHED';
EXEC (@statement);
SELECT PWDCOMPARE(N'Moved-here1', password_hash) AS fits FROM sys.sql_logins WHERE name = N'own';
GO
-- 15021: no hash of a known form.
CREATE LOGIN wrong WITH PASSWORD = 0x0200A1B2 HASHED;
GO
-- HASHED takes bytes, and bytes take HASHED.
CREATE LOGIN wrong WITH PASSWORD = N'Moved-here1' HASHED;
GO
-- When CHECK_POLICY is ON, ALTER LOGIN takes no hash.
ALTER LOGIN older WITH PASSWORD = 0x01000CF35567C60BFB41EBDE4CF700A985A13D773D6B45B90900 HASHED;
GO
ALTER LOGIN older WITH PASSWORD = 0x01000CF35567C60BFB41EBDE4CF700A985A13D773D6B45B90900 HASHED, CHECK_POLICY = OFF;
SELECT password_hash, is_policy_checked FROM sys.sql_logins WHERE name = N'older';
GO
-- The default database exists, and the default language is one of sys.syslanguages.
ALTER LOGIN older WITH DEFAULT_DATABASE = nowhere;
GO
ALTER LOGIN older WITH DEFAULT_LANGUAGE = Klingon;
GO
EXEC sp_defaultlanguage N'older', N'Français';
SELECT default_language_name, LOGINPROPERTY(name, 'DefaultLanguage') AS shown FROM sys.sql_logins WHERE name = N'older';
GO
-- MUST_CHANGE needs CHECK_POLICY and CHECK_EXPIRATION; CHECK_EXPIRATION needs CHECK_POLICY.
CREATE LOGIN changing WITH PASSWORD = N'Change-me1' MUST_CHANGE;
GO
CREATE LOGIN changing WITH PASSWORD = N'Change-me1', CHECK_EXPIRATION = ON, CHECK_POLICY = OFF;
GO
CREATE LOGIN changing WITH PASSWORD = N'Change-me1' MUST_CHANGE, CHECK_EXPIRATION = ON, CHECK_POLICY = ON;
SELECT LOGINPROPERTY(N'changing', 'IsMustChange') AS must_change, is_expiration_checked FROM sys.sql_logins WHERE name = N'changing';
GO
ALTER LOGIN changing WITH CHECK_EXPIRATION = OFF;
GO
ALTER LOGIN changing WITH CHECK_POLICY = OFF;
GO
ALTER LOGIN changing WITH PASSWORD = N'Changed-it1';
SELECT LOGINPROPERTY(N'changing', 'IsMustChange') AS must_change;
-- CHECK_POLICY = OFF also turns CHECK_EXPIRATION off.
ALTER LOGIN changing WITH CHECK_POLICY = OFF;
SELECT is_policy_checked, is_expiration_checked FROM sys.sql_logins WHERE name = N'changing';
GO
-- A principal changes the default language and database of its own login.
EXECUTE AS LOGIN = N'changing';
ALTER LOGIN changing WITH DEFAULT_LANGUAGE = Italian, DEFAULT_DATABASE = tempdb;
ALTER LOGIN changing WITH PASSWORD = N'Changed-it2' OLD_PASSWORD = N'Changed-it1', DEFAULT_LANGUAGE = us_english;
REVERT;
SELECT default_database_name, default_language_name FROM sys.sql_logins WHERE name = N'changing';
GO
EXECUTE AS LOGIN = N'changing';
ALTER LOGIN changing WITH PASSWORD = N'Changed-it3' MUST_CHANGE, CHECK_POLICY = ON, CHECK_EXPIRATION = ON;
GO
REVERT;
GO
DROP LOGIN moved;
DROP LOGIN older;
DROP LOGIN oldest;
DROP LOGIN own;
DROP LOGIN changing;
