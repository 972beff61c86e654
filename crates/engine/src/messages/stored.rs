//! The system's messages as `sys.messages` shows them.

use super::filling::{FIRST_OF_USERS, find};
use super::severity::severity;
use super::table::TEXTS;
use sluice_exec::StoredMessage;

/// The system's message `number`, if there is one.
pub(crate) fn stored(number: i32) -> Option<StoredMessage> {
    Some(shown(number, find(number).filter(|_| number < FIRST_OF_USERS)?))
}

/// All the system's, in the order of their numbers.
pub(crate) fn all() -> Vec<StoredMessage> {
    let systems = TEXTS.iter().filter(|(number, _)| *number < FIRST_OF_USERS);
    systems.map(|(number, template)| shown(*number, template)).collect()
}

fn shown(number: i32, template: &str) -> StoredMessage {
    StoredMessage { number, severity: severity(number), text: places(template).into() }
}

/// Of a template the text with `%1!` in the place of its first argument; the line is the argument behind the last. What may be left out is in
/// it.
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
    fn places_are_numbered_and_the_line_is_the_last() {
        assert_eq!(places("Line %L: '%2' of %1{, %3}."), "Line %4!: '%2!' of %1!, %3!.");
        assert_eq!(places("100 % of it"), "100 % of it");
        let divided = stored(8134).expect("a message");
        assert_eq!((divided.severity, &*divided.text), (16, "Divide by zero error encountered."));
        assert!(stored(FIRST_OF_USERS).is_none());
    }
}
