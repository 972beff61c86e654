-- docs/t-sql/language-elements/slash-star-comment-transact-sql.md: block comments nest.
-- docs/t-sql/language-elements/comment-transact-sql.md: two hyphens, up to the end of the line.
PRINT 'a'; -- PRINT 'b';
/* PRINT 'c';
   /* inner */ PRINT 'd';
*/ PRINT 'e';
PRINT /* in the midst */ 'f';
PRINT '/* no comment */ -- nor this';
