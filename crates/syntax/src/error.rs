//! Syntax errors with SQL Server's numbers. Message texts are in the engine's message catalogue.

use crate::span::Span;
use sluice_base::memory::OutOfMemory;

/// An error found while parsing a batch. A batch with any error must not be executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// SQL Server's message number, one of the constants in [`number`].
    pub number: i32,
    /// Line within the batch's text, from 1.
    pub line: u32,
    /// The token at which the parser found the error.
    pub span: Span,
    /// The message's first argument (`%1`), usually the text near the error. Empty if the message
    /// takes no argument.
    pub argument: String,
}

impl SyntaxError {
    /// Returns error 701 at line 1 with an empty span: there is no memory for the batch's tokens.
    pub(crate) fn no_memory(refused: &OutOfMemory) -> SyntaxError {
        SyntaxError { number: number::OUT_OF_MEMORY, line: 1, span: Span::default(), argument: refused.to_string() }
    }

    /// Returns the severity: 17 for 701, 16 for those that `sys.messages` lists so, otherwise 15.
    pub fn severity(&self) -> u8 {
        match self.number {
            number::OUT_OF_MEMORY => 17,
            number::ALIAS_NEEDED
            | number::MODULE_OPTION_INVALID
            | number::OPTION_REPEATED
            | number::FILEGROUP_OF_LOG
            | number::INDEX_HINTS_REPEATED
            | number::NAMESPACE_REPEATED..=number::NAMESPACE_EMPTY => 16,
            _ => 15,
        }
    }

    /// Returns the values for the placeholders of the message's text, in order. Error 6870 has
    /// three: the prefix, its wrong character and that character's code. Error 195 has two.
    /// Otherwise there is `argument`, if not empty.
    pub fn arguments(&self) -> Vec<String> {
        match self.number {
            number::NAME_TOO_LONG => vec![self.argument.clone(), NAME_LENGTH_MAX.to_string()],
            number::UNKNOWN_SET_OPTION => vec![self.argument.clone(), "SET option".to_owned()],
            number::WORD_EXPECTED => vec![self.argument.clone(), "AS".to_owned()],
            number::INVALID_OPTION => vec![self.argument.clone(), "FETCH".to_owned()],
            number::NAMESPACE_PREFIX_INVALID => {
                let wrong = wrong_in_prefix(&self.argument).unwrap_or_default();
                vec![self.argument.clone(), wrong.to_string(), format!("{:04X}", u32::from(wrong))]
            }
            _ if self.argument.is_empty() => Vec::new(),
            _ => vec![self.argument.clone()],
        }
    }

    /// Returns SQL Server's state for this error: 4 for 103 and 1038, 123 for 701, otherwise 1.
    pub fn state(&self) -> u8 {
        match self.number {
            number::NAME_TOO_LONG | number::NAME_EMPTY => 4,
            number::WORD_EXPECTED => 10,
            number::INVALID_OPTION => 2,
            number::OUT_OF_MEMORY => 123,
            _ => 1,
        }
    }
}

/// Returns the first character of a namespace prefix that an XML name can't have in its place.
/// `None` for a valid prefix.
pub(crate) fn wrong_in_prefix(prefix: &str) -> Option<char> {
    let is_wrong = |(place, letter): &(usize, char)| match *place {
        0 => !(letter.is_alphabetic() || *letter == '_'),
        _ => !(letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')),
    };
    prefix.chars().enumerate().find(is_wrong).map(|(_, letter)| letter)
}

/// The maximum length of an identifier, in UTF-16 units.
pub(crate) const NAME_LENGTH_MAX: usize = 128;

/// Message numbers that this crate reports.
pub mod number {
    /// Incorrect syntax near '%1'.
    pub const INCORRECT_SYNTAX: i32 = 102;
    /// Invalid usage of the option %1 in the FETCH statement.
    pub const INVALID_OPTION: i32 = 153;
    /// The identifier that starts with '%1' is too long. Maximum length is 128.
    pub const NAME_TOO_LONG: i32 = 103;
    /// Unclosed quotation mark after the character string '%1'.
    pub const UNCLOSED_QUOTE: i32 = 105;
    /// '%1' must be the first statement in a query batch.
    pub const FIRST_IN_BATCH: i32 = 111;
    /// Missing end comment mark '*/'.
    pub const UNCLOSED_COMMENT: i32 = 113;
    /// The object name '%1' contains more than the maximum number of prefixes. The maximum is 3.
    pub const TOO_MANY_PREFIXES: i32 = 117;
    /// Invalid pseudocolumn "%1".
    pub const PSEUDO_COLUMN: i32 = 126;
    /// The label '%1' has already been declared. Label names must be unique within a query batch or
    /// stored procedure.
    pub const DUPLICATE_LABEL: i32 = 132;
    /// A GOTO statement references the label '%1' but the label has not been declared.
    pub const UNKNOWN_LABEL: i32 = 133;
    /// Cannot use a BREAK statement outside the scope of a WHILE statement.
    pub const BREAK_OUTSIDE_LOOP: i32 = 135;
    /// Cannot use a CONTINUE statement outside the scope of a WHILE statement.
    pub const CONTINUE_OUTSIDE_LOOP: i32 = 136;
    /// Incorrect syntax near the keyword '%1'.
    pub const INCORRECT_SYNTAX_KEYWORD: i32 = 156;
    /// Must specify the table name and index name for the DROP INDEX statement.
    pub const INDEX_WITHOUT_TABLE: i32 = 159;
    /// The definition for column '%1' must include a data type.
    pub const COLUMN_WITHOUT_TYPE: i32 = 173;
    /// Cannot use the OUTPUT option in a DECLARE, CREATE AGGREGATE or CREATE FUNCTION statement.
    pub const OUTPUT_IN_DECLARATION: i32 = 181;
    /// Some part of your SQL statement is nested too deeply.
    pub const NESTED_TOO_DEEPLY: i32 = 191;
    /// '%1' is not a recognized SET option.
    pub const UNKNOWN_SET_OPTION: i32 = 195;
    /// The table (and its columns) returned by a table-valued method need to be aliased.
    pub const ALIAS_NEEDED: i32 = 318;
    /// Incorrect syntax near the keyword 'with': the previous statement must be terminated with a
    /// semicolon.
    pub const WITH_NEEDS_SEMICOLON: i32 = 319;
    /// "%1" is not a recognized table hints option.
    pub const UNKNOWN_TABLE_HINT: i32 = 321;
    /// The 'ALL' version of the %1 operator is not supported.
    pub const ALL_NOT_SUPPORTED: i32 = 324;
    /// Unknown object type '%1' used in a CREATE, DROP, or ALTER statement.
    pub const UNKNOWN_OBJECT_TYPE: i32 = 343;
    /// An invalid option was specified for the statement "%1".
    pub const MODULE_OPTION_INVALID: i32 = 487;
    /// There is insufficient system memory to run this query.
    pub const OUT_OF_MEMORY: i32 = 701;
    /// %1 clause allowed only for DECLARE CURSOR.
    pub const CURSOR_CLAUSE: i32 = 1003;
    /// Incorrect syntax near '%1', expected '%2'.
    pub const WORD_EXPECTED: i32 = 1035;
    /// An object or column name is missing or empty.
    pub const NAME_EMPTY: i32 = 1038;
    /// Option '%1' is specified more than once.
    pub const OPTION_REPEATED: i32 = 1039;
    /// A filegroup cannot be used with log files.
    pub const FILEGROUP_OF_LOG: i32 = 1064;
    /// Only one list of index hints per table is allowed.
    pub const INDEX_HINTS_REPEATED: i32 = 1068;
    /// The integer value %1 is out of range.
    pub const INTEGER_OUT_OF_RANGE: i32 = 1080;
    /// An expression of non-boolean type specified in a context where a condition is expected, near
    /// '%1'.
    pub const CONDITION_EXPECTED: i32 = 4145;
    /// The query uses non-ANSI outer join operators.
    pub const OLD_OUTER_JOIN: i32 = 4147;
    /// Attempt to redefine namespace prefix '%1'
    pub const NAMESPACE_REPEATED: i32 = 6869;
    /// Prefix '%1' used in WITH XMLNAMESPACES clause contains an invalid XML identifier.
    pub const NAMESPACE_PREFIX_INVALID: i32 = 6870;
    /// Prefix '%1' used in WITH XMLNAMESPACES is reserved and cannot be used as a user-defined
    /// prefix.
    pub const NAMESPACE_PREFIX_RESERVED: i32 = 6871;
    /// XML namespace prefix 'xml' can only be associated with its URI, and the URI with it.
    pub const NAMESPACE_OF_XML: i32 = 6872;
    /// Empty URI is not allowed in WITH XMLNAMESPACES clause.
    pub const NAMESPACE_EMPTY: i32 = 6874;
    /// An action of type '%1' is not allowed in the 'WHEN NOT MATCHED' clause of a MERGE statement.
    pub const MERGE_ACTION_WITHOUT_ROW: i32 = 10710;
    /// An action of type 'INSERT' is not allowed in the '%1' clause of a MERGE statement.
    pub const MERGE_INSERT_OF_ROW: i32 = 10711;
    /// A MERGE statement must be terminated by a semi-colon (;).
    pub const MERGE_NEEDS_SEMICOLON: i32 = 10713;
    /// The insert column list used in the MERGE statement cannot contain multi-part identifiers.
    pub const MERGE_COLUMN_QUALIFIED: i32 = 10739;
}
