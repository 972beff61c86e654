-- docs/relational-databases/system-stored-procedures/sp-helplanguage-transact-sql.md.
EXEC sp_helplanguage British;
EXEC sp_helplanguage 'English';
EXEC sp_helplanguage 'Klingon';
GO
