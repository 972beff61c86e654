//! Table of data.
//!
//! Messages 3013 to 4936: transactions, DROP, ALTER TABLE, views and bulk load.

use super::message::messages;

messages! {
    (3002, 16) "Cannot BACKUP or RESTORE a database snapshot." => backup_of_snapshot(), 1;
    (3013, 16) "%hs is terminating abnormally." => terminating_abnormally(statement), 1;
    (3014, 10) "%hs successfully processed %I64d pages in %d.%03d seconds (%d.%03d MB/sec)."
        => backup_processed(statement, pages, seconds, milliseconds, megabytes, thousandths), 1;
    (3021, 16) "Cannot perform a backup or restore operation within a transaction." => backup_in_transaction(), 0;
    (3033, 16) "BACKUP DATABASE cannot be used on a database opened in emergency mode."
        => backup_in_emergency(), 0;
    (3043, 16) "BACKUP '%ls' detected an error on page (%d:%d) in file '%ls'."
        => backup_page_damaged(database, file, page, path), 1;
    (3101, 16) "Exclusive access could not be obtained because the database is in use."
        => restored_database_in_use(), 1;
    (3102, 16)
        "%ls cannot process database '%ls' because it is in use by this session. It is recommended that the master \
         database be used when performing this operation."
        => restored_database_in_own_use(statement, database), 1;
    (3110, 14) "User does not have permission to RESTORE database '%.*ls'." => restore_denied(database), 1;
    (3137, 16)
        "Database cannot be reverted. Either the primary or the snapshot names are improperly specified, all other \
         snapshots have not been dropped, or there are missing files."
        => database_not_reverted(), 1;
    (3147, 16) "Backup and restore operations are not allowed on database tempdb." => backup_not_allowed(), 1;
    (3211, 10) "%d percent processed." => percent_processed(percent), 1;
    (3604, 10) "Duplicate key was ignored." => duplicate_key_ignored(), 1;
    (3606, 10) "Arithmetic overflow occurred." => overflow_gave_null(), 0;
    (3607, 10) "Division by zero occurred." => division_gave_null(), 0;
    (3609, 16) "The transaction ended in the trigger. The batch has been aborted." => transaction_ended_in_trigger(), 1;
    (3612, 10) "%hs SQL Server Execution Times:%hs   CPU time = %lu ms,  elapsed time = %lu ms."
        with ["\n", "\n", "%1", "%2"]
        => execution_times(cpu_ms, elapsed_ms), 1;
    (3613, 10) "SQL Server parse and compile time: %hs   CPU time = %lu ms, elapsed time = %lu ms."
        with ["\n", "%1", "%2"]
        => parse_and_compile_time(cpu_ms, elapsed_ms), 1;
    (3615, 10)
        "Table '%.*ls'. Scan count %d, logical reads %d, physical reads %d, page server reads %d, read-ahead reads \
         %d, page server read-ahead reads %d, lob logical reads %d, lob physical reads %d, lob page server reads \
         %d, lob read-ahead reads %d, lob page server read-ahead reads %d."
        with ["%1", "%2", "%3", "%4", "0", "%5", "0", "%6", "%7", "0", "%8", "0"]
        => io_statistics(table, scans, logical, physical, read_ahead, lob_logical, lob_physical, lob_read_ahead), 1;
    (3616, 16)
        "An error was raised during trigger execution. The batch has been aborted and the user transaction, if any, \
         has been rolled back."
        => error_in_trigger(), 1;
    (3617, 11) "The batch was cancelled by its client." => cancelled(), 1;
    (3621, 10) "The statement has been terminated." => statement_terminated(), 0;
    (3623, 16) "An invalid floating point operation occurred." => invalid_floating_point_operation(), 1;
    (3634, 16, logged) "The operating system returned the error '%ls' while attempting '%ls' on '%ls'."
        => os_error(error, operation, object), 1;
    (3701, 11) "Cannot %S_MSG the %S_MSG '%.*ls', because it does not exist or you do not have permission."
        => cannot_drop(action, kind, name), 5;
    (3702, 16) "Cannot drop database \"%.*ls\" because it is currently in use." => database_in_use(database), 4;
    (3703, 16) "Cannot detach the %S_MSG '%.*ls' because it is currently in use."
        with ["database", "%1"]
        => detach_in_use(database), 2;
    (3705, 16) "Cannot use DROP %ls with '%.*ls' because '%.*ls' is a %S_MSG. Use %ls."
        with ["%1", "%2", "%3", "%4", "DROP %5"]
        => drop_of_other_kind(statement, name, object, kind, remedy), 1;
    (3706, 16) "Cannot %S_MSG a database snapshot." => snapshot_cannot_change(action), 1;
    (3707, 16) "Cannot detach a suspect or recovery pending database. It must be repaired or dropped."
        => suspect_cannot_be_detached(), 2;
    (3708, 16) "Cannot %S_MSG the %S_MSG '%.*ls' because it is a system %S_MSG."
        with ["%1", "%2", "%3", "%2"]
        => system_object_cannot_change(action, kind, name), 1;
    (3709, 16) "Cannot %S_MSG the database while the database snapshot \"%.*ls\" refers to it. Drop that database first."
        => snapshot_refers_to_database(action, snapshot), 2;
    (3716, 16) "The %S_MSG '%.*ls' cannot be dropped because it is bound to one or more %S_MSG."
        => bound_object_cannot_be_dropped(kind, name, holder), 1;
    (3717, 16)
        "Cannot drop a default constraint by DROP DEFAULT statement. Use ALTER TABLE to drop a constraint default."
        => drop_default_of_constraint(), 1;
    (3723, 16)
        "An explicit DROP INDEX is not allowed on index '%.*ls'. It is being used for %ls constraint enforcement."
        => drop_of_constraint_index(index, constraint), 4;
    (3725, 16) "The constraint '%.*ls' is being referenced by table '%.*ls', foreign key constraint '%.*ls'."
        => constraint_referenced_by_foreign_key(constraint, table, key), 0;
    (3726, 16) "Could not drop object '%.*ls' because it is referenced by a FOREIGN KEY constraint."
        => table_referenced_by_foreign_key(object), 1;
    (3727, 16 listed 10) "Could not drop constraint. See previous errors." => constraint_not_dropped(), 0;
    (3728, 16) "'%.*ls' is not a constraint." => not_a_constraint(name), 1;
    (3729, 16) "Cannot %ls '%.*ls' because it is being referenced by object '%.*ls'."
        => object_is_referenced(action, object, referencing), 1;
    (3730, 16)
        "Cannot drop the default constraint '%.*ls' while it is being used by a foreign key as SET DEFAULT \
         referential action."
        => default_used_by_foreign_key(constraint), 1;
    (3732, 16)
        "Cannot drop type '%.*ls' because it is being referenced by object '%.*ls'. There may be other objects that \
         reference this type."
        => type_is_referenced(type_name, referencing), 1;
    (3739, 11) "Cannot %ls the index '%.*ls' because it is not a statistics collection."
        => not_a_statistics_collection(action, index), 1;
    (3740, 16) "Cannot drop the %S_MSG '%.*ls' because at least part of the table resides on a read-only filegroup."
        => dropped_from_read_only_filegroup(kind, name), 1;
    (3745, 16) "Only a clustered index can be dropped online." => only_clustered_dropped_online(), 1;
    (3901, 16) "The transaction name must be specified when it is used with the mark option."
        => marked_transaction_without_name(), 1;
    (3902, 16) "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION."
        => commit_without_transaction(), 1;
    (3903, 16) "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION."
        => rollback_without_transaction(), 1;
    (3906, 16) "Failed to update database \"%.*ls\" because the database is read-only."
        => database_is_read_only(database), 1;
    (3908, 16)
        "Could not run BEGIN TRANSACTION in database '%.*ls' because the database is in emergency mode or is damaged \
         and must be restarted."
        => database_is_in_emergency(database), 1;
    (3914, 16)
        "The data type \"%s\" is invalid for transaction names or savepoint names. Allowed data types are char, \
         varchar, nchar, varchar(max), nvarchar, and nvarchar(max)."
        => invalid_transaction_name_type(data_type), 1;
    (3915, 16) "Cannot use the ROLLBACK statement within an INSERT-EXEC statement." => rollback_in_insert_exec(), 0;
    (3916, 16) "Cannot use the COMMIT statement within an INSERT-EXEC statement unless BEGIN TRANSACTION is used first."
        => commit_in_insert_exec(), 0;
    (3918, 16) "The statement or function must be executed in the context of a user transaction."
        => user_transaction_required(), 2;
    (3920, 10)
        "The WITH MARK option only applies to the first BEGIN TRAN WITH MARK statement. The option is ignored."
        => second_mark_ignored(), 1;
    (3930, 16)
        "The current transaction cannot be committed and cannot support operations that write to the log file. Roll \
         back the transaction."
        => transaction_is_doomed(), 1;
    (3931, 16)
        "The current transaction cannot be committed and cannot be rolled back to a savepoint. Roll back the entire \
         transaction."
        => doomed_transaction_savepoint(), 1;
    (3951, 16)
        "Transaction failed in database '%.*ls' because the statement was run under snapshot isolation but the \
         transaction did not start in snapshot isolation. You cannot change the isolation level of the transaction \
         to snapshot after the transaction has started unless the transaction was originally started under snapshot \
         isolation level."
        => snapshot_begun_in_other_level(database), 1;
    (3952, 16)
        "Snapshot isolation transaction failed accessing database '%.*ls' because snapshot isolation is not allowed \
         in this database. Use ALTER DATABASE to allow snapshot isolation."
        => snapshot_not_allowed(database), 1;
    (3953, 16)
        "Snapshot isolation transaction failed in database '%.*ls' because the database was not recovered when the \
         current transaction was started. Retry the transaction after the database has recovered."
        => not_recovered_at_snapshot(database), 1;
    (3954, 16)
        "Snapshot isolation transaction failed to start in database '%.*ls' because the ALTER DATABASE command that \
         disallows snapshot isolation had started before this transaction began. The database is in transition to \
         OFF state. You will either need to change the isolation level of the transaction or re-enable the snapshot \
         isolation in the database."
        => snapshot_being_disallowed(database), 1;
    (3956, 16)
        "Snapshot isolation transaction failed to start in database '%.*ls' because the ALTER DATABASE command \
         which enables snapshot isolation for this database has not finished yet. The database is in transition to \
         pending ON state. You must wait until the ALTER DATABASE Command completes successfully."
        => snapshot_being_allowed(database), 1;
    (3958, 16)
        "Transaction aborted when accessing versioned row in table '%.*ls' in database '%.*ls'. Requested versioned \
         row was not found. Your tempdb is probably out of space. Please refer to BOL on how to configure tempdb \
         for versioning."
        => row_version_not_found(table, database), 1;
    (3960, 16)
        "Snapshot isolation transaction aborted due to update conflict. You cannot use snapshot isolation to access \
         table '%.*ls' directly or indirectly in database '%.*ls' to update, delete, or insert the row that has \
         been modified or deleted by another transaction. Retry the transaction or change the isolation level for \
         the update/delete statement."
        => snapshot_update_conflict(table, database), 2;
    (3961, 16)
        "Snapshot isolation transaction failed in database '%.*ls' because the object accessed by the statement has \
         been modified by a DDL statement in another concurrent transaction since the start of this transaction.  \
         It is disallowed because the metadata is not versioned. A concurrent update to metadata can lead to \
         inconsistency if mixed with snapshot isolation."
        => definition_changed_since_snapshot(database), 1;
    (3964, 16)
        "Transaction failed because this DDL statement is not allowed inside a snapshot isolation transaction. \
         Since metadata is not versioned, a metadata change can lead to inconsistency if mixed within snapshot \
         isolation."
        => ddl_in_snapshot_transaction(), 1;
    (3966, 17)
        "Transaction is rolled back when accessing version store. It was earlier marked as victim when the version \
         store was shrunk due to insufficient space in tempdb. This transaction was marked as a victim earlier \
         because it may need the row version(s) that have already been removed to make space in tempdb. Retry the \
         transaction"
        => version_store_victim(), 1;
    (3971, 16) "The server failed to resume the transaction. Desc:%I64x." => transaction_not_resumed(descriptor), 1;
    (3989, 16) "New request is not allowed to start because it should come with valid transaction descriptor."
        => request_without_transaction(), 1;
    (3997, 16)
        "A transaction that was started in a MARS batch is still active at the end of the batch. The transaction is \
         rolled back."
        => transaction_active_at_batch_end(), 1;
    (3998, 16) "Uncommittable transaction is detected at the end of the batch. The transaction is rolled back."
        => uncommittable_at_batch_end(), 1;
    (4002, 16) "The incoming tabular data stream (TDS) protocol stream is incorrect: %ls."
        => invalid_tds_stream(what), 1;
    (4016, 10 listed 16)
        "Language requested in 'login %.*ls' is not an official name on this SQL Server. Using user default %.*ls \
         instead."
        => requested_language_ignored(language, default), 1;
    (4019, 16)
        "Language requested in login '%.*ls' is not an official language name on this SQL Server. Login fails."
        => requested_language_unknown(language), 1;
    (4022, 16) "Bulk load data was expected but not sent. The batch will be terminated." => bulk_data_not_sent(), 1;
    (4035, 10) "Processed %I64d pages for database '%ls', file '%ls' on file %d."
        with ["%1", "%2", "%3", "1"]
        => backup_pages(pages, database, file), 1;
    (4060, 11) "Cannot open database \"%.*ls\" requested by the login. The login failed."
        => cannot_open_database(database), 1;
    (4064, 11) "Cannot open user default database. Login failed." => cannot_open_default_database(), 1;
    (4102, 15)
        "The READPAST lock hint is only allowed on target tables of UPDATE and DELETE and on tables specified in an \
         explicit FROM clause."
        => readpast_not_allowed(), 1;
    (4103, 15) "\"%.*ls\": Temporary views are not allowed." => temporary_view(view), 1;
    (4104, 16) "The multi-part identifier \"%.*ls\" could not be bound."
        => multi_part_identifier_not_bound(identifier), 1;
    (4105, 16)
        "User-defined functions, partition functions, and column references are not allowed in expressions in this \
         context."
        => function_not_allowed_here(), 1;
    (4108, 15 listed 16) "Windowed functions can only appear in the SELECT or ORDER BY clauses."
        => window_function_not_allowed(), 1;
    (4109, 15 listed 16) "Windowed functions cannot be used in the context of another windowed function or aggregate."
        => window_function_in_window_function(), 1;
    (4112, 15 listed 16) "The function '%.*ls' must have an OVER clause with ORDER BY."
        => function_needs_ordered_over(function), 1;
    (4113, 16) "The function '%.*ls' is not a valid windowing function, and cannot be used with the OVER clause."
        => invalid_window_function(function), 1;
    (4114, 15) "The function '%.*ls' takes exactly %d argument(s)." => window_argument_count(function, count), 1;
    (4115, 16)
        "The reference to column \"%.*ls\" is not allowed in an argument to a TOP, OFFSET, or FETCH clause. Only \
         references to columns at an outer scope or standalone expressions and subqueries are allowed here."
        => column_in_row_count(column), 1;
    (4116, 16) "The function 'ntile' takes only a positive int or bigint expression as its input."
        => positive_integer_required(), 1;
    (4121, 16)
        "Cannot find either column \"%.*ls\" or the user-defined function or aggregate \"%.*ls\", or the name is \
         ambiguous."
        => function_not_found(column, function), 1;
    (4123, 15) "Window element in OVER clause can not also be specified in WINDOW clause."
        => window_element_specified_twice(), 1;
    (4127, 16) "At least one of the arguments to COALESCE must be an expression that is not the NULL constant."
        => coalesce_of_nulls(), 1;
    (4131, 16)
        "A compile-time literal value is specified more than once for the variable \"%.*ls\" in one or more \
         OPTIMIZE FOR clauses."
        => optimized_variable_repeated(variable), 1;
    (4140, 15) "The READCOMMITTEDLOCK lock hint is not allowed on the target table of an INSERT statement."
        => readcommittedlock_on_insert_target(), 1;
    (4145, 15) "An expression of non-boolean type specified in a context where a condition is expected, near '%.*ls'.";
    (4147, 15)
        "The query uses non-ANSI outer join operators (\"*=\" or \"=*\"). To run this query without modification, please \
         set the compatibility level for current database to 80, using the SET COMPATIBILITY_LEVEL option of ALTER \
         DATABASE. It is strongly recommended to rewrite the query using ANSI outer join operators (LEFT OUTER JOIN, \
         RIGHT OUTER JOIN). In the future versions of SQL Server, non-ANSI join operators will not be supported even \
         in backward-compatibility modes.";
    (4148, 16) "XML methods are not allowed in a GROUP BY clause."
        => xml_method_in_group_by(), 1;
    (4150, 16)
        "Hints are not allowed on recursive common table expression (CTE) references. Consider removing hint from \
         recursive CTE reference '%.*ls'."
        => hint_on_recursive_reference(name), 1;
    (4151, 16)
        "The type of the first argument to NULLIF cannot be the NULL constant because the type of the first \
         argument has to be known."
        => nullif_of_null(), 1;
    (4186, 16)
        "Column '%ls.%.*ls' cannot be referenced in the OUTPUT clause because the column definition contains a subquery \
         or references a function that performs user or system data access. A function is assumed by default to perform \
         data access if it is not schemabound. Consider removing the subquery or function from the column definition or \
         removing the column from the OUTPUT clause."
        => output_column_reads_data(qualifier, column), 1;
    (4190, 16) "PIVOT operator is not allowed in the recursive part of a recursive common table expression '%.*ls'."
        => pivot_in_recursive_part(name), 1;
    (4191, 16) "Cannot resolve collation conflict for %s operation." => operand_without_collation(operation), 9;
    (4193, 16) "'%.*ls' is not a valid window frame and cannot be used with the OVER clause."
        => invalid_window_frame(frame), 1;
    (4194, 16 listed 15) "RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters."
        => range_frame_with_offset(), 1;
    (4199, 16) "Argument value %d is invalid for argument %d of %ls function."
        => invalid_argument_value(value, argument, function), 1;
    (4208, 16)
        "The statement %hs is not allowed while the recovery model is SIMPLE. Use BACKUP DATABASE or change the \
         recovery model using ALTER DATABASE."
        => backup_log_under_simple_recovery(statement), 1;
    (4212, 16) "Cannot back up the log of the master database. Use BACKUP DATABASE instead."
        => backup_log_of_master(), 1;
    (4214, 16) "BACKUP LOG cannot be performed because there is no current database backup."
        => backup_log_without_backup(), 1;
    (4403, 16)
        "Cannot update the view or function '%.*ls' because it contains aggregates, or a DISTINCT or GROUP BY \
         clause, or PIVOT or UNPIVOT operator."
        => view_with_aggregates_not_updatable(view), 1;
    (4405, 16) "View or function '%.*ls' is not updatable because the modification affects multiple base tables."
        => view_change_affects_many_tables(view), 1;
    (4406, 16) "Update or insert of view or function '%.*ls' failed because it contains a derived or constant field."
        => derived_field_not_updatable(view), 1;
    (4413, 16) "Could not use view or function '%.*ls' because of binding errors." => view_not_bound(view), 1;
    (4416, 16) "UNION ALL view '%.*ls' is not updatable because the definition contains a disallowed construct."
        => union_all_view_of_other_form(view), 1;
    (4417, 16) "Derived table '%.*ls' is not updatable because the definition contains a UNION operator."
        => derived_table_with_union(table), 1;
    (4418, 16)
        "Derived table '%.*ls' is not updatable because it contains aggregates, or a DISTINCT or GROUP BY clause, \
         or PIVOT or UNPIVOT operator."
        => derived_table_with_aggregates(table), 1;
    (4420, 16) "Derived table '%.*ls' is not updatable because the modification affects multiple base tables."
        => derived_table_of_many_tables(table), 1;
    (4421, 16) "Derived table '%.*ls' is not updatable because a column of the derived table is derived or constant."
        => derived_table_field_not_updatable(table), 1;
    (4426, 16) "View '%.*ls' is not updatable because the definition contains a UNION operator."
        => view_with_union_not_updatable(view), 1;
    (4429, 16)
        "View or function '%.*ls' contains a self-reference. Views or functions cannot reference themselves \
         directly or indirectly."
        => view_references_itself(view), 1;
    (4431, 16) "Partitioned view '%.*ls' is not updatable because table '%.*ls' has a timestamp column."
        => partitioned_view_with_timestamp(view, table), 1;
    (4433, 16) "Cannot INSERT into partitioned view '%.*ls' because table '%.*ls' has an IDENTITY constraint."
        => insert_into_partitioned_view_with_identity(view, table), 1;
    (4434, 16) "Partitioned view '%.*ls' is not updatable because table '%.*ls' has an INSTEAD OF trigger."
        => partitioned_view_with_instead_of_trigger(view, table), 1;
    (4435, 16)
        "Partitioned view '%.*ls' is not updatable because a value was not specified for partitioning column '%.*ls'."
        => partitioning_column_without_value(view, column), 1;
    (4436, 16) "UNION ALL view '%.*ls' is not updatable because a partitioning column was not found."
        => partitioning_column_not_found(view), 1;
    (4437, 16) "Partitioned view '%.*ls' is not updatable as the target of a bulk operation."
        => bulk_operation_on_partitioned_view(view), 1;
    (4438, 16)
        "Partitioned view '%.*ls' is not updatable because it does not deliver all columns from its member tables."
        => partitioned_view_without_all_columns(view), 1;
    (4439, 16)
        "Partitioned view '%.*ls' is not updatable because the source query contains references to partition table \
         '%.*ls'."
        => source_of_partitioned_view_reads_member(view, table), 1;
    (4440, 16) "UNION ALL view '%.*ls' is not updatable because a primary key was not found on table '%.*ls'."
        => member_table_without_primary_key(view, table), 1;
    (4441, 16)
        "Partitioned view '%.*ls' is not updatable because the table '%.*ls' has an index on a computed column."
        => member_table_with_computed_index(view, table), 1;
    (4442, 16) "UNION ALL view '%.*ls' is not updatable because base table '%.*ls' is used multiple times."
        => member_table_used_twice(view, table), 1;
    (4443, 16)
        "UNION ALL view '%.*ls' is not updatable because column '%.*ls' of base table '%.*ls' is used multiple times."
        => member_column_used_twice(view, column, table), 1;
    (4444, 16)
        "UNION ALL view '%.*ls' is not updatable because the primary key of table '%.*ls' is not included in the union \
         result."
        => member_primary_key_not_in_union(view, table), 1;
    (4445, 16)
        "UNION ALL view '%.*ls' is not updatable because the primary key of table '%.*ls' is not unioned with primary \
         keys of preceding tables."
        => member_primary_key_not_united(view, table), 1;
    (4447, 16) "View '%.*ls' is not updatable because the definition contains a set operator."
        => view_with_set_operator_not_updatable(view), 1;
    (4448, 16) "Cannot INSERT into partitioned view '%.*ls' because values were not supplied for all columns."
        => partitioned_insert_without_all_columns(view), 1;
    (4449, 16) "Using defaults is not allowed in views that contain a set operator."
        => default_through_set_operator(), 1;
    (4450, 16)
        "Cannot update partitioned view '%.*ls' because the definition of the view column '%.*ls' in table '%.*ls' has \
         an IDENTITY constraint."
        => update_of_partitioned_identity(view, column, table), 1;
    (4452, 16)
        "Cannot UPDATE partitioning column '%.*ls' of view '%.*ls' because the table '%.*ls' has a CASCADE DELETE or \
         CASCADE UPDATE constraint."
        => partitioning_update_with_cascade(column, view, table), 1;
    (4453, 16)
        "Cannot UPDATE partitioning column '%.*ls' of view '%.*ls' because the table '%.*ls' has a INSERT, UPDATE or \
         DELETE trigger."
        => partitioning_update_with_trigger(column, view, table), 1;
    (4454, 16)
        "Cannot update the partitioned view \"%.*ls\" because the partitioning columns of its member tables have \
         mismatched types."
        => partitioning_types_mismatched(view), 1;
    (4456, 16)
        "The partitioned view \"%.*ls\" is not updatable because one or more of the non-partitioning columns of its \
         member tables have mismatched types."
        => member_types_mismatched(view), 1;
    (4457, 16)
        "The attempted insert or update of the partitioned view failed because the value of the partitioning column \
         does not belong to any of the partitions."
        => no_partition_for_value(), 1;
    (4502, 16) "View or function '%.*ls' has more column names specified than columns defined."
        => view_with_fewer_columns(view), 1;
    (4506, 16)
        "Column names in each view or function must be unique. Column name '%.*ls' in view or function '%.*ls' is \
         specified more than once."
        => duplicate_view_column(column, view), 1;
    (4508, 16)
        "Views or functions are not allowed on temporary tables. Table names that begin with '#' denote temporary \
         tables."
        => view_on_temporary_table(), 1;
    (4509, 16)
        "Could not perform CREATE VIEW because WITH CHECK OPTION was specified and the view contains set operators."
        => check_option_with_set_operators(), 1;
    (4510, 16) "Could not perform CREATE VIEW because WITH %ls was specified and the view is not updatable."
        with ["CHECK OPTION"]
        => check_option_on_read_only_view(), 1;
    (4511, 16) "Create View or Function failed because no column name was specified for column %d."
        => view_column_without_name(position), 1;
    (4512, 16)
        "Cannot schema bind %S_MSG '%.*ls' because name '%.*ls' is invalid for schema binding. Names must be in \
         two-part format and an object cannot reference itself."
        => invalid_schema_bound_name(kind, object, name), 3;
    (4513, 16) "Cannot schema bind %S_MSG '%.*ls'. '%.*ls' is not schema bound."
        => referenced_object_not_schema_bound(kind, object, referenced), 1;
    (4514, 16) "CREATE FUNCTION failed because a column name is not specified for column %d."
        => function_column_without_name(column), 1;
    (4606, 16) "Granted or revoked privilege %ls is not compatible with object."
        => permission_not_of_object(permission), 1;
    (4611, 16) "To revoke or deny grantable privileges, specify the CASCADE option." => cascade_required(), 1;
    (4613, 16) "Grantor does not have GRANT permission." => grantor_lacks_grant_permission(), 1;
    (4617, 16) "Cannot grant, deny or revoke permissions to or from special roles." => special_role_permissions(), 1;
    (4619, 16) "CREATE DATABASE permission can only be granted in the master database."
        => create_database_outside_master(), 1;
    (4621, 16) "Permissions at the server scope can only be granted when the current database is master"
        => server_permissions_outside_master(), 10;
    (4624, 16)
        "Cannot grant, deny, or revoke permissions to sa, dbo, entity owner, information_schema, sys, or yourself."
        => grant_to_owner_or_self(), 1;
    (4628, 10 listed 16)
        "The ALL permission is deprecated and maintained only for compatibility. It DOES NOT imply ALL permissions \
         defined on the entity."
        => all_permission_deprecated(), 1;
    (4701, 16) "Cannot find the object \"%.*ls\" because it does not exist or you do not have permissions."
        => truncate_object_not_found(object), 1;
    (4708, 16) "Could not truncate object '%.*ls' because it is not a table." => truncate_of_non_table(object), 1;
    (4712, 16) "Cannot truncate table '%.*ls' because it is being referenced by a FOREIGN KEY constraint."
        => truncate_of_referenced_table(table), 1;
    (4802, 16) "The SINGLE_LOB, SINGLE_CLOB, and SINGLE_NCLOB options are mutually exclusive with all other options."
        => bulk_single_options_exclusive(), 1;
    (4804, 16 listed 21, logged)
        "While reading current row from host, a premature end-of-message was encountered--an incoming data stream \
         was interrupted when the server expected to see more data. The host program may have terminated. Ensure \
         that you are using a supported client application programming interface (API)."
        => bulk_stream_ended_early(), 3;
    (4806, 16)
        "SINGLE_CLOB requires a double-byte character set (DBCS) (char) input file. The file specified is Unicode."
        => bulk_clob_is_unicode(), 1;
    (4809, 16) "SINGLE_NCLOB requires a UNICODE (widechar) input file. The file specified is not Unicode."
        => bulk_nclob_is_not_unicode(), 1;
    (4815, 16) "Received an invalid column length from the bcp client for colid %d."
        => invalid_bulk_column_length(column), 1;
    (4816, 16) "Invalid column type from bcp client for colid %d." => invalid_bcp_column_type(column), 1;
    (4817, 16) "Could not bulk load. The sorted column '%.*ls' is not valid. The ORDER hint is ignored."
        => bulk_order_column_not_found(column), 1;
    (4818, 16) "Could not bulk load. The sorted column '%.*ls' was specified more than once. The ORDER hint is ignored."
        => bulk_order_column_repeated(column), 1;
    (4819, 16)
        "Cannot bulk load. The bulk data stream was incorrectly specified as sorted or the data violates a \
         uniqueness constraint imposed by the target table. Sort order incorrect for the following two rows: \
         primary key of first row: %s, primary key of second row: %s."
        => bulk_order_incorrect(first, second), 1;
    (4820, 16) "Cannot bulk load. Unknown version of format file \"%s\"." => bulk_format_version(file), 1;
    (4821, 16) "Cannot bulk load. Error reading the number of columns from the format file \"%s\"."
        => bulk_format_count_unreadable(file), 1;
    (4822, 16) "Cannot bulk load. Invalid number of columns in the format file \"%s\"." => bulk_format_count(file), 1;
    (4823, 16) "Cannot bulk load. Invalid column number in the format file \"%s\"."
        => bulk_format_column_number(file), 1;
    (4824, 16) "Cannot bulk load. Invalid data type for column number %d in the format file \"%s\"."
        => bulk_format_type(column, file), 1;
    (4825, 16) "Cannot bulk load. Invalid prefix for column number %d in the format file \"%s\"."
        => bulk_format_prefix(column, file), 1;
    (4826, 16) "Cannot bulk load. Invalid column length for column number %d in the format file \"%s\"."
        => bulk_format_length(column, file), 1;
    (4827, 16) "Cannot bulk load. Invalid column terminator for column number %d in the format file \"%s\"."
        => bulk_format_terminator(column, file), 1;
    (4828, 16)
        "Cannot bulk load. Invalid destination table column number for source column %d in the format file \"%s\"."
        => bulk_format_target(column, file), 1;
    (4829, 16)
        "Cannot bulk load. Error reading the destination table column name for source column %d in the format file \
         \"%s\"."
        => bulk_format_name(column, file), 1;
    (4832, 16) "Bulk load: An unexpected end of file was encountered in the data file."
        => bulk_unexpected_end_of_file(), 1;
    (4834, 16) "You do not have permission to use the bulk load statement." => bulk_load_permission(), 1;
    (4839, 16) "Cannot perform the bulk load. Invalid collation name for source column %d in the format file \"%s\"."
        => bulk_format_collation(column, file), 1;
    (4855, 16) "Line %d in format file \"%ls\": unexpected element \"%ls\"."
        => bulk_format_element(line, file, element), 1;
    (4858, 16) "Line %d in format file \"%ls\": bad value %ls for attribute \"%ls\"."
        => bulk_format_value(line, file, value, attribute), 1;
    (4859, 16) "Line %d in format file \"%ls\": required attribute \"%ls\" is missing."
        => bulk_format_attribute_missing(line, file, attribute), 1;
    (4860, 16) "Cannot bulk load. The file \"%ls\" does not exist or you don't have file access rights."
        => bulk_file_not_found(file), 1;
    (4861, 16) "Cannot bulk load because the file \"%ls\" could not be opened. Operating system error code %ls."
        => bulk_file_not_opened(file, error), 1;
    (4862, 16)
        "Cannot bulk load because the file \"%ls\" is incomplete or could not be read. Operating system error code %ls."
        => bulk_file_not_read(file, error), 1;
    (4863, 16) "Bulk load data conversion error (truncation) for row %d, column %d (%ls)."
        => bulk_truncation(row, column, name), 1;
    (4864, 16)
        "Bulk load data conversion error (type mismatch or invalid character for the specified codepage) for row \
         %d, column %d (%ls)."
        => bulk_type_mismatch(row, column, name), 1;
    (4865, 16) "Cannot bulk load because the maximum number of errors (%d) was exceeded."
        => bulk_too_many_errors(maximum), 1;
    (4866, 16)
        "The bulk load failed. The column is too long in the data file for row %d, column %d. Verify that the field \
         terminator and row terminator are specified correctly."
        => bulk_column_too_long(row, column), 1;
    (4867, 16) "Bulk load data conversion error (overflow) for row %d, column %d (%ls)."
        => bulk_overflow(row, column, name), 1;
    (4868, 16)
        "The bulk load failed. The codepage \"%d\" is not installed. Install the codepage and run the command again."
        => bulk_code_page_not_found(page), 1;
    (4869, 16)
        "The bulk load failed. Unexpected NULL value in data file row %d, column %d. The destination column (%ls) \
         is defined as NOT NULL."
        => bulk_unexpected_null(row, column, name), 1;
    (4870, 16) "Cannot bulk load because of an error writing file \"%ls\". Operating system error code %ls."
        => bulk_file_not_written(file, error), 1;
    (4873, 16) "Line %d in format file \"%ls\": referencing non-existing element id \"%ls\"."
        => bulk_format_id_not_found(line, file, id), 1;
    (4879, 16) "Bulk load failed due to invalid column value in CSV data file %ls in row %ls%I64d, column %d."
        with ["%1", "", "%2", "%3"]
        => bulk_csv_damaged(file, row, column), 1;
    (4880, 16)
        "Cannot bulk load. When you use the FIRSTROW/FIRST_ROW and LASTROW parameters, the value for \
         FIRSTROW/FIRST_ROW cannot be greater than the value for LASTROW."
        => bulk_first_row_after_last(), 1;
    (4882, 16)
        "Cannot bulk load. A prefix length, field length, or terminator is required for the source column %d in the \
         format file \"%s\"."
        => bulk_format_end_missing(column, file), 1;
    (4901, 16)
        "ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT definition \
         specified, or the column being added is an identity or timestamp column, or alternatively if none of the \
         previous conditions are satisfied the table must be empty to allow addition of this column. Column '%.*ls' \
         cannot be added to non-empty table '%.*ls' because it does not satisfy these conditions."
        => added_column_needs_default(column, table), 1;
    (4902, 16) "Cannot find the object \"%.*ls\" because it does not exist or you do not have permissions."
        => alter_object_not_found(object), 1;
    (4905, 16) "ALTER TABLE SWITCH statement failed. The target table '%.*ls' must be empty."
        => switch_target_not_empty(table), 1;
    (4913, 16)
        "ALTER TABLE SWITCH statement failed. The table '%.*ls' has clustered index '%.*ls' while the table '%.*ls' \
         does not have clustered index."
        => switch_clustering_differs(table, index, other), 1;
    (4914, 16) "The ALTER TABLE SWITCH statement failed. The table \"%.*ls\" has a disabled clustered index."
        => switch_of_disabled_table(table), 1;
    (4916, 16) "Could not enable or disable the constraint. See previous errors." => constraint_not_switched(), 0;
    (4917, 16) "Constraint '%.*ls' does not exist." => constraint_not_found(constraint), 1;
    (4919, 16) "PERSISTED attribute cannot be altered on column '%.*ls' because this column is not computed."
        => persisted_of_ordinary_column(column), 1;
    (4920, 16) "ALTER TABLE failed because trigger '%.*ls' on table '%.*ls' does not exist."
        => trigger_not_found(trigger, table), 0;
    (4922, 16) "%ls %.*ls failed because one or more objects access this %S_MSG."
        with ["ALTER TABLE %1", "%2", "column"]
        => column_is_accessed(action, column), 9;
    (4923, 16)
        "ALTER TABLE DROP COLUMN failed because '%.*ls' is the only data column in table '%.*ls'. A table must have \
         at least one data column."
        => only_column_cannot_be_dropped(column, table), 1;
    (4924, 16) "%ls failed because column '%.*ls' does not exist in table '%.*ls'."
        with ["ALTER TABLE %1", "%2", "%3"]
        => altered_column_not_found(action, column, table), 1;
    (4925, 16)
        "ALTER TABLE ALTER COLUMN ADD ROWGUIDCOL failed because a column already exists in table '%.*ls' with \
         ROWGUIDCOL property."
        => rowguidcol_exists(table), 1;
    (4926, 16)
        "ALTER TABLE ALTER COLUMN DROP ROWGUIDCOL failed because a column does not exist in table '%.*ls' with \
         ROWGUIDCOL property."
        => rowguidcol_not_found(table), 1;
    (4927, 16) "Cannot alter column '%.*ls' to be data type %.*ls." => cannot_alter_column_type(column, type_name), 1;
    (4928, 16) "Cannot alter column '%.*ls' because it is '%ls'." => cannot_alter_column(column, kind), 1;
    (4934, 16)
        "Computed column '%.*ls' in table '%.*ls' cannot be persisted because the column does user or system data \
         access."
        => persisted_column_reads_data(column, table), 1;
    (4936, 16) "Computed column '%.*ls' in table '%.*ls' cannot be persisted because the column is non-deterministic."
        => nondeterministic_persisted_column(column, table), 1;
    (4940, 16)
        "ALTER TABLE SWITCH statement failed. %S_MSG '%.*ls' is in filegroup '%.*ls' and %S_MSG '%.*ls' is in \
         filegroup '%.*ls'."
        with ["table", "%1", "%2", "table", "%3", "%4"]
        => switch_between_filegroups(table, filegroup, other, other_filegroup), 1;
    (4942, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' at ordinal %d in table '%.*ls' has a different \
         name than the column '%.*ls' at the same ordinal in table '%.*ls'."
        => switch_column_names_differ(column, ordinal, table, other_column, other), 1;
    (4943, 16)
        "ALTER TABLE SWITCH statement failed because table '%.*ls' has %d columns and table '%.*ls' has %d columns."
        => switch_column_counts_differ(table, count, other, other_count), 1;
    (4944, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' has data type %s in source table '%.*ls' which is \
         different from its type %s in target table '%.*ls'."
        => switch_column_types_differ(column, data_type, source, other_type, target), 1;
    (4945, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same collation in tables \
         '%.*ls' and '%.*ls'."
        => switch_column_collations_differ(column, source, target), 1;
    (4946, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same persistent attribute in \
         tables '%.*ls' and '%.*ls'."
        => switch_column_persistence_differs(column, source, target), 1;
    (4947, 16)
        "ALTER TABLE SWITCH statement failed. There is no identical index in source table '%.*ls' for the index \
         '%.*ls' in target table '%.*ls' ."
        => switch_without_identical_index(source, index, target), 1;
    (4948, 16)
        "ALTER TABLE SWITCH statement failed. The source table '%.*ls' is in database '%.*ls' while the target table \
         '%.*ls' is in database '%.*ls'."
        => switch_between_databases(source, database, target, other_database), 1;
    (4949, 16)
        "ALTER TABLE SWITCH statement failed because the object '%.*ls' is not a user defined table."
        => switch_of_non_table(object), 1;
    (4952, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same ANSI trimming semantics \
         in tables '%.*ls' and '%.*ls'."
        => switch_column_trimming_differs(column, source, target), 1;
    (4955, 16)
        "ALTER TABLE SWITCH statement failed. The source table '%.*ls' and target table '%.*ls' are same."
        => switch_to_same_table(source, target), 1;
    (4958, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same ROWGUIDCOL property in \
         tables '%.*ls' and '%.*ls'."
        => switch_column_rowguidcol_differs(column, source, target), 1;
    (4960, 16)
        "ALTER TABLE SWITCH statement failed. Check constraint '%.*ls' in source table '%.*ls' is NOCHECK constraint \
         but the matching check constraint '%.*ls' in target table '%.*ls' is CHECK."
        => switch_of_unchecked_check(constraint, source, other, target), 1;
    (4961, 16)
        "ALTER TABLE SWITCH statement failed. Column '%.*ls' in table '%.*ls' is nullable and it is not nullable in \
         '%.*ls'."
        => switch_column_is_nullable(column, source, target), 1;
    (4964, 16)
        "ALTER TABLE SWITCH statement failed. Table '%.*ls' has RULE constraint '%.*ls'. SWITCH is not allowed on \
         tables with RULE constraints."
        => switch_of_table_with_rule(table, rule), 1;
    (4965, 16)
        "ALTER TABLE SWITCH statement failed. Column '%.*ls' in table '%.*ls' is computed column but the same column \
         in '%.*ls' is not computed."
        => switch_column_computed(column, table, other), 1;
    (4966, 16)
        "ALTER TABLE SWITCH statement failed. Computed column '%.*ls' defined as '%.*ls' in table '%.*ls' is different \
         from the same column in table '%.*ls' defined as '%.*ls'."
        => switch_column_definitions_differ(column, definition, source, target, other_definition), 1;
    (4967, 16)
        "ALTER TABLE SWITCH statement failed. SWITCH is not allowed because source table '%.*ls' contains primary key \
         for constraint '%.*ls'."
        => switch_of_referenced_table(source, constraint), 1;
    (4968, 16)
        "ALTER TABLE SWITCH statement failed. Target table '%.*ls' has foreign key for constraint '%.*ls' but source \
         table '%.*ls' does not have corresponding key."
        => switch_without_foreign_key(target, constraint, source), 1;
    (4969, 16)
        "ALTER TABLE SWITCH statement failed. Foreign key constraint '%.*ls' is disabled in source table '%.*ls' and \
         the corresponding constraint '%.*ls' is enabled in target table '%.*ls'. The source table constraint must be \
         enabled."
        => switch_of_disabled_foreign_key(constraint, source, other, target), 1;
    (4970, 16)
        "ALTER TABLE SWITCH statement failed. Target table '%.*ls' has a table level check constraint '%.*ls' but the \
         source table '%.*ls' does not have a corresponding constraint."
        => switch_without_table_check(target, constraint, source), 1;
    (4971, 16)
        "ALTER TABLE SWITCH statement failed. Target table '%.*ls' has a column level check constraint '%.*ls' but \
         the source table '%.*ls' does not have a corresponding constraint."
        => switch_without_column_check(target, constraint, source), 1;
    (4974, 16)
        "ALTER TABLE SWITCH statement failed. Foreign key constraint '%.*ls' is NOCHECK in source table '%.*ls' and \
         the corresponding constraint '%.*ls' is CHECK in target table '%.*ls'. The source table constraint must be in \
         CHECK."
        => switch_of_unchecked_foreign_key(constraint, source, other, target), 1;
    (4985, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same nullability attribute in \
         tables '%.*ls' and '%.*ls'."
        => switch_column_nullability_differs(column, source, target), 1;
    (4989, 16)
        "Cannot drop the ROWGUIDCOL property for column '%.*ls' in table '%.*ls' because the column is not the \
         designated ROWGUIDCOL for the table."
        => not_the_rowguidcol(column, table), 1;
    (4991, 16)
        "Cannot alter NOT FOR REPLICATION attribute on column '%.*ls' in table '%.*ls' because this column is not \
         an identity column."
        => not_for_replication_without_identity(column, table), 1;
}
