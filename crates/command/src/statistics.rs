//! Measurements of statements: SET STATISTICS IO and TIME, page reads by table and time of each
//! statement, and the events of statements
//! (`t-sql/statements/set-statistics-io-transact-sql.md`,
//! `t-sql/statements/set-statistics-time-transact-sql.md`).
//!
//! Only program steps are measured. Statements that the register machine runs by itself (SET and IF
//! of variables) read no pages and report nothing. A failed statement reports only its error. Pages
//! of the catalog and of allocation belong to no table.

use crate::statement::Env;
use crate::statement_event::{KINDS, StatementEvent, StatementFacts};
use sluice_base::clock::Clock;
use sluice_base::events::Events;
use sluice_base::page_counts::{Detail, ObjectReads, PageCounts};
use sluice_session::options::Options;
use sluice_session::spent::Spent;
use sluice_table::temporary::TEMPDB;
use sluice_types::SqlError;

/// Measurement of one statement. It may be paused while a suspended statement waits for its client.
pub struct Measurement {
    began: Spent,
    /// Time spent before the last pause, and in it.
    earlier: Spent,
    compiled: Spent,
    reads: Option<Detail>,
    event: Option<StatementEvent>,
}

impl Measurement {
    /// Whether statements are measured.
    #[inline]
    pub fn is_on(options: &Options, events: &Events) -> bool {
        options.is_measuring() | events.is_any_collected(KINDS)
    }

    /// Begins a measurement. Raises the event of the statement's start.
    pub fn begin(env: &Env<'_, '_>, statement: StatementFacts<'_>) -> Measurement {
        let event = StatementEvent::begin(env.context.host, &env.frame.globals, statement);
        let reads = env.state.options.statistics_io.then(Detail::begin);
        let began = Spent::now(&**env.context.host.clock());
        Measurement { began, earlier: Spent::default(), compiled: env.state.activity.compiled, reads, event }
    }

    /// Stops the measurement before its statement is suspended. Measurements are paused from the
    /// innermost to the outermost and resumed in reverse.
    pub fn pause(&mut self, clock: &dyn Clock) {
        let now = Spent::now(clock);
        self.earlier = now.since(self.began).and(self.earlier);
        self.began = now;
        self.reads.iter_mut().for_each(Detail::pause);
        self.event.iter_mut().for_each(|event| event.pause(clock));
    }

    /// Continues the measurement, on this thread. The pause counts as elapsed time.
    pub fn resume(&mut self, clock: &dyn Clock) {
        let now = Spent::now(clock);
        self.earlier.elapsed_ns += now.since(self.began).elapsed_ns;
        self.began = now;
        self.reads.iter_mut().for_each(Detail::resume);
        self.event.iter_mut().for_each(|event| event.resume(clock));
    }

    /// Ends the measurement of a statement that failed, or whose triggers ran after it. Raises the
    /// event of its end.
    pub fn end(self, env: &Env<'_, '_>) {
        if let Some(event) = self.event {
            event.end(env.context.host, &env.frame.globals);
        }
    }

    /// Ends the measurement and reports what the options ask for. These are 3615 for each table
    /// that was read, then 3612 with the times without those of compilation.
    pub fn tell(self, env: &mut Env<'_, '_>) {
        let now = Spent::now(&**env.context.host.clock());
        let reads = self.reads.as_ref().filter(|_| env.state.options.statistics_io).map(Detail::reads);
        for reads in reads.iter().flatten() {
            if let Some(name) = table_of(reads, env) {
                env.inform(io_message(&name, reads));
            }
        }
        if env.state.options.statistics_time {
            let compiled = env.state.activity.compiled.since(self.compiled);
            let [cpu_ms, elapsed_ms] = now.since(self.began).and(self.earlier).since(compiled).milliseconds();
            env.inform(SqlError::execution_times(cpu_ms, elapsed_ms));
        }
        self.end(env);
    }
}

/// The name of a table in messages; `None` for a dropped table or a table of the catalog.
fn table_of(reads: &ObjectReads, env: &Env<'_, '_>) -> Option<String> {
    let host = env.context.host;
    let database = host.database_by_id(host.id_of_storage(reads.database))?;
    if let Some(table) = env.state.transaction.work.catalog(&database).stored_table_by_id(reads.object) {
        return Some(table.name.clone());
    }
    let is_variable = database.name == TEMPDB && env.state.module.table_variables.has(reads.object);
    // Name of a table variable in tempdb.
    is_variable.then(|| format!("#{:08X}", reads.object.0))
}

/// Message 3615 for a table.
fn io_message(name: &str, reads: &ObjectReads) -> SqlError {
    let counts = |counts: &PageCounts| [counts.logical_reads, counts.physical_reads, counts.read_ahead_reads];
    let ([logical, physical, read_ahead], [lob_logical, lob_physical, lob_read_ahead]) =
        (counts(&reads.pages), counts(&reads.long_values));
    let scans = reads.scans;
    SqlError::io_statistics(name, scans, logical, physical, read_ahead, lob_logical, lob_physical, lob_read_ahead)
}
