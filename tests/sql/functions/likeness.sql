-- docs/t-sql/functions/edit-distance-transact-sql.md and its kin (edit-distance-similarity-, jaro-winkler-distance-, jaro-winkler-similarity-transact-sql):
-- the examples, Colour and Color; Jaro's own example (MARTHA, MARHTA: 0.944, with Winkler's beginning 0.961).
SELECT EDIT_DISTANCE('Colour', 'Color') AS distance, EDIT_DISTANCE_SIMILARITY('Colour', 'Color') AS similarity,
    JARO_WINKLER_SIMILARITY('Colour', 'Color') AS winkler, CAST(JARO_WINKLER_DISTANCE('Colour', 'Color') AS decimal(5, 4)) AS winklers_distance;
SELECT EDIT_DISTANCE('kitten', N'sitting') AS three, EDIT_DISTANCE('', 'abc') AS all_of_it, EDIT_DISTANCE('a', 'A') AS exact, EDIT_DISTANCE(NULL, 'a') AS nothing,
    EDIT_DISTANCE('abc', 'xyz', NULL) AS no_bound, EDIT_DISTANCE('abc', 'xyz', -1) AS unbounded;
SELECT JARO_WINKLER_SIMILARITY('MARTHA', 'MARHTA') AS marhta, JARO_WINKLER_SIMILARITY('abc', 'xyz') AS none, JARO_WINKLER_DISTANCE('same', 'same') AS same;
GO
DECLARE @long varchar(max) = 'a';
SELECT EDIT_DISTANCE(@long, 'a');
GO
-- docs/t-sql/functions/unistr-transact-sql.md: the examples; an escape character twice is one.
SELECT UNISTR(N'Hello! \D83D\DE00') AS units, UNISTR(N'Hello! \+01F603') AS character, UNISTR(N'ABC#00C0#0181#0187', '#') AS own, UNISTR(N'a\\b') AS twice;
GO
-- docs/t-sql/functions/rowcount-big-transact-sql.md: @@ROWCOUNT as a bigint; docs/t-sql/functions/getansinull-transact-sql.md: 1, new columns take NULL.
SELECT value FROM STRING_SPLIT('a,b,c', ',');
SELECT ROWCOUNT_BIG() AS three, GETANSINULL() AS here, GETANSINULL('master') AS there, GETANSINULL('nowhere') AS nowhere;
GO
