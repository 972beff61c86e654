//! TRY and CATCH: which instructions a handler guards, and where an error inside them goes on.
//!
//! A TRY block costs nothing while nothing fails: where an error goes is looked up by the place where it was raised. What the
//! functions about the error answer belongs to the CATCH block that runs; a jump out of one says so by a step of its own.

use super::compiler::Compiler;
use super::program::{Handler, Step};
use crate::code::Op;
use sluice_syntax::ast::Statement;

impl Compiler {
    pub(super) fn try_catch(&mut self, body: &[Statement], handler: &[Statement]) {
        let place = self.handlers.len();
        let start = self.builder.here();
        self.handlers.push(Handler { start, end: start, catch: start });
        self.block(body);
        let over = self.builder.push(Op::Jump(0));
        let catch = self.builder.here();
        self.handlers[place] = Handler { start, end: catch, catch };
        let around = self.catching.replace(place);
        self.block(handler);
        self.catching = around;
        self.step(Step::Leave(around));
        let end = self.builder.here();
        self.builder.patch(over, end);
    }

    /// What leaves the CATCH block around, if there is one that does not stay: the next instruction jumps to a place in that of
    /// `catching`.
    pub(super) fn leave_to(&mut self, catching: Option<usize>) {
        if self.catching != catching {
            self.step(Step::Leave(catching));
        }
    }

    fn block(&mut self, statements: &[Statement]) {
        self.blocks_seen += 1;
        self.blocks.push(self.blocks_seen);
        statements.iter().for_each(|statement| self.statement(statement));
        self.blocks.pop();
    }
}
