//! Table of data.
//!
//! The number and text of every message, sorted by number. The constructing code passes the
//! arguments in the text's order; [`super::filling`] explains the placeholders.

/// The texts, sorted by number.
pub(super) const TEXTS: &[(i32, &str)] = &[
    (102, "Incorrect syntax near '%1'."),
    (103, "The identifier that starts with '%1' is too long. Maximum length is 128."),
    (
        104,
        "ORDER BY items must appear in the select list if the statement contains a UNION, INTERSECT or \
         EXCEPT operator.",
    ),
    (105, "Unclosed quotation mark after the character string '%1'."),
    (107, "The column prefix '%1' does not match with a table name or alias name used in the query."),
    (108, "The ORDER BY position number %1 is out of range of the number of items in the select list."),
    (
        109,
        "There are more columns in the INSERT statement than values specified in the VALUES clause. The number of values in \
         the VALUES clause must match the number of columns specified in the INSERT statement.",
    ),
    (
        110,
        "There are fewer columns in the INSERT statement than values specified in the VALUES clause. The number of values in \
         the VALUES clause must match the number of columns specified in the INSERT statement.",
    ),
    (111, "'%1' must be the first statement in a query batch."),
    (112, "Variables are not allowed in the %1 statement."),
    (113, "Missing end comment mark '*/'."),
    (116, "Only one expression can be specified in the select list when the subquery is not introduced with EXISTS."),
    (117, "The object name '%1' contains more than the maximum number of prefixes. The maximum is 3."),
    (
        119,
        "Must pass parameter number %1 and subsequent parameters as '@name = value'. After the form '@name = \
         value' has been used, all subsequent parameters must be passed in the form '@name = value'.",
    ),
    (
        120,
        "The select list for the INSERT statement contains fewer items than the insert list. The number of SELECT values \
         must match the number of INSERT columns.",
    ),
    (
        121,
        "The select list for the INSERT statement contains more items than the insert list. The number of SELECT values \
         must match the number of INSERT columns.",
    ),
    (126, "Invalid pseudocolumn \"%1\"."),
    (127, "A TOP N or FETCH rowcount value may not be negative."),
    (
        128,
        "The name \"%1\" is not permitted in this context. Valid expressions are constants, constant expressions, and (in \
         some contexts) variables. Column names are not permitted.",
    ),
    (129, "Fillfactor %1 is not a valid percentage; fillfactor must be between 1 and 100."),
    (130, "Cannot perform an aggregate function on an expression containing an aggregate or a subquery."),
    (131, "The size (%1) given to the type '%2' exceeds the maximum allowed for any data type (%3)."),
    (
        132,
        "The label '%1' has already been declared. Label names must be unique within a query batch or stored procedure.",
    ),
    (133, "A GOTO statement references the label '%1' but the label has not been declared."),
    (
        134,
        "The variable name '%1' has already been declared. Variable names must be unique within a query batch or stored \
         procedure.",
    ),
    (135, "Cannot use a BREAK statement outside the scope of a WHILE statement."),
    (136, "Cannot use a CONTINUE statement outside the scope of a WHILE statement."),
    (137, "Must declare the scalar variable \"%1\"."),
    (140, "Can only use IF UPDATE within a CREATE TRIGGER statement."),
    (141, "A SELECT statement that assigns a value to a variable must not be combined with data-retrieval operations."),
    (144, "Cannot use an aggregate or a subquery in an expression used for the group by list of a GROUP BY clause."),
    (145, "ORDER BY items must appear in the select list if SELECT DISTINCT is specified."),
    (
        147,
        "An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select \
         list, and the column being aggregated is an outer reference.",
    ),
    (148, "Incorrect time syntax in time string '%1' used with WAITFOR."),
    (154, "%1 is not allowed in %2."),
    (155, "'%1' is not a recognized %2 option."),
    (156, "Incorrect syntax near the keyword '%1'."),
    (157, "An aggregate may not appear in the set list of an UPDATE statement."),
    (158, "An aggregate may not appear in the OUTPUT clause."),
    (164, "Each GROUP BY expression must contain at least one column that is not an outer reference."),
    (166, "'%1' does not allow specifying the database name as a prefix to the object name."),
    (168, "The floating point value '%1' is out of the range of computer representation (8 bytes)."),
    (174, "The %1 function requires %2 argument(s)."),
    (178, "A RETURN statement with a return value cannot be used in this context."),
    (179, "Cannot use the OUTPUT option when passing a constant to a stored procedure."),
    (180, "There are too many parameters in this %1 statement. The maximum number is %2."),
    (189, "The %1 function requires %2 to %3 arguments."),
    (
        191,
        "Some part of your SQL statement is nested too deeply. Rewrite the query or break it up into smaller queries.",
    ),
    (192, "The scale must be less than or equal to the precision."),
    (193, "The object or column name starting with '%1' is too long. The maximum length is 116 characters."),
    (195, "'%1' is not a recognized %2."),
    (201, "Procedure or function '%1' expects parameter '%2', which was not supplied."),
    (
        205,
        "All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of \
         expressions in their target lists.",
    ),
    (206, "Operand type clash: %1 is incompatible with %2"),
    (207, "Invalid column name '%1'."),
    (208, "Invalid object name '%1'."),
    (209, "Ambiguous column name '%1'."),
    (210, "Conversion failed when converting datetime from binary/varbinary string."),
    (213, "Column name or number of supplied values does not match table definition."),
    (214, "Procedure expects parameter '%1' of type '%2'."),
    (
        215,
        "Parameters supplied for object '%1' which is not a function. If the parameters are intended as a \
         table hint, a WITH keyword is required.",
    ),
    (216, "Parameters were not supplied for the function '%1'."),
    (217, "Maximum stored procedure, function, trigger, or view nesting level exceeded (limit %1)."),
    (218, "Could not find the type '%1'. Either it does not exist or you do not have the necessary permission."),
    (219, "The type '%1' already exists, or you do not have permission to create it."),
    (220, "Arithmetic overflow error for data type %1, value = %2."),
    (222, "The base type \"%1\" is not a valid base type for the alias data type."),
    (225, "The parameters supplied for the procedure \"%1\" are not valid."),
    (226, "%1 statement not allowed within multi-statement transaction."),
    (227, "\"%1\" is not a valid function, property, or field."),
    (229, "The %1 permission was denied on the object '%2', database '%3', schema '%4'."),
    (230, "The %1 permission was denied on the column '%2' of the object '%3', database '%4', schema '%5'."),
    (232, "Arithmetic overflow error for type %1, value = %2."),
    (235, "Cannot convert a char value to money. The char value has incorrect syntax."),
    (236, "The conversion from char data type to money resulted in a money overflow error."),
    (239, "Duplicate common table expression name '%1' was specified."),
    (240, "Types don't match between the anchor and the recursive part in column \"%1\" of recursive query \"%2\"."),
    (241, "Conversion failed when converting date and/or time from character string."),
    (242, "The conversion of a %1 data type to a %2 data type resulted in an out-of-range value."),
    (243, "Type %1 is not a defined system type."),
    (244, "The conversion of the %1 value '%2' overflowed an %3 column. Use a larger integer column."),
    (245, "Conversion failed when converting the %1 value '%2' to data type %3."),
    (246, "No anchor member was specified for recursive query \"%1\"."),
    (247, "An anchor member was found in the recursive part of recursive query \"%1\"."),
    (248, "The conversion of the %1 value '%2' overflowed an int column."),
    (252, "Recursive common table expression '%1' does not contain a top-level UNION ALL operator."),
    (253, "Recursive member of a common table expression '%1' has multiple recursive references."),
    (257, "Implicit conversion from data type %1 to %2 is not allowed. Use the CONVERT function to run this query."),
    (258, "Cannot call methods on %1."),
    (259, "Ad hoc updates to system catalogs are not allowed."),
    (262, "%1 permission denied in database '%2'."),
    (263, "Must specify table to select from."),
    (
        264,
        "The column name '%1' is specified more than once in the SET clause or column list of an INSERT. A column cannot be \
         assigned more than one value in the same clause. Modify the clause to make sure that a column is updated only once. \
         If this statement updates or inserts columns into a view, column aliasing can conceal the duplication in your code.",
    ),
    (
        265,
        "The column name \"%1\" specified in the %2 operator conflicts with the existing column name in the %3 argument.",
    ),
    (
        266,
        "Transaction count after EXECUTE indicates a mismatching number of BEGIN and COMMIT statements. Previous count = %1, current count = %2.",
    ),
    (270, "Object '%1' cannot be modified."),
    (
        271,
        "The column \"%1\" cannot be modified because it is either a computed column or is the result of a UNION operator.",
    ),
    (272, "Cannot update a timestamp column."),
    (
        273,
        "Cannot insert an explicit value into a timestamp column. Use INSERT with a column list to exclude the timestamp column, or insert a DEFAULT into the timestamp column.",
    ),
    (277, "The column \"%1\" is specified multiple times in the column list of the %2 operator."),
    (281, "%1 is not a valid style number when converting from %2 to a character string."),
    (
        282,
        "The '%1' procedure attempted to return a status of NULL, which is not allowed. A status of 0 will be returned instead.",
    ),
    (286, "The logical tables INSERTED and DELETED cannot be updated."),
    (289, "Cannot construct data type %1, some of the arguments have values which are not valid."),
    (293, "Cannot convert a char value to smallmoney. The char value has incorrect syntax."),
    (294, "The conversion from char data type to smallmoney data type resulted in a smallmoney overflow error."),
    (297, "The user does not have permission to perform this action."),
    (300, "%1 permission was denied on object '%2', database '%3'."),
    (
        302,
        "The newsequentialid() built-in function can only be used in a DEFAULT expression for a column of type 'uniqueidentifier' in a CREATE TABLE or ALTER TABLE statement. It cannot be combined with other operators to form a complex scalar expression.",
    ),
    (305, "The XML data type cannot be compared or sorted, except when using the IS NULL operator."),
    (
        306,
        "The text, ntext, and image data types cannot be compared or sorted, except when using IS NULL or LIKE operator.",
    ),
    (307, "Index ID %1 on table '%2' (specified in the FROM clause) does not exist."),
    (308, "Index '%1' on table '%2' (specified in the FROM clause) does not exist."),
    (310, "The value %1 specified for the MAXRECURSION option exceeds the allowed maximum of %2."),
    (311, "Cannot use text, ntext, or image columns in the 'inserted' and 'deleted' tables."),
    (313, "An insufficient number of arguments were supplied for the procedure or function %1."),
    (
        319,
        "Incorrect syntax near the keyword 'with'. If this statement is a common table expression, an xmlnamespaces clause or \
         a change tracking context clause, the previous statement must be terminated with a semicolon.",
    ),
    (
        321,
        "\"%1\" is not a recognized table hints option. If it is intended as a parameter to a table-valued function or to \
         the CHANGETABLE function, ensure that your database compatibility mode is set to 90.",
    ),
    (331, "The target table '%1' of the OUTPUT INTO clause cannot have any enabled triggers."),
    (
        334,
        "The target table '%1' of the DML statement cannot have any enabled triggers if the statement contains an OUTPUT clause without INTO clause.",
    ),
    (339, "DEFAULT or NULL are not allowed as explicit identity values."),
    (343, "Unknown object type '%1' used in a CREATE, DROP, or ALTER statement."),
    (346, "The parameter \"%1\" can not be declared READONLY since it is not a table-valued parameter."),
    (350, "The column \"%1\" does not have a valid data type. A column cannot be of a user-defined table type."),
    (352, "The table-valued parameter \"%1\" must be declared with the READONLY option."),
    (
        355,
        "The target table '%1' of the INSERT statement cannot have any enabled triggers when the FROM clause contains a nested INSERT, UPDATE, DELETE, or MERGE statement.",
    ),
    (402, "The data types %1 and %2 are incompatible in the %3 operator."),
    (408, "A constant expression was encountered in the ORDER BY list, position %1."),
    (421, "The %1 data type cannot be selected as DISTINCT because it is not comparable."),
    (443, "Invalid use of a side-effecting operator '%1' within a function."),
    (444, "Select statements included within a function cannot return data to a client."),
    (447, "Expression type %1 is invalid for COLLATE clause."),
    (448, "Invalid collation '%1'."),
    (
        451,
        "Cannot resolve collation conflict between \"%1\" and \"%2\" in %3 operator occurring in %4 statement column %5.",
    ),
    (455, "The last statement included within a function must be a return statement."),
    (460, "DISTINCT operator is not allowed in the recursive part of a recursive common table expression '%1'."),
    (
        461,
        "The TOP or OFFSET operator is not allowed in the recursive part of a recursive common table expression '%1'.",
    ),
    (462, "Outer join is not allowed in the recursive part of a recursive common table expression '%1'."),
    (465, "Recursive references are not allowed in subqueries."),
    (
        467,
        "GROUP BY, HAVING, or aggregate functions are not allowed in the recursive part of a recursive common table expression '%1'.",
    ),
    (468, "Cannot resolve the collation conflict between \"%1\" and \"%2\" in the %3 operation."),
    (470, "The synonym \"%1\" referenced synonym \"%2\". Synonym chaining is not allowed."),
    (483, "The OUTPUT clause cannot be used in an INSERT...EXEC statement."),
    (
        493,
        "The column '%1' that was returned from the nodes() method cannot be used directly. It can only be used with one of the four XML data type methods, exist(), nodes(), query(), and value(), or in IS NULL and IS NOT NULL checks.",
    ),
    (
        500,
        "Trying to pass a table-valued parameter with %1 column(s) where the corresponding user-defined table type requires %2 column(s).",
    ),
    (506, "The invalid escape character \"%1\" was specified in a %2 predicate."),
    (507, "Invalid argument for SET ROWCOUNT. Must be a non-null non-negative integer."),
    (511, "Cannot create a row of size %1 which is greater than the allowable maximum row size of %2."),
    (
        512,
        "Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= or when \
         the subquery is used as an expression.",
    ),
    (515, "Cannot insert the value NULL into column '%1', table '%2'; column does not allow nulls. %3 fails."),
    (517, "Adding a value to a '%1' column caused an overflow."),
    (529, "Explicit conversion from data type %1 to %2 is not allowed."),
    (530, "The statement terminated. The maximum recursion %1 has been exhausted before statement completion."),
    (
        535,
        "The %1 function resulted in an overflow. The number of dateparts separating two date/time instances is too large. \
         Try to use %1 with a less precise datepart.",
    ),
    (536, "Invalid length parameter passed to the %1 function."),
    (537, "Invalid length parameter passed to the LEFT or SUBSTRING function."),
    (544, "Cannot insert explicit value for identity column in table '%1' when IDENTITY_INSERT is set to OFF."),
    (
        545,
        "Explicit value must be specified for identity column in table '%1' either when IDENTITY_INSERT is set to \
         ON or when a replication user is inserting into a NOT FOR REPLICATION identity column.",
    ),
    (
        547,
        "The %1 statement conflicted with the %2 constraint \"%3\". The conflict occurred in database \"%4\", table \"%5\"{, column '%6'}.",
    ),
    (
        550,
        "The attempted insert or update failed because the target view either specifies WITH CHECK OPTION or spans a view that specifies WITH CHECK OPTION and one or more rows resulting from the operation did not qualify under the CHECK OPTION constraint.",
    ),
    (556, "INSERT EXEC failed because the stored procedure altered the schema of the target table."),
    (574, "%1 statement cannot be used inside a user transaction."),
    (596, "Cannot continue the execution because the session is in the kill state."),
    (601, "Could not continue scan with NOLOCK due to data movement."),
    (628, "Cannot issue SAVE TRANSACTION when there is no active transaction."),
    (650, "You can only specify the READPAST lock in the READ COMMITTED or REPEATABLE READ isolation levels."),
    (
        701,
        "There is insufficient system memory in resource pool 'default' to run this query{: %1}. Run it again, ask for less \
         at once, or give the instance more memory.",
    ),
    (
        823,
        "The operating system returned an error: %1{ (database '%2')}. This is a severe system-level error condition that \
         threatens database integrity and must be corrected immediately. Look at the disk, its free space and the rights on \
         the file; then open the instance again, which recovers the database from its log.",
    ),
    (
        824,
        "A logical consistency-based I/O error was detected: %1. It occurred at %2{ in file '%4'} of database '%3'. This is a \
         severe error condition that threatens database integrity and must be corrected immediately. What was damaged is \
         neither used nor overwritten: copy the database's files away, look at the disk, and restore the file from a backup.",
    ),
    (911, "Database '%1' does not exist. Make sure that the name is entered correctly."),
    (916, "The server principal \"%1\" is not able to access the database \"%2\" under the current security context."),
    (
        923,
        "Database '%1' is in restricted mode. Only the database owner and members of the dbcreator and sysadmin roles can access it.",
    ),
    (924, "Database '%1' is already open and can only have one user at a time."),
    (
        926,
        "Database '%1' cannot be opened. It has been marked SUSPECT by recovery{: %2}. Its files are left as they were found: \
         copy them away, put right what is named here, or restore them from a backup, then open the instance again.",
    ),
    (
        945,
        "Database '%1' cannot be opened due to inaccessible files or insufficient memory or disk space{: %2}. Put that right \
         and open the instance again.",
    ),
    (1001, "Line %L: Length or precision specification %1 is invalid."),
    (1007, "The number '%1' is out of the range for numeric representation (maximum precision 38)."),
    (1011, "The correlation name '%1' is specified multiple times in a FROM clause."),
    (
        1013,
        "The objects \"%1\" and \"%2\" in the FROM clause have the same exposed names. Use correlation names \
         to distinguish them.",
    ),
    (
        1020,
        "Sub-entity lists (such as column or security expressions) cannot be specified for entity-level permissions.",
    ),
    (1023, "Invalid parameter %1 specified for %2."),
    (1026, "GOTO cannot be used to jump into a TRY or CATCH scope."),
    (1031, "Percent values must be between 0 and 100."),
    (
        1033,
        "The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common \
         table expressions, unless TOP, OFFSET or FOR XML is also specified.",
    ),
    (1034, "Syntax error: Duplicate specification of the action \"%1\" in the trigger declaration."),
    (
        1038,
        "An object or column name is missing or empty. For SELECT INTO statements, verify each column has a name. For other \
         statements, look for empty alias names. Aliases defined as \"\" or [] are not allowed. Change the alias to a valid \
         name.",
    ),
    (1042, "Conflicting %1 optimizer hints specified."),
    (1046, "Subqueries are not allowed in this context. Only scalar expressions are allowed."),
    (1047, "Conflicting locking hints specified."),
    (1048, "Conflicting cursor options %1 and %2."),
    (
        1051,
        "Cursor parameters in a stored procedure must be declared with OUTPUT and VARYING options, and they must be specified \
         in the order CURSOR VARYING OUTPUT.",
    ),
    (1054, "Syntax '%1' is not allowed in schema-bound objects."),
    (1059, "Cannot set or reset the '%1' option within a procedure or function."),
    (1060, "The number of rows provided for a TOP or FETCH clauses row count parameter must be an integer."),
    (1062, "The TOP N WITH TIES clause is not allowed without a corresponding ORDER BY clause."),
    (
        1065,
        "The NOLOCK and READUNCOMMITTED lock hints are not allowed for target tables of INSERT, UPDATE, DELETE or MERGE statements.",
    ),
    (1067, "The SET SHOWPLAN statements must be the only statements in the batch."),
    (1084, "'%1' is an invalid event type."),
    (1087, "Must declare the table variable \"%1\"."),
    (1088, "Cannot find the object \"%1\" because it does not exist or you do not have permissions."),
    (
        1105,
        "Could not allocate space in file '%1' of database '%2' because the '%3' filegroup is full due to lack of storage \
         space or database files reaching the maximum allowed size. The statement was undone, what was there is kept: create \
         the necessary space by deleting other files on the disk or by dropping tables, then run it again.",
    ),
    (1202, "The database-principal '%1' does not exist or user is not a member."),
    (
        1204,
        "The instance of the SQL Server Database Engine cannot obtain a LOCK resource at this time. Rerun your statement when there are \
         fewer active users. Ask the database administrator to check the lock and memory configuration for this instance, or to \
         check for long-running transactions.",
    ),
    (
        1205,
        "Transaction (Process ID %1) was deadlocked on lock resources with another process and has been chosen as the \
         deadlock victim. Rerun the transaction.",
    ),
    (1222, "Lock request time out period exceeded."),
    (
        1223,
        "Cannot release the application lock (Database Principal: '%1', Resource: '%2') because it is not currently held.",
    ),
    (1224, "An invalid application lock resource was passed to %1."),
    (1225, "An invalid application lock mode was passed to %1."),
    (1226, "An invalid application lock owner was passed to %1."),
    (1227, "An invalid application lock time-out was passed to %1."),
    (1230, "An invalid database principal was passed to %1."),
    (
        1505,
        "The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '%1' and the index \
         name '%2'. The duplicate key value is %3.",
    ),
    (
        1701,
        "Creating or altering table '%1' failed because the minimum row size would be %2, including %3 bytes of internal \
         overhead. This exceeds the maximum allowable table row size of %4 bytes.",
    ),
    (1702, "CREATE TABLE failed because a column in table '%1' exceeds the maximum of %2 columns."),
    (
        1708,
        "Warning: The table \"%1\" has been created, but its maximum row size exceeds the allowed maximum of %2 bytes. \
         INSERT or UPDATE to this table will fail if the resulting row exceeds the size limit.",
    ),
    (
        1709,
        "Cannot use TEXTIMAGE_ON when a table has no text, ntext, image, varchar(max), nvarchar(max), non-FILESTREAM \
         varbinary(max), xml or large CLR type columns.",
    ),
    (1750, "Could not create constraint or index. See previous errors."),
    (1752, "Column '%1' in table '%2' is invalid for creating a default constraint."),
    (
        1753,
        "Column '%1' is not the same length or scale as referencing column '%2' in foreign key '%3'. Columns participating in a foreign key relationship must be defined with the same length and scale.",
    ),
    (1754, "Defaults cannot be created on columns with an IDENTITY attribute. Table '%1', column '%2'."),
    (1755, "Defaults cannot be created on columns of data type timestamp. Table '%1', column '%2'."),
    (1757, "Column '%1' is not of same collation as referencing column '%2' in foreign key '%3'."),
    (1759, "Computed column '%1' in table '%2' is not allowed to be used in another computed-column definition."),
    (
        1761,
        "Cannot create the foreign key \"%1\" with the SET DEFAULT referential action, because one or more referencing not-nullable columns lack a default constraint.",
    ),
    (
        1762,
        "Cannot create the foreign key \"%1\" with the SET NULL referential action, because one or more referencing columns are not nullable.",
    ),
    (1763, "Cross-database foreign key references are not supported. Foreign key '%1'."),
    (1764, "Computed Column '%1' in table '%2' is invalid for use in '%3' because it is not persisted."),
    (1767, "Foreign key '%1' references invalid table '%2'."),
    (1768, "Foreign key '%1' references object '%2' which is not a user table."),
    (1769, "Foreign key '%1' references invalid column '%2' in referencing table '%3'."),
    (1770, "Foreign key '%1' references invalid column '%2' in referenced table '%3'."),
    (1773, "Foreign key '%1' has implicit reference to object '%2' which does not have a primary key defined on it."),
    (
        1774,
        "The number of columns in the referencing column list for foreign key '%1' does not match those of the primary key in the referenced table '%2'.",
    ),
    (
        1776,
        "There are no primary or candidate keys in the referenced table '%1' that match the referencing column list in the foreign key '%2'.",
    ),
    (1778, "Column '%1' is not the same data type as referencing column '%2' in foreign key '%3'."),
    (1779, "Table '%1' already has a primary key defined on it."),
    (1781, "Column already has a DEFAULT bound to it."),
    (
        1785,
        "Introducing FOREIGN KEY constraint '%1' on table '%2' may cause cycles or multiple cascade paths. Specify ON DELETE NO ACTION or ON UPDATE NO ACTION, or modify other FOREIGN KEY constraints.",
    ),
    (1801, "Database '%1' already exists. Choose a different database name."),
    (1802, "CREATE DATABASE failed. Some file names listed could not be created. Check related errors."),
    (1807, "Could not obtain exclusive lock on database '%1'. Retry the operation later."),
    (1828, "The logical file name \"%1\" is already in use. Choose a different name."),
    (
        1902,
        "Cannot create more than one %1 on table '%2'. Drop the existing clustered index '%3' before creating another.",
    ),
    (
        1904,
        "The index '%1' on table '%2' has %3 columns in the key list. The maximum limit for index key column list is %4.",
    ),
    (1909, "Cannot use duplicate column names in %2. Column name '%1' listed more than once."),
    (1911, "Column name '%1' does not exist in the target table or view."),
    (1913, "The operation failed because an index or statistics with name '%1' already exists on table '%2'."),
    (1916, "CREATE INDEX options %1 and %2 are mutually exclusive."),
    (1919, "Column '%1' in table '%2' is of a type that is invalid for use as a key column in an index."),
    (1927, "There are already statistics on table '%1' named '%2'."),
    (
        1944,
        "Index '%1' was not created. This index has a key length of at least %2 bytes. The maximum permissible key length \
         is %3 bytes.",
    ),
    (
        1945,
        "Warning! The maximum key length for a %1 index is %2 bytes. The index '%3' has maximum length of %4 bytes. For some \
         combination of large values, the insert/update operation will fail.",
    ),
    (
        1946,
        "Operation failed. The index entry of length %1 bytes for the index '%2' exceeds the maximum length of %3 bytes for \
         %4 indexes.",
    ),
    (1999, "Column '%1' in table '%2' is of a type that is invalid for use as included column in an index."),
    (2010, "Cannot perform alter on '%1' because it is an incompatible object type."),
    (
        2020,
        "The dependencies reported for entity \"%1\" might not include references to all columns. This is either because the entity references an object that does not exist or because of an error in one or more statements in the entity.  Before rerunning the query, ensure that there are no errors in the entity and that all objects referenced by the entity exist.",
    ),
    (2103, "Cannot %1 trigger '%2' because its schema is different from the schema of the target table or view."),
    (2108, "Cannot %1 %2 on '%3' as the target is not in the current database."),
    (
        2110,
        "Cannot alter trigger '%1' on '%2' because this trigger does not belong to this object. Specify the correct trigger name or the correct target object name.",
    ),
    (2111, "Cannot %1 trigger '%2' on %3 '%4' because an INSTEAD OF %5 trigger already exists on this object."),
    (2112, "Cannot create trigger '%1' on view '%2' because the view is defined with CHECK OPTION."),
    (
        2113,
        "Cannot %1 INSTEAD OF DELETE or INSTEAD OF UPDATE TRIGGER '%2' on table '%3'. This is because the table has a FOREIGN KEY with cascading DELETE or UPDATE.",
    ),
    (2114, "Column '%1' cannot be used in an IF UPDATE clause because it is a computed column."),
    (2209, "XQuery [%1()]: Syntax error near '%2'"),
    (
        2389,
        "XQuery [%1()]: '%1()' requires a singleton (or empty sequence), found operand of type 'xdt:untypedAtomic *'",
    ),
    (2501, "Cannot find a table or object with the name \"%1\". Check the system catalog."),
    (2528, "DBCC execution completed. If DBCC printed error messages, contact your system administrator."),
    (2536, "DBCC results for '%1'."),
    (2557, "User '%1' does not have permission to run DBCC %2 for object '%3'."),
    (2560, "Parameter %1 is incorrect for this DBCC statement."),
    (2571, "User '%1' does not have permission to run DBCC %2."),
    (2593, "There are %1 rows in %2 pages for object \"%3\"."),
    (2601, "Cannot insert duplicate key row in object '%1'{ with unique index '%2'}.{ The duplicate key value is %3.}"),
    (
        2627,
        "Violation of %1 constraint '%2'. Cannot insert duplicate key in object '%3'. The duplicate key value is %4.",
    ),
    (2628, "String or binary data would be truncated in table '%1', column '%2'. Truncated value: '%3'."),
    (2705, "Column names in each table must be unique. Column name '%2' in table '%1' is specified more than once."),
    (2706, "Table '%1' does not exist."),
    (2714, "There is already an object named '%1' in the database."),
    (2715, "Column, parameter, or variable #%1: Cannot find data type %2."),
    (2716, "Column, parameter, or variable: Cannot specify a column width on data type %1."),
    (2727, "Cannot find index '%1'."),
    (2732, "Error number %1 is invalid. The number must be from 13000 through 2147483647 and it cannot be 50000."),
    (
        2738,
        "A table can only have one timestamp column. Because table '%1' already has one, the column '%2' cannot be added.",
    ),
    (2739, "The text, ntext, and image data types are invalid for local variables."),
    (2740, "SET LANGUAGE failed because '%1' is not an official language name or a language alias on this SQL Server."),
    (2741, "SET DATEFORMAT date order '%1' is invalid."),
    (2742, "SET DATEFIRST %1 is out of range."),
    (2744, "Multiple identity columns specified for table '%1'. Only one identity column per table is allowed."),
    (2747, "Too many substitution parameters for RAISERROR. Cannot exceed %1 substitution parameters."),
    (2748, "Cannot specify %1 data type (parameter %2) as a substitution parameter."),
    (
        2749,
        "Identity column '%1' must be of data type int, bigint, smallint, tinyint, or decimal or numeric with a \
         scale of 0, unencrypted, and constrained to be nonnullable.",
    ),
    (
        2750,
        "Column or parameter: The precision specified for data type %1 is 0 or greater than the maximum precision of 38.",
    ),
    (2752, "Identity column '%1' contains invalid SEED."),
    (2753, "Identity column '%1' contains invalid INCREMENT."),
    (
        2754,
        "Error severity levels greater than %1 can only be specified by members of the sysadmin role, using the WITH LOG option.",
    ),
    (2755, "SET DEADLOCK_PRIORITY option is invalid. Valid options are %1."),
    (2759, "CREATE SCHEMA failed due to previous errors."),
    (2760, "The specified schema name \"%1\" either does not exist or you do not have permission to use it."),
    (2767, "Could not locate statistics '%1' in the system catalogs."),
    (2772, "Cannot access temporary tables from within a function."),
    (2778, "Only System Administrator can specify WITH LOG option for RAISERROR command."),
    (2786, "The data type of substitution parameter %1 does not match the expected type of the format specification."),
    (2787, "Invalid format specification: '%1'."),
    (2788, "Synonyms are invalid in a schemabound object or a constraint expression."),
    (2809, "The request for %1 '%2' failed because '%3' is a %4 object."),
    (2812, "Could not find stored procedure '%1'."),
    (3013, "%1 is terminating abnormally."),
    (3014, "%1 successfully processed %2 pages in %3 seconds (%4 MB/sec)."),
    (3021, "Cannot perform a backup or restore operation within a transaction."),
    (3147, "Backup and restore operations are not allowed on database %1."),
    (3604, "Duplicate key was ignored."),
    (3609, "The transaction ended in the trigger. The batch has been aborted."),
    (3612, "\n SQL Server Execution Times:\n   CPU time = %1 ms,  elapsed time = %2 ms."),
    (3613, "SQL Server parse and compile time:\n   CPU time = %1 ms, elapsed time = %2 ms."),
    (
        3615,
        "Table '%1'. Scan count %2, logical reads %3, physical reads %4, page server reads 0, read-ahead reads %5, \
         page server read-ahead reads 0, lob logical reads %6, lob physical reads %7, lob page server reads 0, lob \
         read-ahead reads %8, lob page server read-ahead reads 0.",
    ),
    (
        3616,
        "An error was raised during trigger execution. The batch has been aborted and the user transaction, if any, has been rolled back.",
    ),
    (3617, "The batch was cancelled by its client."),
    (3621, "The statement has been terminated."),
    (3623, "An invalid floating point operation occurred."),
    (3634, "The operating system returned the error '%1' while attempting '%2' on '%3'."),
    (3701, "Cannot %1 the %2 '%3', because it does not exist or you do not have permission."),
    (3702, "Cannot %1 %2 \"%3\" because it is currently in use."),
    (3705, "Cannot use DROP %1 with '%2' because '%3' is a %4. Use DROP %5."),
    (3708, "Cannot %1 the %2 '%3' because it is a system %2."),
    (3723, "An explicit DROP INDEX is not allowed on index '%1'. It is being used for %2 constraint enforcement."),
    (3726, "Could not drop object '%1' because it is referenced by a FOREIGN KEY constraint."),
    (3727, "Could not drop constraint. See previous errors."),
    (3728, "'%1' is not a constraint."),
    (3729, "Cannot %1 '%2' because it is being referenced by object '%3'."),
    (
        3732,
        "Cannot drop type '%1' because it is being referenced by object '%2'. There may be other objects that reference this type.",
    ),
    (3739, "Cannot %1 the index '%2' because it is not a statistics collection."),
    (3902, "The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION."),
    (3903, "The ROLLBACK TRANSACTION request has no corresponding BEGIN TRANSACTION."),
    (3915, "Cannot use the ROLLBACK statement within an INSERT-EXEC statement."),
    (3916, "Cannot use the COMMIT statement within an INSERT-EXEC statement unless BEGIN TRANSACTION is used first."),
    (3918, "The statement or function must be executed in the context of a user transaction."),
    (
        3930,
        "The current transaction cannot be committed and cannot support operations that write to the log file. Roll back the transaction.",
    ),
    (
        3931,
        "The current transaction cannot be committed and cannot be rolled back to a savepoint. Roll back the entire transaction.",
    ),
    (
        3951,
        "Transaction failed in database '%1' because the statement was run under snapshot isolation but the transaction did not \
         start in snapshot isolation. You cannot change the isolation level of the transaction to snapshot after the transaction \
         has started unless the transaction was originally started under snapshot isolation level.",
    ),
    (
        3952,
        "Snapshot isolation transaction failed accessing database '%1' because snapshot isolation is not allowed in this \
         database. Use ALTER DATABASE to allow snapshot isolation.",
    ),
    (
        3954,
        "Snapshot isolation transaction failed to start in database '%1' because the ALTER DATABASE command that disallows \
         snapshot isolation had started before this transaction began. The database is in transition to OFF state. You will \
         either need to change the isolation level of the transaction or re-enable the snapshot isolation in the database.",
    ),
    (
        3956,
        "Snapshot isolation transaction failed to start in database '%1' because the ALTER DATABASE command which enables \
         snapshot isolation for this database has not finished yet. The database is in transition to pending ON state. You must \
         wait until the ALTER DATABASE Command completes successfully.",
    ),
    (
        3958,
        "Transaction aborted when accessing versioned row in table '%1' in database '%2'. Requested versioned row was not found. Your \
         tempdb is probably out of space. Please refer to BOL on how to configure tempdb for versioning.",
    ),
    (
        3960,
        "Snapshot isolation transaction aborted due to update conflict. You cannot use snapshot isolation to access table '%1' \
         directly or indirectly in database '%2' to update, delete, or insert the row that has been modified or deleted by \
         another transaction. Retry the transaction or change the isolation level for the update/delete statement.",
    ),
    (
        3961,
        "Snapshot isolation transaction failed in database '%1' because the object accessed by the statement has been modified by \
         a DDL statement in another concurrent transaction since the start of this transaction. It is disallowed because the \
         metadata is not versioned. A concurrent update to metadata can lead to inconsistency if mixed with snapshot isolation.",
    ),
    (
        3964,
        "Transaction failed because this DDL statement is not allowed inside a snapshot isolation transaction. Since metadata is \
         not versioned, a metadata change can lead to inconsistency if mixed within snapshot isolation.",
    ),
    (
        3966,
        "Transaction is rolled back when accessing version store. It was earlier marked as victim when the version store was shrunk \
         due to insufficient space in tempdb. This transaction was marked as a victim earlier because it may need the row version(s) \
         that have already been removed to make space in tempdb. Retry the transaction",
    ),
    (3998, "Uncommittable transaction is detected at the end of the batch. The transaction is rolled back."),
    (4002, "The incoming tabular data stream (TDS) protocol stream is incorrect: %1."),
    (4022, "Bulk load data was expected but not sent. The batch will be terminated."),
    (4035, "Processed %1 pages for database '%2', file '%3' on file 1."),
    (4060, "Cannot open database \"%1\" requested by the login. The login failed."),
    (4064, "Cannot open user default database. Login failed."),
    (
        4102,
        "The READPAST lock hint is only allowed on target tables of UPDATE and DELETE and on tables specified in an explicit FROM \
         clause.",
    ),
    (4104, "The multi-part identifier \"%1\" could not be bound."),
    (4108, "Windowed functions can only appear in the SELECT or ORDER BY clauses."),
    (4109, "Windowed functions cannot be used in the context of another windowed function or aggregate."),
    (4112, "The function '%1' must have an OVER clause with ORDER BY."),
    (4113, "The function '%1' is not a valid windowing function, and cannot be used with the OVER clause."),
    (4116, "The function '%1' takes only a positive int or bigint expression as its input."),
    (
        4121,
        "Cannot find either column \"%1\" or the user-defined function or aggregate \"%2\", or the name is ambiguous.",
    ),
    (4123, "Window element in OVER clause can not also be specified in WINDOW clause."),
    (4127, "At least one of the arguments to COALESCE must be an expression that is not the NULL constant."),
    (4140, "The READCOMMITTEDLOCK lock hint is not allowed on the target table of an INSERT statement."),
    (4145, "An expression of non-boolean type specified in a context where a condition is expected, near '%1'."),
    (
        4151,
        "The type of the first argument to NULLIF cannot be the NULL constant because the type of the first argument has to \
         be known.",
    ),
    (4193, "'%1' is not a valid window frame and cannot be used with the OVER clause."),
    (4194, "RANGE is only supported with UNBOUNDED and CURRENT ROW window frame delimiters."),
    (4199, "Argument value %1 is invalid for argument %2 of %3 function."),
    (
        4208,
        "The statement %1 is not allowed while the recovery model is SIMPLE. Use BACKUP DATABASE or change the recovery model \
         using ALTER DATABASE.",
    ),
    (4212, "Cannot back up the log of the master database. Use BACKUP DATABASE instead."),
    (4214, "BACKUP LOG cannot be performed because there is no current database backup."),
    (
        4403,
        "Cannot update the view or function '%1' because it contains aggregates, or a DISTINCT or GROUP BY clause, or PIVOT or UNPIVOT operator.",
    ),
    (4405, "View or function '%1' is not updatable because the modification affects multiple base tables."),
    (4406, "Update or insert of view or function '%1' failed because it contains a derived or constant field."),
    (
        4429,
        "View or function '%1' contains a self-reference. Views or functions cannot reference themselves \
         directly or indirectly.",
    ),
    (
        4506,
        "Column names in each view or function must be unique. Column name '%1' in view or function '%2' is \
         specified more than once.",
    ),
    (
        4509,
        "Could not perform CREATE VIEW because WITH CHECK OPTION was specified and the view contains set operators.",
    ),
    (4510, "Could not perform CREATE VIEW because WITH CHECK OPTION was specified and the view is not updatable."),
    (4511, "Create View or Function failed because no column name was specified for column %1."),
    (
        4512,
        "Cannot schema bind %1 '%2' because name '%3' is invalid for schema binding. Names must be in two-part format and an object cannot reference itself.",
    ),
    (4513, "Cannot schema bind %1 '%2'. '%3' is not schema bound."),
    (4604, "There is no such user or group or you do not have permission."),
    (4606, "Granted or revoked privilege %1 is not compatible with object."),
    (4611, "To revoke or deny grantable privileges, specify the CASCADE option."),
    (4613, "Grantor does not have GRANT permission."),
    (4617, "Cannot grant, deny or revoke permissions to or from special roles."),
    (4621, "Permissions at the server scope can only be granted when the current database is master"),
    (4701, "Cannot find the object \"%1\" because it does not exist or you do not have permissions."),
    (4708, "Could not truncate object '%1' because it is not a table."),
    (4712, "Cannot truncate table '%1' because it is being referenced by a FOREIGN KEY constraint."),
    (
        4804,
        "While reading current row from host, a premature end-of-message was encountered--an incoming data stream was interrupted when \
         the server expected to see more data. The host program may have terminated. Ensure that you are using a supported client \
         application programming interface (API).",
    ),
    (4816, "Invalid column type from bcp client for colid %1."),
    (
        4901,
        "ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT definition specified, or the column being added is an identity or timestamp column, or alternatively if none of the previous conditions are satisfied the table must be empty to allow addition of this column. Column '%1' cannot be added to non-empty table '%2' because it does not satisfy these conditions.",
    ),
    (4902, "Cannot find the object \"%1\" because it does not exist or you do not have permissions."),
    (4916, "Could not enable or disable the constraint. See previous errors."),
    (4917, "Constraint '%1' does not exist."),
    (4920, "ALTER TABLE failed because trigger '%1' on table '%2' does not exist."),
    (4922, "ALTER TABLE %1 %2 failed because one or more objects access this column."),
    (
        4923,
        "ALTER TABLE DROP COLUMN failed because '%1' is the only data column in table '%2'. A table must have at least one data column.",
    ),
    (4924, "ALTER TABLE %1 failed because column '%2' does not exist in table '%3'."),
    (4927, "Cannot alter column '%1' to be data type %2."),
    (4928, "Cannot alter column '%1' because it is '%2'."),
    (
        4934,
        "Computed column property 'PERSISTED' cannot be altered for column '%1' in table '%2' because it is no computed column.",
    ),
    (4936, "Computed column '%1' in table '%2' cannot be persisted because the column is non-deterministic."),
    (
        5011,
        "User does not have permission to alter database '%1', the database does not exist, or the database is not in a \
         state that allows access checks.",
    ),
    (5021, "The %1 name '%2' has been set."),
    (5030, "The database could not be exclusively locked to perform the operation."),
    (5038, "MODIFY FILE failed for file \"%1\". At least one property per file must be specified."),
    (5039, "MODIFY FILE failed. Specified size is less than or equal to current size."),
    (
        5040,
        "MODIFY FILE failed. Size is greater than MAXSIZE. Please query sys.database_files and use DBCC SHRINKFILE to reduce the file size first.",
    ),
    (5041, "MODIFY FILE failed. File '%1' does not exist."),
    (5058, "Option '%1' cannot be set in database '%2'."),
    (5060, "Nonqualified transactions are being rolled back. Estimated rollback completion: %1%."),
    (5061, "ALTER DATABASE failed because a lock could not be placed on database '%1'. Try again later."),
    (
        5064,
        "Changes to the state or options of database '%1' cannot be made at this time. The database is in single-user mode, and a user is currently connected to it.",
    ),
    (5069, "ALTER DATABASE statement failed."),
    (5070, "Database state cannot be changed while other users are using the database '%1'"),
    (5074, "The %1 '%2' is dependent on column '%3'."),
    (
        5123,
        "CREATE FILE encountered operating system error %1 while attempting to open or create the physical file '%2'.",
    ),
    (5133, "Directory lookup for the file \"%1\" failed with the operating system error %2."),
    (5149, "MODIFY FILE encountered operating system error %1 while attempting to expand the physical file '%2'."),
    (
        5170,
        "Cannot create file '%1' because it already exists. Change the file path or the file name, and retry the operation.",
    ),
    (5174, "Each file size must be greater than or equal to 512 KB."),
    (5302, "Mutator '%1' on '%2' cannot be called on a null value."),
    (
        5308,
        "Windowed functions, aggregates and NEXT VALUE FOR functions do not support integer indices as ORDER \
         BY clause expressions.",
    ),
    (
        5309,
        "Windowed functions, aggregates and NEXT VALUE FOR functions do not support constants as ORDER BY \
         clause expressions.",
    ),
    (5313, "Synonym '%1' refers to an invalid object."),
    (
        5324,
        "In a MERGE statement, a '%1' clause with a search condition cannot appear after a '%2' clause with no search condition.",
    ),
    (
        5335,
        "The data type %1 cannot be used as an operand to the UNION, INTERSECT or EXCEPT operators because it is not comparable.",
    ),
    (5362, "Window '%1' is undefined."),
    (5365, "Cyclic window references are not permitted."),
    (
        5373,
        "All the input parameters should be of the same type. Supported types are tinyint, smallint, int, bigint, decimal and numeric.",
    ),
    (5701, "Changed database context to '%1'."),
    (5703, "Changed language setting to %1."),
    (
        5807,
        "Recovery intervals above %1 minutes not recommended. Use the RECONFIGURE WITH OVERRIDE statement to force this configuration.",
    ),
    (5812, "You do not have permission to run the RECONFIGURE statement."),
    (6101, "Session ID %1 is not valid."),
    (6102, "User does not have permission to use the KILL statement."),
    (6104, "Cannot use KILL to kill your own process."),
    (6106, "Process ID %1 is not an active process ID."),
    (6107, "Only user processes can be killed."),
    (6115, "KILL command cannot be used inside user transactions."),
    (6120, "Status report cannot be obtained. Rollback operation for Process ID %1 is not in progress."),
    (6335, "XML datatype instance has too many levels of nested nodes. Maximum allowed depth is %1 levels."),
    (6354, "Target string size is too small to represent the XML instance"),
    (6401, "Cannot roll back %1. No transaction or savepoint of that name was found."),
    (
        6800,
        "FOR XML AUTO requires at least one table for generating XML tags. Use FOR XML RAW or add a FROM clause with a table name.",
    ),
    (
        6809,
        "Unnamed tables cannot be used as XML identifiers as well as unnamed columns cannot be used for attribute names. Name unnamed columns/tables using AS in the SELECT statement.",
    ),
    (6810, "Column name '%1' is repeated. The same attribute cannot be generated on the same XML tag."),
    (6819, "The FOR XML and FOR JSON clauses are not allowed in a %1 statement."),
    (
        6829,
        "FOR XML EXPLICIT and RAW modes currently do not support addressing binary data as URLs in column '%1'. Remove the column, or use the BINARY BASE64 mode, or create the URL directly using the 'dbobject/TABLE[@PK1=\"V1\"]/@COLUMN' syntax.",
    ),
    (
        6850,
        "%1 name '%2' contains an invalid XML identifier as required by FOR XML; '%3'(%4) is the first character at fault.",
    ),
    (6851, "Column '%1' has invalid data type for attribute-centric XML serialization in FOR XML PATH."),
    (
        6852,
        "Attribute-centric column '%1' must not come after a non-attribute-centric sibling in XML hierarchy in FOR XML PATH.",
    ),
    (6861, "Empty root tag name cannot be specified with FOR XML."),
    (6864, "Row tag omission (empty row tag name) cannot be used with attribute-centric FOR XML serialization."),
    (7116, "Offset %1 is not in the range of available LOB data."),
    (7119, "Attempting to grow LOB beyond maximum allowed size of %1 bytes."),
    (7135, "Deletion length %1 is not in the range of available text, ntext, or image data."),
    (7955, "Invalid SPID %1 specified."),
    (7968, "Transaction information for database '%1'."),
    (7969, "No active open transactions."),
    (7970, "Oldest active transaction:"),
    (7971, "    SPID (server process ID): %1"),
    (7972, "    UID (user ID) : %1"),
    (7974, "    Name          : %1"),
    (7975, "    LSN           : %1"),
    (7977, "    Start time    : %1"),
    (7978, "    SID           : %1"),
    (7997, "'%1' does not contain an identity column."),
    (7998, "Checking identity information: current identity value '%1', current column value '%2'."),
    (7999, "Checking identity information: current identity value '%1'."),
    (
        8003,
        "The incoming request has too many parameters. The server supports a maximum of %1 parameters. Reduce the number of \
         parameters and resend the request.",
    ),
    (
        8023,
        "The incoming tabular data stream (TDS) remote procedure call (RPC) protocol stream is incorrect. Parameter %1 (\"%2\"): The supplied value is not a valid instance of data type %3. Check the source data for invalid values. An example of an invalid value is data of numeric type with scale greater than precision.",
    ),
    (
        8101,
        "An explicit value for the identity column in table '%1' can only be specified when a column list is used \
         and IDENTITY_INSERT is ON.",
    ),
    (8102, "Cannot update identity column '%1'."),
    (8106, "Table '%1' does not have the identity property. Cannot perform SET operation."),
    (8107, "IDENTITY_INSERT is already ON for table '%1'. Cannot perform SET operation for table '%2'."),
    (8110, "Cannot add multiple PRIMARY KEY constraints to table '%1'."),
    (8111, "Cannot define PRIMARY KEY constraint on nullable column in table '%1'."),
    (8112, "Cannot add more than one clustered index for constraints on table '%1'."),
    (8114, "Error converting data type %1 to %2."),
    (8115, "Arithmetic overflow error converting %1 to data type %2."),
    (8116, "Argument data type %1 is invalid for argument %2 of %3 function."),
    (8117, "Operand data type %1 is invalid for %2 operator."),
    (
        8120,
        "Column '%1' is invalid in the select list because it is not contained in either an aggregate function or the GROUP \
         BY clause.",
    ),
    (
        8121,
        "Column '%1' is invalid in the HAVING clause because it is not contained in either an aggregate function or the GROUP \
         BY clause.",
    ),
    (
        8127,
        "Column \"%1\" is invalid in the ORDER BY clause because it is not contained in either an aggregate function or the \
         GROUP BY clause.",
    ),
    (
        8133,
        "At least one of the result expressions in a CASE specification must be an expression other than the NULL constant.",
    ),
    (8134, "Divide by zero error encountered."),
    (8139, "Number of referencing columns in foreign key differs from number of referenced columns, table '%1'."),
    (8141, "Column CHECK constraint for column '%1' references another column, table '%2'."),
    (8143, "Parameter '%1' was supplied multiple times."),
    (8144, "Procedure or function %1 has too many arguments specified."),
    (8145, "%1 is not a parameter for procedure %2."),
    (8146, "Procedure %1 has no parameters and arguments were supplied."),
    (8147, "Could not create IDENTITY attribute on nullable column '%1', table '%2'."),
    (8148, "More than one column DEFAULT constraint specified for column '%1', table '%2'."),
    (8153, "Warning: Null value is eliminated by an aggregate or other SET operation."),
    (8154, "The table '%1' is ambiguous."),
    (8155, "No column name was specified for column %1 of '%2'."),
    (8156, "The column '%1' was specified multiple times for '%2'."),
    (8158, "'%1' has more columns than were specified in the column list."),
    (8159, "'%1' has fewer columns than were specified in the column list."),
    (8160, "A GROUPING or GROUPING_ID function can only be specified when there is a GROUP BY clause."),
    (8161, "Argument %1 of the %2 function does not match any of the expressions in the GROUP BY clause."),
    (
        8162,
        "The formal parameter \"%1\" was not declared as an OUTPUT parameter, but the actual parameter passed in requested \
         output.",
    ),
    (8164, "An INSERT EXEC statement cannot be nested."),
    (8167, "The type of column \"%1\" conflicts with the type of other columns specified in the UNPIVOT list."),
    (8169, "Conversion failed when converting from a character string to uniqueidentifier."),
    (8170, "Insufficient result space to convert uniqueidentifier value to char."),
    (8172, "The argument %1 of the XML data type method \"%2\" must be a string literal."),
    (8178, "The parameterized query '%1' expects the parameter '%2', which was not supplied."),
    (8179, "Could not find prepared statement with handle %1."),
    (8180, "Statement(s) could not be prepared."),
    (
        8183,
        "Only UNIQUE or PRIMARY KEY constraints can be created on computed columns, while CHECK, FOREIGN KEY, and NOT NULL constraints require that computed columns be persisted.",
    ),
    (8197, "The object '%1' does not exist or is invalid for this operation."),
    (8621, "The query processor ran out of stack space during query optimization. Please simplify the query."),
    (
        8622,
        "Query processor could not produce a query plan because of the hints defined in this query. Resubmit the query without \
         specifying any hints and without using SET FORCEPLAN.",
    ),
    (8630, "Internal Query Processor Error: The query processor encountered an unexpected error during execution."),
    (
        8631,
        "Internal error: Server stack limit has been reached. Please look for potentially deep nesting in your query, and try to simplify it.",
    ),
    (
        8632,
        "Internal error: An expression services limit has been reached. Please look for potentially complex expressions in your query, and try to simplify them.",
    ),
    (
        8645,
        "A timeout occurred while waiting for memory resources to execute the query in resource pool 'default' (2). Rerun the query.",
    ),
    (
        8672,
        "The MERGE statement attempted to UPDATE or DELETE the same row more than once. This happens when a target row matches more than one source row. A MERGE statement cannot UPDATE/DELETE the same row of the target table multiple times. Refine the ON clause to ensure a target row matches at most one source row, or use the GROUP BY clause to group the source rows.",
    ),
    (8730, "Offset parameter for Lag and Lead functions cannot be a negative value."),
    (8748, "The %1 argument of %2 only supports constant values (not variables or columns)."),
    (8939, "Table error: page %1. Test (%2) failed."),
    (
        8951,
        "Table error: table '%1' (ID %2). Data row does not have a matching index row in the index '%3' (ID %4). Rows: %5. Build the \
         index anew (ALTER INDEX REBUILD).",
    ),
    (
        8952,
        "Table error: table '%1' (ID %2). Index row in index '%3' (ID %4) does not match any data row. Index rows: %5. Build the \
         index anew (ALTER INDEX REBUILD).",
    ),
    (8989, "CHECK%1 found %2 allocation errors and %3 consistency errors in database '%4'."),
    (8990, "CHECK%1 found %2 allocation errors and %3 consistency errors in table '%4' (object ID %5)."),
    (
        9001,
        "The log for database '%1' is not available{: %2}. Nothing more can be committed. Resolve the error and open the instance \
         again, which recovers the database; whether commits that were under way are kept is known then.",
    ),
    (
        9002,
        "The transaction log for database '%1' is full due to '%2'{: file '%3'}. The statement was undone, the work before it is \
         kept: commit or roll back what is open, make room on the disk, or let the log grow further.",
    ),
    (9005, "Either start LSN or end LSN specified in OpenRowset(DBLog, ...) is invalid."),
    (9400, "XML parsing: line %1, character %2, unexpected end of input"),
    (9410, "XML parsing: line %1, character %2, whitespace expected"),
    (9411, "XML parsing: line %1, character %2, semicolon expected"),
    (9412, "XML parsing: line %1, character %2, '>' expected"),
    (9413, "XML parsing: line %1, character %2, A string literal was expected"),
    (9414, "XML parsing: line %1, character %2, equal expected"),
    (9415, "XML parsing: line %1, character %2, well formed check: no '<' in attribute value"),
    (9416, "XML parsing: line %1, character %2, hexadecimal digit expected"),
    (9417, "XML parsing: line %1, character %2, decimal digit expected"),
    (9420, "XML parsing: line %1, character %2, illegal xml character"),
    (9421, "XML parsing: line %1, character %2, illegal name character"),
    (9422, "XML parsing: line %1, character %2, incorrect document syntax"),
    (9423, "XML parsing: line %1, character %2, incorrect CDATA section syntax"),
    (9424, "XML parsing: line %1, character %2, incorrect comment syntax"),
    (9436, "XML parsing: line %1, character %2, end tag does not match start tag"),
    (9437, "XML parsing: line %1, character %2, duplicate attribute"),
    (9438, "XML parsing: line %1, character %2, text/xmldecl not at the beginning of input"),
    (9448, "XML parsing: line %1, character %2, well formed check: undeclared entity"),
    (9455, "XML parsing: line %1, character %2, illegal qualified name character"),
    (9500, "The data type '%1' used in the VALUE method is invalid."),
    (9803, "Invalid data for type \"%1\"."),
    (9809, "The style %1 is not supported for conversions from %2 to %3."),
    (9810, "The datepart %1 is not supported by date function %2 for data type %3."),
    (9812, "The timezone provided to builtin function %1 is invalid."),
    (9818, "The culture parameter '%1' provided in the function call is not supported."),
    (9819, "Error converting string value '%1' into data type %2 using culture '%3'."),
    (9820, "The time zone parameter '%1' provided to AT TIME ZONE clause is invalid."),
    (
        9828,
        "The second and third arguments of the TRANSLATE built-in function must contain an equal number of characters.",
    ),
    (9829, "STRING_AGG aggregation result exceeded the limit of 8000 bytes. Use LOB types to avoid result truncation."),
    (9834, "Invalid bucket width value passed to DATE_BUCKET function. Only positive values are allowed."),
    (
        9837,
        "An invalid date value was encountered: The date value is less than the minimum date value allowed for the data type.",
    ),
    (10601, "Cannot specify included columns for a clustered index."),
    (
        10609,
        "Filtered index '%1' cannot be created on table '%2' because the column '%3' in the filter expression is a computed \
         column. Rewrite the filter expression so that it does not include this column.",
    ),
    (
        10611,
        "Filtered index '%1' cannot be created on table '%2' because the column '%3' in the filter expression is compared with \
         a constant of higher data type precedence or of a different collation. Converting a column to the data type of a \
         constant is not supported for filtered indexes. To resolve this error, explicitly convert the constant to the same \
         data type and collation as the column '%4'.",
    ),
    (
        10612,
        "Filtered index '%1' cannot be created on table '%2' because the column '%3' in the filter expression is compared with \
         a constant that cannot be converted to the data type of the column. Rewrite the filter expression so that it does \
         not include this comparison.",
    ),
    (
        10620,
        "Filtered index '%1' cannot be created on table '%2' because the filter expression contains a comparison with a literal \
         NULL value. Rewrite the comparison to use the IS [NOT] NULL comparison operator to test for NULL values.",
    ),
    (10700, "The table-valued parameter \"%1\" is READONLY and cannot be modified."),
    (
        10702,
        "The WITH CUBE and WITH ROLLUP options are not permitted with a ROLLUP, CUBE, or GROUPING SETS specification.",
    ),
    (10703, "Too many grouping sets. The maximum number is %1."),
    (
        10704,
        "To rethrow an error, a THROW statement must be used inside a CATCH block. Insert the THROW statement inside a CATCH \
         block, or add error parameters to the THROW statement.",
    ),
    (10705, "Subqueries are not allowed in the OUTPUT clause."),
    (
        10706,
        "Too many expressions are specified in the GROUP BY clause. The maximum number is %1 when grouping sets are supplied.",
    ),
    (10709, "The number of columns for each row in a table value constructor must be the same."),
    (10713, "A MERGE statement must be terminated by a semi-colon (;)."),
    (10714, "An action of type '%1' cannot appear more than once in a '%2' clause of a MERGE statement."),
    (10716, "A nested INSERT, UPDATE, DELETE, or MERGE statement must have an OUTPUT clause."),
    (
        10729,
        "A nested INSERT, UPDATE, DELETE, or MERGE statement is not allowed in a SELECT statement that is not the immediate source of rows for an INSERT statement.",
    ),
    (10735, "Incorrect WHERE clause for filtered index '%1' on table '%2'."),
    (
        10738,
        "The number of row value expressions in the INSERT statement exceeds the maximum allowed number of %1 row values.",
    ),
    (10741, "A TOP can not be used in the same query or sub-query as a OFFSET."),
    (10742, "The offset specified in a OFFSET clause may not be negative."),
    (10743, "The number of rows provided for a OFFSET clause must be an integer."),
    (10744, "The number of rows provided for a FETCH clause must be greater then zero."),
    (10751, "The ORDER BY in WITHIN GROUP clause of '%1' function must have exactly one expression."),
    (10752, "The function '%1' may not have a window frame."),
    (10753, "The function '%1' must have an OVER clause."),
    (10754, "The function '%1' must have a WITHIN GROUP clause."),
    (10756, "Window frame with ROWS or RANGE must have an ORDER BY clause."),
    (10758, "The function '%1' may not have ORDER BY in OVER clause."),
    (10759, "Use of DISTINCT is not allowed with the OVER clause."),
    (
        10760,
        "Scale argument is not valid. Valid expressions for data type %1 scale argument are integer constants and integer \
         constant expressions.",
    ),
    (10761, "Invalid data type %1 in function %2."),
    (
        11415,
        "Object '%1' cannot be disabled or enabled. This action applies only to foreign key and check constraints.",
    ),
    (11501, "The batch could not be analyzed because of compile errors."),
    (11502, "The type for parameter '%1' cannot be deduced in this context."),
    (
        11503,
        "The parameter type cannot be deduced because a single expression contains two untyped parameters, '%1' and '%2'.",
    ),
    (11508, "The undeclared parameter '%1' is used more than once in the batch being analyzed."),
    (
        11509,
        "The metadata could not be determined because the statement '%1' is not compatible with the statement '%2'.",
    ),
    (
        11510,
        "The metadata could not be determined because the statement '%1' in the main batch is not compatible with the statement '%2' in procedure '%3'.",
    ),
    (
        11511,
        "The metadata could not be determined because the statement '%1' in procedure '%2' is not compatible with the statement '%3' in the main batch.",
    ),
    (
        11512,
        "The metadata could not be determined because the statement '%1' in procedure '%2' is not compatible with the statement '%3' in procedure '%4'.",
    ),
    (
        11513,
        "The metadata could not be determined because statement '%1' contains dynamic SQL. Consider using the WITH RESULT SETS clause to explicitly describe the result set.",
    ),
    (
        11514,
        "The metadata could not be determined because statement '%1' in procedure '%2' contains dynamic SQL. Consider using the WITH RESULT SETS clause to explicitly describe the result set.",
    ),
    (11523, "The metadata could not be determined because statement '%1' causes indirect recursion."),
    (11524, "The metadata could not be determined because statement '%1' in procedure '%2' causes indirect recursion."),
    (
        11525,
        "The metadata could not be determined because statement '%1' uses a temp table. Metadata discovery only supports temp tables when analyzing a single-statement batch.",
    ),
    (11526, "The metadata could not be determined because statement '%1' in procedure '%2' uses a temp table."),
    (11527, "The metadata could not be determined because statement '%1' does not support metadata discovery."),
    (
        11528,
        "The metadata could not be determined because statement '%1' in procedure '%2' does not support metadata discovery.",
    ),
    (
        11529,
        "The metadata could not be determined because every code path results in an error; see previous errors for some of these.",
    ),
    (
        11531,
        "The object id '%1' passed to sys.dm_exec_describe_first_result_set_for_object refers to an object which is not a T-SQL procedure or trigger.",
    ),
    (11532, "The object id '%1' passed to sys.dm_exec_describe_first_result_set_for_object was invalid."),
    (11552, "The @browse_information_mode parameter expects a tinyint with values 0, 1 or 2."),
    (11700, "The increment for sequence object '%1' cannot be zero."),
    (
        11701,
        "The absolute value of the increment for sequence object '%1' must be less than or equal to the \
         difference between the minimum and maximum value of the sequence object.",
    ),
    (
        11702,
        "The sequence object '%1' must be of data type int, bigint, smallint, tinyint, or decimal or numeric with \
         a scale of 0, or any user-defined data type that is based on one of the above integer data types.",
    ),
    (
        11703,
        "The start value for sequence object '%1' must be between the minimum and maximum value of the sequence \
         object.",
    ),
    (
        11704,
        "The current value '%1' for sequence object '%2' must be between the minimum and maximum value of the \
         sequence object.",
    ),
    (11705, "The minimum value for sequence object '%1' must be less than its maximum value."),
    (11706, "The cache size for sequence object '%1' must be greater than 0."),
    (11708, "An invalid value was specified for argument '%1' for the given data type."),
    (11709, "The 'RESTART WITH' argument cannot be used in a CREATE SEQUENCE statement."),
    (11710, "Argument 'START WITH' cannot be used in an ALTER SEQUENCE statement."),
    (11711, "Argument 'AS' cannot be used in an ALTER SEQUENCE statement."),
    (11712, "Argument '%1' can not be specified more than once."),
    (11715, "No properties specified for ALTER SEQUENCE."),
    (11716, "NEXT VALUE FOR function does not support the PARTITION BY clause."),
    (11718, "NEXT VALUE FOR function does not support an empty OVER clause."),
    (
        11719,
        "NEXT VALUE FOR function is not allowed in check constraints, default objects, computed columns, views, \
         user-defined functions, user-defined aggregates, user-defined table types, sub-queries, common table \
         expressions, derived tables or return statements.",
    ),
    (
        11720,
        "NEXT VALUE FOR function is not allowed in the TOP, OVER, OUTPUT, ON, WHERE, GROUP BY, HAVING, or ORDER \
         BY clauses.",
    ),
    (
        11721,
        "NEXT VALUE FOR function cannot be used directly in a statement that uses a DISTINCT, UNION, UNION ALL, \
         EXCEPT or INTERSECT operator.",
    ),
    (
        11723,
        "NEXT VALUE FOR function cannot be used directly in a statement that contains an ORDER BY clause unless \
         the OVER clause is specified.",
    ),
    (11725, "An expression that contains a NEXT VALUE FOR function cannot be passed as an argument to an aggregate."),
    (11726, "Object '%1' is not a sequence object."),
    (11727, "NEXT VALUE FOR functions for a given sequence object must have exactly the same OVER clause definition."),
    (
        11728,
        "The sequence object '%1' has reached its minimum or maximum value. Restart the sequence object to allow \
         new values to be generated.",
    ),
    (
        11732,
        "The requested range for sequence object '%1' exceeds the maximum or minimum limit. Retry with a smaller \
         range.",
    ),
    (11733, "Parameter '%1' must be a positive integer."),
    (
        11736,
        "Only one instance of NEXT VALUE FOR function per sequence object is allowed in SET or SELECT with \
         variable assignment.",
    ),
    (11737, "NEXT VALUE FOR function does not support the ROWS and RANGE clauses."),
    (11738, "The use of NEXT VALUE FOR function is not allowed in this context."),
    (
        11739,
        "NEXT VALUE FOR function cannot be used if ROWCOUNT option has been set, or the query contains TOP or \
         OFFSET.",
    ),
    (11741, "NEXT VALUE FOR function cannot be used within CASE, CHOOSE, COALESCE, IIF, ISNULL and NULLIF."),
    (
        13600,
        "FOR JSON AUTO requires at least one table for generating JSON objects. Use FOR JSON PATH or add a FROM clause with a table name.",
    ),
    (
        13601,
        "Property '%1' cannot be generated in JSON output due to a conflict with another column name or alias. Use different names and aliases for each column in SELECT list.",
    ),
    (
        13605,
        "Column expressions and data sources without names or aliases cannot be formatted as JSON text using FOR JSON clause. Add alias to the unnamed column or table.",
    ),
    (13607, "JSON path is not properly formatted. Unexpected character '%1' is found at position %2."),
    (13608, "Property cannot be found on the specified JSON path."),
    (13609, "JSON text is not properly formatted. Unexpected character '%1' is found at position %2."),
    (13611, "Value referenced by JSON path is not an array or object and cannot be opened with OPENJSON."),
    (13618, "AS JSON option can be specified only for column of nvarchar(max) type in WITH clause."),
    (13619, "Unsupported JSON path found in argument %1 of %2."),
    (
        13620,
        "ROOT option and WITHOUT_ARRAY_WRAPPER option cannot be used together in FOR JSON. Remove one of these options.",
    ),
    (13623, "Scalar value cannot be found in the specified JSON path."),
    (13624, "Object or array cannot be found in the specified JSON path."),
    (13625, "String value in the specified JSON path would be truncated."),
    (14138, "Invalid option name '%1'."),
    (15002, "The procedure '%1' cannot be executed within a transaction."),
    (15004, "Name cannot be NULL."),
    (15005, "Statistics for all tables have been updated."),
    (15006, "'%1' is not a valid name because it contains invalid characters."),
    (15007, "'%1' is not a valid login or you do not have permission."),
    (15009, "The object '%1' does not exist in database '%2' or is invalid for this operation."),
    (
        15010,
        "The database '%1' does not exist. Supply a valid database name. To see available databases, use sys.databases.",
    ),
    (15014, "The role '%1' does not exist in the current database."),
    (15023, "User, group, or role '%1' already exists in the current database."),
    (15025, "The server principal '%1' already exists."),
    (15033, "'%1' is not a valid official language name."),
    (15036, "The data type '%1' does not exist or you do not have permission."),
    (15040, "User-defined error messages must have an ID greater than 50000."),
    (15041, "User-defined error messages must have a severity level between 1 and 25."),
    (15043, "You must specify 'REPLACE' to overwrite an existing message."),
    (15063, "The login already has an account under a different user name."),
    (15071, "Usage: sp_addmessage <msgnum>,<severity>,<msgtext> [,<language> [,FALSE | TRUE [,REPLACE]]]"),
    (15081, "Membership of the public role cannot be changed."),
    (15097, "The size associated with an extended property cannot be more than 7,500 bytes."),
    (15109, "Cannot change the owner of the master, model, tempdb or distribution database."),
    (15110, "The proposed new database owner is already a user or aliased in the database."),
    (
        15116,
        "Password validation failed. The password does not meet the operating system policy requirements because it is too short.",
    ),
    (
        15118,
        "Password validation failed. The password does not meet the operating system policy requirements because it is not complex enough.",
    ),
    (15123, "The configuration option '%1' does not exist, or it may be an advanced option."),
    (15124, "The configuration option '%1' is not unique."),
    (15129, "'%1' is not a valid value for configuration option '%2'."),
    (15135, "Object is invalid. Extended properties are not permitted on '%1', or the object does not exist."),
    (15138, "The database principal owns a %1 in the database, and cannot be dropped."),
    (15143, "'%1' is not a valid option for the @updateusage parameter. Enter either 'true' or 'false'."),
    (15144, "The role has members. It must be empty before it can be dropped."),
    (15150, "Cannot %1 the %2 '%3'."),
    (15151, "Cannot %1 the %2 '%3', because it does not exist or you do not have permission."),
    (15155, "The server principal owns a %1 and cannot be dropped."),
    (15156, "The password that you specified is too long. The password should have no more than %1 characters."),
    (15159, "Maximum impersonation nesting level exceeded (limit %1)."),
    (15165, "Could not find object '%1' or you do not have permission."),
    (
        15173,
        "Server principal '%1' has granted one or more permission(s). Revoke the permission(s) before dropping the server principal.",
    ),
    (15174, "Login '%1' owns one or more database(s). Change the owner of the database(s) before dropping the login."),
    (15179, "The message number %1 or specified language version does not exist."),
    (15182, "Cannot disable access to the guest user in master or tempdb."),
    (15196, "The current security context is non-revertible. The \"Revert\" statement failed."),
    (15197, "There is no text for object '%1'."),
    (15198, "The name supplied (%1) is not a user, role, or aliased login."),
    (
        15199,
        "The current security context cannot be reverted. Please switch to the original database where '%1' was called and try it again.",
    ),
    (15217, "Property cannot be updated or deleted. Property '%1' does not exist for '%2'."),
    (15223, "Error: The input parameter '%1' is not allowed to be null."),
    (
        15225,
        "No item by the name of '%1' could be found in the current database '%2', given that @itemtype was input as '%3'.",
    ),
    (15233, "Property cannot be added. Property '%1' already exists for '%2'."),
    (15234, "Objects of this type have no space allocated."),
    (15247, "User does not have permission to perform this action."),
    (15248, "Either the parameter @objname is ambiguous or the claimed @objtype (%1) is wrong."),
    (15249, "Error: Explicit @objtype '%1' is unrecognized."),
    (15250, "The database name component of the object qualifier must be the name of the current database."),
    (15252, "The primary or foreign key table name must be given."),
    (15253, "Syntax error parsing SQL identifier '%1'."),
    (
        15281,
        "SQL Server blocked access to %1 '%2' of component '%3' because this component is turned off as part of the security \
         configuration for this server. A system administrator can enable the use of '%3' by using sp_configure. For more \
         information about enabling '%3', search for '%3' in SQL Server Books Online.",
    ),
    (
        15284,
        "The database principal has granted or denied permissions to objects in the database and cannot be dropped.",
    ),
    (
        15300,
        "No recognized letter is contained in the parameter value for General Permission Type (%1). Valid letters are in this set: %2 .",
    ),
    (15302, "Database_Name should not be used to qualify owner.object for the parameter into this procedure."),
    (15325, "The current database does not contain a %1 named '%2'."),
    (15330, "There are no matching rows on which to report."),
    (
        15335,
        "Error: The new name '%1' is already in use as a %2 name and would cause a duplicate that is not permitted.",
    ),
    (15336, "Object '%1' cannot be renamed because the object participates in enforced dependencies."),
    (15347, "Cannot transfer an object that is owned by a parent object."),
    (15348, "Cannot transfer a schemabound object."),
    (15402, "'%1' is not a fixed server role."),
    (15405, "Cannot use the special principal '%1'."),
    (
        15406,
        "Cannot execute as the server principal because the principal \"%1\" does not exist, this type of principal cannot be impersonated, or you do not have permission.",
    ),
    (15409, "'%1' is not a role."),
    (15410, "User or role '%1' does not exist in this database."),
    (15412, "'%1' is not a known fixed role."),
    (15413, "Cannot make a role a member of itself."),
    (15419, "Supplied parameter sid should be binary(16)."),
    (15433, "Supplied parameter sid is in use."),
    (15434, "Could not drop login '%1' as the user is currently logged in."),
    (15457, "Configuration option '%1' changed from %2 to %3. Run the RECONFIGURE statement to install."),
    (15459, "In the current database, the specified object references the following:"),
    (15460, "In the current database, the specified object is referenced by the following:"),
    (15461, "Object does not reference any object, and no objects reference it."),
    (15469, "No constraints are defined on object '%1', or you do not have permissions."),
    (15470, "No foreign keys reference table '%1', or you do not have permissions on referencing tables."),
    (15471, "The text for object '%1' is encrypted."),
    (15472, "The object '%1' does not have any indexes, or you do not have permissions."),
    (15477, "Caution: Changing any part of an object name could break scripts and stored procedures."),
    (
        15517,
        "Cannot execute as the database principal because the principal \"%1\" does not exist, this type of principal cannot be impersonated, or you do not have permission.",
    ),
    (15530, "The %1 with name \"%2\" already exists."),
    (
        15585,
        "The current security context cannot be reverted using this statement. A cookie may or may not be needed with 'Revert' statement depending on how the context was set with 'Execute As' statement.",
    ),
    (15600, "An invalid parameter or option was specified for procedure '%1'."),
    (15622, "No permission to access database '%1'."),
    (15650, "Updating %1"),
    (15651, "    %1 index(es)/statistic(s) have been updated, %2 did not require update."),
    (15652, "    %1 has been updated..."),
    (15653, "    %1, update is not necessary..."),
    (15664, "Cannot set key '%1' in the session context. The key has been set as read_only for this session."),
    (16211, "Cannot repeat window name in the WINDOW clause."),
    (16902, "%1: The value of the parameter %2 is invalid."),
    (16904, "sp_cursor: optype: You can only specify ABSOLUTE in conjunction with DELETE or UPDATE."),
    (16905, "The cursor is already open."),
    (16907, "%1 is not allowed in cursor statements."),
    (16909, "%1: The cursor identifier value provided (%2) is not valid."),
    (16911, "%1: The fetch type %2 cannot be used with forward only cursors."),
    (16915, "A cursor with the name '%1' already exists."),
    (16916, "A cursor with the name '%1' does not exist."),
    (16917, "Cursor is not open."),
    (16922, "Cursor Fetch: Implicit conversion from data type %1 to %2 is not allowed."),
    (16924, "Cursorfetch: The number of variables declared in the INTO list must match that of selected columns."),
    (16928, "sp_cursor: Exec statement is not allowed as source for cursor insert."),
    (16929, "The cursor is READ ONLY."),
    (16930, "The requested row is not in the fetch buffer."),
    (16931, "There are no rows in the current fetch buffer."),
    (16932, "The cursor has a FOR UPDATE list and the requested column to be updated is not in this list."),
    (16933, "The cursor does not include the table being modified or the table is not updatable through the cursor."),
    (16934, "Optimistic concurrency check failed. The row was modified outside of this cursor."),
    (16935, "No parameter values were specified for the sp_cursor-%1 statement."),
    (16936, "sp_cursor: One or more values parameters were invalid."),
    (16943, "Could not complete cursor operation because the table schema changed after the cursor was declared."),
    (16947, "No rows were updated or deleted."),
    (
        16948,
        "The variable '%1' is not a cursor variable, but it is used in a place where a cursor variable is expected.",
    ),
    (16950, "The variable '%1' does not currently have a cursor allocated to it."),
    (
        16951,
        "The variable '%1' cannot be used as a parameter because a CURSOR OUTPUT parameter must not have a cursor allocated \
         to it before execution of the procedure.",
    ),
    (16955, "Could not create an acceptable cursor."),
    (16956, "The created cursor is not of the requested type."),
    (16957, "FOR UPDATE cannot be specified on a READ ONLY cursor."),
    (
        18054,
        "Error %1, severity %2, state %3 was raised, but no message with that error number was found in sys.messages. If \
         error is larger than 50000, make sure the user-defined message is added using sp_addmessage.",
    ),
    (18452, "Login failed. The login is from an untrusted domain and cannot be used with Integrated authentication."),
    (18456, "Login failed for user '%1'."),
    (19300, "An invalid Pattern '%1' was provided. Error '%2' occurred during evaluation of the Pattern."),
    (19301, "'%1' value should be greater than or equal to %2 but '%3' is provided in '%4' function."),
    (19302, "Maximum of '%1' flags can be provided. But you provided '%2' flags."),
    (19303, "Invalid flag provided. '%1' are not valid flags. Only %2 flags are valid."),
    (19307, "Encountered an unexpected ')' in the Pattern %1."),
    (19308, "Missing '%1' in the Pattern %2."),
    (19309, "Invalid trailing backslash (\\) provided at the end of the Pattern %1."),
    (22004, "%1"),
    (
        35100,
        "Error number %1 in the THROW statement is outside the valid range. Specify an error number in the valid range of 50000 to 2147483647.",
    ),
    (40517, "Keyword or statement option '%1' is not supported in this version of SQL Server."),
    // The text is the script's own.
    (50000, "%1"),
];
