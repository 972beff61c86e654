//! Table of data.
//!
//! Messages 1001 to 1999: definitions, hints and indexes.

use super::message::messages;

messages! {
    (1001, 15 listed 16) "Line %d: Length or precision specification %d is invalid."
        with ["%L", "%1"]
        => invalid_length_specification(length), 1;
    (1002, 15 listed 16) "Line %d: Specified scale %d is invalid." with ["%L", "%1"] => invalid_scale(scale), 1;
    (1003, 15) "Line %d: %ls clause allowed only for %ls." with ["%L", "%1", "DECLARE CURSOR"];
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
    (1012, 16 listed 15) "The correlation name '%.*ls' has the same exposed name as table '%.*ls'."
        => correlation_name_of_table(name, table), 1;
    (1013, 16 listed 15)
        "The objects \"%.*ls\" and \"%.*ls\" in the FROM clause have the same exposed names. Use correlation names \
         to distinguish them."
        => same_exposed_names(first, second), 1;
    (1014, 15) "A TOP or FETCH clause contains an invalid value." => invalid_row_count(), 1;
    (1015, 15)
        "An aggregate cannot appear in an ON clause unless it is in a subquery contained in a HAVING clause or \
         select list, and the column being aggregated is an outer reference."
        => aggregate_in_on(), 1;
    (1020, 15)
        "Sub-entity lists (such as column or security expressions) cannot be specified for entity-level permissions."
        => column_list_of_entity_permission(), 1;
    (1023, 15) "Invalid parameter %d specified for %ls." => invalid_parameter(position, function), 1;
    (1026, 15 listed 16) "GOTO cannot be used to jump into a TRY or CATCH scope." => goto_into_try_or_catch(), 1;
    (1028, 15) "The CUBE, ROLLUP, and GROUPING SETS constructs are not allowed in a GROUP BY ALL clause."
        => group_by_all_with_groupings(), 1;
    (1029, 15) "Browse mode is invalid for subqueries and derived tables." => browse_in_subquery(), 1;
    (1031, 15) "Percent values must be between 0 and 100." => percent_out_of_range(), 1;
    (1032, 16)
        "Cannot use the column prefix '%.*ls'. This must match the object in the UPDATE clause '%.*ls'."
        => column_prefix_of_other_object(prefix, object), 1;
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
    (1064, 16) "A filegroup cannot be used with log files.";
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
}
