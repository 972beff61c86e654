//! Compiles TRY and CATCH.
//!
//! A TRY block costs nothing while no error occurs: the handler is looked up by the position of the
//! failed instruction. ERROR_NUMBER() and similar functions return the error of the running CATCH
//! block. A jump out of a CATCH block therefore needs a step of its own.

use super::compiler::Compiler;
use super::program::{Handler, Step};
use sluice_query::code::Op;
use sluice_syntax::ast::Statement;

impl Compiler {
    /// Compiles TRY and CATCH. The handler covers the instructions of the TRY block. The end of the
    /// CATCH block makes the error of an enclosing one current again.
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

    /// Emits a step that leaves the enclosing CATCH block before a jump into the CATCH block
    /// `catching`, if the two differ.
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
