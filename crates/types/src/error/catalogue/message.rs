//! A message and the macro that declares messages.

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
    pub(super) constructor: Option<(&'static str, &'static [&'static str])>,
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
        pub(super) const MESSAGES: &[super::message::Message] = &[$(super::message::Message {
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
pub(super) use messages;
