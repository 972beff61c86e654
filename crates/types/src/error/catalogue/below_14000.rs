//! Table of data.
//!
//! Messages 9001 to 13647: the log, functions, sequences and JSON.

use super::message::messages;

messages! {
    (9001, 21, logged)
        "The log for database '%.*ls' is not available{: %ls}. Nothing more can be committed. Resolve the error and \
         open the instance again, which recovers the database; whether commits that were under way are kept is \
         known then."
        => log_not_available(database, reason), 1;
    (9002, 17, logged)
        "The transaction log for database '%ls' is full due to '%ls'{: file '%ls'}. The statement was undone, the \
         work before it is kept: commit or roll back what is open, make room on the disk, or let the log grow \
         further."
        => log_is_full(database, reason, file), 2;
    (9005, 16) "Invalid parameter passed to OpenRowset(DBLog, ...)." => invalid_log_range(), 1;
    (9006, 10)
        "Cannot shrink log file %d (%s) because total number of logical log files cannot be fewer than %d."
        => log_of_fewest_files(file, name, count), 1;
    (9007, 10)
        "Cannot shrink log file %d (%s) because requested size (%dKB) is larger than the start of the last logical \
         log file."
        => log_target_within_last_file(file, name, kilobytes), 1;
    (9008, 10)
        "Cannot shrink log file %d (%s) because the logical log file located at the end of the file is in use."
        => end_of_log_in_use(file, name), 1;
    (9009, 10) "Cannot shrink log file %d (%s) because of minimum log space required."
        => log_of_minimum_space(file, name), 1;
    (9301, 16)
        "%sIn this version of the server, 'cast as <type>%s' is not available. Please use the 'cast as <type> ?' \
         syntax."
        with ["XQuery [%1()]: ", ""]
        => xquery_cast_without_mark(method), 1;
    (9303, 16) "%sSyntax error near '%ls', expected '%ls'." with ["XQuery [%1()]: ", "%2", "%3"]
        => xquery_word_expected(method, near, word), 1;
    (9313, 16)
        "%sThis version of the server does not support multiple expressions or expressions mixed with strings in an \
         attribute constructor."
        with ["XQuery [%1()]: "]
        => xquery_mixed_attribute(method), 1;
    (9322, 16)
        "%sTwo consecutive '-' can only appear in a comment constructor if they are used to close the comment \
         ('-->')."
        with ["XQuery [%1()]: "]
        => xquery_hyphens_in_comment(method), 1;
    (9323, 16) "%sUsing ':' in variable names is not supported in this version of the server."
        with ["XQuery [%1()]: "]
        => xquery_variable_with_prefix(method), 1;
    (9324, 16)
        "%sFound '}}' without matching '{{'. If you want to use the characters '{{' or '}}', you need to escape them \
         as '{{{{' or '}}}}' respectively."
        with ["XQuery [%1()]: "]
        => xquery_brace_unmatched(method), 1;
    (9325, 16) "%sComputed processing instruction constructors are not supported." with ["XQuery [%1()]: "]
        => xquery_computed_instruction(method), 1;
    (9326, 16) "%sComputed comment constructors are not supported." with ["XQuery [%1()]: "]
        => xquery_computed_comment(method), 1;
    (9327, 16) "%sAll prolog entries need to end with ';', found '%ls'." with ["XQuery [%1()]: ", "%2"]
        => xquery_prolog_without_end(method, found), 1;
    (9328, 16) "%sType specification expected, found '%ls'." with ["XQuery [%1()]: ", "%2"]
        => xquery_type_expected(method, found), 1;
    (9332, 16) "%sSyntax error near '%ls', expected 'where', '(stable) order by' or 'return'."
        with ["XQuery [%1()]: ", "%2"]
        => xquery_return_expected(method, near), 1;
    (9335, 16) "%sThe XQuery syntax '%ls' is not supported." with ["XQuery [%1()]: ", "%2"]
        => xquery_syntax_not_supported(method, syntax), 1;
    (9338, 16)
        "%sThe value of a namespace declaration attribute must be a string literal. It cannot contain expressions."
        with ["XQuery [%1()]: "]
        => xquery_computed_namespace(method), 1;
    (9341, 16) "%sSyntax error near '%ls', expected a step expression." with ["XQuery [%1()]: ", "%2"]
        => xquery_step_expected(method, near), 1;
    (9400, 16) "XML parsing: line %d, character %d, unexpected end of input" => xml_unexpected_end(line, character), 1;
    (9402, 16) "XML parsing: line %d, character %d, unable to switch the encoding"
        => xml_encoding_switch(line, character), 1;
    (9410, 16) "XML parsing: line %d, character %d, whitespace expected" => xml_blank_expected(line, character), 1;
    (9411, 16) "XML parsing: line %d, character %d, semicolon expected" => xml_semicolon_expected(line, character), 1;
    (9412, 16) "XML parsing: line %d, character %d, '>' expected" => xml_greater_expected(line, character), 1;
    (9413, 16) "XML parsing: line %d, character %d, A string literal was expected"
        => xml_string_expected(line, character), 1;
    (9414, 16) "XML parsing: line %d, character %d, equal expected" => xml_equal_expected(line, character), 1;
    (9415, 16) "XML parsing: line %d, character %d, well formed check: no '<' in attribute value"
        => xml_less_in_attribute(line, character), 1;
    (9416, 16) "XML parsing: line %d, character %d, hexadecimal digit expected"
        => xml_hexadecimal_digit_expected(line, character), 1;
    (9417, 16) "XML parsing: line %d, character %d, decimal digit expected"
        => xml_decimal_digit_expected(line, character), 1;
    (9420, 16) "XML parsing: line %d, character %d, illegal xml character" => xml_illegal_character(line, column), 1;
    (9421, 16) "XML parsing: line %d, character %d, illegal name character" => xml_illegal_name(line, character), 1;
    (9422, 16) "XML parsing: line %d, character %d, incorrect document syntax"
        => xml_document_syntax(line, character), 1;
    (9423, 16) "XML parsing: line %d, character %d, incorrect CDATA section syntax"
        => xml_cdata_syntax(line, character), 1;
    (9424, 16) "XML parsing: line %d, character %d, incorrect comment syntax" => xml_comment_syntax(line, character), 1;
    (9436, 16) "XML parsing: line %d, character %d, end tag does not match start tag"
        => xml_end_tag_differs(line, character), 1;
    (9437, 16) "XML parsing: line %d, character %d, duplicate attribute" => xml_duplicate_attribute(line, character), 1;
    (9438, 16) "XML parsing: line %d, character %d, text/xmldecl not at the beginning of input"
        => xml_declaration_not_first(line, character), 1;
    (9448, 16) "XML parsing: line %d, character %d, well formed check: undeclared entity"
        => xml_undeclared_entity(line, character), 1;
    (9455, 16) "XML parsing: line %d, character %d, illegal qualified name character"
        => xml_illegal_qualified_name(line, character), 1;
    (9500, 16) "The data type '%.*ls' used in the VALUE method is invalid." => invalid_value_method_type(type_name), 1;
    (9523, 16)
        "Cannot update the sparse column set '%.*ls' because the XML content supplied references the non-sparse \
         column '%.*ls' which does not belong to this column set. The XML data used to update a sparse column set \
         cannot reference columns that don't belong to the column set."
        => column_not_in_set(set, column), 1;
    (9524, 16) "The XML content provided does not conform to the required XML format for sparse column sets."
        => malformed_column_set(), 1;
    (9525, 16)
        "The XML content that is supplied for the sparse column set '%.*ls' contains duplicate references to the \
         column '%.*ls'. A column can only be referenced once in XML content supplied to a sparse column set."
        => column_twice_in_set(set, column), 1;
    (9803, 16) "Invalid data for type \"%ls\"." => invalid_data_for_type(type_name), 1;
    (9806, 16) "The datepart %.*ls is not supported by date function %.*ls."
        => datepart_not_supported_by(datepart, function), 0;
    (9807, 16)
        "The input character string does not follow style %d, either change the input character string or use a \
         different style."
        => style_not_followed(style), 0;
    (9809, 16) "The style %d is not supported for conversions from %s to %s." => unsupported_style(style, from, to), 1;
    (9810, 16) "The datepart %.*ls is not supported by date function %.*ls for data type %s."
        => datepart_not_supported(datepart, function, type_name), 1;
    (9812, 16) "The timezone provided to builtin function %.*ls is invalid."
        => invalid_time_zone_of_function(function), 0;
    (9815, 16) "Waitfor delay and waitfor time cannot be of type %s." => invalid_waitfor_type(type_name), 0;
    (9818, 16) "The culture parameter '%.*ls' provided in the function call is not supported."
        => culture_not_supported(culture), 1;
    (9819, 16) "Error converting string value '%.*ls' into data type %ls using culture '%.*ls'."
        => parse_failed(text, type_name, culture), 1;
    (9820, 16) "The time zone parameter '%.*ls' provided to AT TIME ZONE clause is invalid."
        => invalid_time_zone(zone), 1;
    (9828, 16)
        "The second and third arguments of the TRANSLATE built-in function must contain an equal number of characters."
        => unequal_translations(), 1;
    (9829, 16)
        "STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types to avoid result truncation."
        => string_agg_too_long(), 1;
    (9834, 16) "Invalid bucket width value passed to DATE_BUCKET function. Only positive values are allowed."
        => bucket_not_positive(), 1;
    (9837, 16)
        "An invalid %ls value was encountered: The date value is less than the minimum date value allowed for the \
         data type."
        with ["date"]
        => date_too_small(), 3;
    (10100, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains the DISTINCT keyword. Consider removing \
         DISTINCT from the view or not indexing the view. Alternatively, consider replacing DISTINCT with GROUP BY \
         or COUNT_BIG(*) to simulate DISTINCT on grouping columns."
        with ["index", "%1"]
        => indexed_view_with_distinct(view), 1;
    (10101, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains the TOP or OFFSET keyword. Consider removing \
         the TOP or OFFSET or not indexing the view."
        with ["index", "%1"]
        => indexed_view_with_top(view), 1;
    (10105, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses the OPENXML rowset provider. Consider removing \
         OPENXML or not indexing the view."
        with ["index", "%1"]
        => indexed_view_with_open_xml(view), 1;
    (10109, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it references derived table \"%.*ls\" (defined by SELECT \
         statement in FROM clause). Consider removing the reference to the derived table or not indexing the view."
        with ["index", "%1", "%2"]
        => indexed_view_with_derived_table(view, alias), 1;
    (10110, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains an OUTER APPLY. Consider not indexing the \
         view, or removing OUTER APPLY."
        with ["index", "%1"]
        => indexed_view_with_outer_apply(view), 1;
    (10112, 16)
        "Cannot create %S_MSG on view '%.*ls' because it contains an INNER join that specifies a join hint. \
         Consider removing the join hint."
        with ["index", "%1"]
        => indexed_view_with_join_hint(view), 1;
    (10113, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses a LEFT, RIGHT, or FULL OUTER join, and no OUTER \
         joins are allowed in indexed views. Consider using an INNER join instead."
        with ["index", "%1"]
        => indexed_view_with_outer_join(view), 1;
    (10114, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses the PIVOT operator. Consider not indexing this \
         view."
        with ["index", "%1"]
        => indexed_view_with_pivot(view), 1;
    (10115, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses the UNPIVOT operator. Consider not indexing this \
         view."
        with ["index", "%1"]
        => indexed_view_with_unpivot(view), 1;
    (10116, 16)
        "Cannot create %S_MSG on view '%.*ls' because it contains one or more UNION, INTERSECT, or EXCEPT \
         operators. Consider creating a separate indexed view for each query that is an input to the UNION, \
         INTERSECT, or EXCEPT operators of the original view."
        with ["index", "%1"]
        => indexed_view_with_union(view), 1;
    (10118, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains a GROUP BY ALL. Consider using a GROUP BY instead."
        with ["index", "%1"]
        => indexed_view_with_group_by_all(view), 1;
    (10119, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains a CUBE, ROLLUP, or GROUPING SETS operator. \
         Consider not indexing this view."
        with ["index", "%1"]
        => indexed_view_with_grouping_sets(view), 1;
    (10121, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains a HAVING clause. Consider removing the HAVING \
         clause."
        with ["index", "%1"]
        => indexed_view_with_having(view), 1;
    (10125, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses aggregate \"%.*ls\". Consider eliminating the \
         aggregate, not indexing the view, or using alternate aggregates. For example, for AVG substitute SUM and \
         COUNT_BIG, or for COUNT, substitute COUNT_BIG."
        with ["index", "%1", "%2"]
        => indexed_view_with_aggregate(view, aggregate), 1;
    (10126, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses aggregate \"%.*ls\" with the DISTINCT keyword. \
         Consider not indexing this view or eliminating DISTINCT. Consider use of a GROUP BY or COUNT_BIG(*) view \
         to simulate DISTINCT on grouping columns."
        with ["index", "%1", "%2"]
        => indexed_view_with_distinct_aggregate(view, aggregate), 1;
    (10127, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains one or more subqueries. Consider changing the \
         view to use only joins instead of subqueries. Alternatively, consider not indexing this view."
        with ["index", "%1"]
        => indexed_view_with_subquery(view), 1;
    (10129, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it references the inline or multistatement table-valued \
         function \"%.*ls\". Consider expanding the function definition by hand in the view definition, or not \
         indexing the view."
        with ["index", "%1", "%2"]
        => indexed_view_of_function(view, function), 1;
    (10136, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it uses the aggregate COUNT. Use COUNT_BIG instead."
        with ["index", "%1"]
        => indexed_view_with_count(view), 1;
    (10137, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it references common table expression \"%.*ls\". Views \
         referencing common table expressions cannot be indexed. Consider not indexing the view, or removing the \
         common table expression from the view definition."
        with ["index", "%1", "%2"]
        => indexed_view_with_common_table(view, table), 1;
    (10138, 16)
        "Cannot create %S_MSG on view '%.*ls' because its select list does not include a proper use of COUNT_BIG. \
         Consider adding COUNT_BIG(*) to select list."
        with ["index", "%1"]
        => indexed_view_without_count_big(view), 1;
    (10139, 16)
        "Cannot create %S_MSG on view '%.*ls' because the view uses an implicit conversion from string to datetime \
         or smalldatetime. Use an explicit CONVERT with a deterministic style value."
        with ["index", "%1"]
        => indexed_view_with_implicit_date(view), 1;
    (10140, 16)
        "Cannot create %S_MSG on view '%.*ls' because the view contains a table hint. Consider removing the hint."
        with ["index", "%1"]
        => indexed_view_with_table_hint(view), 1;
    (10142, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains an APPLY. Consider not indexing the view, or \
         removing APPLY."
        with ["index", "%1"]
        => indexed_view_with_apply(view), 1;
    (10143, 16)
        "Cannot create %S_MSG on view \"%.*ls\" because it contains a ranking or aggregate window function. Remove \
         the function from the view definition or, alternatively, do not index the view."
        with ["index", "%1"]
        => indexed_view_with_window(view), 1;
    (10145, 16)
        "Cannot create %S_MSG on the view '%.*ls' because it references a sparse column set. Views that contain a \
         sparse column set cannot be indexed. Consider removing the sparse column set from the view or not \
         indexing the view."
        with ["index", "%1"]
        => indexed_view_with_column_set(view), 1;
    (10148, 16)
        "Cannot create %S_MSG on the view '%.*ls' because it uses OPENJSON."
        with ["index", "%1"]
        => indexed_view_with_open_json(view), 1;
    (10601, 16) "Cannot specify included columns for a clustered index." => included_columns_of_clustered(), 1;
    (10609, 16)
        "Filtered %S_MSG '%.*ls' cannot be created on table '%.*ls' because the column '%.*ls' in the filter \
         expression is a computed column. Rewrite the filter expression so that it does not include this column."
        => index_filter_on_computed(kind, index, table, column), 1;
    (10610, 16)
        "Filtered %S_MSG '%.*ls' cannot be created on object '%.*ls' because it is not a user table. Filtered %S_MSG \
         are only supported on tables. If you are trying to create a filtered %S_MSG on a view, consider creating an \
         indexed view with the filter expression incorporated in the view definition."
        with ["index", "%1", "%2", "indexes", "index"]
        => filtered_index_on_view(index, object), 1;
    (10611, 16)
        "Filtered %S_MSG '%.*ls' cannot be created on table '%.*ls' because the column '%.*ls' in the filter \
         expression is compared with a constant of higher data type precedence or of a different collation. \
         Converting a column to the data type of a constant is not supported for filtered %S_MSG. To resolve this \
         error, explicitly convert the constant to the same data type and collation as the column '%.*ls'."
        with ["%1", "%2", "%3", "%4", "%5", "%4"]
        => index_filter_converts_column(kind, index, table, column, kinds), 1;
    (10612, 16)
        "Filtered %S_MSG '%.*ls' cannot be created on table '%.*ls' because the column '%.*ls' in the filter \
         expression is compared with a constant that cannot be converted to the data type of the column. Rewrite \
         the filter expression so that it does not include this comparison."
        => index_filter_constant_not_convertible(kind, index, table, column), 1;
    (10618, 16)
        "Cannot %S_MSG filtered index '%.*ls' on table '%.*ls' because the statement sets the IGNORE_DUP_KEY option \
         to ON. Rewrite the statement so that it does not use the IGNORE_DUP_KEY option."
        => filtered_index_ignores_duplicates(verb, index, table), 1;
    (10620, 16)
        "Filtered %S_MSG '%.*ls' cannot be created on table '%.*ls' because the filter expression contains a \
         comparison with a literal NULL value. Rewrite the comparison to use the IS [NOT] NULL comparison operator \
         to test for NULL values."
        => index_filter_compares_null(kind, index, table), 1;
    (10700, 16) "The table-valued parameter \"%.*ls\" is READONLY and cannot be modified."
        => table_parameter_is_read_only(name), 1;
    (10702, 15)
        "The WITH CUBE and WITH ROLLUP options are not permitted with a ROLLUP, CUBE, or GROUPING SETS specification."
        => cube_with_grouping_sets(), 1;
    (10703, 15) "Too many grouping sets. The maximum number is %d." => too_many_grouping_sets(maximum), 1;
    (10704, 15)
        "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW statement \
         inside a CATCH block, or add error parameters to the THROW statement."
        => throw_outside_catch(), 1;
    (10705, 15) "Subqueries are not allowed in the OUTPUT clause." => subquery_in_output(), 1;
    (10706, 15)
        "Too many expressions are specified in the GROUP BY clause. The maximum number is %d when grouping sets are \
         supplied."
        => too_many_group_by_expressions(maximum), 1;
    (10709, 16) "The number of columns for each row in a table value constructor must be the same."
        => row_lengths_differ(), 1;
    (10710, 15)
        "An action of type '%S_MSG' is not allowed in the 'WHEN NOT MATCHED' clause of a MERGE statement.";
    (10711, 15) "An action of type 'INSERT' is not allowed in the '%S_MSG' clause of a MERGE statement.";
    (10713, 15) "A MERGE statement must be terminated by a semi-colon (;).";
    (10714, 15) "An action of type '%S_MSG' cannot appear more than once in a '%S_MSG' clause of a MERGE statement."
        => merge_action_repeated(action, clause), 1;
    (10715, 15) "'%.*ls' is not a valid hint." => invalid_hint_name(name), 1;
    (10716, 15) "A nested INSERT, UPDATE, DELETE, or MERGE statement must have an OUTPUT clause."
        => nested_change_without_output(), 1;
    (10717, 15)
        "The %S_MSG clause is not allowed when the FROM clause contains a nested INSERT, UPDATE, DELETE, or MERGE \
         statement."
        => clause_over_nested_change(clause), 1;
    (10718, 15) "Query hints are not allowed in nested INSERT, UPDATE, DELETE, or MERGE statements."
        => hints_in_nested_change(), 1;
    (10720, 15) "An OUTPUT INTO clause is not allowed in a nested INSERT, UPDATE, DELETE, or MERGE statement."
        => output_into_in_nested_change(), 1;
    (10721, 15)
        "The WHERE CURRENT OF clause is not allowed in a nested INSERT, UPDATE, DELETE, or MERGE statement."
        => current_of_in_nested_change(), 1;
    (10722, 15)
        "The DISTINCT keyword is not allowed when the FROM clause contains a nested INSERT, UPDATE, DELETE, or MERGE \
         statement."
        => distinct_over_nested_change(), 1;
    (10723, 15)
        "In a MERGE statement, a variable cannot be set to a column and expression in the same assignment in the SET \
         clause of an UPDATE action. Assignments of the form 'SET @variable = column = expression' are not valid in \
         the SET clause of an UPDATE action in a MERGE statement. Modify the SET clause to only specify assignments of \
         the form 'SET @variable = column' or 'SET @variable = expression'."
        => merge_assigns_variable_and_column(), 1;
    (10724, 15) "The FORCESEEK hint is not allowed for target tables of INSERT, UPDATE, or DELETE statements."
        => forceseek_on_target(), 1;
    (10727, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed on either side of a JOIN or APPLY \
         operator."
        => nested_change_in_join(), 1;
    (10728, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed as the table source of a PIVOT or UNPIVOT \
         operator."
        => nested_change_in_pivot(), 1;
    (10729, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed in a SELECT statement that is not the \
         immediate source of rows for an INSERT statement."
        => nested_change_not_allowed(), 1;
    (10730, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed in the FROM clause of an UPDATE or DELETE \
         statement."
        => nested_change_in_from(), 1;
    (10731, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed inside another nested INSERT, UPDATE, \
         DELETE, or MERGE statement."
        => nested_change_in_nested_change(), 1;
    (10732, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed on either side of a UNION, INTERSECT, or \
         EXCEPT operator."
        => nested_change_in_set_operation(), 1;
    (10733, 15)
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed in the USING clause of a MERGE statement."
        => nested_change_in_using(), 1;
    (10734, 16)
        "Variable assignment is not allowed in a statement containing a top level UNION, INTERSECT or EXCEPT operator."
        => assignment_in_set_operation(), 1;
    (10735, 15) "Incorrect WHERE clause for filtered %S_MSG '%.*ls' on table '%.*ls'."
        => invalid_index_filter(kind, index, table), 1;
    (10738, 15)
        "The number of row value expressions in the INSERT statement exceeds the maximum allowed number of %d row \
         values."
        => too_many_insert_rows(maximum), 1;
    (10739, 15)
        "The insert column list used in the MERGE statement cannot contain multi-part identifiers. Use single part \
         identifiers instead.";
    (10741, 15) "A TOP can not be used in the same query or sub-query as a OFFSET." => top_with_offset(), 2;
    (10742, 15) "The offset specified in a OFFSET clause may not be negative." => negative_offset(), 1;
    (10743, 15) "The number of rows provided for a OFFSET clause must be an integer." => offset_not_integer(), 1;
    (10744, 15) "The number of rows provided for a FETCH clause must be greater then zero." => fetch_not_positive(), 1;
    (10745, 15) "The FORCESCAN hint is not allowed for target tables of INSERT, UPDATE, or DELETE statements."
        => forcescan_on_target(), 1;
    (10746, 15)
        "The FORCESCAN hint is specified simultaneously with the FORCESEEK hint. Remove one of the hints and resubmit \
         the query."
        => forcescan_with_forceseek(), 1;
    (10747, 15)
        "The parameterized FORCESEEK hint cannot be simultaneously used with INDEX hints or a non-parameterized \
         FORCESEEK hint on the same object. Use either INDEX hints and a non-parameterized FORCESEEK hint or use a \
         parameterized FORCESEEK hint without INDEX hints for each table or view."
        => parameterized_forceseek_with_other_hints(), 1;
    (10748, 15)
        "There are multiple FORCESEEK hints specified on the same table or view. Remove the extra FORCESEEK hints and \
         resubmit the query."
        => several_forceseek_hints(), 1;
    (10749, 15)
        "The FORCESEEK hint cannot be used with index 0. Correct the index provided to the FORCESEEK hint and resubmit \
         the query."
        => forceseek_of_index_zero(), 1;
    (10750, 15)
        "The FORCESCAN hint cannot be used with more than one INDEX hint. Remove the extra INDEX hints and resubmit \
         the query."
        => forcescan_with_several_indexes(), 1;
    (10751, 15) "The ORDER BY in WITHIN GROUP clause of '%.*ls' function must have exactly one expression."
        => within_group_needs_one_key(function), 1;
    (10752, 15) "The function '%.*ls' may not have a window frame." => window_frame_not_allowed(function), 3;
    (10753, 15) "The function '%.*ls' must have an OVER clause." => function_needs_over(function), 3;
    (10754, 15) "The function '%.*ls' must have a WITHIN GROUP clause." => within_group_missing(function), 1;
    (10755, 15) "The function '%.*ls' takes between %d and %d arguments."
        => window_argument_count_range(function, least, most), 1;
    (10756, 15) "Window frame with ROWS or RANGE must have an ORDER BY clause." => frame_without_order_by(), 1;
    (10758, 15) "The function '%.*ls' may not have ORDER BY in OVER clause."
        => within_group_with_over_order(function), 1;
    (10759, 15) "Use of DISTINCT is not allowed with the OVER clause." => distinct_with_over(), 1;
    (10760, 16)
        "Scale argument is not valid. Valid expressions for data type %ls scale argument are integer constants and \
         integer constant expressions."
        => invalid_scale_argument(type_name), 1;
    (10761, 15 listed 16) "Invalid data type %.*ls in function %.*ls."
        => invalid_type_in_function(type_name, function), 1;
    (11406, 16)
        "ALTER TABLE SWITCH statement failed. Source and target partitions have different values for the \
         DATA_COMPRESSION option."
        => switch_compression_differs(), 1;
    (11412, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same sparse storage attribute \
         in tables '%.*ls' and '%.*ls'."
        => switch_column_sparseness_differs(column, table, other), 1;
    (11413, 16)
        "ALTER TABLE SWITCH statement failed because column '%.*ls' does not have the same column set property in \
         tables '%.*ls' and '%.*ls'."
        => switch_column_set_differs(column, table, other), 1;
    (11415, 16)
        "Object '%.*ls' cannot be disabled or enabled. This action applies only to foreign key and check constraints."
        => constraint_cannot_be_disabled(constraint), 1;
    (11418, 16)
        "Cannot %S_MSG table '%.*ls' because the table either contains sparse columns or a column set column which \
         are incompatible with compression."
        => sparse_columns_not_compressible(action, table), 2;
    (11501, 16) "The batch could not be analyzed because of compile errors." => batch_not_analyzed(), 2;
    (11502, 16) "The type for parameter '%.*ls' cannot be deduced in this context."
        => parameter_type_not_deduced(parameter), 1;
    (11503, 16)
        "The parameter type cannot be deduced because a single expression contains two untyped parameters, '%.*ls' \
         and '%.*ls'."
        => two_untyped_parameters(first, second), 1;
    (11508, 16) "The undeclared parameter '%.*ls' is used more than once in the batch being analyzed."
        => undeclared_parameter_used_twice(parameter), 1;
    (11509, 16)
        "The metadata could not be determined because the statement '%.*ls' is not compatible with the statement \
         '%.*ls'."
        => results_differ(statement, other), 1;
    (11510, 16)
        "The metadata could not be determined because the statement '%.*ls' in the main batch is not compatible \
         with the statement '%.*ls' in procedure '%.*ls'."
        => results_differ_in_second_procedure(statement, other, procedure), 1;
    (11511, 16)
        "The metadata could not be determined because the statement '%.*ls' in procedure '%.*ls' is not compatible \
         with the statement '%.*ls' in the main batch."
        => results_differ_in_first_procedure(statement, procedure, other), 1;
    (11512, 16)
        "The metadata could not be determined because the statement '%.*ls' in procedure '%.*ls' is not compatible \
         with the statement '%.*ls' in procedure '%.*ls'."
        => results_differ_in_procedures(statement, procedure, other, other_procedure), 1;
    (11513, 16)
        "The metadata could not be determined because statement '%.*ls' contains dynamic SQL.  Consider using the \
         WITH RESULT SETS clause to explicitly describe the result set."
        => dynamic_result(statement), 1;
    (11514, 16)
        "The metadata could not be determined because statement '%.*ls' in procedure '%.*ls'  contains dynamic \
         SQL.  Consider using the WITH RESULT SETS clause to explicitly describe the result set."
        => dynamic_result_in_procedure(statement, procedure), 1;
    (11523, 16) "The metadata could not be determined because statement '%.*ls' causes indirect recursion."
        => recursive_result(statement), 1;
    (11524, 16)
        "The metadata could not be determined because statement '%.*ls' in procedure '%.*ls' causes indirect recursion."
        => recursive_result_in_procedure(statement, procedure), 1;
    (11525, 16)
        "The metadata could not be determined because statement '%.*ls' uses a temp table.  Metadata discovery only \
         supports temp tables when analyzing a single-statement batch."
        => temporary_table_result(statement), 1;
    (11526, 16) "The metadata could not be determined because statement '%.*ls' in procedure '%.*ls' uses a temp table."
        => temporary_table_result_in_procedure(statement, procedure), 1;
    (11527, 16) "The metadata could not be determined because statement '%.*ls' does not support metadata discovery."
        => undescribable_result(statement), 1;
    (11528, 16)
        "The metadata could not be determined because statement '%.*ls' in procedure '%.*ls' does not support \
         metadata discovery."
        => undescribable_result_in_procedure(statement, procedure), 1;
    (11529, 16)
        "The metadata could not be determined because every code path results in an error; see previous errors for \
         some of these."
        => metadata_not_determined(), 1;
    (11531, 16)
        "The object id '%d' passed to sys.dm_exec_describe_first_result_set_for_object refers to an object which is \
         not a T-SQL procedure or trigger."
        => described_object_of_other_kind(object), 1;
    (11532, 16) "The object id '%d' passed to sys.dm_exec_describe_first_result_set_for_object was invalid."
        => described_object_not_found(object), 1;
    (11535, 16)
        "EXECUTE statement failed because its WITH RESULT SETS clause specified %d result set(s), and the statement \
         tried to send more result sets than this."
        => too_many_result_sets(declared), 1;
    (11536, 16)
        "EXECUTE statement failed because its WITH RESULT SETS clause specified %d result set(s), but the statement \
         only sent %d result set(s) at run time."
        => too_few_result_sets(declared, sent), 1;
    (11537, 16)
        "EXECUTE statement failed because its WITH RESULT SETS clause specified %d column(s) for result set number \
         %d, but the statement sent %d column(s) at run time."
        => result_set_width_differs(declared, set, sent), 1;
    (11538, 16)
        "EXECUTE statement failed because its WITH RESULT SETS clause specified type '%ls' for column #%d in result \
         set #%d, and the corresponding type sent at run time was '%ls'; there is no conversion between the two \
         types."
        => result_set_type_differs(declared, column, set, sent), 1;
    (11552, 16) "The @browse_information_mode parameter expects a tinyint with values 0, 1 or 2."
        => invalid_browse_mode(), 1;
    (11553, 16)
        "EXECUTE statement failed because its WITH RESULT SETS clause specified a non-nullable type for column #%d \
         in result set #%d, and the corresponding value sent at run time was null."
        => result_set_null(column, set), 1;
    (11700, 16) "The increment for sequence object '%.*ls' cannot be zero." => sequence_increment_is_zero(sequence), 1;
    (11701, 16)
        "The absolute value of the increment for sequence object '%.*ls' must be less than or equal to the \
         difference between the minimum and maximum value of the sequence object."
        => sequence_increment_too_large(sequence), 1;
    (11702, 16)
        "The sequence object '%.*ls' must be of data type int, bigint, smallint, tinyint, or decimal or numeric \
         with a scale of 0, or any user-defined data type that is based on one of the above integer data types."
        => invalid_sequence_type(sequence), 2;
    (11703, 16)
        "The start value for sequence object '%.*ls' must be between the minimum and maximum value of the sequence \
         object."
        => sequence_start_out_of_range(sequence), 1;
    (11704, 16)
        "The current value '%.*ls' for sequence object '%.*ls' must be between the minimum and maximum value of the \
         sequence object."
        => sequence_value_out_of_range(value, sequence), 1;
    (11705, 16) "The minimum value for sequence object '%.*ls' must be less than its maximum value."
        => sequence_minimum_not_less(sequence), 1;
    (11706, 16) "The cache size for sequence object '%.*ls' must be greater than 0."
        => invalid_sequence_cache(sequence), 1;
    (11708, 16) "An invalid value was specified for argument '%.*ls' for the given data type."
        => invalid_sequence_argument(argument), 1;
    (11709, 15) "The 'RESTART WITH' argument cannot be used in a CREATE SEQUENCE statement."
        => restart_in_create_sequence(), 1;
    (11710, 15) "Argument 'START WITH' cannot be used in an ALTER SEQUENCE statement." => start_in_alter_sequence(), 1;
    (11711, 15) "Argument 'AS' cannot be used in an ALTER SEQUENCE statement." => type_in_alter_sequence(), 1;
    (11712, 15) "Argument '%.*ls' can not be specified more than once." => sequence_argument_repeated(argument), 1;
    (11715, 15) "No properties specified for ALTER SEQUENCE." => alter_sequence_without_property(), 1;
    (11716, 15) "NEXT VALUE FOR function does not support the PARTITION BY clause." => next_value_with_partition(), 1;
    (11717, 15)
        "NEXT VALUE FOR function does not support the OVER clause in default constraints, UPDATE statements, or MERGE \
         statements."
        => next_value_over_not_supported(), 1;
    (11718, 15) "NEXT VALUE FOR function does not support an empty OVER clause." => next_value_over_nothing(), 1;
    (11719, 15)
        "NEXT VALUE FOR function is not allowed in check constraints, default objects, computed columns, views, \
         user-defined functions, user-defined aggregates, user-defined table types, sub-queries, common table \
         expressions, derived tables or return statements."
        => next_value_not_allowed_here(), 1;
    (11720, 15)
        "NEXT VALUE FOR function is not allowed in the TOP, OVER, OUTPUT, ON, WHERE, GROUP BY, HAVING, or ORDER BY \
         clauses."
        => next_value_in_clause(), 1;
    (11721, 15)
        "NEXT VALUE FOR function cannot be used directly in a statement that uses a DISTINCT, UNION, UNION ALL, \
         EXCEPT or INTERSECT operator."
        => next_value_in_distinct(), 1;
    (11722, 15)
        "NEXT VALUE FOR function is not allowed in the WHEN MATCHED clause, the WHEN NOT MATCHED clause, or the WHEN NOT \
         MATCHED BY SOURCE clause of a merge statement."
        => next_value_in_merge(), 1;
    (11723, 15)
        "NEXT VALUE FOR function cannot be used directly in a statement that contains an ORDER BY clause unless the \
         OVER clause is specified."
        => next_value_with_order_by(), 1;
    (11724, 15)
        "An expression that contains a NEXT VALUE FOR function cannot be passed as an argument to a table-valued \
         function."
        => next_value_in_table_function(), 1;
    (11725, 15) "An expression that contains a NEXT VALUE FOR function cannot be passed as an argument to an aggregate."
        => next_value_in_aggregate(), 1;
    (11726, 16) "Object '%.*ls' is not a sequence object." => not_a_sequence(object), 1;
    (11727, 16)
        "NEXT VALUE FOR functions for a given sequence object must have exactly the same OVER clause definition."
        => next_value_over_differs(), 1;
    (11728, 16)
        "The sequence object '%.*ls' has reached its minimum or maximum value. Restart the sequence object to allow \
         new values to be generated."
        => sequence_exhausted(sequence), 1;
    (11730, 16) "Database name cannot be specified for the sequence object in default constraints."
        => database_of_default_sequence(), 1;
    (11731, 16)
        "A column that uses a sequence object in the default constraint must be present in the target columns list, if \
         the same sequence object appears in a row constructor."
        => default_draws_as_row_constructor(), 1;
    (11732, 16)
        "The requested range for sequence object '%.*ls' exceeds the maximum or minimum limit. Retry with a smaller \
         range."
        => sequence_range_too_large(sequence), 1;
    (11733, 16) "Parameter '%.*ls' must be a positive integer." => parameter_not_positive(parameter), 1;
    (11734, 16)
        "NEXT VALUE FOR function is not allowed in the SELECT clause when the FROM clause contains a nested INSERT, \
         UPDATE, DELETE, or MERGE statement."
        => next_value_over_nested_change(), 1;
    (11735, 16)
        "The target table of the INSERT statement cannot have DEFAULT constraints using the NEXT VALUE FOR function when \
         the FROM clause contains a nested INSERT, UPDATE, DELETE, or MERGE statement."
        => next_value_in_default_over_nested_change(), 1;
    (11736, 16)
        "Only one instance of NEXT VALUE FOR function per sequence object is allowed in SET or SELECT with variable \
         assignment."
        => next_value_used_twice(), 1;
    (11737, 15) "NEXT VALUE FOR function does not support the ROWS and RANGE clauses." => next_value_with_frame(), 1;
    (11738, 16) "The use of NEXT VALUE FOR function is not allowed in this context." => next_value_not_allowed(), 1;
    (11739, 16)
        "NEXT VALUE FOR function cannot be used if ROWCOUNT option has been set, or the query contains TOP or OFFSET."
        => next_value_with_row_limit(), 1;
    (11740, 16)
        "NEXT VALUE FOR function cannot be used in a default constraint if ROWCOUNT option has been set, or the query \
         contains TOP or OFFSET."
        => next_value_in_limited_default(), 1;
    (11741, 16) "NEXT VALUE FOR function cannot be used within CASE, CHOOSE, COALESCE, IIF, ISNULL and NULLIF."
        => next_value_in_case(), 1;
    (13600, 16)
        "FOR JSON AUTO requires at least one table for generating JSON objects. Use FOR JSON PATH or add a FROM \
         clause with a table name."
        => json_auto_without_table(), 1;
    (13601, 16)
        "Property '%.*ls' cannot be generated in JSON output due to a conflict with another column name or alias. \
         Use different names and aliases for each column in SELECT list."
        => json_property_conflict(property), 1;
    (13605, 16)
        "Column expressions and data sources without names or aliases cannot be formatted as JSON text using FOR \
         JSON clause. Add alias to the unnamed column or table."
        => json_of_unnamed(), 1;
    (13607, 16) "JSON path is not properly formatted. Unexpected character '%lc' is found at position %d."
        => invalid_json_path(character, position), 4;
    (13608, 16) "Property cannot be found on the specified JSON path." => json_property_not_found(), 2;
    (13609, 16) "JSON text is not properly formatted. Unexpected character '%lc' is found at position %d."
        => invalid_json(character, position), 4;
    (13611, 16) "Value referenced by JSON path is not an array or object and cannot be opened with OPENJSON."
        => json_not_openable(), 1;
    (13612, 16)
        "Cannot convert a string value found in the JSON text to binary value because it is not Base64 encoded."
        => json_not_base64(), 1;
    (13613, 16) "Base64 encoded string cannot be converted to binary value. Binary data would be truncated."
        => json_binary_truncated(), 1;
    (13614, 16)
        "TEXT, NTEXT, SQL_VARIANT and IMAGE types cannot be used as column types in OPENJSON function with explicit \
         schema. These types are not supported in WITH clause."
        => openjson_column_type(), 1;
    (13618, 16) "AS JSON option can be specified only for column of nvarchar(max) type in WITH clause."
        => as_json_type(), 1;
    (13619, 16) "Unsupported JSON path found in argument %d of JSON_MODIFY." with ["2"] => unsupported_json_path(), 1;
    (13620, 16)
        "ROOT option and WITHOUT_ARRAY_WRAPPER option cannot be used together in FOR JSON. Remove one of these options."
        => json_root_without_wrapper(), 1;
    (13623, 16) "Scalar value cannot be found in the specified JSON path." => json_scalar_not_found(), 2;
    (13624, 16) "Object or array cannot be found in the specified JSON path." => json_object_not_found(), 2;
    (13625, 16) "String value in the specified JSON path would be truncated." => json_string_truncated(), 1;
    (13638, 16) "User error : Name parameter value in '%ls' cannot be null" => json_name_is_null(function), 1;
    (13647, 16) "Number of items in one object/array exceeds limit %d in JSON type." => json_items_limit(limit), 1;
}
