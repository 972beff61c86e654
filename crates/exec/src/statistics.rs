//! SET STATISTICS IO and TIME: what a statement has asked of tables, and how long it took
//! (`t-sql/statements/set-statistics-io-transact-sql.md`, `t-sql/statements/set-statistics-time-transact-sql.md`).
//!
//! Only what is a step of the program is measured: what the register machine does by itself (SET and IF of variables alone) reads no page and tells
//! nothing. A statement that fails tells its error and nothing else. Pages of the catalog and of allocation are no table's.

use crate::spent::Spent;
use crate::statement::Env;
use sluice_base::page_counts::{Detail, ObjectReads, PageCounts};
use sluice_table::temporary::TEMPDB;

/// The measuring of one statement.
pub struct Measurement {
    began: Spent,
    compiled: Spent,
    reads: Option<Detail>,
}

impl Measurement {
    /// The statement begins.
    pub fn begin(env: &Env<'_, '_>) -> Measurement {
        let reads = env.state.options.statistics_io.then(Detail::begin);
        Measurement { began: Spent::now(&**env.context.host.clock()), compiled: env.state.compiled, reads }
    }

    /// The statement is done: what is still wanted of it is told.
    pub fn tell(self, env: &mut Env<'_, '_>) {
        let now = Spent::now(&**env.context.host.clock());
        let reads = self.reads.as_ref().filter(|_| env.state.options.statistics_io).map(Detail::reads);
        for reads in reads.iter().flatten() {
            if let Some(name) = table_of(reads, env) {
                env.inform(3615, in_message(name, reads));
            }
        }
        if env.state.options.statistics_time {
            let compiled = env.state.compiled.since(self.compiled);
            env.inform(3612, now.since(self.began).since(compiled).in_messages());
        }
    }
}

/// How messages name the table whose pages were read; none if it is not there any more, or the catalog's.
fn table_of(reads: &ObjectReads, env: &Env<'_, '_>) -> Option<String> {
    let database = env.context.host.database_by_id(reads.database)?;
    if let Some(table) = env.state.work.catalog(&database).table_by_id(reads.object) {
        return Some(table.name.clone());
    }
    let is_variable = database.name == TEMPDB && env.state.table_variables.has(reads.object);
    // What a table variable is called in tempdb.
    is_variable.then(|| format!("#{:08X}", reads.object.0))
}

/// What message 3615 says of a table.
fn in_message(name: String, reads: &ObjectReads) -> Vec<String> {
    let of = |counts: &PageCounts| [counts.logical_reads, counts.physical_reads, counts.read_ahead_reads];
    let numbers = [reads.scans].into_iter().chain(of(&reads.pages)).chain(of(&reads.long_values));
    [name].into_iter().chain(numbers.map(|number| number.to_string())).collect()
}
