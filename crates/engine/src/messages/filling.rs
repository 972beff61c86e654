//! Inserts arguments into message texts, whose placeholders `sluice_types::error::catalogue`
//! explains.

use sluice_types::SqlError;
use sluice_types::error::catalogue::find;

/// Returns the text of `error`. A number without a text shows its arguments, so that no information
/// is lost. Numbers of users' messages have their text as the argument.
pub fn text(error: &SqlError) -> String {
    match find(error.number) {
        Some(message) => fill(message.text, &error.args, error.line),
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
