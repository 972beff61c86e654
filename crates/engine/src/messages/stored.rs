//! The system's messages in the form of `sys.messages`.

use super::filling::FIRST_OF_USERS;
use sluice_session::StoredMessage;
use sluice_types::error::catalogue::{self, Message, find};

/// Returns the system message with this number, unless it is a number for users' messages.
pub(crate) fn stored(number: i32) -> Option<StoredMessage> {
    find(number).filter(|_| number < FIRST_OF_USERS).map(shown)
}

/// Returns all system messages, sorted by number.
pub(crate) fn all() -> Vec<StoredMessage> {
    catalogue::all().filter(|message| message.number < FIRST_OF_USERS).map(shown).collect()
}

fn shown(message: &Message) -> StoredMessage {
    StoredMessage { number: message.number, severity: message.severity, text: places(message.text).into() }
}

/// Returns the template with `%1!` for its first argument, and so on. The line becomes the last
/// argument. Optional parts are included.
fn places(template: &str) -> String {
    let of_line = (1..=9).filter(|place| template.contains(&format!("%{place}"))).max().unwrap_or(0) + 1;
    let (mut shown, mut signs) = (String::with_capacity(template.len() + 8), template.chars().peekable());
    while let Some(sign) = signs.next() {
        match (sign, signs.peek().copied()) {
            ('{' | '}', _) => {}
            ('%', Some(place @ '1'..='9')) => {
                signs.next();
                shown.extend(['%', place, '!']);
            }
            ('%', Some('L')) => {
                signs.next();
                shown.push_str(&format!("%{of_line}!"));
            }
            _ => shown.push(sign),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_numbered_and_line_is_last() {
        assert_eq!(places("Line %L: '%2' of %1{, %3}."), "Line %4!: '%2!' of %1!, %3!.");
        assert_eq!(places("100 % of it"), "100 % of it");
        let divided = stored(8134).expect("a message");
        assert_eq!((divided.severity, &*divided.text), (16, "Divide by zero error encountered."));
        assert!(stored(FIRST_OF_USERS).is_none());
    }
}
