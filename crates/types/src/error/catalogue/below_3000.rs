//! Table of data.
//!
//! Messages 2010 to 2812: XQuery, DBCC, identity and statistics.

use super::message::messages;

messages! {
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
        "Cannot %S_MSG INSTEAD OF DELETE or INSTEAD OF UPDATE TRIGGER '%.*ls' on table '%.*ls'. This is  because the \
         table has a FOREIGN KEY with cascading DELETE or UPDATE."
        => instead_of_trigger_with_cascade(action, trigger, table), 1;
    (2114, 16) "Column '%.*ls' cannot be used in an IF UPDATE clause because it is a computed column."
        => if_update_of_computed_column(column), 1;
    (2205, 16) "%s\"%ls\" was expected." with ["XQuery [%1()]: ", "%2"] => xquery_sign_expected(method, sign), 1;
    (2209, 16) "%sSyntax error near '%ls'" with ["XQuery [%1()]: ", "%2"] => xquery_syntax_error(method, near), 1;
    (2210, 16) "%sHeterogeneous sequences are not allowed: found '%ls' and '%ls'"
        with ["XQuery [%1()]: ", "%2", "%3"]
        => xquery_heterogeneous_sequence(method, first, second), 1;
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
    (2234, 16) "%sThe operator \"%ls\" cannot be applied to \"%ls\" and \"%ls\" operands."
        with ["XQuery [%1()]: ", "%2", "%3", "%4"]
        => xquery_operands_not_allowed(method, operator, left, right), 1;
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
    (2349, 16) "%sAttempt to redefine namespace prefix '%ls'" with ["XQuery [%1()]: ", "%2"]
        => xquery_prefix_redefined(method, prefix), 1;
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
    (2526, 16) "Incorrect DBCC statement. Check the documentation for the correct DBCC syntax and options."
        => incorrect_dbcc_statement(), 3;
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
    (2709, 16)
        "Column '%.*ls' in %S_MSG '%.*ls' cannot be used in an index or statistics or as a partition key because it \
         does user or system data access."
        => indexed_column_reads_data(column, kind, object), 1;
    (2714, 16) "There is already an object named '%.*ls' in the database." => object_exists(object), 6;
    (2715, 16) "Column, parameter, or variable #%d: Cannot find data type %.*ls."
        => type_not_found(ordinal, type_name), 6;
    (2716, 16) "Column, parameter, or variable #%d: Cannot specify a column width on data type %.*ls."
        => column_width_not_allowed(ordinal, type_name), 1;
    (2717, 16) "The size (%d) given to the %S_MSG '%.*ls' exceeds the maximum allowed (%d)."
        => size_exceeds_type_maximum(size, kind, name, maximum), 2;
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
    (2745, 16)
        "Process ID %d has raised user error %d, severity %d. SQL Server is terminating this process."
        => process_raised_fatal_error(process, error, severity), 2;
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
