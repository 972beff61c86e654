//! The catalogue of messages: number, severity, text, constructor and state, declared once.
//!
//! ```text
//! (207, 16) "Invalid column name '%1'." => invalid_column_name(column), 1;
//! ```
//!
//! declares `SqlError::invalid_column_name(column)` with state 1. A call site changes the state with
//! [`SqlError::in_state`]. A message without a constructor is listed in `sys.messages` only.
//!
//! The texts are SQL Server's (`relational-databases/errors-events` of its documentation). Sluice
//! has its own text where SQL Server's mentions something that Sluice lacks, such as an error log,
//! or doesn't name the file or the remedy.
//!
//! In a text, `%1` to `%9` are the first to the ninth argument, and `%L` is the error's line. Text
//! in braces is omitted if one of its arguments is missing or empty.

mod below_1000;
mod below_14000;
mod below_3000;
mod below_5000;
mod below_60000;
mod below_9000;

#[cfg(test)]
mod tests;

/// A message.
#[derive(Debug)]
pub struct Message {
    /// The number in `sys.messages`.
    pub number: i32,
    /// The severity in `sys.messages`.
    pub severity: u8,
    /// The text with placeholders.
    pub text: &'static str,
    /// The constructor's name and arguments.
    #[cfg(test)]
    constructor: Option<(&'static str, &'static [&'static str])>,
}

/// Declares messages, and a constructor of [`SqlError`](super::SqlError) for each that is raised.
macro_rules! messages {
    (@constructor) => {
        None
    };
    (@constructor $constructor:ident $($argument:ident)*) => {
        Some((stringify!($constructor), &[$(stringify!($argument)),*]))
    };
    ($(
        ($number:literal, $severity:literal) $text:literal
        $(=> $constructor:ident($($argument:ident),*), $state:literal)?;
    )*) => {
        pub(super) const MESSAGES: &[super::Message] = &[$(super::Message {
            number: $number,
            severity: $severity,
            text: $text,
            #[cfg(test)]
            constructor: messages!(@constructor $($constructor $($argument)*)?),
        }),*];

        impl crate::error::SqlError {
            $($(
                #[doc = concat!("Error ", $number, ": `", $text, "`")]
                #[cold]
                #[allow(clippy::too_many_arguments, reason = "the text decides their number")]
                pub fn $constructor($($argument: impl std::fmt::Display),*) -> Self {
                    let arguments: [&dyn std::fmt::Display; _] = [$(&$argument),*];
                    Self::from_catalogue($number, $severity, $state, &arguments)
                }
            )?)*
        }
    };
}
use messages;

/// Returns the message `number`.
pub fn find(number: i32) -> Option<&'static Message> {
    let part = PARTS.iter().find(|part| part.last().is_some_and(|last| last.number >= number))?;
    part.binary_search_by_key(&number, |message| message.number).ok().map(|place| &part[place])
}

/// Returns all messages, sorted by number.
pub fn all() -> impl Iterator<Item = &'static Message> {
    PARTS.iter().copied().flatten()
}

const PARTS: [&[Message]; 6] = [
    below_1000::MESSAGES,
    below_3000::MESSAGES,
    below_5000::MESSAGES,
    below_9000::MESSAGES,
    below_14000::MESSAGES,
    below_60000::MESSAGES,
];

// `find` needs the messages sorted by number.
const _: () = {
    let (mut part, mut before) = (0, i32::MIN);
    while part < PARTS.len() {
        let mut place = 0;
        while place < PARTS[part].len() {
            assert!(before < PARTS[part][place].number, "the messages ascend by number, each once");
            before = PARTS[part][place].number;
            place += 1;
        }
        part += 1;
    }
};
