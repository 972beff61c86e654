//! IF, WHILE and jumps.
//!
//! A question is a statement of its own: behind it `@@ROWCOUNT` and `@@ERROR` are 0, whichever way it went.

use super::compiler::{Compiler, Goto, Label, Loop};
use super::program::Step;
use crate::code::Op;
use sluice_catalog::Folded;
use sluice_syntax::ast::{Condition, Statement, StatementKind};
use sluice_types::SqlError;

impl Compiler {
    pub(super) fn if_else(
        &mut self,
        condition: &Condition,
        then: &Statement,
        otherwise: Option<&Statement>,
    ) -> Result<(), SqlError> {
        let question = self.question(condition);
        self.builder.push(Op::Tested);
        self.statement(then);
        let over = self.builder.push(Op::Jump(0));
        let behind = self.builder.here();
        self.builder.push(Op::Tested);
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        let end = self.builder.here();
        self.builder.patch(over, end);
        for miss in question? {
            self.builder.patch(miss, behind);
        }
        Ok(())
    }

    pub(super) fn while_loop(&mut self, condition: &Condition, body: &Statement) -> Result<(), SqlError> {
        let head = self.builder.here();
        let question = self.question(condition);
        self.builder.push(Op::Tested);
        self.loops.push(Loop { head, breaks: Vec::new(), catching: self.catching });
        self.statement(body);
        self.builder.push(Op::JumpBack(head));
        let behind = self.builder.here();
        self.builder.push(Op::Tested);
        let breaks = self.loops.pop().map(|finished| finished.breaks).unwrap_or_default();
        let end = self.builder.here();
        for jump in breaks {
            self.builder.patch(jump, end);
        }
        for miss in question? {
            self.builder.patch(miss, behind);
        }
        Ok(())
    }

    /// BREAK, CONTINUE, GOTO and labels; the parser has seen to it that each has its place.
    pub(super) fn jump(&mut self, kind: &StatementKind, line: u32) {
        match kind {
            StatementKind::Break => {
                self.leave_to(self.loops.last().and_then(|innermost| innermost.catching));
                let jump = self.builder.push(Op::Jump(0));
                if let Some(innermost) = self.loops.last_mut() {
                    innermost.breaks.push(jump);
                }
            }
            StatementKind::Continue => {
                self.leave_to(self.loops.last().and_then(|innermost| innermost.catching));
                if let Some(head) = self.loops.last().map(|innermost| innermost.head) {
                    self.builder.push(Op::JumpBack(head));
                }
            }
            StatementKind::Goto(label) => {
                // It may go back: as a loop's jump it asks whether the batch is to stop.
                let leave = self.catching.map(|_| {
                    self.step(Step::Leave(None));
                    self.steps.len() - 1
                });
                let jump = self.builder.push(Op::JumpBack(0));
                let (label, blocks) = (Folded::new(&label.text), self.blocks.clone());
                self.gotos.push(Goto { jump, label, blocks, leave, line });
            }
            StatementKind::Label(label) => {
                let here = self.builder.here();
                let label_at = Label { at: here, blocks: self.blocks.clone(), catching: self.catching };
                self.labels.insert(Folded::new(&label.text), label_at);
            }
            _ => {}
        }
    }
}
