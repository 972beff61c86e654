//! Prints THROW, RAISERROR, WAITFOR.

use super::printer::Printer;
use crate::ast::{RaiseError, Throw, WaitFor};

impl Printer {
    /// Prints THROW, alone or with its three operands.
    pub(crate) fn throw(&mut self, throw: Option<&Throw>) {
        self.word("THROW");
        if let Some(throw) = throw {
            self.expression(&throw.number);
            self.raw(", ");
            self.expression(&throw.message);
            self.raw(", ");
            self.expression(&throw.state);
        }
    }

    /// Prints `RAISERROR`. The arguments follow the state in the parentheses.
    pub(crate) fn raise_error(&mut self, raise: &RaiseError) {
        self.word("RAISERROR(");
        self.expression(&raise.message);
        for operand in [&raise.severity, &raise.state].into_iter().chain(&raise.arguments) {
            self.raw(", ");
            self.expression(operand);
        }
        self.raw(")");
        if !raise.options.is_empty() {
            self.word("WITH");
            self.word("");
            self.list(&raise.options, |printer, option| printer.word(option.word()));
        }
    }

    /// Prints `WAITFOR`. Either DELAY or TIME.
    pub(crate) fn wait_for(&mut self, wait: &WaitFor) {
        let (word, value) = match wait {
            WaitFor::Delay(value) => ("WAITFOR DELAY", value),
            WaitFor::Time(value) => ("WAITFOR TIME", value),
        };
        self.word(word);
        self.expression(value);
    }
}
