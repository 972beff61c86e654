//! Options.

use super::printer::Printer;
use crate::ast::{Name, NamedOption, OptionValue};
use crate::keyword::{self, Keyword};

impl Printer {
    /// Prints `name [= value] [(list)]`.
    pub(crate) fn named_option(&mut self, option: &NamedOption) {
        // SAMPLE 10 PERCENT, of statistics, has no equals sign.
        self.option_of(option, !option.name.is("SAMPLE"));
    }

    /// Prints a database option. SQL Server's grammar differs per option.
    pub(crate) fn database_option(&mut self, option: &NamedOption) {
        let equals = match &option.value {
            Some(OptionValue::Word(word)) => takes_equals(option, word),
            _ => true,
        };
        self.option_of(option, equals);
    }

    fn option_of(&mut self, option: &NamedOption, equals: bool) {
        self.any_word(&option.name);
        if let Some(value) = &option.value {
            if equals {
                self.word("=");
            }
            self.option_value(value);
        }
        if !option.list.is_empty() {
            self.parenthesised(&option.list, Self::named_option);
        }
    }

    /// Prints the value of an option: a word, a variable, or a constant with its unit.
    pub(crate) fn option_value(&mut self, value: &OptionValue) {
        match value {
            OptionValue::Word(word) => self.any_word(word),
            OptionValue::Variable(name) => self.variable(name),
            OptionValue::Literal { value, unit } => {
                self.literal(value);
                if let Some(unit) = unit {
                    self.any_word(unit);
                }
            }
        }
    }

    /// Prints `WITH (options)`, if there are any.
    pub(crate) fn with_options(&mut self, options: &[NamedOption]) {
        if !options.is_empty() {
            self.word("WITH");
            self.parenthesised(options, Self::named_option);
        }
    }

    /// Prints `WITH options`, if there are any.
    pub(crate) fn with_option_list(&mut self, options: &[NamedOption]) {
        if !options.is_empty() {
            self.word("WITH");
            self.word("");
            self.list(options, Self::named_option);
        }
    }
}

/// Whether `=` precedes the option's word.
fn takes_equals(option: &NamedOption, word: &Name) -> bool {
    let bare = [None, Some(Keyword::On), Some(Keyword::Off), Some(Keyword::Full)];
    EQUALS_OPTIONS.iter().any(|name| option.name.is(name)) || !bare.contains(&keyword::lookup(&word.text))
}

/// Options whose value follows an equals sign.
const EQUALS_OPTIONS: [&str; 11] = [
    "ACCELERATED_DATABASE_RECOVERY",
    "CHANGE_TRACKING",
    "CONTAINMENT",
    "DEFAULT_FULLTEXT_LANGUAGE",
    "DEFAULT_LANGUAGE",
    "DELAYED_DURABILITY",
    "LEDGER",
    "MEMORY_OPTIMIZED_ELEVATE_TO_SNAPSHOT",
    "NESTED_TRIGGERS",
    "QUERY_STORE",
    "TRANSFORM_NOISE_WORDS",
];
