//! A message and the macro that declares messages.

use super::placeholder::{Piece, pieces};
use std::borrow::Cow;

/// A message.
#[derive(Debug)]
pub struct Message {
    /// The number in `sys.messages`.
    pub number: i32,
    /// The severity with which the message is raised.
    pub severity: u8,
    /// The severity in `sys.messages`.
    pub listed_severity: u8,
    /// The column `is_event_logged` of `sys.messages`.
    pub is_logged: bool,
    /// The text with placeholders and braces around its optional parts.
    pub(super) text: &'static str,
    /// The values of the placeholders as templates. Empty if the arguments are the values.
    pub(super) values: &'static [&'static str],
    /// The constructor's name and arguments.
    #[cfg(test)]
    pub(super) constructor: Option<(&'static str, &'static [&'static str])>,
}

impl Message {
    /// Returns the text as in `sys.messages`: with placeholders, and without the marks of optional
    /// parts.
    pub fn listed_text(&self) -> String {
        pieces(self.text)
            .map(|piece| match piece {
                Piece::Text(text) | Piece::Placeholder(text) => text,
                Piece::Percent => "%%",
                Piece::OptionalStart | Piece::OptionalEnd => "",
            })
            .collect()
    }

    /// Returns the text with `args` in the places of its placeholders, for an error on `line`. An
    /// optional part is omitted if one of its values is missing or empty.
    pub fn fill(&self, args: &[String], line: u32) -> String {
        let mut filled = String::with_capacity(self.text.len() + 64);
        let values = if self.has_value_for_each_placeholder(args) { &[] } else { self.values };
        let (mut place, mut optional_start, mut is_complete) = (0, 0, true);
        for piece in pieces(self.text) {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Percent => filled.push('%'),
                Piece::OptionalStart => (optional_start, is_complete) = (filled.len(), true),
                Piece::OptionalEnd if is_complete => {}
                Piece::OptionalEnd => filled.truncate(optional_start),
                Piece::Placeholder(_) => {
                    let value = match values.get(place) {
                        Some(template) => substituted(template, args, line),
                        None => Cow::Borrowed(args.get(place).map_or("", String::as_str)),
                    };
                    is_complete &= !value.is_empty();
                    filled.push_str(&value);
                    place += 1;
                }
            }
        }
        filled
    }

    /// Returns whether RAISERROR gave `args`: one for each placeholder, while the constructors of
    /// messages that RAISERROR can raise have fewer arguments if the message has templates.
    fn has_value_for_each_placeholder(&self, args: &[String]) -> bool {
        self.number >= RAISABLE_MIN && args.len() >= self.placeholders()
    }

    /// Returns the number of placeholders.
    pub(super) fn placeholders(&self) -> usize {
        pieces(self.text).filter(|piece| matches!(piece, Piece::Placeholder(_))).count()
    }
}

/// Returns `template` with the arguments for `%1` to `%9` and the line for `%L`.
fn substituted<'t>(template: &'t str, args: &[String], line: u32) -> Cow<'t, str> {
    if !template.contains('%') {
        return Cow::Borrowed(template);
    }
    let mut parts = template.split('%');
    let mut value = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut characters = part.chars();
        match characters.next() {
            Some('L') => value.push_str(&line.to_string()),
            Some(digit @ '1'..='9') => {
                value.push_str(args.get(digit as usize - '1' as usize).map_or("", String::as_str));
            }
            other => value.extend(std::iter::once('%').chain(other)),
        }
        value.push_str(characters.as_str());
    }
    Cow::Owned(value)
}

/// The lowest number of a message that RAISERROR can raise.
pub(super) const RAISABLE_MIN: i32 = 13_000;

/// Declares messages, and a constructor of [`SqlError`](super::SqlError) for each that is raised.
macro_rules! messages {
    (@constructor) => {
        None
    };
    (@constructor $constructor:ident $($argument:ident)*) => {
        Some((stringify!($constructor), &[$(stringify!($argument)),*]))
    };
    (@listed $severity:literal) => {
        $severity
    };
    (@listed $severity:literal $listed:literal) => {
        $listed
    };
    (@logged) => {
        false
    };
    (@logged logged) => {
        true
    };
    ($(
        ($number:literal, $severity:literal $(listed $listed:literal)? $(, $logged:ident)?) $text:literal
        $(with [$($value:literal),*])?
        $(=> $constructor:ident($($argument:ident),*), $state:literal)?;
    )*) => {
        pub(super) const MESSAGES: &[super::message::Message] = &[$(super::message::Message {
            number: $number,
            severity: $severity,
            listed_severity: messages!(@listed $severity $($listed)?),
            is_logged: messages!(@logged $($logged)?),
            text: $text,
            values: &[$($($value),*)?],
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
pub(super) use messages;
