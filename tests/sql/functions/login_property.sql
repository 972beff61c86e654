-- docs/t-sql/functions/loginproperty-transact-sql.md
CREATE LOGIN John3 WITH PASSWORD = 'Strong#password1', DEFAULT_DATABASE = tempdb;
GO
SELECT LOGINPROPERTY('John3', 'IsMustChange') AS must_change, LOGINPROPERTY('John3', 'IsLocked') AS locked, LOGINPROPERTY('John3', 'BADPASSWORDCOUNT') AS bad; --> 0 | 0 | 0
SELECT LOGINPROPERTY('John3', 'DefaultDatabase') AS db, LOGINPROPERTY('John3', 'DefaultLanguage') AS lang; --> tempdb | us_english
SELECT LOGINPROPERTY('nobody', 'IsLocked') AS unknown, LOGINPROPERTY('John3', 'Nothing') AS nothing, LOGINPROPERTY('John3', 'DaysUntilExpiration') AS days; --> NULL | NULL | NULL
SELECT CASE WHEN PWDCOMPARE('Strong#password1', CAST(LOGINPROPERTY('John3', 'PasswordHash') AS varbinary(128))) = 1 THEN 'fits' END AS hash; --> fits
GO
-- "Requires VIEW permission on the login. When requesting the password hash, also requires CONTROL SERVER"
CREATE LOGIN John4 WITH PASSWORD = 'Strong#password2';
GO
EXECUTE AS LOGIN = 'John4';
SELECT LOGINPROPERTY('John3', 'IsLocked') AS hidden, LOGINPROPERTY('John4', 'IsLocked') AS own, LOGINPROPERTY('John4', 'PasswordHash') AS hash; --> NULL | 0 | NULL
REVERT;
GO
DROP LOGIN John3;
DROP LOGIN John4;
