//! The catalogue of messages: number, severity, text, constructor and state, declared once.
//!
//! ```text
//! (207, 16) "Invalid column name '%.*ls'." => invalid_column_name(column), 1;
//! ```
//!
//! declares `SqlError::invalid_column_name(column)` with state 1. A call site changes the state
//! with `in_state`. A message without a constructor is listed in `sys.messages` only.
//!
//! `(8155, 16 listed 15)` is raised with severity 16 and has severity 15 in `sys.messages`: for
//! some messages SQL Server's recorded output and its documentation differ so. `logged` is the
//! column `is_event_logged`.
//!
//! The texts are SQL Server's (`relational-databases/errors-events` of its documentation). Sluice
//! has its own text where SQL Server's mentions something that Sluice lacks, such as an error log,
//! or doesn't name the file or the remedy. [`placeholder`] explains placeholders and braces.
//!
//! The arguments are the placeholders' values in order, unless `with` has a template for each
//! value. In a template, `%1` to `%9` are the first to the ninth argument, and `%L` is the error's
//! line.

mod message;
pub mod placeholder;

mod below_1000;
mod below_14000;
mod below_2000;
mod below_3000;
mod below_5000;
mod below_60000;
mod below_9000;

#[cfg(test)]
mod tests;

pub use message::Message;

/// Returns the message `number`.
pub fn find(number: i32) -> Option<&'static Message> {
    let part = PARTS.iter().find(|part| part.last().is_some_and(|last| last.number >= number))?;
    part.binary_search_by_key(&number, |message| message.number).ok().map(|place| &part[place])
}

/// Returns all messages, sorted by number.
pub fn all() -> impl Iterator<Item = &'static Message> {
    PARTS.iter().copied().flatten()
}

const PARTS: [&[Message]; 7] = [
    below_1000::MESSAGES,
    below_2000::MESSAGES,
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
