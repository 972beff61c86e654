//! Table of data.
//!
//! Messages 1001 to 2812: definitions, hints, identity and statistics.

use super::message::messages;

messages! {
    (1001, 15 listed 16) "Line %d: Length or precision specification %d is invalid."
        with ["%L", "%1"]
        => invalid_length_specification(length), 1;
    (1002, 15 listed 16) "Line %d: Specified scale %d is invalid." with ["%L", "%1"] => invalid_scale(scale), 1;
    (1005, 15) "Line %d: Invalid procedure number (%d). Must be between 1 and 32767."
        with ["%L", "%1"]
        => invalid_procedure_number(number), 1;
    (1007, 15) "The %S_MSG '%.*ls' is out of the range for numeric representation (maximum precision 38)."
        with ["number", "%1"]
        => number_out_of_range(number), 1;
    (1008, 16 listed 15)
        "The SELECT item identified by the ORDER BY number %d contains a variable as part of the expression \
         identifying a column position. Variables are only allowed when ordering by an expression referencing a \
         column name."
        => order_by_variable(position), 1;
    (1011, 16 listed 15) "The correlation name '%.*ls' is specified multiple times in a FROM clause."
        => duplicate_correlation_name(name), 1;
    (1013, 16 listed 15)
        "The objects \"%.*ls\" and \"%.*ls\" in the FROM clause have the same exposed names. Use correlation names \
         to distinguish them."
        => same_exposed_names(first, second), 1;
    (1015, 15)
        "An aggregate cannot appear in an ON clause unless it is in a subquery contained in a HAVING clause or \
         select list, and the column being aggregated is an outer reference."
        => aggregate_in_on(), 1;
    (1020, 15)
        "Sub-entity lists (such as column or security expressions) cannot be specified for entity-level permissions."
        => column_list_of_entity_permission(), 1;
    (1023, 15) "Invalid parameter %d specified for %ls." => invalid_parameter(position, function), 1;
    (1026, 15 listed 16) "GOTO cannot be used to jump into a TRY or CATCH scope." => goto_into_try_or_catch(), 1;
    (1031, 15) "Percent values must be between 0 and 100." => percent_out_of_range(), 1;
    (1033, 15 listed 16)
        "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table \
         expressions, unless TOP, OFFSET or FOR XML is also specified."
        => order_by_without_top(), 1;
    (1034, 15) "Syntax error: Duplicate specification of the action \"%.*s\" in the trigger declaration."
        => duplicate_trigger_action(action), 1;
    (1035, 15) "Incorrect syntax near '%.*ls', expected '%.*ls'.";
    (1036, 15) "File option %hs is required in this CREATE/ALTER DATABASE statement."
        => file_option_required(option), 1;
    (1038, 15)
        "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. \
         For other statements, look for empty alias names. Aliases defined as \"\" or [] are not allowed. Change \
         the alias to a valid name."
        => missing_name(), 5;
    (1039, 16) "Option '%.*ls' is specified more than once." => option_repeated(option), 1;
    (1042, 15) "Conflicting %ls optimizer hints specified." => conflicting_optimizer_hints(hints), 1;
    (1045, 15) "Aggregates are not allowed in this context. Only scalar expressions are allowed."
        => aggregate_not_allowed(), 1;
    (1046, 15) "Subqueries are not allowed in this context. Only scalar expressions are allowed."
        => subquery_not_allowed(), 1;
    (1047, 15) "Conflicting locking hints specified." => conflicting_lock_hints(), 1;
    (1048, 15) "Conflicting cursor options %ls and %ls." => conflicting_cursor_options(first, second), 1;
    (1049, 15) "Mixing old and new syntax to specify cursor options is not allowed."
        => mixed_cursor_syntax(), 1;
    (1051, 15)
        "Cursor parameters in a stored procedure must be declared with OUTPUT and VARYING options, and they must be \
         specified in the order CURSOR VARYING OUTPUT."
        => invalid_cursor_parameter(), 2;
    (1052, 15) "Conflicting %ls options \"%ls\" and \"%ls\"." => conflicting_options(statement, first, second), 1;
    (1053, 15)
        "For DROP STATISTICS, you must provide both the object (table or view) name and the statistics name, in the \
         form \"objectname.statisticsname\"."
        => statistics_without_table(), 1;
    (1054, 15) "Syntax '%ls' is not allowed in schema-bound objects." => not_allowed_in_schema_bound(syntax), 1;
    (1056, 15) "The number of elements in the select list exceeds the maximum allowed number of %d elements."
        => too_many_select_items(maximum), 1;
    (1059, 15) "Cannot set or reset the 'parseonly' option within a procedure or function." => parseonly_in_module(), 1;
    (1060, 15) "The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer."
        => row_count_not_integer(), 1;
    (1062, 15 listed 16) "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause."
        => ties_without_order_by(), 1;
    (1065, 15)
        "The NOLOCK and READUNCOMMITTED lock hints are not allowed for target tables of INSERT, UPDATE, DELETE or \
         MERGE statements."
        => nolock_on_target(), 1;
    (1067, 15) "The SET SHOWPLAN statements must be the only statements in the batch." => showplan_not_alone(), 1;
    (1068, 16) "Only one list of index hints per table is allowed.";
    (1069, 16) "Index hints are only allowed in a FROM or OPTION clause." => index_hint_on_target(), 1;
    (1072, 16) "A REMOTE hint can only be specified with an INNER JOIN clause."
        => remote_hint_without_inner_join(), 1;
    (1074, 15) "Creation of temporary functions is not allowed." => temporary_function(), 1;
    (1075, 15) "RETURN statements in scalar valued functions must include an argument." => return_without_value(), 1;
    (1077, 15) "INSERT into an identity column not allowed on table variables." => identity_of_table_variable(), 1;
    (1080, 15) "The integer value %.*ls is out of range.";
    (1083, 15) "OWNER is not a valid option for EXECUTE AS in the context of server and database level triggers."
        => ddl_trigger_as_owner(), 1;
    (1084, 15) "'%.*ls' is an invalid event type." => invalid_event_type(event), 1;
    (1086, 16)
        "The FOR XML and FOR JSON clauses are invalid in views, inline functions, derived tables, and subqueries \
         when they contain a set operator. To work around, wrap the SELECT containing a set operator using derived \
         table or common table expression or view and apply FOR XML or FOR JSON on top of it."
        => for_clause_of_nested_set_operation(), 1;
    (1087, 15) "Must declare the table variable \"%.*ls\"." => undeclared_table_variable(name), 2;
    (1088, 16 listed 15) "Cannot find the object \"%.*ls\" because it does not exist or you do not have permissions."
        => object_not_found(object), 11;
    (1094, 15) "Cannot specify a schema name as a prefix to the trigger name for database and server level triggers."
        => schema_of_ddl_trigger(), 1;
    (1098, 15) "The specified event type(s) is/are not valid on the specified target object."
        => event_not_of_target(), 1;
    (1105, 17, logged)
        "Could not allocate space in file '%.*ls' of database '%.*ls' because the '%.*ls' filegroup is full due to \
         lack of storage space or database files reaching the maximum allowed size. The statement was undone, what \
         was there is kept: create the necessary space by deleting other files on the disk or by dropping tables, \
         then run it again."
        => filegroup_is_full(file, database, filegroup), 2;
    (1202, 16) "The database-principal '%.*ls' does not exist or user is not a member."
        => database_principal_not_found(principal), 1;
    (1204, 19, logged)
        "The instance of the SQL Server Database Engine cannot obtain a LOCK resource at this time. Rerun your \
         statement when there are fewer active users. Ask the database administrator to check the lock and memory \
         configuration for this instance, or to check for long-running transactions."
        => out_of_locks(), 4;
    (1205, 13)
        "Transaction (Process ID %d) was deadlocked on %.*ls resources with another process and has been chosen as \
         the deadlock victim. Rerun the transaction."
        with ["%1", "lock"]
        => deadlock_victim(process), 51;
    (1222, 16) "Lock request time out period exceeded." => lock_timeout(), 51;
    (1223, 16)
        "Cannot release the application lock (Database Principal: '%.*ls', Resource: '%.*ls') because it is not \
         currently held."
        => application_lock_not_held(principal, resource), 1;
    (1224, 16) "An invalid application lock resource was passed to %ls."
        => invalid_application_lock_resource(procedure), 5;
    (1225, 16) "An invalid application lock mode was passed to %ls." => invalid_application_lock_mode(procedure), 3;
    (1226, 16) "An invalid application lock owner was passed to %ls." => invalid_application_lock_owner(procedure), 3;
    (1227, 16) "An invalid application lock time-out was passed to %ls."
        => invalid_application_lock_timeout(procedure), 2;
    (1230, 16) "An invalid database principal was passed to %ls." => invalid_application_lock_principal(procedure), 1;
    (1505, 16)
        "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '%.*ls' \
         and the index name '%.*ls'. The duplicate key value is %ls."
        => duplicate_key_in_new_index(table, index, key), 1;
    (1701, 16)
        "Creating or altering table '%.*ls' failed because the minimum row size would be %d, including %d bytes of \
         internal overhead. This exceeds the maximum allowable table row size of %d bytes."
        => minimum_row_too_large(table, size, overhead, maximum), 1;
    (1702, 16) "CREATE TABLE failed because column '%.*ls' in table '%.*ls' exceeds the maximum of %d columns."
        => too_many_columns(column, table, maximum), 1;
    (1708, 10)
        "Warning: The table \"%.*ls\" has been created, but its maximum row size exceeds the allowed maximum of %d \
         bytes. INSERT or UPDATE to this table will fail if the resulting row exceeds the size limit."
        => row_size_warning(table, maximum), 1;
    (1709, 16)
        "Cannot use TEXTIMAGE_ON when a table has no text, ntext, image, varchar(max), nvarchar(max), \
         non-FILESTREAM varbinary(max), xml or large CLR type columns."
        => textimage_on_without_lob(), 1;
    (1711, 16)
        "Cannot define PRIMARY KEY constraint on column '%.*ls' in table '%.*ls'. The computed column has to be \
         persisted and not nullable."
        => primary_key_on_nullable_computed(column, table), 1;
    (1715, 16)
        "Foreign key '%.*ls' creation failed. Only NO ACTION referential update action is allowed for referencing \
         computed column '%.*ls'."
        => update_action_of_computed_column(key, column), 0;
    (1730, 16)
        "Creating or altering compressed table '%.*ls' failed because the uncompressed row size would be %d, \
         including %d bytes of internal overhead. This exceeds the maximum allowable table row size of %d bytes."
        => compressed_row_too_large(table, size, overhead, maximum), 1;
    (1731, 16)
        "Cannot create the sparse column '%.*ls' in the table '%.*ls' because an option or data type specified is \
         not valid. A sparse column must be nullable and cannot have the ROWGUIDCOL, IDENTITY, or FILESTREAM \
         properties. A sparse column cannot be of the following data types: text, ntext, image, geometry, \
         geography, or user-defined type."
        => invalid_sparse_column(column, table), 1;
    (1732, 16)
        "Cannot create the sparse column set '%.*ls' in the table '%.*ls' because a table cannot have more than one \
         sparse column set. Modify the statement so that only one column is specified as COLUMN_SET FOR \
         ALL_SPARSE_COLUMNS."
        => second_column_set(column, table), 2;
    (1733, 16)
        "Cannot create the sparse column set '%.*ls' in the table '%.*ls' because a sparse column set must be a \
         nullable xml column. Modify the column definition to allow null values."
        => invalid_column_set(column, table), 3;
    (1734, 16)
        "Cannot create the sparse column set '%.*ls' in the table '%.*ls' because the table already contains one or \
         more sparse columns. A sparse column set cannot be added to a table if the table contains a sparse column."
        => column_set_behind_sparse_columns(column, table), 1;
    (1736, 16)
        "The column '%.*ls' in the table '%.*ls' cannot be referenced in a CHECK constraint or computed column \
         definition because the column is a sparse column set. A sparse column set cannot be referenced in a CHECK \
         constraint or computed column definition."
        => column_set_in_definition(column, table), 1;
    (1750, 16 listed 10) "Could not create constraint or index. See previous errors." => constraint_not_created(), 1;
    (1752, 16) "Column '%.*ls' in table '%.*ls' is invalid for creating a default constraint."
        => invalid_default_column(column, table), 0;
    (1753, 16)
        "Column '%.*ls.%.*ls' is not the same length or scale as referencing column '%.*ls.%.*ls' in foreign key \
         '%.*ls'. Columns participating in a foreign key relationship must be defined with the same length and scale."
        => foreign_key_length_differs(parent, column, child, referencing, key), 0;
    (1754, 16) "Defaults cannot be created on columns with an IDENTITY attribute. Table '%.*ls', column '%.*ls'."
        => default_on_identity(table, column), 0;
    (1755, 16) "Defaults cannot be created on columns of data type timestamp. Table '%.*ls', column '%.*ls'."
        => default_on_rowversion(table, column), 0;
    (1756, 10)
        "Skipping FOREIGN KEY constraint '%.*ls' definition for temporary table. FOREIGN KEY constraints are not \
         enforced on local or global temporary tables."
        => foreign_key_skipped(key), 0;
    (1757, 16)
        "Column '%.*ls.%.*ls' is not of same collation as referencing column '%.*ls.%.*ls' in foreign key '%.*ls'."
        => foreign_key_collation_differs(parent, column, child, referencing, key), 0;
    (1759, 16)
        "Computed column '%.*ls' in table '%.*ls' is not allowed to be used in another computed-column definition."
        => computed_from_computed(column, table), 0;
    (1761, 16)
        "Cannot create the foreign key \"%.*ls\" with the SET NULL referential action, because one or more \
         referencing columns are not nullable."
        => set_null_of_not_null(key), 0;
    (1762, 16)
        "Cannot create the foreign key \"%.*ls\" with the SET DEFAULT referential action, because one or more \
         referencing not-nullable columns lack a default constraint."
        => set_default_without_default(key), 0;
    (1763, 16) "Cross-database foreign key references are not supported. Foreign key '%.*ls'."
        => foreign_key_across_databases(key), 0;
    (1764, 16) "Computed Column '%.*ls' in table '%.*ls' is invalid for use in '%ls' because it is not persisted."
        => computed_column_not_persisted(column, table, constraint), 1;
    (1765, 16)
        "Foreign key '%.*ls' creation failed. Only NO ACTION and CASCADE referential delete actions are allowed for \
         referencing computed column '%.*ls'."
        => delete_action_of_computed_column(key, column), 0;
    (1766, 16) "Foreign key references to temporary tables are not supported. Foreign key '%.*ls'."
        => foreign_key_to_temporary_table(key), 0;
    (1767, 16) "Foreign key '%.*ls' references invalid table '%.*ls'." => foreign_key_table_not_found(key, table), 0;
    (1768, 16) "Foreign key '%.*ls' references object '%.*ls' which is not a user table."
        => foreign_key_to_other_object(key, object), 0;
    (1769, 16) "Foreign key '%.*ls' references invalid column '%.*ls' in referencing table '%.*ls'."
        => referencing_column_not_found(key, column, table), 0;
    (1770, 16) "Foreign key '%.*ls' references invalid column '%.*ls' in referenced table '%.*ls'."
        => referenced_column_not_found(key, column, table), 0;
    (1771, 16)
        "Cannot create foreign key '%.*ls' because it references object '%.*ls' whose clustered index '%.*ls' is \
         disabled."
        => foreign_key_to_disabled_table(key, table, index), 0;
    (1773, 16)
        "Foreign key '%.*ls' has implicit reference to object '%.*ls' which does not have a primary key defined on it."
        => foreign_key_without_primary_key(key, table), 0;
    (1774, 16)
        "The number of columns in the referencing column list for foreign key '%.*ls' does not match those of the \
         primary key in the referenced table '%.*ls'."
        => foreign_key_column_count(key, table), 0;
    (1775, 16)
        "Cannot create foreign key '%.*ls' because it references object '%.*ls' whose PRIMARY KEY index '%.*ls' is \
         disabled."
        => foreign_key_to_disabled_key(key, table, index), 0;
    (1776, 16)
        "There are no primary or candidate keys in the referenced table '%.*ls' that match the referencing column \
         list in the foreign key '%.*ls'."
        => foreign_key_without_candidate_key(table, key), 0;
    (1778, 16)
        "Column '%.*ls.%.*ls' is not the same data type as referencing column '%.*ls.%.*ls' in foreign key '%.*ls'."
        => foreign_key_type_differs(parent, column, child, referencing, key), 0;
    (1779, 16) "Table '%.*ls' already has a primary key defined on it." => primary_key_exists(table), 0;
    (1781, 16) "Column already has a DEFAULT bound to it." => default_exists(), 1;
    (1785, 16)
        "Introducing FOREIGN KEY constraint '%.*ls' on table '%.*ls' may cause cycles or multiple cascade paths. \
         Specify ON DELETE NO ACTION or ON UPDATE NO ACTION, or modify other FOREIGN KEY constraints."
        => foreign_key_cascade_cycle(key, table), 0;
    (1786, 16)
        "Either column '%.*ls.%.*ls' or referencing column '%.*ls.%.*ls' in foreign key '%.*ls' is a timestamp \
         column. This data type cannot be used with cascading referential integrity constraints."
        => cascade_of_rowversion(table, column, own_table, own_column, key), 0;
    (1787, 16)
        "Cannot define foreign key constraint '%.*ls' with cascaded DELETE or UPDATE on table '%.*ls' because the \
         table has an INSTEAD OF DELETE or UPDATE TRIGGER defined on it."
        => cascade_with_instead_of_trigger(key, table), 0;
    (1788, 16)
        "Cascading foreign key '%.*ls' cannot be created where the referencing column '%.*ls.%.*ls' is an identity \
         column."
        => cascade_of_identity_column(key, table, column), 0;
    (1790, 16) "The name of a user-defined table type cannot start with a number (#) sign."
        => table_type_name_of_temporary(), 1;
    (1791, 16)
        "A DEFAULT constraint cannot be created on the column '%.*ls' in the table '%.*ls' because the column is a \
         sparse column or sparse column set. Sparse columns or sparse column sets cannot have a DEFAULT constraint."
        => default_on_sparse_column(column, table), 1;
    (1801, 16) "Database '%.*ls' already exists. Choose a different database name." => database_exists(database), 3;
    (1802, 16) "CREATE DATABASE failed. Some file names listed could not be created. Check related errors."
        => database_not_created(), 4;
    (1807, 17) "Could not obtain exclusive lock on database '%.*ls'. Retry the operation later.";
    (1815, 16) "The %ls property cannot be used with database snapshot files."
        => property_of_snapshot_file(property), 1;
    (1816, 16) "Database snapshot on the system database %.*ls is not allowed."
        => snapshot_of_system_database(database), 1;
    (1821, 16) "Cannot create a database snapshot on another database snapshot." => snapshot_of_snapshot(), 1;
    (1822, 16) "The database must be online to have a database snapshot." => snapshot_of_closed_database(), 1;
    (1823, 16) "A database snapshot cannot be created because it failed to start." => snapshot_not_started(), 1;
    (1825, 16) "Filegroups and collations cannot be specified for database snapshots."
        => snapshot_with_filegroups(), 1;
    (1826, 16) "User-defined filegroups are not allowed on \"%ls\"." => filegroups_not_allowed(database), 1;
    (1828, 16) "The logical file name \"%.*ls\" is already in use. Choose a different name."
        => logical_file_name_in_use(file), 3;
    (1900, 16)
        "Cannot create a clustered index with a predicate clause. Filtered clustered indexes are not supported."
        => filtered_clustered_index(), 1;
    (1902, 16)
        "Cannot create more than one clustered index on %S_MSG '%.*ls'. Drop the existing clustered index '%.*ls' \
         before creating another."
        => clustered_index_exists(kind, table, index), 3;
    (1904, 16)
        "The %S_MSG '%.*ls' on table '%.*ls' has %d columns in the key list. The maximum limit for %S_MSG key \
         column list is %d."
        with ["index", "%1", "%2", "%3", "index", "%4"]
        => too_many_key_columns(index, table, count, maximum), 1;
    (1907, 16)
        "Cannot recreate index '%.*ls'. The new index definition does not match the constraint being enforced by \
         the existing index."
        => replaced_index_differs(index), 1;
    (1909, 16) "Cannot use duplicate column names in %S_MSG. Column name '%.*ls' listed more than once."
        with ["%2", "%1"]
        => duplicate_index_column(column, object), 1;
    (1911, 16) "Column name '%.*ls' does not exist in the target table or view." => index_column_not_found(column), 1;
    (1913, 16) "The operation failed because an index or statistics with name '%.*ls' already exists on %S_MSG '%.*ls'."
        with ["%1", "table", "%2"]
        => index_name_exists(name, table), 1;
    (1914, 16) "Index cannot be created on object '%.*ls' because the object is not a user table or view."
        => index_on_other_object(object), 1;
    (1915, 16) "Cannot alter a non-unique index with ignore_dup_key index option. Index '%.*ls' is non-unique."
        => nonunique_index_ignores_duplicates(index), 1;
    (1916, 16) "CREATE INDEX options %ls and %ls are mutually exclusive." => index_options_exclusive(first, second), 4;
    (1917, 16)
        "Cannot create, rebuild or drop an index on a local temporary table online. Perform the index operation \
         offline."
        => online_index_of_temporary_table(), 1;
    (1919, 16) "Column '%.*ls' in table '%.*ls' is of a type that is invalid for use as a key column in an index."
        => invalid_key_column_type(column, table), 1;
    (1921, 16) "Invalid %S_MSG '%.*ls' specified." => invalid_filegroup(kind, name), 1;
    (1922, 16)
        "Filegroup '%.*ls' has no files assigned to it. Tables, indexes, and large object columns cannot be created \
         on this filegroup. Use ALTER DATABASE to add one or more files to the filegroup."
        => filegroup_without_files(filegroup), 1;
    (1924, 16) "Filegroup '%.*ls' is read-only." => filegroup_is_read_only(filegroup), 1;
    (1925, 16)
        "Cannot convert a clustered index to a nonclustered index by using the DROP_EXISTING option. To change the \
         index type from clustered to nonclustered, delete the clustered index, and then create a nonclustered \
         index by using two separate statements."
        => clustered_index_to_nonclustered(), 2;
    (1927, 16) "There are already statistics on table '%.*ls' named '%.*ls'." => statistics_exist(table, name), 2;
    (1929, 16) "Statistics cannot be created on object '%.*ls' because the object is not a user table or view."
        => statistics_on_other_object(object), 1;
    (1934, 16)
        "%ls failed because the following SET options have incorrect settings: '%.*ls'. Verify that SET options are \
         correct for use with %S_MSG."
        with ["%1", "%2",
            "indexed views and/or indexes on computed columns and/or filtered indexes and/or query notifications \
             and/or XML data type methods and/or spatial index operations"]
        => set_options_incorrect(statement, options), 1;
    (1935, 16) "Cannot create index. Object '%.*ls' was created with the following SET options off: '%.*ls'."
        => object_created_with_options_off(object, options), 1;
    (1937, 16)
        "Cannot create %S_MSG on view '%.*ls' because it references another view '%.*ls'. Consider expanding \
         referenced view's definition by hand in indexed view definition."
        with ["index", "%1", "%2"]
        => indexed_view_of_view(view, other), 1;
    (1938, 16)
        "Index cannot be created on view '%.*ls' because the underlying object '%.*ls' has a different owner."
        => indexed_view_owner_differs(view, object), 1;
    (1939, 16) "Cannot create %S_MSG on view '%.*ls' because the view is not schema bound."
        with ["index", "%1"]
        => indexed_view_not_schema_bound(view), 1;
    (1940, 16) "Cannot create %S_MSG on view '%.*ls'. It does not have a unique clustered index."
        with ["index", "%1"]
        => view_without_clustered_index(view), 1;
    (1941, 16)
        "Cannot create nonunique clustered index on view '%.*ls' because only unique clustered indexes are allowed. \
         Consider creating unique clustered index instead."
        => nonunique_clustered_index_on_view(view), 1;
    (1942, 16)
        "Cannot create %S_MSG on view '%.*ls'. It contains text, ntext, image, FILESTREAM or xml columns."
        with ["index", "%1"]
        => indexed_view_with_lob_columns(view), 1;
    (1943, 16) "The index \"%.*ls\" on table \"%.*ls\" cannot be reorganized because page level locking is disabled."
        => reorganize_without_page_locks(index, table), 1;
    (1944, 16)
        "Index '%.*ls' was not created. This index has a key length of at least %d bytes. The maximum permissible \
         key length is %d bytes."
        => index_key_too_long(index, length, maximum), 1;
    (1945, 10)
        "Warning! The maximum key length for a %S_MSG index is %d bytes. The index '%.*ls' has maximum length of %d \
         bytes. For some combination of large values, the insert/update operation will fail."
        => index_key_length_warning(kind, maximum, index, length), 1;
    (1946, 16)
        "Operation failed. The index entry of length %d bytes for the index '%.*ls' exceeds the maximum length of \
         %d bytes for %S_MSG indexes."
        => index_entry_too_long(length, index, maximum, kind), 3;
    (1947, 16) "Cannot create %S_MSG on view \"%.*ls\". The view contains a self join on \"%.*ls\"."
        with ["index", "%1", "%2"]
        => indexed_view_with_self_join(view, table), 1;
    (1949, 16)
        "Cannot create %S_MSG on view '%.*ls'. The function '%s' yields nondeterministic results. Use a \
         deterministic system function, or modify the user-defined function to return deterministic results."
        with ["index", "%1", "%2"]
        => indexed_view_with_nondeterministic_function(view, function), 1;
    (1950, 16)
        "Index on view '%.*ls' cannot be created because the view contains an imprecise expression in a GROUP BY \
         clause"
        => indexed_view_with_imprecise_group(view), 1;
    (1951, 16)
        "Index on view '%.*ls' cannot be created because the view contains an imprecise expression in the WHERE \
         clause."
        => indexed_view_with_imprecise_condition(view), 1;
    (1952, 16)
        "Index on view '%.*ls' cannot be created because the view contains an imprecise expression in a join."
        => indexed_view_with_imprecise_join(view), 1;
    (1963, 16)
        "Cannot create %S_MSG on view \"%.*ls\". The view contains a convert that is imprecise or non-deterministic."
        with ["index", "%1"]
        => indexed_view_with_nondeterministic_convert(view), 1;
    (1971, 16)
        "Cannot disable index '%.*ls' on table '%.*ls'. Permission denied to disable foreign key '%.*ls' on table \
         '%.*ls' that uses this index."
        => disable_needs_alter_of_user(index, table, key, referrer), 1;
    (1972, 16)
        "Cannot disable clustered index '%.*ls' on table '%.*ls'. Permission denied to alter the referencing view \
         '%.*ls' while disabling its clustered index."
        => disable_needs_alter_of_view(index, table, view), 1;
    (1973, 16) "Cannot perform the specified operation on disabled index '%.*ls' on %S_MSG '%.*ls'."
        => operation_on_disabled_index(index, kind, object), 1;
    (1974, 16)
        "Cannot perform the specified operation on %S_MSG '%.*ls' because its clustered index '%.*ls' is disabled."
        => operation_under_disabled_clustered_index(kind, object, index), 1;
    (1976, 16)
        "Cannot create index or statistics '%.*ls' on view '%.*ls' because cannot verify key column '%.*ls' is precise \
         and deterministic. Consider removing column from index or statistics key, marking column persisted in base \
         table if it is computed, or using non-CLR-derived column in key."
        => indexed_view_key_imprecise(index, view, column), 1;
    (1977, 16)
        "Could not create %S_MSG '%.*ls' on table '%.*ls'. Only XML Index can be created on XML column '%.*ls'."
        => relational_index_on_xml(kind, index, table, column), 1;
    (1978, 16)
        "Column '%.*ls' in table '%.*ls' is of a type that is invalid for use as a key column in an index or \
         statistics."
        => invalid_statistics_column_type(column, table), 1;
    (1979, 16)
        "Cannot use index option ignore_dup_key to alter index '%.*ls' as it enforces a primary or unique constraint."
        => option_of_constraint_index(index), 1;
    (1985, 16) "Cannot create %S_MSG on view '%.*ls'. It contains one or more XML data type methods."
        with ["index", "%1"]
        => indexed_view_with_xml_method(view), 1;
    (1987, 16) "Cannot %S_MSG %S_MSG '%.*ls' on %S_MSG '%.*ls' because its %S_MSG is disabled."
        => index_under_disabled_index(action, kind, index, object_kind, object, cause), 1;
    (1989, 16) "Cannot enable foreign key constraint '%.*ls' as index '%.*ls' on referenced key is disabled."
        => foreign_key_to_disabled_index(key, index), 1;
    (1990, 16)
        "Cannot define an index on a view with ignore_dup_key index option. Remove ignore_dup_key option and verify \
         that view definition does not allow duplicates, or do not index view."
        => indexed_view_with_ignore_dup_key(), 1;
    (1991, 16)
        "Cannot disable clustered index '%.*ls' on table '%.*ls'. Permission denied to disable foreign key '%.*ls' \
         on table '%.*ls' that references this table."
        => disable_needs_alter_of_referrer(index, table, key, referrer), 1;
    (1992, 10)
        "Warning: Foreign key '%.*ls' on table '%.*ls' referencing table '%.*ls' was disabled as a result of \
         disabling the index '%.*ls'."
        => foreign_key_disabled_with_index(key, table, referenced, index), 1;
    (1998, 10)
        "Warning: Clustered index '%.*ls' on view '%.*ls' referencing table '%.*ls' was disabled as a result of \
         disabling the index '%.*ls'."
        => view_index_disabled_with_index(index, view, table, cause), 1;
    (1999, 16) "Column '%.*ls' in table '%.*ls' is of a type that is invalid for use as included column in an index."
        => invalid_included_column_type(column, table), 1;
    (2010, 16) "Cannot perform alter on '%.*ls' because it is an incompatible object type."
        => alter_of_incompatible_object(object), 1;
    (2011, 16) "Index hints cannot be specified within a schema-bound object." => index_hint_in_schema_bound(), 1;
    (2020, 16)
        "The dependencies reported for entity \"%.*ls\" might not include references to all columns. This is either \
         because the entity references an object that does not exist or because of an error in one or more \
         statements in the entity.  Before rerunning the query, ensure that there are no errors in the entity and \
         that all objects referenced by the entity exist."
        => dependencies_incomplete(entity), 1;
    (2103, 15)
        "Cannot %S_MSG trigger '%.*s' because its schema is different from the schema of the target table or view."
        => trigger_of_other_schema(action, trigger), 1;
    (2108, 15) "Cannot %S_MSG %S_MSG on '%.*ls' as the target is not in the current database."
        => target_in_other_database(action, kind, target), 1;
    (2110, 15)
        "Cannot alter trigger '%.*ls' on '%.*ls' because this trigger does not belong to this object. Specify the \
         correct trigger name or the correct target object name."
        => trigger_of_other_object(trigger, target), 1;
    (2111, 16)
        "Cannot %S_MSG trigger '%.*ls' on %S_MSG '%.*ls' because an INSTEAD OF %s trigger already exists on this \
         object."
        => instead_of_trigger_exists(action, trigger, kind, object, event), 1;
    (2112, 16) "Cannot create trigger '%.*ls' on view '%.*ls' because the view is defined with CHECK OPTION."
        => trigger_on_view_with_check_option(trigger, view), 1;
    (2113, 16)
        "Cannot %S_MSG INSTEAD OF DELETE or INSTEAD OF UPDATE TRIGGER '%.*ls' on table '%.*ls'. This is because the \
         table has a FOREIGN KEY with cascading DELETE or UPDATE."
        => instead_of_trigger_with_cascade(action, trigger, table), 1;
    (2114, 16) "Column '%.*ls' cannot be used in an IF UPDATE clause because it is a computed column."
        => if_update_of_computed_column(column), 1;
    (2205, 16) "%s\"%ls\" was expected." with ["XQuery [%1()]: ", "%2"] => xquery_sign_expected(method, sign), 1;
    (2209, 16) "%sSyntax error near '%ls'" with ["XQuery [%1()]: ", "%2"] => xquery_syntax_error(method, near), 1;
    (2223, 16) "%sSyntax error near '%ls', expected an identifier." with ["XQuery [%1()]: ", "%2"]
        => xquery_name_expected(method, near), 1;
    (2225, 16) "%sA string literal was expected" with ["XQuery [%1()]: "] => xquery_string_expected(method), 1;
    (2226, 16) "%sThe target of 'insert' must be a single node, found '%ls'" with ["XQuery [modify()]: ", "%1"]
        => xml_insert_target_not_single(found), 1;
    (2227, 16) "%sThe variable '%ls' was not found in the scope in which it was referenced."
        with ["XQuery [%1()]: ", "%2"]
        => xquery_undeclared_variable(method, variable), 1;
    (2229, 16) "%sThe name \"%ls\" does not denote a namespace."
        with ["XQuery [%1()]: ", "%2"]
        => xquery_undeclared_prefix(method, prefix), 1;
    (2231, 16) "%sThe name \"%ls\" does not denote a defined type." with ["XQuery [%1()]: ", "%2"]
        => xquery_unknown_type(method, name), 1;
    (2232, 16) "%sThe name \"%ls:%ls\" does not denote a defined type." with ["XQuery [%1()]: ", "{%2}", "%3"]
        => xquery_unknown_type_of_namespace(method, namespace, name), 1;
    (2236, 16) "%sThere are not enough actual arguments in the call to function \"%ls\"."
        with ["XQuery [%1()]: ", "%2"]
        => xquery_too_few_arguments(method, function), 1;
    (2238, 16) "%sToo many arguments in call to function '%ls'" with ["XQuery [%1()]: ", "%2"]
        => xquery_too_many_arguments(method, function), 1;
    (2240, 16) "%sThe target of 'insert into' must be an element/document node, found '%ls'"
        with ["XQuery [modify()]: ", "%1"]
        => xml_insert_into_other_node(found), 1;
    (2241, 16) "%sVariable expected: '$name'" with ["XQuery [%1()]: "] => xquery_variable_expected(method), 1;
    (2248, 16) "%sSyntax error near '%ls', expected 'as', 'into', 'before' or 'after'."
        with ["XQuery [modify()]: ", "%1"]
        => xml_insert_without_position(near), 1;
    (2249, 16) "%sThe target of 'insert before/after' must be an element/PI/comment/text node, found '%ls'"
        with ["XQuery [modify()]: ", "%1"]
        => xml_insert_beside_attribute(found), 1;
    (2256, 16) "%sSyntax error near '%ls', expected a \"node test\"." with ["XQuery [%1()]: ", "%2"]
        => xquery_node_test_expected(method, near), 1;
    (2258, 16) "%sThe position may not be specified when inserting an attribute node, found '%ls'"
        with ["XQuery [modify()]: ", "%1"]
        => xml_insert_attribute_at_position(found), 1;
    (2266, 16) "%sExpected end tag '%ls:%ls'" with ["XQuery [%1()]: ", "%2", "%3"]
        => xquery_prefixed_end_tag_missing(method, prefix, name), 1;
    (2267, 16) "%sExpected end tag '%ls'" with ["XQuery [%1()]: ", "%2"] => xquery_end_tag_missing(method, name), 1;
    (2270, 16) "%sDuplicate attribute '%ls:%ls'" with ["XQuery [%1()]: ", "%2", "%3"]
        => xquery_duplicate_prefixed_attribute(method, prefix, name), 1;
    (2271, 16) "%sDuplicate attribute '%ls'" with ["XQuery [%1()]: ", "%2"]
        => xquery_duplicate_attribute(method, name), 1;
    (2272, 16) "%s'?>' expected" with ["XQuery [%1()]: "] => xquery_instruction_without_end(method), 1;
    (2273, 16) "%sUnterminated CDATA section" with ["XQuery [%1()]: "] => xquery_cdata_without_end(method), 1;
    (2274, 16) "%sUnterminated string constant (started on line %u)" with ["XQuery [%1()]: ", "%2"]
        => xquery_string_without_end(method, line), 1;
    (2294, 16) "%s'xml' is not allowed as a processing instruction target." with ["XQuery [%1()]: "]
        => xquery_instruction_named_xml(method), 1;
    (2323, 16) "%sThe end tag '%ls' doesn't match opening tag '%ls' from line %u"
        with ["XQuery [%1()]: ", "%2", "%3", "%4"]
        => xquery_end_tag_differs(method, end, start, line), 1;
    (2324, 16) "%sThe end tag '%ls:%ls' doesn't match opening tag '%ls' from line %u"
        with ["XQuery [%1()]: ", "%2", "%3", "%4", "%5"]
        => xquery_prefixed_end_tag_differs(method, prefix, end, start, line), 1;
    (2325, 16) "%sThe end tag '%ls' doesn't match opening tag '%ls:%ls' from line %u"
        with ["XQuery [%1()]: ", "%2", "%3", "%4", "%5"]
        => xquery_end_tag_differs_from_prefixed(method, end, prefix, start, line), 1;
    (2326, 16) "%sThe end tag '%ls:%ls' doesn't match opening tag '%ls:%ls' from line %u"
        with ["XQuery [%1()]: ", "%2", "%3", "%4", "%5", "%6"]
        => xquery_prefixed_end_tags_differ(method, prefix, end, other_prefix, start, line), 1;
    (2337, 16) "%sThe target of 'replace' must be at most one node, found '%ls'" with ["XQuery [modify()]: ", "%1"]
        => xml_replace_target_not_single(found), 1;
    (2340, 16) "%sComment started on line %u has no end" with ["XQuery [%1()]: ", "%2"]
        => xquery_comment_without_end(method, line), 1;
    (2351, 16) "%sExpected 'first' or 'last'" with ["XQuery [modify()]: "] => xml_insert_without_end(), 1;
    (2355, 16) "%s'else' expected" with ["XQuery [%1()]: "] => xquery_else_expected(method), 1;
    (2356, 16)
        "%sThe target of 'replace value of' must be a non-metadata attribute or an element with simple typed \
         content, found '%ls'"
        with ["XQuery [modify()]: ", "%1"]
        => xml_replace_target_not_simple(found), 1;
    (2370, 16) "%sNo more tokens expected at the end of the XQuery expression. Found '%ls'."
        with ["XQuery [%1()]: ", "%2"]
        => xquery_text_after_end(method, near), 1;
    (2371, 16) "%s'%ls' can only be used within a predicate or XPath selector" with ["XQuery [%1()]: ", "%2"]
        => xquery_outside_predicate(method, function), 1;
    (2374, 16) "%sA node or set of nodes is required for %ls" with ["XQuery [%1()]: ", "%2"]
        => xquery_requires_nodes(method, operand), 1;
    (2389, 16) "%s'%ls' requires a singleton (or empty sequence), found operand of type '%ls'"
        with ["XQuery [%1()]: ", "%1()", "xdt:untypedAtomic *"]
        => xquery_requires_singleton(method), 1;
    (2392, 16) "%s'%ls::' is not a valid axis" with ["XQuery [%1()]: ", "%2"] => xquery_unknown_axis(method, axis), 1;
    (2395, 16) "%sThere is no function '%ls:%ls()'" with ["XQuery [%1()]: ", "{%2}", "%3"]
        => xquery_unknown_function(method, namespace, name), 1;
    (2396, 16) "%sAttribute may not appear outside of an element" with ["XQuery [%1()]: "]
        => xquery_attribute_outside(method), 1;
    (2501, 16) "Cannot find a table or object with the name \"%.*ls\". Check the system catalog."
        => table_not_found(name), 45;
    (2507, 16) "The CONCAT_NULL_YIELDS_NULL option must be set to ON to run DBCC CHECKCONSTRAINTS."
        => check_constraints_needs_concat_null(), 1;
    (2528, 10) "DBCC execution completed. If DBCC printed error messages, contact your system administrator."
        => dbcc_completed(), 1;
    (2536, 10) "DBCC results for '%.*ls'." => dbcc_results(object), 1;
    (2555, 16) "Cannot move all contents of file \"%.*ls\" to other places to complete the emptyfile operation."
        => file_not_emptied(file), 1;
    (2556, 16) "There is insufficient space in the filegroup to complete the emptyfile operation."
        => no_other_file_in_filegroup(), 1;
    (2557, 14) "User '%.*ls' does not have permission to run DBCC %ls for object '%.*ls'."
        => dbcc_object_permission_denied(user, command, object), 7;
    (2560, 16) "Parameter %d is incorrect for this DBCC statement." => invalid_dbcc_parameter(position), 9;
    (2561, 16) "Parameter %d is incorrect for this statement." => incorrect_parameter(position), 1;
    (2571, 14) "User '%.*ls' does not have permission to run DBCC %.*ls." => dbcc_permission_denied(user, command), 3;
    (2573, 16) "Could not find table or object ID %.*ls. Check system catalog." => object_id_not_found(object), 40;
    (2591, 16) "Cannot find a row in the system catalog with the index ID %d for table \"%.*ls\"."
        => index_id_not_in_catalog(index, table), 1;
    (2593, 10) "There are %I64d rows in %I64d pages for object \"%.*ls\"." => dbcc_rows(rows, pages, object), 1;
    (2601, 14)
        "Cannot insert duplicate key row in object '%.*ls'{ with unique index '%.*ls'}.{ The duplicate key value is \
         %ls.}"
        => duplicate_index_key(object, index, key), 1;
    (2627, 14)
        "Violation of %ls constraint '%.*ls'. Cannot insert duplicate key in object '%.*ls'. The duplicate key \
         value is %ls."
        => duplicate_key(kind, constraint, table, key), 1;
    (2628, 16) "String or binary data would be truncated in table '%.*ls', column '%.*ls'. Truncated value: '%.*ls'."
        => string_truncated(table, column, kept), 1;
    (2701, 10) "Database name '%.*ls' ignored, referencing object in tempdb." => database_name_ignored(database), 1;
    (2705, 16)
        "Column names in each table must be unique. Column name '%.*ls' in table '%.*ls' is specified more than once."
        => duplicate_column_name(column, table), 3;
    (2706, 11) "Table '%.*ls' does not exist." => table_does_not_exist(table), 6;
    (2714, 16) "There is already an object named '%.*ls' in the database." => object_exists(object), 6;
    (2715, 16) "Column, parameter, or variable #%d: Cannot find data type %.*ls."
        => type_not_found(ordinal, type_name), 6;
    (2716, 16) "Column, parameter, or variable #%d: Cannot specify a column width on data type %.*ls."
        => column_width_not_allowed(ordinal, type_name), 1;
    (2720, 16) "Cannot schema bind %S_MSG '%.*ls' because it references system object '%.*ls'."
        => schema_bound_to_system_object(kind, name, object), 1;
    (2727, 11) "Cannot find index '%.*ls'." => index_not_found(index), 1;
    (2729, 16)
        "Column '%.*ls' in %S_MSG '%.*ls' cannot be used in an index or statistics or as a partition key because it \
         is non-deterministic."
        => nondeterministic_indexed_column(column, kind, object), 1;
    (2730, 11)
        "Cannot create procedure '%.*ls' with a group number of %d because a procedure with the same name and a \
         group number of 1 does not currently exist in the database. Must execute CREATE PROCEDURE '%.*ls';1 first."
        with ["%1", "%2", "%1"]
        => group_without_first_procedure(procedure, number), 1;
    (2732, 16) "Error number %ld is invalid. The number must be from %ld through %ld and it cannot be 50000."
        with ["%1", "13000", "2147483647"]
        => invalid_error_number(number), 1;
    (2733, 16) "The %ls data type is invalid for return values." => invalid_return_type(data_type), 1;
    (2738, 16)
        "A table can only have one timestamp column. Because table '%.*ls' already has one, the column '%.*ls' \
         cannot be added."
        => second_timestamp_column(table, column), 2;
    (2739, 16) "The text, ntext, and image data types are invalid for local variables." => text_variable(), 1;
    (2740, 16)
        "SET LANGUAGE failed because '%.*ls' is not an official language name or a language alias on this SQL Server."
        => invalid_language(name), 1;
    (2741, 16) "SET DATEFORMAT date order '%.*ls' is invalid." => invalid_dateformat(order), 1;
    (2742, 16) "SET DATEFIRST %d is out of range." => datefirst_out_of_range(day), 1;
    (2744, 16) "Multiple identity columns specified for table '%.*ls'. Only one identity column per table is allowed."
        => multiple_identity_columns(table), 2;
    (2747, 16) "Too many substitution parameters for RAISERROR. Cannot exceed %d substitution parameters."
        => too_many_raiserror_arguments(maximum), 1;
    (2748, 16) "Cannot specify %ls data type (parameter %d) as a substitution parameter."
        => invalid_raiserror_argument_type(type_name, position), 1;
    (2749, 16)
        "Identity column '%.*ls' must be of data type int, bigint, smallint, tinyint, or decimal or numeric with a \
         scale of 0, unencrypted, and constrained to be nonnullable."
        => invalid_identity_type(column), 2;
    (2750, 16) "Column or parameter #%d: Specified column precision %d is greater than the maximum precision of %d."
        => invalid_precision(ordinal, precision, maximum), 1;
    (2752, 16) "Identity column '%.*ls' contains invalid SEED." => invalid_identity_seed(column), 1;
    (2753, 16) "Identity column '%.*ls' contains invalid INCREMENT." => invalid_identity_increment(column), 1;
    (2754, 16)
        "Error severity levels greater than %d can only be specified by members of the sysadmin role, using the \
         WITH LOG option."
        => severity_needs_sysadmin(severity), 1;
    (2755, 16)
        "SET DEADLOCK_PRIORITY option is invalid. Valid options are {{HIGH | NORMAL | LOW | [%d ... %d] of type \
         integer}}."
        with ["-10", "10"]
        => invalid_deadlock_priority(), 1;
    (2759, 16) "CREATE SCHEMA failed due to previous errors." => schema_not_created(), 0;
    (2760, 16) "The specified schema name \"%.*ls\" either does not exist or you do not have permission to use it."
        => schema_not_found(schema), 1;
    (2761, 16) "The ROWGUIDCOL property can only be specified on the uniqueidentifier data type."
        => invalid_rowguidcol_type(), 1;
    (2762, 16) "sp_setapprole was not invoked correctly. Refer to the documentation for more information."
        => application_role_is_set(), 1;
    (2767, 16 listed 15) "Could not locate statistics '%.*ls' in the system catalogs."
        => statistics_not_found(statistics), 1;
    (2772, 16) "Cannot access temporary tables from within a function." => temporary_table_in_function(), 1;
    (2778, 16) "Only System Administrator can specify %s option for %s command."
        with ["WITH LOG", "RAISERROR"]
        => raiserror_with_log_needs_sysadmin(), 1;
    (2786, 16)
        "The data type of substitution parameter %d does not match the expected type of the format specification."
        => raiserror_argument_type_mismatch(position), 1;
    (2787, 16) "Invalid format specification: '%.*ls'." => invalid_format_specification(format), 1;
    (2788, 16) "Synonyms are invalid in a schemabound object or a constraint expression."
        => synonym_in_schema_bound_object(), 1;
    (2799, 16)
        "Cannot create index or statistics '%.*ls' on table '%.*ls' because the computed column '%.*ls' is \
         imprecise and not persisted. Consider removing column from index or statistics key or marking computed \
         column persisted."
        => imprecise_indexed_column(index, table, column), 1;
    (2809, 18 listed 16) "The request for %S_MSG '%.*ls' failed because '%.*ls' is a %S_MSG object."
        => invalid_object_kind(request, name, object, kind), 1;
    (2812, 16) "Could not find stored procedure '%.*ls'." => procedure_not_found(procedure), 62;
}
