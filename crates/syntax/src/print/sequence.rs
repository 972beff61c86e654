//! Prints CREATE SEQUENCE and ALTER SEQUENCE. DROP is in `statement`.

use super::printer::Printer;
use crate::ast::{Expr, SequenceDefinition, SequenceOption};

impl Printer {
    /// Prints `CREATE SEQUENCE` or `ALTER SEQUENCE`, by `verb`. Options follow in their order.
    pub(crate) fn sequence(&mut self, verb: &str, definition: &SequenceDefinition) {
        self.word(verb);
        self.word("SEQUENCE");
        self.object_name(&definition.name);
        if let Some(data_type) = &definition.data_type {
            self.word("AS");
            self.type_name(data_type);
        }
        definition.options.iter().for_each(|option| self.sequence_option(option));
    }

    fn sequence_option(&mut self, option: &SequenceOption) {
        let (words, value): (&str, Option<&Expr>) = match option {
            SequenceOption::StartWith(value) => ("START WITH", Some(value)),
            SequenceOption::Restart(None) => ("RESTART", None),
            SequenceOption::Restart(Some(value)) => ("RESTART WITH", Some(value)),
            SequenceOption::IncrementBy(value) => ("INCREMENT BY", Some(value)),
            SequenceOption::MinValue(None) => ("NO MINVALUE", None),
            SequenceOption::MinValue(Some(value)) => ("MINVALUE", Some(value)),
            SequenceOption::MaxValue(None) => ("NO MAXVALUE", None),
            SequenceOption::MaxValue(Some(value)) => ("MAXVALUE", Some(value)),
            SequenceOption::Cycle(true) => ("CYCLE", None),
            SequenceOption::Cycle(false) => ("NO CYCLE", None),
            SequenceOption::Cache(size) => ("CACHE", size.as_ref()),
            SequenceOption::NoCache => ("NO CACHE", None),
        };
        self.word(words);
        if let Some(value) = value {
            self.expression(value);
        }
    }
}
