//! Table of data.
//!
//! Messages 102 to 945: syntax, names, conversions and queries.

use super::message::messages;

messages! {
    (102, 15) "Incorrect syntax near '%.*ls'." => syntax_near(near), 1;
    (103, 15) "The %S_MSG that starts with '%.*ls' is too long. Maximum length is %d." with ["identifier", "%1", "%2"]
        => identifier_too_long(start, maximum), 4;
    (104, 16 listed 15)
        "ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or EXCEPT operator."
        => order_by_not_in_combined_list(), 1;
    (105, 15) "Unclosed quotation mark after the character string '%.*ls'.";
    (107, 15) "The column prefix '%.*ls' does not match with a table name or alias name used in the query."
        => column_prefix_unknown(prefix), 1;
    (108, 16 listed 15) "The ORDER BY position number %ld is out of range of the number of items in the select list."
        => order_by_position_out_of_range(position), 1;
    (109, 15)
        "There are more columns in the INSERT statement than values specified in the VALUES clause. The number of \
         values in the VALUES clause must match the number of columns specified in the INSERT statement."
        => more_columns_than_values(), 1;
    (110, 15)
        "There are fewer columns in the INSERT statement than values specified in the VALUES clause. The number of \
         values in the VALUES clause must match the number of columns specified in the INSERT statement."
        => fewer_columns_than_values(), 1;
    (111, 15) "'%ls' must be the first statement in a query batch.";
    (112, 15) "Variables are not allowed in the %ls statement." => variables_not_allowed(statement), 4;
    (113, 15) "Missing end comment mark '*/'.";
    (114, 15) "Browse mode is invalid for a statement that assigns values to a variable." => browse_in_assignment(), 1;
    (115, 15) "The FOR UPDATE clause is invalid for statements containing set operators."
        => for_update_of_set_operators(), 1;
    (116, 16 listed 15)
        "Only one expression can be specified in the select list when the subquery is not introduced with EXISTS."
        => subquery_has_many_columns(), 1;
    (117, 15) "The %S_MSG name '%.*ls' contains more than the maximum number of prefixes. The maximum is %d."
        with ["object", "%1", "3"];
    (119, 15)
        "Must pass parameter number %d and subsequent parameters as '@name = value'. After the form '@name = value' \
         has been used, all subsequent parameters must be passed in the form '@name = value'."
        => positional_after_named(position), 1;
    (120, 15)
        "The select list for the INSERT statement contains fewer items than the insert list. The number of SELECT \
         values must match the number of INSERT columns."
        => fewer_select_items(), 1;
    (121, 15)
        "The select list for the INSERT statement contains more items than the insert list. The number of SELECT \
         values must match the number of INSERT columns."
        => more_select_items(), 1;
    (126, 15) "Invalid pseudocolumn \"%.*ls\"." => invalid_pseudocolumn(name), 2;
    (127, 15) "A TOP N or FETCH rowcount value may not be negative." => negative_row_count(), 1;
    (128, 15)
        "The name \"%.*s\" is not permitted in this context. Valid expressions are constants, constant expressions, \
         and (in some contexts) variables. Column names are not permitted."
        => name_not_permitted(name), 1;
    (129, 15) "Fillfactor %d is not a valid percentage; fillfactor must be between 1 and 100."
        => invalid_fillfactor(percent), 1;
    (130, 15 listed 16) "Cannot perform an aggregate function on an expression containing an aggregate or a subquery."
        => aggregate_of_aggregate(), 1;
    (131, 15) "The size (%d) given to the %S_MSG '%.*ls' exceeds the maximum allowed for any data type (%d)."
        => size_exceeds_maximum(size, kind, name, maximum), 2;
    (132, 15)
        "The label '%.*ls' has already been declared. Label names must be unique within a query batch or stored \
         procedure.";
    (133, 15) "A GOTO statement references the label '%.*ls' but the label has not been declared.";
    (134, 15)
        "The variable name '%.*ls' has already been declared. Variable names must be unique within a query batch or \
         stored procedure."
        => duplicate_variable(variable), 2;
    (135, 15) "Cannot use a BREAK statement outside the scope of a WHILE statement.";
    (136, 15) "Cannot use a CONTINUE statement outside the scope of a WHILE statement.";
    (137, 15) "Must declare the scalar variable \"%.*ls\"." => undeclared_variable(variable), 2;
    (140, 15) "Can only use IF UPDATE within a CREATE TRIGGER statement." => if_update_outside_trigger(), 1;
    (141, 15)
        "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations."
        => assignment_with_retrieval(), 1;
    (144, 15) "Cannot use an aggregate or a subquery in an expression used for the group by list of a GROUP BY clause."
        => aggregate_in_group_by(), 1;
    (145, 15) "ORDER BY items must appear in the select list if SELECT DISTINCT is specified."
        => order_by_not_in_distinct_list(), 1;
    (147, 15)
        "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or \
         a select list, and the column being aggregated is an outer reference."
        => aggregate_in_where(), 1;
    (148, 15) "Incorrect time syntax in time string '%.*ls' used with WAITFOR." => invalid_waitfor_time(text), 1;
    (153, 15) "Invalid usage of the option %.*ls in the %ls statement.";
    (154, 15) "%S_MSG is not allowed in %S_MSG." => not_allowed_in(what, context), 3;
    (155, 15) "'%.*ls' is not a recognized %ls option." => unrecognized_option(name, kind), 1;
    (156, 15) "Incorrect syntax near the keyword '%.*ls'." => syntax_near_keyword(keyword), 1;
    (157, 15) "An aggregate may not appear in the set list of an UPDATE statement." => aggregate_in_update_set(), 1;
    (158, 15) "An aggregate may not appear in the OUTPUT clause." => aggregate_in_output(), 1;
    (159, 15) "Must specify the table name and index name for the DROP INDEX statement.";
    (160, 15) "Rule does not contain a variable." => rule_without_variable(), 1;
    (161, 15) "Rule contains more than one variable." => rule_with_several_variables(), 1;
    (164, 15) "Each GROUP BY expression must contain at least one column that is not an outer reference."
        => group_by_without_column(), 1;
    (166, 15) "'%ls' does not allow specifying the database name as a prefix to the object name."
        => database_prefix_not_allowed(statement), 1;
    (167, 15) "Cannot create %S_MSG on a temporary object."
        with ["trigger"]
        => trigger_on_temporary_object(), 1;
    (168, 15) "The floating point value '%.*ls' is out of the range of computer representation (%d bytes)."
        with ["%1", "8"]
        => float_literal_out_of_range(literal), 1;
    (169, 15)
        "A column has been specified more than once in the order by list. Columns in the order by list must be unique."
        => order_by_repeated_column(), 1;
    (171, 15) "Browse mode cannot be used with INSERT, SELECT INTO, or UPDATE statements." => browse_of_change(), 1;
    (172, 15) "Cannot use HOLDLOCK in browse mode." => holdlock_in_browse_mode(), 1;
    (173, 15) "The definition for column '%.*ls' must include a data type.";
    (174, 15) "The %.*ls function requires %d argument(s)." => argument_count(function, count), 1;
    (175, 15) "An aggregate may not appear in a computed column expression or check constraint."
        => aggregate_in_definition(), 1;
    (176, 15) "The FOR BROWSE clause is no longer supported in views." => browse_in_view(), 1;
    (177, 15) "The IDENTITY function can only be used when the SELECT statement has an INTO clause."
        => identity_without_into(), 1;
    (178, 15) "A RETURN statement with a return value cannot be used in this context." => return_value_not_allowed(), 1;
    (179, 15) "Cannot use the OUTPUT option when passing a constant to a stored procedure." => output_of_constant(), 1;
    (180, 15) "There are too many parameters in this %ls statement. The maximum number is %d."
        => too_many_parameters(statement, maximum), 1;
    (181, 15) "Cannot use the OUTPUT option in a DECLARE, CREATE AGGREGATE or CREATE FUNCTION statement.";
    (183, 15) "The scale (%d) for column '%.*ls' must be within the range %d to %d."
        => column_scale_out_of_range(scale, column, least, greatest), 1;
    (188, 15)
        "Cannot specify a log file in a CREATE DATABASE statement without also specifying at least one data file."
        => log_file_without_data_file(), 1;
    (189, 15) "The %ls function requires %d to %d arguments." => argument_count_range(function, least, most), 1;
    (191, 15)
        "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.";
    (192, 15 listed 16) "The scale must be less than or equal to the precision." => scale_exceeds_precision(), 1;
    (193, 15) "The object or column name starting with '%.*ls' is too long. The maximum length is %d characters."
        with ["%1", "116"]
        => temporary_name_too_long(name), 1;
    (194, 15) "A SELECT INTO statement cannot contain a SELECT statement that assigns values to a variable."
        => select_into_with_assignment(), 1;
    (195, 15) "'%.*ls' is not a recognized %S_MSG." => not_recognized(name, kind), 10;
    (196, 15) "SELECT INTO must be the first query in a statement containing a UNION, INTERSECT or EXCEPT operator."
        => select_into_not_first(), 1;
    (198, 15) "Browse mode is invalid for statements containing a UNION, INTERSECT or EXCEPT operator."
        => browse_of_set_operation(), 1;
    (199, 15) "An INSERT statement cannot contain a SELECT statement that assigns values to a variable."
        => insert_with_assignment(), 1;
    (201, 16) "Procedure or function '%.*ls' expects parameter '%.*ls', which was not supplied."
        => parameter_not_supplied(procedure, parameter), 4;
    (202, 16)
        "Invalid type '%s' for WAITFOR. Supported data types are CHAR/VARCHAR, NCHAR/NVARCHAR, and DATETIME. \
         WAITFOR DELAY supports the INT and SMALLINT data types.";
    (203, 16) "The name '%.*ls' is not a valid identifier." => invalid_procedure_name(name), 2;
    (205, 16)
        "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions \
         in their target lists."
        => unequal_select_lists(), 1;
    (206, 16) "Operand type clash: %ls is incompatible with %ls" => type_clash(from, to), 2;
    (207, 16) "Invalid column name '%.*ls'." => invalid_column_name(column), 1;
    (208, 16) "Invalid object name '%.*ls'." => invalid_object_name(object), 1;
    (209, 16) "Ambiguous column name '%.*ls'." => ambiguous_column_name(column), 1;
    (210, 16) "Conversion failed when converting datetime from binary/varbinary string." => binary_is_no_date(), 1;
    (213, 16) "Column name or number of supplied values does not match table definition." => column_count_mismatch(), 1;
    (214, 16) "Procedure expects parameter '%ls' of type '%ls'." => parameter_type_mismatch(parameter, type_name), 3;
    (215, 16)
        "Parameters supplied for object '%.*ls' which is not a function. If the parameters are intended as a table \
         hint, a WITH keyword is required."
        => not_a_function(object), 1;
    (216, 16) "Parameters were not supplied for the function '%.*ls'." => function_without_parameters(function), 1;
    (217, 16) "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %d)."
        => nesting_level_exceeded(limit), 1;
    (218, 16) "Could not find the type '%.*ls'. Either it does not exist or you do not have the necessary permission."
        => user_type_not_found(name), 1;
    (219, 16) "The type '%.*ls' already exists, or you do not have permission to create it." => type_exists(name), 1;
    (220, 16) "Arithmetic overflow error for data type %ls, value = %ld."
        => small_integer_overflow(type_name, value), 1;
    (222, 16) "The base type \"%.*ls\" is not a valid base type for the alias data type."
        => invalid_alias_base_type(type_name), 1;
    (225, 16) "The parameters supplied for the %ls \"%.*ls\" are not valid."
        with ["procedure", "%1"]
        => invalid_procedure_parameters(procedure), 1;
    (226, 16) "%ls statement not allowed within multi-statement transaction."
        => not_allowed_in_transaction(statement), 5;
    (227, 15) "\"%.*ls\" is not a valid function, property, or field." => invalid_function_or_field(name), 1;
    (229, 14) "The %ls permission was denied on the object '%.*ls', database '%.*ls', schema '%.*ls'."
        => object_permission_denied(permission, object, database, schema), 5;
    (230, 14)
        "The %ls permission was denied on the column '%.*ls' of the object '%.*ls', database '%.*ls', schema '%.*ls'."
        => column_permission_denied(permission, column, object, database, schema), 1;
    (232, 16) "Arithmetic overflow error for type %ls, value = %f." => float_overflow(type_name, value), 2;
    (234, 16) "There is insufficient result space to convert a money value to %ls."
        => money_needs_space(data_type), 2;
    (235, 16) "Cannot convert a char value to money. The char value has incorrect syntax." => string_is_no_money(), 0;
    (236, 16) "The conversion from char data type to money resulted in a money overflow error."
        => string_overflows_money(), 0;
    (237, 16) "There is insufficient result space to convert a money value to %ls."
        => money_overflows(data_type), 1;
    (239, 16) "Duplicate common table expression name '%.*ls' was specified." => duplicate_common_table_name(name), 1;
    (240, 16)
        "Types don't match between the anchor and the recursive part in column \"%.*ls\" of recursive query \"%.*ls\"."
        => recursive_types_differ(column, query), 1;
    (241, 16) "Conversion failed when converting date and/or time from character string." => date_conversion(), 1;
    (242, 16) "The conversion of a %ls data type to a %ls data type resulted in an out-of-range value."
        => date_out_of_range(from, to), 3;
    (243, 16) "Type %.*ls is not a defined system type." => undefined_type(type_name), 1;
    (244, 16) "The conversion of the %ls value '%.*ls' overflowed an %hs column. Use a larger integer column."
        => string_overflows_small_integer(from, text, internal_name), 1;
    (245, 16) "Conversion failed when converting the %ls value '%.*ls' to data type %ls."
        => conversion_failed(from, text, to), 1;
    (246, 16) "No anchor member was specified for recursive query \"%.*ls\"." => no_anchor_member(table), 1;
    (247, 16) "An anchor member was found in the recursive part of recursive query \"%.*ls\"."
        => anchor_in_recursive_part(table), 1;
    (248, 16) "The conversion of the %ls value '%.*ls' overflowed an int column."
        => string_overflows_int(from, text), 1;
    (252, 16) "Recursive common table expression '%.*ls' does not contain a top-level UNION ALL operator."
        => recursion_without_union_all(table), 1;
    (253, 16) "Recursive member of a common table expression '%.*ls' has multiple recursive references."
        => many_recursive_references(table), 1;
    (257, 16)
        "Implicit conversion from data type %ls to %ls is not allowed. Use the CONVERT function to run this query."
        => implicit_conversion_not_allowed(from, to), 3;
    (258, 15) "Cannot call methods on %ls." => cannot_call_methods(type_name), 1;
    (259, 16) "Ad hoc updates to system catalogs are not allowed." => catalog_update_not_allowed(), 1;
    (262, 14 listed 16) "%ls permission denied in database '%.*ls'."
        => database_permission_denied(permission, database), 1;
    (263, 16) "Must specify table to select from." => star_without_table(), 1;
    (264, 16)
        "The column name '%.*ls' is specified more than once in the SET clause or column list of an INSERT. A \
         column cannot be assigned more than one value in the same clause. Modify the clause to make sure that a \
         column is updated only once. If this statement updates or inserts columns into a view, column aliasing can \
         conceal the duplication in your code."
        => column_named_twice(column), 1;
    (265, 16)
        "The column name \"%.*ls\" specified in the %ls operator conflicts with the existing column name in the %ls \
         argument."
        => pivot_column_exists(column, operator, argument), 1;
    (266, 16)
        "Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements. Previous \
         count = %ld, current count = %ld."
        => transaction_count_mismatch(previous, current), 2;
    (270, 16) "Object '%.*ls' cannot be modified." => object_cannot_be_modified(object), 1;
    (271, 16)
        "The column \"%.*ls\" cannot be modified because it is either a computed column or is the result of a UNION \
         operator."
        => column_cannot_be_modified(column), 1;
    (272, 16) "Cannot update a timestamp column." => cannot_update_timestamp(), 1;
    (273, 16)
        "Cannot insert an explicit value into a timestamp column. Use INSERT with a column list to exclude the \
         timestamp column, or insert a DEFAULT into the timestamp column."
        => cannot_insert_timestamp(), 1;
    (275, 16) "Prefixes are not allowed in value or pivot columns of an UNPIVOT operator." => prefix_in_unpivot(), 1;
    (277, 16) "The column \"%.*ls\" is specified multiple times in the column list of the UNPIVOT operator."
        => operator_column_named_twice(column), 1;
    (280, 16) "Only base table columns are allowed in the TEXTPTR function." => textptr_needs_column(), 1;
    (281, 16) "%d is not a valid style number when converting from %ls to a character string."
        => invalid_style(style, from), 1;
    (282, 10)
        "The '%.*ls' procedure attempted to return a status of NULL, which is not allowed. A status of 0 will be \
         returned instead."
        => null_return_status(procedure), 1;
    (285, 16) "The READTEXT, WRITETEXT, and UPDATETEXT statements cannot be used with views or functions."
        => text_statement_on_view(), 1;
    (286, 16) "The logical tables INSERTED and DELETED cannot be updated." => inserted_and_deleted_are_read_only(), 1;
    (287, 16) "The %ls statement is not allowed within a trigger." => statement_not_allowed_in_trigger(statement), 2;
    (289, 16) "Cannot construct data type %ls, some of the arguments have values which are not valid."
        => no_date_of_parts(type_name), 1;
    (291, 16) "CAST or CONVERT: invalid attributes specified for type '%.*ls'"
        => cast_with_invalid_attributes(type_name), 1;
    (292, 16) "There is insufficient result space to convert a smallmoney value to %ls."
        => smallmoney_needs_space(data_type), 2;
    (293, 16) "Cannot convert char value to smallmoney. The char value has incorrect syntax."
        => string_is_no_smallmoney(), 0;
    (294, 16) "The conversion from char data type to smallmoney data type resulted in a smallmoney overflow error."
        => string_overflows_smallmoney(), 0;
    (295, 16) "Conversion failed when converting character string to smalldatetime data type."
        => smalldatetime_conversion(), 3;
    (297, 16) "The user does not have permission to perform this action." => user_lacks_permission(), 1;
    (300, 14) "%ls permission was denied on object '%.*ls', database '%.*ls'."
        => server_permission_denied(permission, object, database), 1;
    (302, 16)
        "The newsequentialid() built-in function can only be used in a DEFAULT expression for a column of type \
         'uniqueidentifier' in a CREATE TABLE or ALTER TABLE statement. It cannot be combined with other operators \
         to form a complex scalar expression."
        => newsequentialid_outside_default(), 0;
    (304, 16) "'%d' is out of range for index option '%.*ls'. See sp_configure option '%ls' for valid values."
        => index_option_out_of_range(value, option, setting), 1;
    (305, 16) "The %ls data type cannot be compared or sorted, except when using the IS NULL operator."
        => document_not_comparable(data_type), 1;
    (306, 16)
        "The text, ntext, and image data types cannot be compared or sorted, except when using IS NULL or LIKE \
         operator."
        => text_not_comparable(), 2;
    (307, 16) "Index ID %d on table '%.*ls' (specified in the FROM clause) does not exist."
        => hinted_index_id_not_found(index_id, table), 1;
    (308, 16) "Index '%.*ls' on table '%.*ls' (specified in the FROM clause) does not exist."
        => hinted_index_not_found(index, table), 1;
    (310, 15) "The value %d specified for the MAXRECURSION option exceeds the allowed maximum of %d."
        => maxrecursion_too_large(value, maximum), 1;
    (311, 16) "Cannot use text, ntext, or image columns in the 'inserted' and 'deleted' tables."
        => text_in_trigger_table(), 1;
    (313, 16) "An insufficient number of arguments were supplied for the procedure or function %.*ls."
        => too_few_arguments(procedure), 3;
    (314, 16) "Cannot use GROUP BY ALL with the special tables INSERTED or DELETED."
        => group_by_all_of_special_table(), 1;
    (315, 16)
        "Index \"%.*ls\" on table \"%.*ls\" (specified in the FROM clause) is disabled or resides in a filegroup \
         which is not online."
        => hinted_index_disabled(index, table), 1;
    (317, 16) "Table-valued function '%.*ls' cannot have a column alias." => function_with_column_alias(function), 1;
    (318, 16) "The table (and its columns) returned by a table-valued method need to be aliased.";
    (319, 15 listed 16)
        "Incorrect syntax near the keyword 'with'. If this statement is a common table expression, an xmlnamespaces \
         clause or a change tracking context clause, the previous statement must be terminated with a semicolon.";
    (320, 16) "The compile-time variable value for '%.*ls' in the OPTIMIZE FOR clause must be a literal."
        => optimized_value_not_literal(variable), 1;
    (321, 15) "\"%.*ls\" is not a recognized table hints option.";
    (322, 15) "The variable \"%.*ls\" is specified in the OPTIMIZE FOR clause, but is not used in the query."
        => optimized_variable_not_used(variable), 1;
    (324, 15) "The 'ALL' version of the %.*ls operator is not supported.";
    (330, 16 listed 15) "The target '%.*ls' of the OUTPUT INTO clause cannot be a view or common table expression."
        => output_into_view(target), 1;
    (331, 16 listed 15) "The target table '%.*ls' of the OUTPUT INTO clause cannot have any enabled triggers."
        => output_into_target_has_triggers(table), 1;
    (332, 16 listed 15)
        "The target table '%.*ls' of the OUTPUT INTO clause cannot be on either side of a (primary key, foreign key) \
         relationship. Found reference constraint '%ls'."
        => output_into_target_has_foreign_key(table, constraint), 1;
    (333, 16 listed 15)
        "The target table '%.*ls' of the OUTPUT INTO clause cannot have any enabled check constraints or any enabled \
         rules. Found check constraint or rule '%ls'."
        => output_into_target_has_check(table, constraint), 1;
    (334, 16 listed 15)
        "The target table '%.*ls' of the DML statement cannot have any enabled triggers if the statement contains \
         an OUTPUT clause without INTO clause."
        => output_with_triggers(table), 1;
    (339, 16) "DEFAULT or NULL are not allowed as explicit identity values." => default_as_identity_value(), 1;
    (343, 15) "Unknown object type '%.*ls' used in a CREATE, DROP, or ALTER statement.";
    (345, 16)
        "Function '%.*ls' is not allowed in the OUTPUT clause, because it performs user or system data access, or is \
         assumed to perform this access. A function is assumed by default to perform data access if it is not \
         schemabound."
        => function_in_output(function), 1;
    (346, 15) "The parameter \"%.*ls\" can not be declared READONLY since it is not a table-valued parameter."
        => scalar_parameter_is_readonly(parameter), 1;
    (350, 16) "The column \"%.*ls\" does not have a valid data type. A column cannot be of a user-defined table type."
        => column_of_table_type(column), 1;
    (351, 16) "Column, parameter, or variable %.*ls. : Cannot find data type %.*ls."
        => type_of_parameter_not_found(name, type_name), 1;
    (352, 15) "The table-valued parameter \"%.*ls\" must be declared with the READONLY option."
        => table_parameter_not_readonly(parameter), 1;
    (353, 16)
        "Function '%.*ls' is not allowed in the %S_MSG clause when the FROM clause contains a nested INSERT, UPDATE, \
         DELETE, or MERGE statement. This is because the function performs user or system data access, or is assumed \
         to perform this access. By default, a function is assumed to perform data access if it is not schema-bound."
        => data_access_over_nested_change(function, clause), 1;
    (354, 16)
        "The target '%.*ls' of the INSERT statement cannot be a view or common table expression when the FROM clause \
         contains a nested INSERT, UPDATE, DELETE, or MERGE statement."
        => nested_insert_target_is_view(target), 1;
    (355, 16)
        "The target table '%.*ls' of the INSERT statement cannot have any enabled triggers when the FROM clause \
         contains a nested INSERT, UPDATE, DELETE, or MERGE statement."
        => nested_insert_target_has_triggers(table), 1;
    (356, 16)
        "The target table '%.*ls' of the INSERT statement cannot be on either side of a (primary key, foreign key) \
         relationship when the FROM clause contains a nested INSERT, UPDATE, DELETE, or MERGE statement. Found \
         reference constraint '%ls'."
        => nested_insert_target_has_foreign_key(table, constraint), 1;
    (359, 16)
        "The target '%.*ls' of an OUTPUT INTO clause has an index with the ignore_dup_key option and cannot be used \
         when an OUTPUT clause is also used."
        => output_into_target_ignores_duplicates(table), 1;
    (360, 16)
        "The target column list of an INSERT, UPDATE, or MERGE statement cannot contain both a sparse column and the \
         column set that contains the sparse column. Rewrite the statement to include either the sparse column or \
         the column set, but not both."
        => sparse_column_with_set(), 1;
    (362, 16)
        "The query processor could not produce a query plan because the name '%.*ls' in the FORCESEEK hint on table \
         or view '%.*ls' did not match the key column names of the index '%.*ls'."
        => sought_column_not_in_key(column, table, index), 1;
    (365, 16)
        "The query processor could not produce a query plan because the FORCESEEK hint on table or view '%.*ls' \
         specified more seek columns than the number of key columns in index '%.*ls'."
        => too_many_sought_columns(table, index), 1;
    (402, 16) "The data types %s and %s are incompatible in the %s operator."
        => incompatible_operands(left, right, operator), 1;
    (404, 16)
        "The column reference \"inserted.%.*ls\" is not allowed because it refers to a base table that is not being \
         modified in this statement."
        => output_of_other_table(column), 1;
    (408, 16) "A constant expression was encountered in the ORDER BY list, position %i."
        => order_by_constant(position), 1;
    (414, 16)
        "UPDATE is not allowed because the statement updates view \"%.*ls\" which participates in a join and has an \
         INSTEAD OF UPDATE trigger."
        => update_of_joined_view_with_trigger(view), 1;
    (415, 16)
        "DELETE is not allowed because the statement updates view \"%.*ls\" which participates in a join and has an \
         INSTEAD OF DELETE trigger."
        => delete_of_joined_view_with_trigger(view), 1;
    (417, 16) "TOP is not allowed in an UPDATE or DELETE statement against a partitioned view."
        => top_in_change_of_partitioned_view(), 1;
    (421, 16) "The %ls data type cannot be selected as DISTINCT because it is not comparable."
        => distinct_type_not_comparable(type_name), 1;
    (423, 16)
        "Xml data type methods are not supported in check constraints. Create a scalar user-defined function to wrap the \
         method invocation. The error occurred at table \"%.*ls\"."
        => xml_method_in_check(table), 0;
    (424, 16)
        "Xml data type methods are not supported in computed column definitions of table variables and return tables of \
         table-valued functions. The error occurred at column \"%.*ls\", table \"%.*ls\", in the %ls statement."
        => xml_method_in_column_of_variable(column, table, statement), 0;
    (435, 16)
        "Xml data type methods are not supported in computed column definitions. Create a scalar user-defined function \
         to wrap the method invocation. The error occurred at column \"%.*ls\", table \"%.*ls\", in the %ls statement."
        => xml_method_in_computed_column(column, table, statement), 0;
    (443, 16) "Invalid use of a side-effecting operator '%s' within a function."
        => side_effect_in_function(operator), 15;
    (444, 16) "Select statements included within a function cannot return data to a client."
        => select_in_function_returns_data(), 2;
    (445, 16) "COLLATE clause cannot be used on expressions containing a COLLATE clause." => collate_of_collate(), 1;
    (446, 16) "Cannot resolve collation conflict for %ls operation.";
    (447, 16) "Expression type %ls is invalid for COLLATE clause." => collate_of_invalid_type(type_name), 0;
    (448, 16) "Invalid collation '%.*ls'." => invalid_collation(collation), 1;
    (451, 16)
        "Cannot resolve collation conflict between \"%ls\" and \"%ls\" in %ls operator occurring in %ls statement \
         column %d."
        => collation_conflict_in_column(left, right, operator, statement, column), 1;
    (452, 16) "COLLATE clause cannot be used on user-defined data types." => collate_of_user_type(), 1;
    (455, 16) "The last statement included within a function must be a return statement."
        => function_must_end_with_return(), 2;
    (460, 16) "DISTINCT operator is not allowed in the recursive part of a recursive common table expression '%.*ls'."
        => distinct_in_recursive_part(table), 1;
    (461, 16)
        "The TOP or OFFSET operator is not allowed in the recursive part of a recursive common table expression \
         '%.*ls'."
        => top_in_recursive_part(table), 1;
    (462, 16) "Outer join is not allowed in the recursive part of a recursive common table expression '%.*ls'."
        => outer_join_in_recursive_part(table), 1;
    (465, 16) "Recursive references are not allowed in subqueries." => recursive_reference_in_subquery(), 1;
    (467, 16)
        "GROUP BY, HAVING, or aggregate functions are not allowed in the recursive part of a recursive common table \
         expression '%.*ls'."
        => aggregation_in_recursive_part(table), 1;
    (468, 16) "Cannot resolve the collation conflict between \"%.*ls\" and \"%.*ls\" in the %ls operation."
        => collation_conflict(left, right, operation), 9;
    (470, 16) "The synonym \"%.*ls\" referenced synonym \"%.*ls\". Synonym chaining is not allowed."
        => synonym_of_synonym(synonym, target), 1;
    (473, 16) "The incorrect value \"%.*ls\" is supplied in the PIVOT operator." => incorrect_pivot_value(value), 1;
    (476, 15)
        "Invalid PERCENT tablesample size \"%f\" for table \"%.*ls\". The PERCENT tablesample size must be between 0 and \
         100."
        => sample_percent_out_of_range(size, table), 0;
    (477, 16)
        "Invalid ROWS value or REPEATABLE seed in the TABLESAMPLE clause for table \"%.*ls\". The value or seed must be an \
         integer."
        => sample_number_not_integer(table), 1;
    (478, 16) "The TABLESAMPLE clause cannot be used in a view definition or inline table function definition."
        => sample_in_view(), 1;
    (479, 15)
        "Invalid ROWS value or REPEATABLE seed \"%I64d\" in the TABLESAMPLE clause for table \"%.*ls\". The value or seed \
         must be greater than 0."
        => sample_number_not_positive(number, table), 0;
    (482, 15) "Non-constant or invalid expression is in the TABLESAMPLE or the REPEATABLE clause."
        => sample_not_constant(), 2;
    (483, 16) "The OUTPUT clause cannot be used in an INSERT...EXEC statement." => output_in_insert_exec(), 2;
    (487, 16) "An invalid option was specified for the statement \"%.*ls\".";
    (488, 16) "%s columns must be comparable. The type of column \"%.*ls\" is \"%s\", which is not comparable."
        => columns_not_comparable(columns, column, data_type), 1;
    (489, 16) "The OUTPUT clause cannot be specified because the target view \"%.*ls\" is a partitioned view."
        => output_of_partitioned_view(view), 1;
    (491, 16) "A correlation name must be specified for the bulk rowset in the from clause."
        => rowset_without_correlation_name(), 1;
    (493, 16)
        "The column '%.*ls' that was returned from the nodes() method cannot be used directly. It can only be used \
         with one of the four XML data type methods, exist(), nodes(), query(), and value(), or in IS NULL and IS \
         NOT NULL checks."
        => nodes_column_used_directly(column), 1;
    (494, 16) "The TABLESAMPLE clause can only be used with local tables." => sample_of_no_table(), 1;
    (497, 15) "Variables are not allowed in the TABLESAMPLE or REPEATABLE clauses." => sample_with_variable(), 1;
    (500, 16)
        "Trying to pass a table-valued parameter with %d column(s) where the corresponding user-defined table type \
         requires %d column(s)."
        => table_parameter_column_count(given, required), 1;
    (505, 16)
        "The current user account was invoked with SETUSER or SP_SETAPPROLE. Changing databases is not allowed."
        => database_change_under_assumed_identity(), 1;
    (506, 16) "The invalid escape character \"%.*ls\" was specified in a %ls predicate."
        => invalid_escape_character(escape, operator), 1;
    (507, 16) "Invalid argument for SET ROWCOUNT. Must be a non-null non-negative integer." => invalid_rowcount(), 2;
    (511, 16) "Cannot create a row of size %d which is greater than the allowable maximum row size of %d."
        => row_too_large(size, maximum), 1;
    (512, 16)
        "Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= \
         or when the subquery is used as an expression."
        => subquery_returned_more_than_one(), 1;
    (513, 16)
        "A column insert or update conflicts with a rule imposed by a previous CREATE RULE statement. The statement \
         was terminated. The conflict occurred in database '%.*ls', table '%.*ls', column '%.*ls'."
        => rule_violated(database, table, column), 0;
    (515, 16) "Cannot insert the value NULL into column '%.*ls', table '%.*ls'; column does not allow nulls. %ls fails."
        => null_into_not_null(column, table, statement), 2;
    (517, 16) "Adding a value to a '%ls' column caused an overflow." => date_add_overflow(type_name), 1;
    (529, 16) "Explicit conversion from data type %ls to %ls is not allowed."
        => explicit_conversion_not_allowed(from, to), 2;
    (530, 16) "The statement terminated. The maximum recursion %d has been exhausted before statement completion."
        => recursion_exhausted(limit), 1;
    (535, 16)
        "The %.*ls function resulted in an overflow. The number of dateparts separating two date/time instances is \
         too large. Try to use %.*ls with a less precise datepart."
        with ["%1", "%1"]
        => datediff_overflow(function), 0;
    (536, 16) "Invalid length parameter passed to the %ls function." => invalid_length(function), 4;
    (537, 16) "Invalid length parameter passed to the LEFT or SUBSTRING function."
        => invalid_left_or_substring_length(), 2;
    (544, 16) "Cannot insert explicit value for identity column in table '%.*ls' when IDENTITY_INSERT is set to OFF."
        => identity_insert_is_off(table), 1;
    (545, 16)
        "Explicit value must be specified for identity column in table '%.*ls' either when IDENTITY_INSERT is set \
         to ON or when a replication user is inserting into a NOT FOR REPLICATION identity column."
        => identity_value_required(table), 1;
    (547, 16)
        "The %ls statement conflicted with the %ls constraint \"%.*ls\". The conflict occurred in database \
         \"%.*ls\", table \"%.*ls\"{%ls%.*ls%ls}."
        with ["%1", "%2", "%3", "%4", "%5", ", column '", "%6", "'"]
        => constraint_conflict(statement, kind, constraint, database, table, column), 0;
    (550, 16)
        "The attempted insert or update failed because the target view either specifies WITH CHECK OPTION or spans \
         a view that specifies WITH CHECK OPTION and one or more rows resulting from the operation did not qualify \
         under the CHECK OPTION constraint."
        => check_option_violated(), 1;
    (556, 16) "INSERT EXEC failed because the stored procedure altered the schema of the target table."
        => insert_exec_schema_changed(), 1;
    (557, 16) "Only functions and some extended stored procedures can be executed from within a function."
        => only_functions_in_function(), 2;
    (574, 16) "%ls statement cannot be used inside a user transaction."
        => not_allowed_in_user_transaction(statement), 0;
    (576, 16)
        "Cannot create a row that has sparse data of size %d which is greater than the allowable maximum sparse \
         data size of %d."
        => sparse_data_too_large(size, maximum), 1;
    (596, 21 listed 16) "Cannot continue the execution because the session is in the kill state."
        => session_is_killed(), 1;
    (601, 12) "Could not continue scan with NOLOCK due to data movement." => nolock_scan_moved(), 3;
    (628, 16) "Cannot issue SAVE TRANSACTION when there is no active transaction." => save_without_transaction(), 0;
    (650, 16) "You can only specify the READPAST lock in the READ COMMITTED or REPEATABLE READ isolation levels."
        => readpast_isolation_level(), 1;
    (651, 16)
        "Cannot use the %ls granularity hint on the table \"%.*ls\" because locking at the specified granularity is \
         inhibited."
        => lock_granularity_inhibited(granularity, table), 1;
    (652, 16)
        "The index \"%.*ls\" for table \"%.*ls\" (RowsetId %I64d) resides on a read-only filegroup (\"%.*ls\"), \
         which cannot be modified."
        => index_on_read_only_filegroup(index, table, rowset, filegroup), 1;
    (701, 17 listed 19, logged)
        "There is insufficient system memory in resource pool '%ls' to run this query{: %ls}. Run it again, ask for \
         less at once, or give the instance more memory."
        with ["default", "%1"]
        => out_of_memory(reason), 123;
    (823, 24, logged)
        "The operating system returned an error: %ls{ (database '%.*ls')}. This is a severe system-level error \
         condition that threatens database integrity and must be corrected immediately. Look at the disk, its free \
         space and the rights on the file; then open the instance again, which recovers the database from its log."
        => os_io_error(error, database), 3;
    (824, 24, logged)
        "A logical consistency-based I/O error was detected: %ls. It occurred at %ls{ in file '%ls'} of database \
         '%.*ls'. This is a severe error condition that threatens database integrity and must be corrected \
         immediately. What was damaged is neither used nor overwritten: copy the database's files away, look at the \
         disk, and restore the file from a backup."
        with ["%1", "%2", "%4", "%3"]
        => logical_io_error(what, location, database, file), 2;
    (825, 10, logged)
        "A read of the file '%ls' at offset %#016I64x succeeded after failing %d time(s) with error: %ls. Additional \
         messages in the SQL Server error log and system event log may provide more detail. This error condition \
         threatens database integrity and must be corrected. Complete a full database consistency check (DBCC \
         CHECKDB). This error can be caused by many factors; for more information, see SQL Server Books Online.";
    (826, 10, logged) "incorrect pageid (expected %d:%d; actual %d:%d)";
    (829, 21, logged)
        "Database ID %d, Page %S_PGID is marked RestorePending, which may indicate disk corruption. To recover from \
         this state, perform a restore.";
    (830, 10)
        "stale page (a page read returned a log sequence number (LSN) (%u:%u:%u) that is older than the last one that \
         was written (%u:%u:%u))";
    (831, 20) "Unable to deallocate a kept page.";
    (832, 24, logged)
        "A page that should have been constant has changed (expected checksum: %08x, actual checksum: %08x, database \
         %d, file '%ls', page %S_PGID). This usually indicates a memory failure or other hardware or OS corruption.";
    (857, 10) "Buffer pool extension \"%.*ls\" has been initialized successfully with size is %I64d MB."
        => extension_initialized(path, megabytes), 1;
    (858, 16) "Failed to create buffer pool extension of size %I64d MB on path \"%.*ls\"{: %ls}."
        => extension_not_created(megabytes, path, reason), 1;
    (864, 16)
        "Attempted to initialize buffer pool extension of size %I64d KB, but maximum allowed size is %I64d KB."
        => extension_too_large(kilobytes, maximum), 1;
    (867, 10) "Buffer pool extension has been disabled successfully. Deleting buffer pool extension \"%.*ls\"."
        => extension_disabled(path), 1;
    (868, 16)
        "Buffer pool extension size must be larger than the current memory allocation threshold %I64d MB. Buffer pool \
         extension is not enabled."
        => extension_too_small(megabytes), 1;
    (872, 10) "Buffer pool extension is already enabled. No action is necessary." => extension_already_enabled(), 1;
    (873, 10) "Buffer pool extension is already disabled. No action is necessary." => extension_already_disabled(), 1;
    (911, 16) "Database '%.*ls' does not exist. Make sure that the name is entered correctly."
        => database_not_found(database), 1;
    (916, 14)
        "The server principal \"%.*ls\" is not able to access the database \"%.*ls\" under the current security \
         context."
        => login_cannot_access_database(login, database), 1;
    (923, 14)
        "Database '%.*ls' is in restricted mode. Only the database owner and members of the dbcreator and sysadmin \
         roles can access it."
        => database_is_restricted(database), 1;
    (924, 14) "Database '%.*ls' is already open and can only have one user at a time."
        => database_is_single_user(database), 1;
    (926, 14)
        "Database '%.*ls' cannot be opened. It has been marked SUSPECT by recovery{: %ls}. Its files are left as \
         they were found: copy them away, put right what is named here, or restore them from a backup, then open \
         the instance again."
        => database_is_suspect(database, reason), 1;
    (942, 14) "Database '%.*ls' cannot be opened because it is offline." => database_is_offline(database), 4;
    (945, 14)
        "Database '%.*ls' cannot be opened due to inaccessible files or insufficient memory or disk space{: %ls}. \
         Put that right; the database is opened again by itself, or by ALTER DATABASE ... SET ONLINE."
        => database_files_inaccessible(database, reason), 2;
    (952, 16) "Database '%.*ls' is in transition. Try the statement later." => database_in_transition(database), 1;
}
