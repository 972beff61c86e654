//! Table of data.
//!
//! Messages 5009 to 8990: databases, files, XML, parameters and the query processor.

use super::message::messages;

messages! {
    (5009, 16) "One or more files listed in the statement could not be found or could not be initialized."
        => files_not_found(), 1;
    (5011, 14)
        "User does not have permission to alter database '%.*ls', the database does not exist, or the database is \
         not in a state that allows access checks."
        => alter_database_denied(database), 9;
    (5012, 16) "The name of the primary filegroup cannot be changed." => primary_filegroup_renamed(), 1;
    (5013, 16) "The master and model databases cannot have files added to them. ALTER DATABASE was aborted."
        => file_added_to_system_database(), 1;
    (5014, 16) "The %S_MSG '%.*ls' does not exist in database '%.*ls'."
        => part_not_in_database(kind, name, database), 3;
    (5018, 10)
        "The file \"%.*ls\" has been modified in the system catalog. The new path will be used the next time the \
         database is started."
        => file_path_changed(file), 1;
    (5020, 16) "The primary data or log file cannot be removed from a database." => primary_file_removed(), 1;
    (5021, 10) "The %S_MSG name '%.*ls' has been set." => name_set(kind, name), 1;
    (5030, 16) "The database %.*ls could not be exclusively locked to perform the operation."
        => database_not_exclusively_locked(database), 2;
    (5031, 16) "Cannot remove the file '%.*ls' because it is the only file in the DEFAULT filegroup."
        => only_file_of_default_filegroup(file), 1;
    (5035, 16)
        "Filegroup '%.*ls' already exists in this database. Specify a different name or remove the conflicting \
         filegroup if it is empty."
        => filegroup_exists(filegroup), 1;
    (5038, 16) "MODIFY FILE failed for file \"%.*ls\". At least one property per file must be specified."
        => modify_file_without_property(file), 1;
    (5039, 16) "MODIFY FILE failed. Specified size is less than or equal to current size." => modify_file_shrinks(), 1;
    (5040, 16)
        "MODIFY FILE failed for database '%.*ls', file id %d. Size of file (%I64d KB) is greater than MAXSIZE \
         (%I64d KB)."
        => modify_file_exceeds_maxsize(database, file, size, maximum), 1;
    (5041, 16) "MODIFY FILE failed. File '%.*ls' does not exist." => modify_file_not_found(file), 1;
    (5042, 16) "The %S_MSG '%.*ls' cannot be removed because it is not empty." => part_not_empty(kind, name), 1;
    (5044, 10) "The %S_MSG '%.*ls' has been removed." => part_removed(kind, name), 1;
    (5045, 16) "The %S_MSG already has the '%ls' property set." => property_already_set(kind, property), 1;
    (5046, 10) "The %S_MSG property '%ls' has been set." => property_set(kind, property), 1;
    (5047, 16) "Cannot change the READONLY property of the PRIMARY filegroup." => primary_filegroup_is_read_write(), 1;
    (5048, 16) "Cannot add, remove, or modify files in filegroup '%.*ls'. The filegroup is read-only."
        => files_of_read_only_filegroup(filegroup), 1;
    (5050, 16) "Cannot change the properties of empty filegroup '%.*ls'. The filegroup must contain at least one file."
        => empty_filegroup_changed(filegroup), 1;
    (5051, 16) "Cannot have a filegroup with the name 'DEFAULT'." => filegroup_named_default(), 1;
    (5058, 16) "Option '%.*ls' cannot be set in database '%.*ls'." => option_cannot_be_set(option, database), 1;
    (5060, 10) "Nonqualified transactions are being rolled back. Estimated rollback completion: %d%%."
        => transactions_rolling_back(percent), 1;
    (5061, 16) "ALTER DATABASE failed because a lock could not be placed on database '%.*ls'. Try again later."
        => alter_database_lock_failed(database), 1;
    (5062, 16)
        "The option \"%.*ls\" conflicts with another requested option. The options cannot both be requested at the \
         same time."
        => conflicting_database_options(option), 1;
    (5064, 16)
        "Changes to the state or options of database '%.*ls' cannot be made at this time. The database is in \
         single-user mode, and a user is currently connected to it."
        => database_in_single_user_mode(database), 1;
    (5069, 16) "ALTER DATABASE statement failed." => database_not_altered(), 1;
    (5070, 16) "Database state cannot be changed while other users are using the database '%.*ls'"
        => database_is_in_use(database), 2;
    (5074, 16) "The %S_MSG '%.*ls' is dependent on %S_MSG '%.*ls'."
        with ["%1", "%2", "column", "%3"]
        => column_has_dependent(kind, name, column), 1;
    (5082, 16) "Cannot change the versioning state on database \"%.*ls\" together with another database state."
        => versioning_with_other_state(database), 1;
    (5083, 16) "The termination option is not supported when making versioning state changes."
        => versioning_with_termination(), 1;
    (5084, 10, logged) "Setting database option %ls to %ls for database '%.*ls'."
        => database_option_set(option, value, database), 1;
    (5093, 16) "The operation cannot be performed on a database snapshot." => not_on_snapshot(), 1;
    (5094, 16) "The operation cannot be performed on a database with database snapshots or active DBCC replicas."
        => not_with_snapshots(), 1;
    (5103, 16) "MAXSIZE cannot be less than SIZE for file '%ls'." => maxsize_below_size(file), 1;
    (5120, 16) "Unable to open the physical file \"%.*ls\". Operating system error %d: \"%ls\"."
        => physical_file_not_opened(path, number, message), 101;
    (5123, 16)
        "CREATE FILE encountered operating system error %ls while attempting to open or create the physical file \
         '%.*ls'."
        => create_file_failed(error, file), 1;
    (5127, 16) "All files must be specified for database snapshot creation. Missing the file \"%ls\"."
        => snapshot_file_missing(file), 1;
    (5133, 16) "Directory lookup for the file \"%ls\" failed with the operating system error %ls."
        => directory_lookup_failed(file, error), 1;
    (5149, 16) "MODIFY FILE encountered operating system error %ls while attempting to expand the physical file '%ls'."
        => expand_file_failed(error, file), 3;
    (5169, 16) "FILEGROWTH cannot be greater than MAXSIZE for file '%.*ls'." => growth_above_maxsize(file), 1;
    (5170, 16, logged)
        "Cannot create file '%ls' because it already exists. Change the file path or the file name, and retry the \
         operation."
        => file_exists(file), 1;
    (5171, 16) "%.*ls is not a primary database file." => not_a_primary_file(file), 1;
    (5173, 16, logged)
        "One or more files do not match the primary file of the database. If you are attempting to attach a \
         database, retry the operation with the correct files. If this is an existing database, the file may be \
         corrupted and should be restored from a backup."
        => files_do_not_match(), 1;
    (5174, 16) "Each file size must be greater than or equal to 512 KB." => file_too_small(), 1;
    (5201, 10)
        "DBCC SHRINKDATABASE: File ID %d of database ID %d was skipped because the file does not have enough free \
         space to reclaim."
        => file_without_free_space(file, database), 1;
    (5205, 10) "%.*ls: Moving page %d:%d failed." => page_not_moved(command, file, page), 1;
    (5240, 10)
        "File ID %d of database ID %d cannot be shrunk as it is either being shrunk by another process or is empty."
        => file_is_being_shrunk(file, database), 1;
    (5270, 10)
        "%.*ls: Page %d:%d could not be moved because it is an unmovable page in a critical system table."
        => page_of_system_table_not_moved(command, file, page), 1;
    (5302, 16) "Mutator '%.*ls' on '%.*ls' cannot be called on a null value." => mutator_of_null(mutator, column), 1;
    (5308, 16)
        "Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer indices as ORDER BY \
         clause expressions."
        => window_order_by_integer(), 1;
    (5309, 16)
        "Windowed functions, aggregates and NEXT VALUE FOR functions do not support constants as ORDER BY clause \
         expressions."
        => window_order_by_constant(), 1;
    (5310, 16) "Aggregates are not allowed in the VALUES list of an INSERT statement." => aggregate_in_values(), 1;
    (5313, 16) "Synonym '%.*ls' refers to an invalid object." => synonym_of_invalid_object(synonym), 1;
    (5317, 16) "The target of a MERGE statement cannot be a partitioned view." => merge_into_partitioned_view(), 1;
    (5318, 16)
        "In a MERGE statement, the source and target cannot have the same name or alias. Use different aliases for the \
         source and target to ensure that they have unique names in the MERGE statement."
        => merge_names_equal(), 1;
    (5319, 16) "Aggregates are not allowed in a WHEN clause of a MERGE statement." => aggregate_in_merge_clause(), 1;
    (5321, 16)
        "The '%ls' function is not allowed in the %S_MSG clause when the FROM clause contains a nested INSERT, UPDATE, \
         DELETE, or MERGE statement."
        => function_over_nested_change(function, clause), 1;
    (5322, 16)
        "An aggregate function is not allowed in the %S_MSG clause when the FROM clause contains a nested INSERT, \
         UPDATE, DELETE, or MERGE statement."
        => aggregate_over_nested_change(clause), 1;
    (5323, 15)
        "Subqueries are not allowed in the %S_MSG clause when the FROM clause contains a nested INSERT, UPDATE, \
         DELETE, or MERGE statement."
        => subquery_over_nested_change(clause), 1;
    (5324, 15)
        "In a MERGE statement, a '%S_MSG' clause with a search condition cannot appear after a '%S_MSG' clause with \
         no search condition."
        => merge_clause_after_unconditional(clause, earlier), 1;
    (5333, 16)
        "The identifier '%.*ls' cannot be bound. Only source columns and columns in the clause scope are allowed in \
         the 'WHEN NOT MATCHED' clause of a MERGE statement."
        => merge_identifier_of_target(identifier), 1;
    (5334, 16)
        "The identifier '%.*ls' cannot be bound. Only target columns and columns in the clause scope are allowed in \
         the 'WHEN NOT MATCHED BY SOURCE' clause of a MERGE statement."
        => merge_identifier_of_source(identifier), 1;
    (5335, 16)
        "The data type %ls cannot be used as an operand to the UNION, INTERSECT or EXCEPT operators because it is \
         not comparable."
        => set_operand_not_comparable(type_name), 1;
    (5362, 15) "Window '%.*ls' is undefined." => window_not_defined(window), 3;
    (5365, 15) "Cyclic window references are not permitted." => cyclic_window_references(), 1;
    (5373, 16)
        "All the input parameters should be of the same type. Supported types are tinyint, smallint, int, bigint, \
         decimal and numeric."
        => generate_series_types_differ(), 1;
    (5701, 10) "Changed database context to '%.*ls'." => database_context_changed(database), 1;
    (5703, 10) "Changed language setting to %.*ls." => language_changed(language), 1;
    (5807, 16)
        "Recovery intervals above %d minutes not recommended. Use the RECONFIGURE WITH OVERRIDE statement to force \
         this configuration."
        => recovery_interval_too_long(minutes), 1;
    (5808, 16) "Ad hoc update to system catalogs is not supported." => ad_hoc_catalog_update_not_supported(), 1;
    (5812, 14) "You do not have permission to run the RECONFIGURE statement." => reconfigure_denied(), 1;
    (6001, 10) "SHUTDOWN is waiting for %d process(es) to complete." => shutdown_waits(processes), 1;
    (6004, 14 listed 10) "User does not have permission to perform this action." => shutdown_denied(), 1;
    (6005, 10) "SHUTDOWN is in progress." => shutdown_in_progress(), 1;
    (6006, 10, logged) "Server shut down by %.*ls from login %.*ls." => server_shut_down(how, login), 1;
    (6007, 16 listed 10) "The SHUTDOWN statement cannot be executed within a transaction or by a stored procedure."
        => shutdown_not_allowed_here(), 1;
    (6101, 16) "Session ID %d is not valid." => invalid_session_id(session), 1;
    (6102, 14) "User does not have permission to use the KILL statement." => kill_denied(), 1;
    (6104, 16) "Cannot use KILL to kill your own process." => kill_of_own_process(), 1;
    (6106, 16) "Process ID %d is not an active process ID." => process_not_active(process), 2;
    (6107, 14) "Only user processes can be killed." => kill_of_system_process(), 1;
    (6115, 16) "KILL command cannot be used inside user transactions." => kill_in_transaction(), 1;
    (6120, 16) "Status report cannot be obtained. Rollback operation for Process ID %d is not in progress."
        => rollback_not_in_progress(process), 1;
    (6308, 16)
        "XML well-formedness check: Duplicate attribute '%.*ls'. Rewrite your XQuery so it returns well-formed XML."
        => xml_attribute_exists(name), 1;
    (6335, 16) "XML datatype instance has too many levels of nested nodes. Maximum allowed depth is %d levels."
        => xml_too_deep(maximum), 101;
    (6354, 16) "Target string size is too small to represent the XML instance" => xml_target_too_small(), 10;
    (6355, 16) "Conversion of one or more characters from XML to target collation impossible"
        => xml_not_in_code_page(), 1;
    (6359, 16)
        "Parsing XML with internal subset DTDs not allowed. Use CONVERT with style option 2 to enable limited internal \
         subset DTD support."
        => xml_with_dtd(), 1;
    (6401, 16) "Cannot roll back %.*ls. No transaction or savepoint of that name was found."
        => savepoint_not_found(name), 1;
    (6602, 16) "The error description is '%.*ls'." => xml_document_invalid(description), 2;
    (6607, 16) "%.*ls: The value supplied for parameter number %d is invalid."
        => xml_parameter_invalid(procedure, number), 3;
    (6624, 16)
        "XML document could not be created because server memory is low. Use sp_xml_removedocument to release XML \
         documents."
        => xml_documents_too_large(), 1;
    (6800, 16)
        "FOR XML AUTO requires at least one table for generating XML tags. Use FOR XML RAW or add a FROM clause \
         with a table name."
        => xml_auto_without_table(), 1;
    (6801, 16)
        "FOR XML EXPLICIT requires at least three columns, including the tag column, the parent column, and at \
         least one data column."
        => explicit_too_few_columns(), 1;
    (6802, 16)
        "FOR XML EXPLICIT query contains the invalid column name '%.*ls'. Use the TAGNAME!TAGID!ATTRIBUTENAME[!..] \
         format where TAGID is a positive integer."
        => explicit_column_name_invalid(column), 1;
    (6803, 16) "FOR XML EXPLICIT requires the first column to hold positive integers that represent XML tag IDs."
        => explicit_tag_not_integer(), 1;
    (6804, 16)
        "FOR XML EXPLICIT requires the second column to hold NULL or nonnegative integers that represent XML parent \
         tag IDs."
        => explicit_parent_not_integer(), 1;
    (6805, 16) "FOR XML EXPLICIT stack overflow occurred. Circular parent tag relationships are not allowed."
        => explicit_circular_tags(), 1;
    (6806, 16) "Undeclared tag ID %d is used in a FOR XML EXPLICIT query." => explicit_tag_undeclared(tag), 1;
    (6807, 16) "Undeclared parent tag ID %d is used in a FOR XML EXPLICIT query." => explicit_parent_undeclared(tag), 1;
    (6809, 16)
        "Unnamed tables cannot be used as XML identifiers as well as unnamed columns cannot be used for attribute \
         names. Name unnamed columns/tables using AS in the SELECT statement."
        => xml_of_unnamed(), 1;
    (6810, 16)
        "Column name '%.*ls' is repeated. The same attribute cannot be generated more than once on the same XML tag."
        => xml_attribute_repeated(column), 1;
    (6812, 16) "XML tag ID %d that was originally declared as '%.*ls' is being redeclared as '%.*ls'."
        => explicit_tag_renamed(tag, element, other), 1;
    (6817, 16)
        "FOR XML EXPLICIT cannot combine multiple occurrences of ELEMENT, XML, XMLTEXT, and CDATA in column name \
         '%.*ls'."
        => explicit_directives_combined(column), 1;
    (6819, 16) "The FOR XML and FOR JSON clauses are not allowed in a %ls statement."
        => for_clause_not_allowed(statement), 3;
    (6820, 16) "FOR XML EXPLICIT requires column %d to be named '%ls' instead of '%.*ls'."
        => explicit_tag_column_name(number, expected, column), 1;
    (6824, 16) "In the FOR XML EXPLICIT clause, mode '%.*ls' in a column name is invalid."
        => explicit_mode_invalid(mode), 1;
    (6825, 16) "ELEMENTS option is only allowed in RAW, AUTO, and PATH modes of FOR XML."
        => xml_elements_not_allowed(), 1;
    (6827, 16)
        "FOR XML EXPLICIT queries allow only one XMLTEXT column per tag. Column '%.*ls' declares another XMLTEXT column \
         that is not permitted."
        => explicit_second_xmltext(column), 1;
    (6828, 16) "XMLTEXT column '%.*ls' must be of a string data type or of type XML."
        => explicit_xmltext_type(column), 1;
    (6829, 16)
        "FOR XML EXPLICIT and RAW modes currently do not support addressing binary data as URLs in column '%.*ls'. \
         Remove the column, or use the BINARY BASE64 mode, or create the URL directly using the \
         'dbobject/TABLE[@PK1=\"V1\"]/@COLUMN' syntax."
        => xml_binary_url_unsupported(column), 1;
    (6830, 16)
        "FOR XML AUTO could not find the table owning the following column '%.*ls' to create a URL address for it. \
         Remove the column, or use the BINARY BASE64 mode, or create the URL directly using the \
         'dbobject/TABLE[@PK1=\"V1\"]/@COLUMN' syntax."
        => xml_binary_without_table(column), 1;
    (6831, 16)
        "FOR XML AUTO requires primary keys to create references for '%.*ls'. Select primary keys, or use BINARY BASE64 \
         to obtain binary data in encoded form if no primary keys exist."
        => xml_binary_without_key(column), 1;
    (6832, 16) "FOR XML AUTO cannot generate a URL address for binary data if a primary key is also binary."
        => xml_binary_key(), 1;
    (6833, 16)
        "Parent tag ID %d is not among the open tags. FOR XML EXPLICIT requires parent tags to be opened first. \
         Check the ordering of the result set."
        => explicit_parent_not_open(tag), 1;
    (6834, 16) "XMLTEXT field '%.*ls' contains an invalid XML document. Check the root tag and its attributes."
        => explicit_xmltext_invalid(column), 1;
    (6843, 16)
        "FOR XML EXPLICIT: XML data types and CLR types cannot be processed as CDATA in column name '%.*ls'. \
         Consider converting XML to a string type. Consider converting CLR types to XML and then to a string type."
        => explicit_cdata_of_xml(column), 1;
    (6850, 16)
        "%.*ls name '%.*ls' contains an invalid XML identifier as required by FOR XML; '%c'(0x%04X) is the first \
         character at fault."
        => invalid_xml_name(kind, name, character, code), 1;
    (6851, 16) "Column '%.*ls' has invalid data type for attribute-centric XML serialization in FOR XML PATH."
        => invalid_xml_attribute_type(column), 1;
    (6852, 16)
        "Attribute-centric column '%.*ls' must not come after a non-attribute-centric sibling in XML hierarchy in \
         FOR XML PATH."
        => xml_attribute_after_element(column), 1;
    (6853, 16)
        "Column '%.*ls': the last step in the path can't be applied to XML data type or CLR type in FOR XML PATH."
        => xml_path_step_of_xml(column), 1;
    (6861, 16) "Empty root tag name can't be specified with FOR XML." => xml_root_empty(), 1;
    (6864, 16) "Row tag omission (empty row tag name) cannot be used with attribute-centric FOR XML serialization."
        => xml_row_tag_empty(), 1;
    (6868, 16)
        "The following FOR XML features are not supported with WITH XMLNAMESPACES list: EXPLICIT mode, XMLSCHEMA \
         and XMLDATA directives."
        => xml_namespaces_not_supported(), 1;
    (6869, 16) "Attempt to redefine namespace prefix '%.*ls'";
    (6870, 16)
        "Prefix '%.*ls' used in WITH XMLNAMESPACES clause contains an invalid XML identifier. '%c'(0x%04X) is the \
         first character at fault.";
    (6871, 16)
        "Prefix '%.*ls' used in WITH XMLNAMESPACES is reserved and cannot be used as a user-defined prefix.";
    (6872, 16)
        "XML namespace prefix 'xml' can only be associated with the URI http://www.w3.org/XML/1998/namespace. This \
         URI cannot be used with other prefixes.";
    (6873, 16)
        "Redefinition of 'xsi' XML namespace prefix is not supported with ELEMENTS XSINIL option of FOR XML."
        => xsi_redefined(), 1;
    (6874, 16) "Empty URI is not allowed in WITH XMLNAMESPACES clause.";
    (7000, 16) "OPENXML document handle parameter must be of data type int." => openxml_handle_not_int(), 1;
    (7001, 16) "OPENXML flags parameter must be of data type int." => openxml_flags_not_int(), 1;
    (7002, 16) "OPENXML XPath must be of a string data type, such as nvarchar." => openxml_path_not_string(), 1;
    (7007, 16) "OPENXML encountered unknown metaproperty '%.*ls'." => openxml_unknown_metaproperty(name), 1;
    (7008, 16) "The OPENXML EDGETABLE is incompatible with the XMLTEXT OVERFLOW flag."
        => openxml_edge_table_with_overflow(), 1;
    (7104, 16) "Offset or size of data type is not valid. Data type must be of type int or smallint."
        => text_offset_type_invalid(), 1;
    (7116, 16) "Offset %d is not in the range of available LOB data." => lob_offset_out_of_range(offset), 4;
    (7119, 16) "Attempting to grow LOB beyond maximum allowed size of %I64d bytes." => lob_too_large(maximum), 1;
    (7122, 16) "Invalid text, ntext, or image pointer type. Must be binary(16)." => invalid_text_pointer_type(), 1;
    (7123, 16) "Invalid text, ntext, or image pointer value %hs." => invalid_text_pointer(pointer), 1;
    (7124, 16)
        "The offset and length specified in the READTEXT statement is greater than the actual data length of %ld."
        => read_beyond_text(length), 1;
    (7133, 16) "NULL textptr (text, ntext, or image pointer) passed to %ls function." => null_text_pointer(function), 1;
    (7135, 16) "Deletion length %ld is not in the range of available text, ntext, or image data."
        => lob_length_out_of_range(length), 4;
    (7202, 11)
        "Could not find server '%.*ls' in sys.servers. Verify that the correct server name was specified. If \
         necessary, execute the stored procedure sp_addlinkedserver to add the server to sys.servers."
        => server_not_found(server), 2;
    (7330, 16) "Cannot fetch a row from OLE DB provider \"%ls\" for linked server \"%ls\"."
        => provider_row_not_fetched(provider, server), 2;
    (7399, 16) "The OLE DB provider \"%ls\" for linked server \"%ls\" reported an error. %ls"
        => provider_error(provider, server, error), 1;
    (7729, 16)
        "Cannot specify partition number in the %S_MSG %S_MSG statement as the %S_MSG '%.*ls' is not partitioned."
        with ["alter", "index", "index", "%1"]
        => index_not_partitioned(index), 1;
    (7940, 16) "System databases master, model, msdb, and tempdb cannot be detached."
        => system_database_cannot_be_detached(), 1;
    (7942, 10) "DBCC %ls scanning '%.*ls' table..." => contiguity_scan(command, table), 1;
    (7943, 10) "Table: '%.*ls' (%d); index ID: %d, database ID: %d" => contiguity_table(table, id, index, database), 1;
    (7944, 10) "%ls level scan performed." => contiguity_level(level), 1;
    (7945, 10) "- Pages Scanned................................: %I64d" => contiguity_pages(pages), 1;
    (7946, 10) "- Extents Scanned..............................: %I64d" => contiguity_extents(extents), 1;
    (7947, 10) "- Extent Switches..............................: %I64d" => contiguity_switches(switches), 1;
    (7948, 10) "- Avg. Pages per Extent........................: %3.1f" => contiguity_pages_per_extent(pages), 1;
    (7949, 10) "- Scan Density [Best Count:Actual Count].......: %4.2f%ls [%I64d:%I64d]" with ["%1", "%", "%2", "%3"]
        => contiguity_density(density, best, actual), 1;
    (7950, 10) "- Logical Scan Fragmentation ..................: %4.2f%ls" with ["%1", "%"]
        => contiguity_logical(percent), 1;
    (7952, 10) "- Extent Scan Fragmentation ...................: %4.2f%ls" with ["%1", "%"]
        => contiguity_of_extents(percent), 1;
    (7953, 10) "- Avg. Bytes Free per Page.....................: %3.1f" => contiguity_free_bytes(bytes), 1;
    (7954, 10) "- Avg. Page Density (full).....................: %4.2f%ls" with ["%1", "%"]
        => contiguity_fullness(percent), 1;
    (7955, 16) "Invalid SPID %d specified." => invalid_spid(session), 2;
    (7968, 10) "Transaction information for database '%.*ls'." => transaction_information(database), 1;
    (7969, 16) "No active open transactions." => no_open_transactions(), 1;
    (7970, 10) "%hsOldest active transaction:" with [""] => oldest_transaction(), 1;
    (7971, 10) "    SPID (server process ID): %d%s" with ["%1", ""] => oldest_transaction_session(session), 1;
    (7972, 10) "    UID (user ID) : %d" => oldest_transaction_user(user), 1;
    (7974, 10) "    Name          : %.*ls" => oldest_transaction_name(name), 1;
    (7975, 10) "    LSN           : (%d:%d:%d)" => oldest_transaction_lsn(sequence, block, slot), 1;
    (7977, 10) "    Start time    : %.*ls" => oldest_transaction_start(time), 1;
    (7978, 10) "    SID           : %.*ls" => oldest_transaction_sid(sid), 1;
    (7989, 10 listed 16) "Checking identity information: current identity value '%.*hs'." => identity_value(current), 1;
    (7992, 16) "Cannot shrink 'read only' database '%.*ls'." => read_only_database_shrunk(database), 1;
    (7993, 10) "Cannot shrink file '%d' in database '%.*ls' to %u pages as it only contains %u pages."
        => shrink_target_exceeds_file(file, database, target, pages), 1;
    (7997, 16) "'%.*ls' does not contain an identity column." => no_identity_column(table), 1;
    (7998, 10 listed 16) "Checking identity information: current identity value '%.*hs', current column value '%.*hs'."
        => identity_and_column_value(identity, column), 1;
    (7999, 16) "Could not find any index named '%.*ls' for table '%.*ls'."
        => index_name_not_found(index, table), 9;
    (8003, 16)
        "The incoming request has too many parameters. The server supports a maximum of %d parameters. Reduce the \
         number of parameters and resend the request."
        => request_has_too_many_parameters(maximum), 1;
    (8009, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Parameter \
         %d (\"%.*ls\"): Data type 0x%02X is unknown."
        => unknown_rpc_type(position, name, token), 1;
    (8016, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Parameter \
         %d (\"%.*ls\"): Data type 0x%02X has an invalid data length or metadata length."
        => invalid_rpc_length(position, name, token), 1;
    (8017, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Parameter \
         %d (\"%.*ls\"): Data type 0x%02X has an invalid precision or scale."
        => invalid_rpc_precision(position, name, token), 1;
    (8023, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Parameter \
         %d (\"%.*ls\"): The supplied value is not a valid instance of data type %.*ls. Check the source data for \
         invalid values. An example of an invalid value is data of numeric type with scale greater than precision."
        => invalid_rpc_value(position, name, type_name), 1;
    (8032, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Table-valued \
         parameter %d (\"%.*ls\"), row %I64d, column %d: Data type 0x%02X is unknown."
        => unknown_rpc_column_type(position, name, row, column, token), 1;
    (8037, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Table-valued \
         parameter %d (\"%.*ls\"), row %I64d, column %d: Data type 0x%02X has an invalid data length or metadata \
         length."
        => invalid_rpc_column_length(position, name, row, column, token), 1;
    (8038, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Table-valued \
         parameter %d (\"%.*ls\"), row %I64d, column %d: Data type 0x%02X has an invalid precision or scale."
        => invalid_rpc_column_precision(position, name, row, column, token), 1;
    (8043, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Table-valued \
         parameter %d (\"%.*ls\"), row %I64d, column %d: The supplied value is not a valid instance of data type \
         %.*ls. Check the source data for invalid values. An example of an invalid value is data of numeric type with \
         scale greater than precision."
        => invalid_rpc_cell(position, name, row, column, type_name), 1;
    (8047, 16)
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Table-valued \
         parameter %d (\"%.*ls\"), row %I64d, column %d: Data type 0x%02X (user-defined table type) has a non-zero \
         length database name specified. Database name is not allowed with a table-valued parameter, only schema name \
         and type name are valid."
        with ["%1", "%2", "0", "0", "F3"]
        => table_type_has_database(position, name), 1;
    (8061, 16)
        "The data for table-valued parameter \"%.*ls\" doesn't conform to the table type of the parameter. SQL Server \
         error is: %d, state: %d"
        => rows_of_parameter_refused(name, number, state), 1;
    (8062, 16)
        "The data for the table-valued parameter %d doesn't conform to the table type of the parameter. SQL Server \
         error is: %d, state: %d"
        => rows_of_unnamed_parameter_refused(position, number, state), 1;
    (8101, 16)
        "An explicit value for the identity column in table '%.*ls' can only be specified when a column list is \
         used and IDENTITY_INSERT is ON."
        => identity_insert_without_column_list(table), 1;
    (8102, 16) "Cannot update identity column '%.*ls'." => cannot_update_identity(column), 1;
    (8105, 16) "'%.*ls' is not a user table. Cannot perform SET operation."
        => identity_insert_of_other_object(object), 1;
    (8106, 16) "Table '%.*ls' does not have the identity property. Cannot perform SET operation."
        => table_has_no_identity(table), 1;
    (8107, 16)
        "IDENTITY_INSERT is already ON for table '%.*ls.%.*ls.%.*ls'. Cannot perform SET operation for table '%.*ls'."
        => identity_insert_already_on(database, schema, other, table), 1;
    (8108, 16)
        "Cannot add identity column, using the SELECT INTO statement, to table '%.*ls', which already has column \
         '%.*ls' that inherits the identity property."
        => select_into_inherits_identity(table, column), 1;
    (8109, 16) "Attempting to add multiple identity columns to table '%.*ls' using the SELECT INTO statement."
        => second_identity_of_select_into(table), 1;
    (8110, 16) "Cannot add multiple PRIMARY KEY constraints to table '%.*ls'." => many_primary_keys(table), 0;
    (8111, 16) "Cannot define PRIMARY KEY constraint on nullable column in table '%.*ls'."
        => primary_key_on_nullable(table), 1;
    (8112, 16) "Cannot add more than one clustered index for constraints on table '%.*ls'."
        => many_clustered_constraints(table), 0;
    (8113, 16) "Incorrect use of the XML data type method '%.*ls'. A mutator method is expected in this context."
        => mutator_expected(method), 1;
    (8114, 16) "Error converting data type %ls to %ls." => error_converting(from, to), 5;
    (8115, 16) "Arithmetic overflow error converting %ls to data type %ls." => arithmetic_overflow(from, to), 2;
    (8116, 16) "Argument data type %ls is invalid for argument %d of %ls function."
        => invalid_argument_type(type_name, position, function), 1;
    (8117, 16) "Operand data type %ls is invalid for %ls operator." => invalid_operand(type_name, operator), 1;
    (8120, 16)
        "Column '%.*ls.%.*ls' is invalid in the select list because it is not contained in either an aggregate \
         function or the GROUP BY clause."
        => ungrouped_in_select_list(table, column), 1;
    (8121, 16)
        "Column '%.*ls.%.*ls' is invalid in the HAVING clause because it is not contained in either an aggregate \
         function or the GROUP BY clause."
        => ungrouped_in_having(table, column), 1;
    (8124, 16)
        "Multiple columns are specified in an aggregated expression containing an outer reference. If an expression \
         being aggregated contains an outer reference, then that outer reference must be the only column referenced \
         in the expression."
        => aggregate_of_outer_and_own_columns(), 1;
    (8127, 16)
        "Column \"%.*ls.%.*ls\" is invalid in the ORDER BY clause because it is not contained in either an \
         aggregate function or the GROUP BY clause."
        => ungrouped_in_order_by(table, column), 1;
    (8133, 16)
        "At least one of the result expressions in a CASE specification must be an expression other than the NULL \
         constant."
        => case_of_nulls(), 1;
    (8134, 16) "Divide by zero error encountered." => divide_by_zero(), 1;
    (8137, 16) "Incorrect use of the XML data type method '%.*ls'. A non-mutator method is expected in this context."
        => mutator_not_expected(method), 1;
    (8139, 16) "Number of referencing columns in foreign key differs from number of referenced columns, table '%.*ls'."
        => foreign_key_column_counts_differ(table), 0;
    (8141, 16) "Column %ls constraint for column '%.*ls' references another column, table '%.*ls'."
        with ["CHECK", "%1", "%2"]
        => column_check_references_other(column, table), 0;
    (8143, 16) "Parameter '%.*ls' was supplied multiple times." => parameter_supplied_twice(parameter), 1;
    (8144, 16) "Procedure or function %.*ls has too many arguments specified." => too_many_arguments(procedure), 2;
    (8145, 16) "%.*ls is not a parameter for procedure %.*ls." => unknown_parameter(parameter, procedure), 2;
    (8146, 16) "Procedure %.*ls has no parameters and arguments were supplied."
        => procedure_has_no_parameters(procedure), 2;
    (8147, 16) "Could not create IDENTITY attribute on nullable column '%.*ls', table '%.*ls'."
        => nullable_identity_column(column, table), 1;
    (8148, 16) "More than one column %ls %S_MSG specified for column '%.*ls', table '%.*ls'."
        with ["%1", "constraint", "%2", "%3"]
        => column_has_two_constraints(kind, column, table), 0;
    (8150, 16) "Multiple NULL constraints were specified for column '%.*ls', table '%.*ls'."
        => column_has_two_null_constraints(column, table), 0;
    (8151, 16)
        "Both a PRIMARY KEY and UNIQUE constraint have been defined for column '%.*ls', table '%.*ls'. Only one is \
         allowed."
        => column_has_two_keys(column, table), 0;
    (8153, 10) "Warning: Null value is eliminated by an aggregate or other SET operation." => null_eliminated(), 1;
    (8154, 15) "The table '%.*ls' is ambiguous." => ambiguous_table(table), 1;
    (8155, 16 listed 15) "No column name was specified for column %d of '%.*ls'."
        => derived_column_without_name(position, table), 2;
    (8156, 16 listed 15) "The column '%.*ls' was specified multiple times for '%.*ls'."
        => duplicate_derived_column(column, table), 1;
    (8158, 16 listed 15) "'%.*ls' has more columns than were specified in the column list."
        => more_columns_than_list(table), 1;
    (8159, 16 listed 15) "'%.*ls' has fewer columns than were specified in the column list."
        => fewer_columns_than_list(table), 1;
    (8160, 15) "A GROUPING or GROUPING_ID function can only be specified when there is a GROUP BY clause."
        => grouping_without_group_by(), 1;
    (8161, 15) "Argument %d of the %.*ls function does not match any of the expressions in the GROUP BY clause."
        => grouping_argument_not_found(position, function), 1;
    (8162, 16)
        "The formal parameter \"%.*ls\" was not declared as an OUTPUT parameter, but the actual parameter passed in \
         requested output."
        => parameter_is_not_output(parameter), 2;
    (8164, 16) "An INSERT EXEC statement cannot be nested." => nested_insert_exec(), 1;
    (8166, 16) "Constraint name '%.*ls' not permitted. Constraint names cannot begin with a number sign (#)."
        => constraint_name_not_permitted(name), 1;
    (8167, 16) "The type of column \"%.*ls\" conflicts with the type of other columns specified in the UNPIVOT list."
        => unpivot_types_differ(column), 1;
    (8168, 16)
        "Cannot create, drop, enable, or disable more than one constraint, column, index, or trigger named '%.*ls' \
         in this context. Duplicate names are not allowed."
        => name_used_twice(name), 0;
    (8169, 16) "Conversion failed when converting from a character string to uniqueidentifier."
        => string_is_no_guid(), 2;
    (8170, 16) "Insufficient result space to convert uniqueidentifier value to char." => no_room_for_guid(), 2;
    (8171, 16) "Hint '%ls' on object '%.*ls' is invalid." => invalid_hint_on_object(hint, object), 2;
    (8172, 16) "The argument %d of the XML data type method \"%.*ls\" must be a string literal."
        => method_needs_literal(position, method), 1;
    (8178, 16) "The parameterized query '%.*ls' expects the parameter '%.*ls', which was not supplied."
        => parameterized_query_needs_parameter(query, parameter), 1;
    (8179, 16) "Could not find prepared statement with handle %d." => prepared_handle_not_found(handle), 2;
    (8180, 16) "Statement(s) could not be prepared." => statement_not_prepared(), 1;
    (8183, 16)
        "Only UNIQUE or PRIMARY KEY constraints can be created on computed columns, while CHECK, FOREIGN KEY, and \
         NOT NULL constraints require that computed columns be persisted."
        => constraint_on_unpersisted_column(), 1;
    (8196, 16) "Duplicate column specified as ROWGUIDCOL." => second_rowguidcol(), 1;
    (8197, 16) "The object '%.*ls' does not exist or is invalid for this operation."
        => trigger_target_not_found(object), 4;
    (8621, 16) "The query processor ran out of stack space during query optimization. Please simplify the query."
        => out_of_stack_in_optimizer(), 1;
    (8622, 16)
        "Query processor could not produce a query plan because of the hints defined in this query. Resubmit the \
         query without specifying any hints and without using SET FORCEPLAN."
        => no_plan_with_hints(), 1;
    (8630, 16) "Internal Query Processor Error: The query processor encountered an unexpected error during execution."
        => internal_query_error(), 1;
    (8631, 17)
        "Internal error: Server stack limit has been reached. Please look for potentially deep nesting in your \
         query, and try to simplify it."
        => out_of_stack(), 1;
    (8632, 17)
        "Internal error: An expression services limit has been reached. Please look for potentially complex \
         expressions in your query, and try to simplify them.";
    (8645, 17, logged)
        "A timeout occurred while waiting for memory resources to execute the query in resource pool '%ls' (%ld). \
         Rerun the query."
        with ["default", "2"]
        => memory_grant_timeout(), 1;
    (8646, 21)
        "Unable to find index entry in index ID %d, of table %d, in database '%.*ls'. The indicated index is corrupt \
         or there is a problem with the current update plan. Run DBCC CHECKDB or DBCC CHECKTABLE. If the problem \
         persists, contact product support."
        => index_entry_not_found(index_id, table_id, database), 1;
    (8655, 16)
        "The query processor is unable to produce a plan because the index '%.*ls' on table or view '%.*ls' is \
         disabled."
        => disabled_index_in_plan(index, table), 1;
    (8660, 16)
        "Cannot create the clustered index \"%.*ls\" on view \"%.*ls\" because the select list of the view definition \
         does not include all columns in the GROUP BY clause. Consider adding these columns to the select list."
        => indexed_view_without_group(index, view), 1;
    (8661, 16)
        "Cannot create the clustered index \"%.*ls\" on view \"%.*ls\" because the index key includes columns that are \
         not in the GROUP BY clause. Consider eliminating columns that are not in the GROUP BY clause from the index \
         key."
        => indexed_view_key_not_grouped(index, view), 1;
    (8662, 16)
        "Cannot create the clustered index \"%.*ls\" on view \"%.*ls\" because the view references an unknown value (SUM \
         aggregate of nullable expression). Consider referencing only non-nullable values in SUM. ISNULL() may be \
         useful for this."
        => indexed_view_sum_of_nullable(index, view), 1;
    (8668, 16)
        "Cannot create the clustered index '%.*ls' on view '%.*ls' because the select list of the view contains an \
         expression on result of aggregate function or grouping column. Consider removing expression on result of \
         aggregate function or grouping column from select list."
        => indexed_view_with_expression_on_group(index, view), 1;
    (8672, 16)
        "The MERGE statement attempted to UPDATE or DELETE the same row more than once. This happens when a target \
         row matches more than one source row. A MERGE statement cannot UPDATE/DELETE the same row of the target \
         table multiple times. Refine the ON clause to ensure a target row matches at most one source row, or use \
         the GROUP BY clause to group the source rows."
        => merge_changes_row_twice(), 1;
    (8710, 16)
        "Aggregate functions that are used with CUBE, ROLLUP, or GROUPING SET queries must provide for the merging of \
         subaggregates. To fix this problem, remove the aggregate function or write the query using UNION ALL over \
         GROUP BY clauses."
        => aggregate_not_mergeable(), 1;
    (8711, 16) "Multiple ordered aggregate functions in the same scope have mutually incompatible orderings."
        => incompatible_aggregate_orders(), 1;
    (8726, 16) "Input parameter of %.*ls function must be a constant." => function_argument_not_constant(function), 1;
    (8727, 16) "Input parameter of percentile function is outside of range [0, 1]." => percentile_out_of_range(), 1;
    (8730, 16) "Offset parameter for Lag and Lead functions cannot be a negative value." => negative_lag_offset(), 1;
    (8733, 16) "Separator parameter for STRING_AGG must be a string literal or variable."
        => separator_not_constant(), 1;
    (8748, 16) "The %ls argument of %ls only supports constant values (not variables or columns)."
        => constant_argument_required(argument, function), 1;
    (8907, 16)
        "The spatial index, XML index or indexed view '%.*ls' (object ID %d) contains rows that were not produced by \
         the view definition. This does not necessarily represent an integrity issue with the data in this database. \
         For more information about troubleshooting DBCC errors on indexed views, see SQL Server Books Online."
        => view_row_not_produced(view, view_id), 1;
    (8908, 16)
        "The spatial index, XML index or indexed view '%.*ls' (object ID %d) does not contain all rows that the view \
         definition produces. This does not necessarily represent an integrity issue with the data in this database. \
         For more information about troubleshooting DBCC errors on indexed views, see SQL Server Books Online."
        => view_row_missing(view, view_id), 1;
    (8920, 16)
        "Cannot perform a %ls operation inside a user transaction. Terminate the transaction and reissue the \
         statement."
        => shrink_in_transaction(operation), 1;
    (8939, 16) "Table error: page %S_PGID. Test (%.*ls) failed." => page_test_failed(page, test), 98;
    (8951, 16)
        "Table error: table '%ls' (ID %d). Data row does not have a matching index row in the index '%ls' (ID %d). \
         Rows: %ls. Build the index anew (ALTER INDEX REBUILD)."
        => row_without_index_row(table, table_id, index, index_id, rows), 1;
    (8952, 16)
        "Table error: table '%ls' (ID %d). Index row in index '%ls' (ID %d) does not match any data row. Index \
         rows: %ls. Build the index anew (ALTER INDEX REBUILD)."
        => index_row_without_row(table, table_id, index, index_id, rows), 1;
    (8985, 16)
        "Could not locate file '%.*ls' for database '%.*ls' in sys.database_files. The file either does not exist, \
         or was dropped."
        => database_file_not_found(file, database), 1;
    (8989, 10) "%.*ls found %d allocation errors and %d consistency errors in database '%ls'."
        with ["CHECK%1", "%2", "%3", "%4"]
        => database_checked(check, allocation, consistency, database), 1;
    (8990, 10) "%.*ls found %d allocation errors and %d consistency errors in table '%ls' (object ID %d)."
        with ["CHECK%1", "%2", "%3", "%4", "%5"]
        => table_checked(check, allocation, consistency, table, table_id), 1;
    (8992, 16) "Check Catalog Msg %d, State %d: %.*ls"
        with ["3853", "1", "Attribute (%1) of row (%2) in sys.%3 does not have a matching row (%4) in sys.%5."]
        => catalog_row_not_found(attribute, row, view, matching, target), 1;
}
