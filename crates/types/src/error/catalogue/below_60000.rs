//! Table of data.
//!
//! Messages 14138 to 50000: system procedures, security and cursors.

use super::message::messages;

messages! {
    (14138, 16) "Invalid option name '%s'." => invalid_option_name(option), 1;
    (14234, 16) "The specified '%s' is invalid (valid values are returned by %s).";
    (14256, 16)
        "Cannot start job \"%s\" (ID %s) because it does not have any job server or servers defined. Associate the \
         job with a job server by calling sp_add_jobserver.";
    (14261, 16) "The specified %s ('%s') already exists.";
    (14262, 16) "The specified %s ('%s') does not exist.";
    (14266, 16) "The specified '%s' is invalid (valid values are: %s).";
    (14269, 16) "Job '%s' is already targeted at server '%s'.";
    (14270, 16) "Job '%s' is not currently targeted at server '%s'.";
    (14276, 16) "'%s' is a permanent %s category and cannot be deleted.";
    (14287, 16) "The '%s' supplied has an invalid %s.";
    (14288, 16) "%s cannot be before %s.";
    (14294, 16) "Supply either %s or %s to identify the job.";
    (14371, 16)
        "There are two or more schedules named \"%s\". Specify %s instead of %s to uniquely identify the schedule.";
    (14372, 16) "The schedule was not deleted because it is being used by one or more jobs.";
    (14373, 16) "Supply either %s or %s to identify the schedule.";
    (14374, 16) "The specified schedule name \"%s\" is not associated with the job \"%s\".";
    (14375, 16)
        "More than one schedule named \"%s\" is attached to job \"%s\". Use \"sp_update_schedule\" to update schedules.";
    (14500, 16)
        "Supply either a non-zero message ID, non-zero severity, non-null performance condition, or non-null WMI \
         namespace and query.";
    (14501, 16) "An alert ('%s') has already been defined on this condition.";
    (14502, 16) "The @target_name parameter must be supplied when specifying an @enum_type of 'TARGET'.";
    (14503, 16)
        "The @target_name parameter should not be supplied when specifying an @enum_type of 'ALL' or 'ACTUAL'.";
    (14505, 16) "Specify a null %s when supplying a performance condition.";
    (14605, 16) "Both %s parameters (id and name) do not point to the same object";
    (14606, 16) "%s id is not valid";
    (14607, 16) "%s name is not valid";
    (14608, 16) "Either %s or %s parameter needs to be supplied";
    (14821, 16)
        "Cannot execute in REMOTE_ONLY mode since remote part does not exist or is invalid for this operation.";
    (14822, 16)
        "'%s' is not a valid option for the @mode parameter. Enter  'ALL', 'LOCAL_ONLY' or 'REMOTE_ONLY'.";
    (15002, 16) "The procedure '%s' cannot be executed within a transaction." => procedure_in_transaction(procedure), 1;
    (15004, 16) "Name cannot be NULL.";
    (15005, 10) "Statistics for all tables have been updated." => all_statistics_updated(), 1;
    (15006, 16) "'%s' is not a valid name because it contains invalid characters."
        => invalid_characters_in_name(name), 1;
    (15007, 16) "'%s' is not a valid login or you do not have permission." => invalid_login(login), 1;
    (15008, 16) "User '%s' does not exist in the current database.";
    (15009, 16) "The object '%s' does not exist in database '%s' or is invalid for this operation."
        => object_not_in_database(object, database), 1;
    (15010, 16)
        "The database '%s' does not exist. Supply a valid database name. To see available databases, use sys.databases."
        => no_such_database(database), 1;
    (15012, 16) "The device '%s' does not exist. Use sys.backup_devices to show available devices.";
    (15014, 16) "The role '%s' does not exist in the current database.";
    (15015, 16) "The server '%s' does not exist. Use sp_helpserver to show available servers.";
    (15016, 16) "The default '%s' does not exist." => default_does_not_exist(name), 1;
    (15017, 16) "The rule '%s' does not exist." => rule_does_not_exist(name), 1;
    (15021, 16) "Invalid value given for parameter %s. Specify a valid parameter value."
        => invalid_parameter_value_given(parameter), 1;
    (15023, 16) "User, group, or role '%s' already exists in the current database."
        => database_principal_exists(name), 1;
    (15025, 16) "The server principal '%s' already exists." => server_principal_exists(name), 1;
    (15033, 16) "'%s' is not a valid official language name." => invalid_message_language(language), 1;
    (15034, 16) "The application role password must not be NULL.";
    (15036, 16) "The data type '%s' does not exist or you do not have permission.";
    (15040, 16) "User-defined error messages must have an ID greater than 50000." => message_number_too_small(), 1;
    (15041, 16) "User-defined error messages must have a severity level between 1 and 25."
        => message_severity_out_of_range(), 1;
    (15043, 16) "You must specify 'REPLACE' to overwrite an existing message." => message_exists(), 1;
    (15048, 16 listed 10) "Valid values of the database compatibility level are %d, %d, %d, %d, %d, %d or %d."
        => invalid_compatibility_level(a, b, c, d, e, f, last), 3;
    (15049, 11) "Cannot unbind from '%s'. Use ALTER TABLE DROP CONSTRAINT." => cannot_unbind_constraint(name), 1;
    (15050, 11) "Cannot bind default '%s'. The default must be created using the CREATE DEFAULT statement."
        => cannot_bind_constraint(name), 1;
    (15054, 10) "The current compatibility level is %d.";
    (15063, 16) "The login already has an account under a different user name." => login_has_user(), 1;
    (15070, 10) "Object '%s' was successfully marked for recompilation." => marked_for_recompilation(object), 1;
    (15071, 16) "Usage: sp_addmessage <msgnum>,<severity>,<msgtext> [,<language> [,FALSE | TRUE [,REPLACE]]]"
        => addmessage_usage(), 1;
    (15081, 16) "Membership of the public role cannot be changed." => public_membership_is_fixed(), 1;
    (15085, 16) "Usage: sp_addtype name, 'data type' [,'NULL' | 'NOT NULL']";
    (15097, 16) "The size associated with an extended property cannot be more than 7,500 bytes."
        => property_too_large(), 1;
    (15099, 16) "The MUST_CHANGE option cannot be used when CHECK_EXPIRATION is OFF."
        => must_change_without_expiration(), 1;
    (15100, 16) "Usage: sp_bindefault defaultname, objectname [, 'futureonly']" => bind_default_usage(), 1;
    (15101, 16)
        "Cannot bind a default to a computed column, a sparse column, or to a column of the following data types: \
         timestamp, varchar(max), nvarchar(max), varbinary(max), xml, or CLR type."
        => default_cannot_be_bound(), 1;
    (15102, 16) "Cannot bind a default to an identity column." => default_cannot_be_bound_to_identity(), 1;
    (15103, 16) "Cannot bind a default to a column created with or altered to have a default value."
        => default_cannot_be_bound_to_default(), 1;
    (15106, 16) "Usage: sp_bindrule rulename, objectname [, 'futureonly']" => bind_rule_usage(), 1;
    (15107, 16)
        "Cannot bind a rule to a computed column, a sparse column, or to a column of the following data types: text, \
         ntext, image, timestamp, varchar(max), nvarchar(max), varbinary(max), xml, or user-defined data type."
        => rule_cannot_be_bound(), 1;
    (15108, 16)
        "sp_addtype cannot be used to define user-defined data types for varchar(max), nvarchar(max) or \
         varbinary(max) data types. Use CREATE TYPE for this purpose.";
    (15109, 16) "Cannot change the owner of the master, model, tempdb or distribution database."
        => owner_of_system_database(), 1;
    (15110, 16) "The proposed new database owner is already a user or aliased in the database."
        => new_owner_is_user(), 1;
    (15116, 16)
        "Password validation failed. The password does not meet the operating system policy requirements because it \
         is too short."
        => password_too_short(), 1;
    (15118, 16)
        "Password validation failed. The password does not meet the operating system policy requirements because it \
         is not complex enough."
        => password_not_complex(), 1;
    (15122, 16) "The CHECK_EXPIRATION option cannot be used when CHECK_POLICY is OFF."
        => expiration_without_policy(), 1;
    (15123, 16) "The configuration option '%s' does not exist, or it may be an advanced option."
        => option_not_found(option), 1;
    (15124, 16) "The configuration option '%s' is not unique." => option_not_unique(option), 1;
    (15125, 16) "Trigger '%s' is not a trigger for '%s'." => trigger_not_for_event(trigger, event), 1;
    (15126, 16) "Trigger '%s' was not found." => trigger_to_order_not_found(trigger), 1;
    (15128, 16) "The CHECK_POLICY and CHECK_EXPIRATION options cannot be turned OFF when MUST_CHANGE is ON."
        => policy_with_must_change(), 1;
    (15129, 16) "'%d' is not a valid value for configuration option '%s'." => invalid_option_value(value, option), 1;
    (15130, 16) "There already exists a '%s' trigger for '%s'." => ordered_trigger_exists(order, event), 1;
    (15133, 16) "INSTEAD OF trigger '%s' cannot be associated with an order."
        => order_of_instead_of_trigger(trigger), 1;
    (15135, 16) "Object is invalid. Extended properties are not permitted on '%s', or the object does not exist."
        => property_target_not_found(object), 8;
    (15138, 16) "The database principal owns a %S_MSG in the database, and cannot be dropped."
        => principal_owns_objects(kind), 1;
    (15143, 16) "'%s' is not a valid option for the @updateusage parameter. Enter either 'true' or 'false'.";
    (15144, 16) "The role has members. It must be empty before it can be dropped." => role_has_members(), 1;
    (15148, 16) "The data type or table column '%s' does not exist or you do not have permission."
        => binding_target_not_found(name), 1;
    (15150, 16) "Cannot %S_MSG the %S_MSG '%.*ls'." => cannot_change_fixed(action, kind, name), 1;
    (15151, 16) "Cannot %S_MSG the %S_MSG '%.*ls', because it does not exist or you do not have permission."
        => cannot_find(action, kind, name), 1;
    (15155, 16) "The server principal owns a %S_MSG and cannot be dropped." => server_principal_owns(kind), 1;
    (15156, 16) "The password that you specified is too long. The password should have no more than %d characters."
        => password_too_long(maximum), 1;
    (15157, 16)
        "Setuser failed because of one of the following reasons: the database principal '%.*ls' does not exist, \
         its corresponding server principal does not have server access, this type of database principal cannot \
         be impersonated, or you do not have permission."
        => setuser_failed(user), 1;
    (15159, 16) "Maximum impersonation nesting level exceeded (limit %d).." => impersonation_too_deep(limit), 1;
    (15161, 16) "Cannot set application role '%.*ls' because it does not exist or the password is incorrect."
        => cannot_set_application_role(role), 1;
    (15165, 16) "Could not find object '%ls' or you do not have permission." => object_not_found_or_denied(object), 1;
    (15173, 16)
        "Server principal '%s' has granted one or more permission(s). Revoke the permission(s) before dropping the \
         server principal."
        => principal_granted_permissions(principal), 1;
    (15174, 16)
        "Login '%s' owns one or more database(s). Change the owner of the database(s) before dropping the login."
        => login_owns_databases(login), 1;
    (15179, 16) "The message number %u or specified language version does not exist." => message_not_found(number), 1;
    (15182, 16) "Cannot disable access to the guest user in master or tempdb.";
    (15196, 16) "The current security context is non-revertible. The \"Revert\" statement failed."
        => nothing_to_revert(), 1;
    (15197, 16) "There is no text for object '%s'." => no_text_for_object(object), 1;
    (15198, 16) "The name supplied (%s) is not a user, role, or aliased login.";
    (15199, 16)
        "The current security context cannot be reverted. Please switch to the original database where '%ls' was \
         called and try it again."
        => revert_in_other_database(statement), 1;
    (15217, 16) "Property cannot be updated or deleted. Property '%.*ls' does not exist for '%.*ls'."
        => property_not_found(property, object), 1;
    (15218, 16) "Object '%s' is not a table." => object_is_not_a_table(object), 1;
    (15223, 11) "Error: The input parameter '%s' is not allowed to be null." => null_parameter(parameter), 1;
    (15225, 11)
        "No item by the name of '%s' could be found in the current database '%s', given that @itemtype was input as \
         '%s'."
        => item_not_found(name, database, kind), 1;
    (15233, 16) "Property cannot be added. Property '%.*ls' already exists for '%.*ls'."
        => property_exists(property, object), 1;
    (15234, 16) "Objects of this type have no space allocated.";
    (15236, 16) "Column '%s' has no default." => column_has_no_default(name), 1;
    (15237, 16) "User data type '%s' has no default." => type_has_no_default(name), 1;
    (15238, 16) "Column '%s' has no rule." => column_has_no_rule(name), 1;
    (15239, 16) "User data type '%s' has no rule." => type_has_no_rule(name), 1;
    (15247, 16) "User does not have permission to perform this action." => action_denied(), 1;
    (15248, 11) "Either the parameter @objname is ambiguous or the claimed @objtype (%s) is wrong."
        => wrong_object_type(kind), 1;
    (15249, 11) "Error: Explicit @objtype '%s' is unrecognized." => unknown_object_type(kind), 1;
    (15250, 16) "The database name component of the object qualifier must be the name of the current database."
        => database_qualifier_not_current(), 1;
    (15251, 16) "Invalid '%s' specified. It must be %s.";
    (15252, 16) "The primary or foreign key table name must be given.";
    (15253, 11) "Syntax error parsing SQL identifier '%s'." => invalid_identifier(identifier), 1;
    (15281, 16 listed 10)
        "SQL Server blocked access to %S_MSG '%ls' of component '%.*ls' because this component is turned off as \
         part of the security configuration for this server. A system administrator can enable the use of '%.*ls' \
         by using sp_configure. For more information about enabling '%.*ls', search for '%.*ls' in SQL Server Books \
         Online."
        with ["%1", "%2", "%3", "%3", "%3", "%3"];
    (15284, 16)
        "The database principal has granted or denied permissions to objects in the database and cannot be dropped."
        => principal_granted_object_permissions(), 1;
    (15286, 16)
        "Terminating this procedure. The @action '%s' is unrecognized. Try 'REPORT', 'UPDATE_ONE', or 'AUTO_FIX'.";
    (15287, 16)
        "Terminating this procedure. '%s' is a forbidden value for the login name parameter in this procedure.";
    (15289, 16) "Terminating this procedure. Cannot have an open transaction when this is run.";
    (15291, 16) "Terminating this procedure. The %s name '%s' is absent or invalid.";
    (15292, 10)
        "The row for user '%s' will be fixed by updating its login link to a login already in existence.";
    (15293, 10) "Barring a conflict, the row for user '%s' will be fixed by updating its link to a new login.";
    (15294, 10)
        "The number of orphaned users fixed by adding new logins and then updating users was %d.";
    (15295, 10) "The number of orphaned users fixed by updating users was %d.";
    (15300, 11)
        "No recognized letter is contained in the parameter value for General Permission Type (%s). Valid letters \
         are in this set: %s .";
    (15302, 11) "Database_Name should not be used to qualify owner.object for the parameter into this procedure.";
    (15305, 16) "The @TriggerType parameter value must be 'insert', 'update', or 'delete'.";
    (15323, 16) "The selected index does not exist on table '%s'.";
    (15325, 16) "The current database does not contain a %s named '%ls'.";
    (15330, 11) "There are no matching rows on which to report.";
    (15335, 11)
        "Error: The new name '%s' is already in use as a %s name and would cause a duplicate that is not permitted."
        => new_name_in_use(name, kind), 1;
    (15336, 16) "Object '%s' cannot be renamed because the object participates in enforced dependencies."
        => object_has_enforced_dependencies(object), 1;
    (15347, 16) "Cannot transfer an object that is owned by a parent object." => transfer_of_owned_object(), 1;
    (15348, 16) "Cannot transfer a schemabound object." => transfer_of_schema_bound_object(), 1;
    (15357, 16) "The current security context was set by \"%ls\". It cannot be reverted by statement \"%ls\"."
        => context_of_other_statement(source, statement), 1;
    (15387, 11)
        "If the qualified object name specifies a database, that database must be the current database.";
    (15388, 11)
        "There is no user table matching the input name '%s' in the current database or you do not have permission \
         to access the table."
        => table_of_option_not_found(table), 1;
    (15390, 11)
        "Input name '%s' does not have a matching user table or indexed view in the current database.";
    (15405, 16 listed 11) "Cannot use the special principal '%s'." => special_principal(principal), 1;
    (15406, 16)
        "Cannot execute as the server principal because the principal \"%.*ls\" does not exist, this type of \
         principal cannot be impersonated, or you do not have permission."
        => cannot_execute_as_login(login), 1;
    (15409, 11) "'%s' is not a role.";
    (15410, 11) "User or role '%s' does not exist in this database.";
    (15412, 11) "'%s' is not a known fixed role.";
    (15413, 11) "Cannot make a role a member of itself." => role_member_of_itself(), 1;
    (15419, 16) "Supplied parameter sid should be binary(16).";
    (15420, 16) "The group '%s' does not exist in this database.";
    (15422, 16) "Application roles can only be activated at the ad hoc level."
        => application_role_below_ad_hoc_level(), 1;
    (15431, 16) "You must specify the @rolename parameter." => role_name_missing(), 1;
    (15433, 16) "Supplied parameter sid is in use." => sid_in_use(), 1;
    (15434, 16) "Could not drop login '%s' as the user is currently logged in." => login_is_logged_in(login), 1;
    (15457, 10) "Configuration option '%ls' changed from %ld to %ld. Run the RECONFIGURE statement to install."
        => configuration_changed(option, before, after), 1;
    (15459, 10) "In the current database, the specified object references the following:";
    (15460, 10) "In the current database, the specified object is referenced by the following:";
    (15461, 10) "Object does not reference any object, and no objects reference it.";
    (15469, 10) "No constraints are defined on object '%ls', or you do not have permissions.";
    (15470, 10) "No foreign keys reference table '%ls', or you do not have permissions on referencing tables.";
    (15471, 10) "The text for object '%ls' is encrypted." => text_is_encrypted(object), 1;
    (15472, 10) "The object '%ls' does not have any indexes, or you do not have permissions.";
    (15477, 10) "Caution: Changing any part of an object name could break scripts and stored procedures."
        => rename_caution(), 1;
    (15511, 10) "Default bound to column." => default_bound_to_column(), 1;
    (15512, 10) "Default bound to data type." => default_bound_to_type(), 1;
    (15513, 10) "The new default has been bound to columns(s) of the specified user data type."
        => default_bound_to_columns_of_type(), 1;
    (15514, 10) "Rule bound to table column." => rule_bound_to_column(), 1;
    (15515, 10) "Rule bound to data type." => rule_bound_to_type(), 1;
    (15516, 10) "The new rule has been bound to column(s) of the specified user data type."
        => rule_bound_to_columns_of_type(), 1;
    (15517, 16)
        "Cannot execute as the database principal because the principal \"%.*ls\" does not exist, this type of \
         principal cannot be impersonated, or you do not have permission."
        => cannot_execute_as_user(user), 1;
    (15519, 10) "Default unbound from table column." => default_unbound_from_column(), 1;
    (15520, 10) "Default unbound from data type." => default_unbound_from_type(), 1;
    (15521, 10) "Columns of the specified user data type had their defaults unbound."
        => default_unbound_from_columns_of_type(), 1;
    (15522, 10) "Rule unbound from table column." => rule_unbound_from_column(), 1;
    (15523, 10) "Rule unbound from data type." => rule_unbound_from_type(), 1;
    (15524, 10) "Columns of the specified user data type had their rules unbound."
        => rule_unbound_from_columns_of_type(), 1;
    (15530, 16) "The %S_MSG with name \"%.*ls\" already exists." => named_object_exists(kind, name), 1;
    (15574, 10) "This object does not have any statistics.";
    (15575, 10) "This object does not have any statistics or indexes.";
    (15591, 16)
        "The current security context cannot be reverted using this statement. A cookie may or may not be needed \
         with 'Revert' statement depending on how the context was set with 'Execute As' statement."
        => revert_not_possible(), 1;
    (15592, 16) "Cannot unset application role because none was set or the cookie is invalid."
        => cannot_unset_application_role(), 1;
    (15600, 15) "An invalid parameter or option was specified for procedure '%s'."
        => invalid_procedure_option(procedure), 1;
    (15622, 10) "No permission to access database '%s'.";
    (15625, 10) "Option '%ls' not recognized for '%ls' parameter." => lock_option_not_recognized(option, parameter), 1;
    (15626, 10) "You attempted to acquire a transactional application lock without an active transaction."
        => application_lock_without_transaction(), 1;
    (15645, 16) "Column '%s' does not exist." => column_does_not_exist(column), 1;
    (15646, 16) "Column '%s' is not a computed column." => column_is_not_computed(column), 1;
    (15647, 10) "No views with schema binding reference table '%ls'.";
    (15650, 10) "Updating %s" => updating_statistics(table), 1;
    (15651, 10) "    %d index(es)/statistic(s) have been updated, %d did not require update."
        => statistics_updated(updated, current), 1;
    (15652, 10) "    %s has been updated..." => statistic_updated(statistic), 1;
    (15653, 10) "    %s, update is not necessary..." => statistic_is_current(statistic), 1;
    (15656, 16) "Cannot create user defined types from XML data type.";
    (15664, 16) "Cannot set key '%ls' in the session context. The key has been set as read_only for this session."
        => session_context_key_is_read_only(key), 1;
    (16211, 15) "Cannot repeat window name in the WINDOW clause." => window_name_repeated(), 1;
    (16902, 16) "%ls: The value of the parameter %ls is invalid."
        => invalid_cursor_parameter_value(procedure, parameter), 1;
    (16904, 16) "sp_cursor: optype: You can only specify ABSOLUTE in conjunction with DELETE or UPDATE."
        => cursor_absolute_misused(), 1;
    (16905, 16) "The cursor is already open." => cursor_already_open(), 1;
    (16907, 16) "%hs is not allowed in cursor statements." => not_allowed_in_cursor(clause), 1;
    (16909, 16) "%ls: The cursor identifier value provided (%x) is not valid."
        => invalid_cursor_handle(procedure, handle), 1;
    (16911, 16) "%hs: The fetch type %hs cannot be used with forward only cursors."
        => fetch_type_forward_only(procedure, fetch), 1;
    (16915, 16) "A cursor with the name '%.*ls' already exists." => cursor_exists(name), 1;
    (16916, 16) "A cursor with the name '%.*ls' does not exist." => cursor_not_found(name), 4;
    (16917, 16) "Cursor is not open." => cursor_not_open(), 1;
    (16922, 16) "Cursor Fetch: Implicit conversion from data type %s to %s is not allowed."
        => cursor_fetch_conversion(from, to), 1;
    (16924, 16) "Cursorfetch: The number of variables declared in the INTO list must match that of selected columns."
        => cursor_fetch_variable_count(), 1;
    (16925, 16) "The fetch type %hs cannot be used with dynamic cursors." => fetch_type_dynamic(fetch), 1;
    (16926, 16) "sp_cursoroption: The column ID (%d) does not correspond to a text, ntext, or image column."
        => cursor_column_is_no_text(column), 1;
    (16928, 16) "sp_cursor: Exec statement is not allowed as source for cursor insert." => cursor_insert_from_exec(), 1;
    (16929, 16) "The cursor is READ ONLY." => cursor_is_read_only(), 1;
    (16930, 16) "The requested row is not in the fetch buffer." => row_not_in_fetch_buffer(), 1;
    (16931, 16) "There are no rows in the current fetch buffer." => fetch_buffer_is_empty(), 1;
    (16932, 16) "The cursor has a FOR UPDATE list and the requested column to be updated is not in this list."
        => column_not_for_update(), 1;
    (16933, 16) "The cursor does not include the table being modified or the table is not updatable through the cursor."
        => table_not_in_cursor(), 1;
    (16934, 10) "Optimistic concurrency check failed. The row was modified outside of this cursor."
        => optimistic_check_failed(), 1;
    (16935, 16) "No parameter values were specified for the sp_cursor-%hs statement."
        => cursor_call_without_values(operation), 1;
    (16936, 16) "sp_cursor: One or more values parameters were invalid." => invalid_cursor_values(), 1;
    (16937, 16)
        "A server cursor cannot be opened on the given statement or statements. Use a default result set or client \
         cursor."
        => no_cursor_on_statements(), 1;
    (16938, 16)
        "sp_cursoropen/sp_cursorprepare: The statement parameter can only be a batch or a stored procedure with a \
         single select, without FOR BROWSE, COMPUTE BY, or variable assignments."
        => cursor_text_is_no_single_select(), 1;
    (16943, 16) "Could not complete cursor operation because the table schema changed after the cursor was declared."
        => cursor_table_changed(), 4;
    (16947, 16) "No rows were updated or deleted." => no_rows_changed(), 1;
    (16948, 16)
        "The variable '%.*ls' is not a cursor variable, but it is used in a place where a cursor variable is expected."
        => not_a_cursor_variable(name), 4;
    (16950, 16 listed 10) "The variable '%.*ls' does not currently have a cursor allocated to it."
        => cursor_variable_without_cursor(variable), 2;
    (16951, 16)
        "The variable '%.*ls' cannot be used as a parameter because a CURSOR OUTPUT parameter must not have a \
         cursor allocated to it before execution of the procedure."
        => cursor_output_already_allocated(name), 1;
    (16954, 10 listed 16) "Executing SQL directly; no cursor." => executing_directly(), 1;
    (16955, 16) "Could not create an acceptable cursor." => no_acceptable_cursor(), 1;
    (16956, 10) "The created cursor is not of the requested type." => cursor_not_of_requested_type(), 1;
    (16957, 16) "FOR UPDATE cannot be specified on a READ ONLY cursor." => for_update_of_read_only_cursor(), 4;
    (17809, 20, logged)
        "Could not connect because the maximum number of '%ld' user connections has already been reached. The \
         system administrator can use sp_configure to increase the maximum value. The connection has been \
         closed.%.*ls"
        with ["%1", ""]
        => too_many_connections(most), 1;
    (17892, 14, logged) "Logon failed for login '%.*ls' due to trigger execution.%.*ls"
        with ["%1", ""]
        => logon_trigger_denied(login), 1;
    (18054, 16, logged)
        "Error %d, severity %d, state %d was raised, but no message with that error number was found in \
         sys.messages. If error is larger than 50000, make sure the user-defined message is added using \
         sp_addmessage."
        => unknown_message_raised(number, severity, state), 1;
    (18452, 14, logged)
        "Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication.%.*ls"
        with [""]
        => untrusted_domain(), 1;
    (18456, 14, logged) "Login failed for user '%.*ls'.%.*ls%.*ls" with ["%1", "", ""] => login_failed(login), 1;
    (18488, 14, logged) "Login failed for user '%.*ls'.  Reason: The password of the account must be changed.%.*ls"
        with ["%1", ""] => password_must_be_changed(login), 1;
    (19300, 16) "An invalid Pattern '%.*ls' was provided. Error '%.*ls' occurred during evaluation of the Pattern."
        => invalid_pattern(pattern, fault), 1;
    (19301, 16) "'%.*ls' value should be greater than or equal to %d but '%d' is provided in '%.*ls' function."
        => argument_below_minimum(parameter, minimum, value, function), 1;
    (19302, 16) "Maximum of '%d' flags can be provided. But you provided '%d' flags."
        => too_many_flags(maximum, count), 1;
    (19303, 16) "Invalid flag provided. '%.*ls' are not valid flags. Only %.*ls flags are valid."
        => invalid_flags(flags, valid), 0;
    (19307, 16) "Encountered an unexpected ')' in the Pattern %.*ls." => unexpected_parenthesis(pattern), 1;
    (19308, 16) "Missing '%.*ls' in the Pattern %.*ls." => missing_in_pattern(character, pattern), 1;
    (19309, 16) "Invalid trailing backslash (\\) provided at the end of the Pattern %.*ls."
        => trailing_backslash(pattern), 1;
    (22004, 16) "%s";
    (22022, 16) "SQLServerAgent is not currently running so it cannot be notified of this action.";
    (25601, 17) "The Extended Event engine is out of memory." => event_engine_out_of_memory(), 1;
    (25602, 17)
        "The %S_MSG, \"%.*ls\", encountered a configuration error during initialization. Object cannot be added to the \
         event session. %ls"
        => event_target_not_configured(kind, name, reason), 1;
    (25623, 16) "The %S_MSG name, \"%.*ls\", is invalid, or the object could not be found"
        => event_object_not_found(kind, name), 1;
    (25625, 16)
        "The %S_MSG, \"%.*ls\", already exists in the event session. Object cannot be added to the event session."
        => event_object_exists(kind, name), 1;
    (25626, 16) "The %S_MSG, \"%.*ls\", was specified multiple times." => event_object_repeated(kind, name), 1;
    (25629, 16) "For %S_MSG, \"%.*ls\", the customizable attribute, \"%ls\", does not exist."
        => no_event_attribute(kind, name, attribute), 1;
    (25631, 16) "The %S_MSG, \"%.*ls\", already exists. Choose a unique name for the event session."
        => event_session_exists(kind, name), 1;
    (25632, 16) "The specified buffer size is less than the minimum size. The minimum allowed size is %d bytes."
        => event_buffer_too_small(bytes), 1;
    (25636, 16) "Source and comparator types of the predicate do not match." => predicate_types_differ(), 1;
    (25640, 16)
        "Maximum event size is smaller than configured event session memory. Specify a larger value for maximum \
         event size, or specify 0."
        => event_size_too_small(), 1;
    (25641, 16) "For %S_MSG, \"%.*ls\", the parameter \"%ls\" passed is invalid. %ls"
        => event_parameter_invalid(kind, name, parameter, reason), 1;
    (25642, 16) "Mandatory customizable attributes are missing for %S_MSG, \"%.*ls\"."
        => event_attributes_missing(kind, name), 1;
    (25650, 16) "For %S_MSG, \"%.*ls\" the customizable attribute, \"%ls\", was specified multiple times."
        => event_attribute_repeated(kind, name, attribute), 1;
    (25651, 16)
        "For %S_MSG, \"%.*ls\", the value specified for customizable attribute, \"%ls\", did not match the expected \
         type, \"%ls\"."
        => event_attribute_type(kind, name, attribute, type_name), 1;
    (25653, 16)
        "The %S_MSG, \"%.*ls\", does not exist in the event session. Object cannot be dropped from the event session."
        => event_object_not_in_session(kind, name), 1;
    (25702, 16)
        "The event session option, \"%.*ls\", is set more than once. Remove the duplicate session option and re-issue \
         the statement."
        => event_option_repeated(option), 1;
    (25703, 16)
        "The event session option, \"%.*ls\", has an invalid value. Correct the value and re-issue the statement."
        => event_option_invalid(option), 1;
    (25704, 16) "The event session has already been stopped." => event_session_stopped(), 1;
    (25705, 16) "The event session has already been started." => event_session_started(), 1;
    (25706, 16) "The %S_MSG, \"%.*ls\", could not be found." => event_object_could_not_be_found(kind, name), 1;
    (25707, 16)
        "Event session option \"%.*ls\" cannot be changed while the session is running. Stop the event session before \
         changing this session option."
        => event_option_of_running(option), 1;
    (25708, 16)
        "The \"%.*ls\" specified exceeds the maximum allowed value. Specify a smaller configuration value."
        => event_option_too_large(option), 1;
    (25713, 16) "The value specified for %S_MSG, \"%.*ls\", %S_MSG, \"%.*ls\", is invalid."
        => invalid_predicate_value(source_kind, source, event_kind, event), 1;
    (25716, 16) "The predicate on event, \"%.*ls\", exceeds the maximum length of %d characters."
        => predicate_too_long(event, maximum), 1;
    (25717, 16) "The operating system returned error %ls while reading from the file '%s'."
        => event_file_unreadable(error, file), 1;
    (25718, 16)
        "The log file name \"%s\" is invalid. Verify that the file exists and that the SQL Server service account \
         has access to it."
        => event_file_invalid(file), 1;
    (25719, 16)
        "Initial file name and initial offset must be specified as a pair. Please correct the parameters and retry \
         your query."
        => event_file_start_incomplete(), 1;
    (25722, 16)
        "The offset %I64d is invalid for log file \"%s\". Specify an offset that exists in the log file and retry your \
         query."
        => event_file_offset_invalid(offset, file), 1;
    (25736, 16)
        "A damaged buffer was found in file \"%s\" at offset %I64d, no further events will be read from the file."
        => event_file_damaged(file, offset), 1;
    (33020, 16) "A HASHED password cannot be set for a login that has CHECK_POLICY turned on."
        => hashed_password_with_policy(), 1;
    (35100, 16)
        "Error number %d in the THROW statement is outside the valid range. Specify an error number in the valid \
         range of 50000 to 2147483647."
        => throw_number_out_of_range(number), 10;
    (40517, 16) "Keyword or statement option '%.*ls' is not supported in this version of SQL Server."
        => unsupported_option(option), 1;
    (40561, 16) "Database copy failed. Either the source or target database does not exist."
        => copied_database_not_found(), 1;
    (40568, 16)
        "Database copy failed. Source database has become unavailable. Please drop target database and try again."
        => copied_database_unavailable(), 1;
    (50000, 16) "%ls";
}
