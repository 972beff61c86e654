-- docs/t-sql/functions/concat-transact-sql.md: example A; NULL counts as the empty string, everything becomes a string.
PRINT CONCAT('Happy ', 'Birthday ', 11, '/', '25');
PRINT CONCAT('Name', NULL, 'Lastname');
PRINT '[' + CONCAT(NULL, NULL) + ']';
