//! SET NOEXEC and SET FMTONLY: skips statements while either is ON.
//!
//! Under FMTONLY each statement sends its columns as an empty result, in textual order. Conditions
//! aren't evaluated, so both branches of an IF are visited. Called procedures send the columns of
//! their statements (`t-sql/statements/set-fmtonly-transact-sql.md`).

use super::activation::Departure;
use super::ending::{Ending, Stop};
use super::interpreter::Interpreter;
use super::program::{Program, Slot, Step};
use sluice_command::statement;
use sluice_query::code::{Exit, NoSubqueries, Op, Pc, run_here};

impl Interpreter<'_, '_, '_, '_> {
    /// Skips statements from `from` on and returns where execution resumes. Under NOEXEC that is
    /// the next SET NOEXEC OFF or the end. Under FMTONLY each statement sends its columns on the
    /// way. USE, SET and calls take effect nevertheless, and an error is handled as at a run.
    #[cold]
    pub(super) fn skip(&mut self, program: &Program, slots: &mut [Slot], from: Pc) -> Result<Pc, Departure> {
        if self.env.state.options.no_exec {
            return program.switching_on(from).ok_or(Departure::Ended(Ending::Returned));
        }
        for pc in from..program.code.ops.len() as Pc {
            let Op::Statement(number) = program.code.ops[pc as usize] else { continue };
            let stop = match (&program.steps[number as usize], &mut slots[number as usize]) {
                (Step::Bound(_), Slot::Bound(slot)) => match slot.columns(self.env) {
                    Ok(Some(columns)) => {
                        self.env.sink.columns(&columns);
                        self.env.done(0);
                        continue;
                    }
                    Ok(None) => continue,
                    Err(error) => Stop::Unbound(error),
                },
                (Step::Use(name), _) => match statement::use_database(self.env, name) {
                    Ok(()) => continue,
                    Err(error) => Stop::Failed(error),
                },
                (Step::Switch(switches), _) => {
                    switches.iter().for_each(|switch| statement::switch(self.env, *switch));
                    match (self.env.state.options.format_only, self.env.state.options.no_exec) {
                        (false, false) => return Ok(pc + 1),
                        (false, true) => return self.skip(program, slots, pc + 1),
                        (true, _) => continue,
                    }
                }
                (Step::Call(_) | Step::DeclaredCall(_), _) => {
                    // The arguments of the call are computed nevertheless.
                    let start = program.region(pc).map_or(pc, |region| region.start.max(from));
                    match run_here(&program.code, start, self.env.frame, self.env.context, &mut NoSubqueries) {
                        Ok(Exit::Statement { at, .. }) if at == pc => Stop::Call,
                        Ok(_) => continue,
                        Err((_, error)) => Stop::Failed(error),
                    }
                }
                _ => continue,
            };
            // An error that ends only its statement has been sent. TRY blocks aren't entered.
            self.stop(program, slots, pc, stop)?;
        }
        Err(Ending::Returned.into())
    }
}
