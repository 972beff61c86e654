//! Inserts arguments into message texts.
//!
//! In a text, `%1` to `%9` are the first to the ninth argument, and `%L` is the error's line. Text
//! in braces is omitted if one of its arguments is missing or empty.

use super::table::TEXTS;
use sluice_types::SqlError;

/// Returns the text of `error`. A number without a text shows its arguments, so that no information
/// is lost.
pub fn text(error: &SqlError) -> String {
    match find(error.number) {
        Some(template) => fill(template, &error.args, error.line),
        // Messages raised by THROW and RAISERROR have their text as an argument.
        None if error.number >= FIRST_OF_USERS && error.args.len() == 1 => error.args[0].clone(),
        None if error.args.is_empty() => format!("Error {}.", error.number),
        None => format!("Error {}: {}.", error.number, error.args.join("; ")),
    }
}

/// Returns whether `number` has a text.
pub fn known(number: i32) -> bool {
    find(number).is_some()
}

pub(super) fn find(number: i32) -> Option<&'static str> {
    let place = TEXTS.binary_search_by_key(&number, |(number, _)| *number).ok()?;
    Some(TEXTS[place].1)
}

// `find` needs the texts sorted by number.
const _: () = {
    let mut place = 1;
    while place < TEXTS.len() {
        assert!(TEXTS[place - 1].0 < TEXTS[place].0, "the messages ascend by number, each once");
        place += 1;
    }
};

fn fill(template: &str, args: &[String], line: u32) -> String {
    let mut filled = String::with_capacity(template.len() + 64);
    let mut rest = template;
    while let Some((before, optional)) = rest.split_once('{') {
        put(before, args, line, &mut filled);
        let (optional, after) = optional.split_once('}').unwrap_or((optional, ""));
        let mut part = String::new();
        if put(optional, args, line, &mut part) {
            filled.push_str(&part);
        }
        rest = after;
    }
    put(rest, args, line, &mut filled);
    filled
}

/// Appends `template` to `filled`. Returns false if an argument is missing or empty.
fn put(template: &str, args: &[String], line: u32, filled: &mut String) -> bool {
    let mut pieces = template.split('%');
    filled.push_str(pieces.next().unwrap_or_default());
    let mut complete = true;
    for piece in pieces {
        let mut characters = piece.chars();
        match characters.next() {
            Some('L') => filled.push_str(&line.to_string()),
            Some(digit @ '1'..='9') => {
                let argument = args.get(digit as usize - '1' as usize).map_or("", String::as_str);
                complete &= !argument.is_empty();
                filled.push_str(argument);
            }
            // A literal percent sign.
            _ => {
                filled.push('%');
                filled.push_str(piece);
                continue;
            }
        }
        filled.push_str(characters.as_str());
    }
    complete
}

/// The first number of user messages.
pub(super) const FIRST_OF_USERS: i32 = 50000;
