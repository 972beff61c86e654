//! Compiles IF, WHILE and jumps.
//!
//! A condition counts as a statement: `@@ROWCOUNT` and `@@ERROR` are 0 after it, whatever its
//! outcome.

use super::compiler::{Compiler, Goto, Label, Loop};
use super::program::{Region, Step};
use sluice_catalog::Folded;
use sluice_query::code::Op;
use sluice_syntax::ast::{Condition, IfBranch, Statement, StatementKind};
use sluice_types::SqlError;

impl Compiler {
    /// Compiles a chain of IF and ELSE IF. Each later branch is a statement with its own region. An
    /// error in its condition is recorded after the errors of the branches that follow. Jumps are
    /// patched when the targets are known.
    pub(super) fn if_else(&mut self, branches: &[IfBranch], otherwise: Option<&Statement>) -> Result<(), SqlError> {
        let (mut ends, mut errors) = (Vec::new(), Vec::new());
        let mut own_regions = Vec::new();
        for (place, branch) in branches.iter().enumerate() {
            if place > 0 {
                let start = self.builder.here();
                own_regions.push(self.regions.len());
                self.regions.push(Region { start, resume: start, line: branch.line, span: branch.span });
            }
            let question = self.question(&branch.condition);
            self.builder.push(Op::Tested);
            self.statement(&branch.then);
            ends.push(self.builder.push(Op::Jump(0)));
            let behind = self.builder.here();
            self.builder.push(Op::Tested);
            match question {
                Ok(misses) => misses.into_iter().for_each(|miss| self.builder.patch(miss, behind)),
                Err(error) => errors.push(error.at_line(branch.line)),
            }
        }
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
        }
        let end = self.builder.here();
        ends.into_iter().for_each(|jump| self.builder.patch(jump, end));
        own_regions.into_iter().for_each(|region| self.regions[region].resume = end);
        self.errors.extend(errors.into_iter().rev());
        Ok(())
    }

    /// Compiles WHILE. The jump back to the condition checks for cancellation. BREAK and CONTINUE
    /// are patched when the loop is complete. Fails if the condition can't be bound; errors of the
    /// body are collected.
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

    /// Compiles BREAK, CONTINUE, GOTO and labels. The parser has checked their placement. Jumps out
    /// of a CATCH block leave it first. GOTO targets are patched at the end of the program.
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
                // A GOTO may jump backwards, so it checks for cancellation like a loop.
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
