-- docs/t-sql/statements/set-context-info-transact-sql.md, docs/t-sql/functions/context-info-transact-sql.md: "CONTEXT_INFO returns NULL if
-- the context has not been set"; the value has 128 bytes.
SELECT CONTEXT_INFO() AS before; --> NULL
SET CONTEXT_INFO 0x1256698456;
SELECT CAST(CONTEXT_INFO() AS binary(8)) AS info, DATALENGTH(CONTEXT_INFO()) AS bytes; --> 0x1256698456000000 | 128
GO
DECLARE @info varbinary(128) = CAST('from a variable' AS varbinary(128));
SET CONTEXT_INFO @info;
SELECT CAST(CONTEXT_INFO() AS varchar(15)) AS info; --> from a variable
GO
CREATE PROCEDURE p AS SET CONTEXT_INFO 0x01;
GO
EXEC p;
SELECT CAST(CONTEXT_INFO() AS binary(2)) AS info; --> 0x0100
GO
SET CONTEXT_INFO 'text';
