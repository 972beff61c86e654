-- docs/t-sql/statements/create-external-model-transact-sql.md, docs/t-sql/functions/ai-generate-embeddings-transact-sql.md,
-- ai-generate-chunks-transact-sql.md, vector-search-transact-sql.md: refused by name. docs/t-sql/statements/alter-login-transact-sql.md: so is
-- NO CREDENTIAL.
CREATE EXTERNAL MODEL m WITH (LOCATION = 'https://host/api', API_FORMAT = 'OpenAI', MODEL_TYPE = EMBEDDINGS, MODEL = 'name');
GO
ALTER EXTERNAL MODEL m SET (MODEL = 'other');
GO
DROP EXTERNAL MODEL m;
GO
SELECT AI_GENERATE_EMBEDDINGS(N'text' USE MODEL m PARAMETERS '{"dimensions": 3}') AS e;
GO
SELECT c.chunk FROM AI_GENERATE_CHUNKS(SOURCE = N'text', CHUNK_TYPE = FIXED, CHUNK_SIZE = 5) AS c;
GO
SELECT t.id, s.distance FROM VECTOR_SEARCH(TABLE = dbo.t AS t, COLUMN = v, SIMILAR_TO = @v, METRIC = 'cosine', TOP_N = 3) AS s;
GO
SELECT VECTOR_DISTANCE('cosine', '[1]', '[2]'), VECTORPROPERTY('[1]', 'Dimensions');
GO
CREATE VECTOR INDEX i ON dbo.t (v) WITH (METRIC = 'cosine', TYPE = 'DiskANN');
GO
ALTER LOGIN sa WITH NO CREDENTIAL;
GO
-- The rest of such a batch doesn't run where the statement is refused.
PRINT 'before';
SELECT AI_GENERATE_EMBEDDINGS(N'text' USE MODEL m);
PRINT 'after';
