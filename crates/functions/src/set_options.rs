//! The SET options that decide what expressions and definitions mean
//! (`t-sql/statements/set-statements-transact-sql.md`). Some affect arithmetic errors and
//! concatenation, others the defaults of a definition.
//!
//! A compiled statement belongs to the options that it was bound with. A module keeps ANSI_NULLS
//! and QUOTED_IDENTIFIER as they were when it was created. The departures from SQL Server are in
//! `docs/decisions/2026-11-25-set-options.md`.

use crate::language::{LANGUAGES, Language};

/// A SET option that is ON or OFF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOption {
    /// ANSI_WARNINGS.
    AnsiWarnings,
    /// ANSI_PADDING.
    AnsiPadding,
    /// ANSI_NULLS.
    AnsiNulls,
    /// ARITHABORT.
    ArithAbort,
    /// ARITHIGNORE.
    ArithIgnore,
    /// QUOTED_IDENTIFIER.
    QuotedIdentifier,
    /// ANSI_NULL_DFLT_ON.
    AnsiNullDefaultOn,
    /// ANSI_NULL_DFLT_OFF.
    AnsiNullDefaultOff,
    /// CONCAT_NULL_YIELDS_NULL.
    ConcatNullYieldsNull,
    /// NUMERIC_ROUNDABORT.
    NumericRoundAbort,
}

use SetOption::{
    AnsiNullDefaultOff, AnsiNullDefaultOn, AnsiNulls, AnsiPadding, AnsiWarnings, ArithAbort, ArithIgnore,
    ConcatNullYieldsNull, NumericRoundAbort, QuotedIdentifier,
};

impl SetOption {
    /// All options, in the order of DBCC USEROPTIONS.
    pub const ALL: [SetOption; 10] = [
        QuotedIdentifier,
        ArithAbort,
        ArithIgnore,
        AnsiNullDefaultOff,
        AnsiNullDefaultOn,
        AnsiWarnings,
        AnsiPadding,
        AnsiNulls,
        ConcatNullYieldsNull,
        NumericRoundAbort,
    ];

    /// Returns the option called `name`, ignoring case. `None` for other options, such as NOCOUNT.
    pub fn named(name: &str) -> Option<SetOption> {
        SetOption::ALL.into_iter().find(|option| option.name().eq_ignore_ascii_case(name))
    }

    /// Returns the option's name in lower case, as SET takes it.
    pub const fn name(self) -> &'static str {
        match self {
            AnsiWarnings => "ansi_warnings",
            AnsiPadding => "ansi_padding",
            AnsiNulls => "ansi_nulls",
            ArithAbort => "arithabort",
            ArithIgnore => "arithignore",
            QuotedIdentifier => "quoted_identifier",
            AnsiNullDefaultOn => "ansi_null_dflt_on",
            AnsiNullDefaultOff => "ansi_null_dflt_off",
            ConcatNullYieldsNull => "concat_null_yields_null",
            NumericRoundAbort => "numeric_roundabort",
        }
    }

    /// Returns the bit in `@@OPTIONS`
    /// (`t-sql/functions/options-transact-sql.md`).
    const fn bit(self) -> u16 {
        match self {
            AnsiWarnings => 8,
            AnsiPadding => 16,
            AnsiNulls => 32,
            ArithAbort => 64,
            ArithIgnore => 128,
            QuotedIdentifier => 256,
            AnsiNullDefaultOn => 1024,
            AnsiNullDefaultOff => 2048,
            ConcatNullYieldsNull => 4096,
            NumericRoundAbort => 8192,
        }
    }
}

/// The options that are ON, and SET LANGUAGE, which decides the names of months.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetOptions {
    bits: u16,
    language: u8,
}

impl Default for SetOptions {
    fn default() -> SetOptions {
        SetOptions::INITIAL
    }
}

impl SetOptions {
    /// The options of a new session, as drivers set them.
    pub const INITIAL: SetOptions = SetOptions {
        bits: AnsiWarnings.bit()
            | AnsiPadding.bit()
            | AnsiNulls.bit()
            | ArithAbort.bit()
            | QuotedIdentifier.bit()
            | AnsiNullDefaultOn.bit()
            | ConcatNullYieldsNull.bit(),
        language: 0,
    };

    /// Returns the options with these bits of `@@OPTIONS`; other bits don't count.
    pub fn from_bits(bits: u16) -> SetOptions {
        let bits = SetOption::ALL.iter().fold(0, |known, option| known | (bits & option.bit()));
        SetOptions { bits, language: 0 }
    }

    /// Returns the options as the bits of `@@OPTIONS`.
    pub const fn bits(self) -> u16 {
        self.bits
    }

    /// Returns the language of SET LANGUAGE.
    pub fn language(self) -> &'static Language {
        &LANGUAGES[usize::from(self.language)]
    }

    /// Returns the same options with another language.
    pub fn in_language(self, language: &'static Language) -> SetOptions {
        SetOptions { language: language.id as u8, ..self }
    }

    /// Whether the option is ON.
    pub const fn has(self, option: SetOption) -> bool {
        self.bits & option.bit() != 0
    }

    /// Returns the options after `SET option ON|OFF`. ANSI_NULL_DFLT_ON and ANSI_NULL_DFLT_OFF
    /// exclude each other (`t-sql/statements/set-ansi-null-dflt-on-transact-sql.md`).
    pub const fn with(self, option: SetOption, on: bool) -> SetOptions {
        let excluded = match option {
            AnsiNullDefaultOn => AnsiNullDefaultOff.bit(),
            AnsiNullDefaultOff => AnsiNullDefaultOn.bit(),
            _ => 0,
        };
        let bits = if on { (self.bits & !excluded) | option.bit() } else { self.bits & !option.bit() };
        SetOptions { bits, ..self }
    }

    /// Whether overflows and divisions by zero give NULL instead of an error
    /// (`t-sql/statements/set-arithabort-transact-sql.md`).
    pub const fn forgives_arithmetic(self) -> bool {
        !self.has(AnsiWarnings) && !self.has(ArithAbort)
    }

    /// Whether an overflow or division by zero ends the batch and its transaction.
    pub const fn aborts_on_arithmetic(self) -> bool {
        !self.has(AnsiWarnings) && self.has(ArithAbort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_defaults_exclude_each_other() {
        let off = SetOptions::INITIAL.with(AnsiNullDefaultOff, true);
        assert!(off.has(AnsiNullDefaultOff) && !off.has(AnsiNullDefaultOn));
        assert!(!off.with(AnsiNullDefaultOff, false).has(AnsiNullDefaultOn), "both can be OFF");
        assert_eq!(SetOptions::INITIAL.bits(), 8 | 16 | 32 | 64 | 256 | 1024 | 4096);
    }
}
