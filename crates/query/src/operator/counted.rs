//! Counters of operators' rows, for SET STATISTICS PROFILE and XML.
//!
//! Only statements that are compiled while an option is ON have counters, so that others count
//! nothing.

use super::{Cursor, Operator, Run};
use sluice_base::hash::HashMap;
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_plan::node_key::{Counted, NodeKey};
use sluice_types::SqlError;

/// The counters of a statement's operators.
#[derive(Default)]
pub struct Counters {
    places: HashMap<NodeKey, usize>,
    counters: Vec<Arc<Counter>>,
}

/// The counters of one operator. A statement runs on one thread at a time.
#[derive(Default)]
pub(super) struct Counter {
    rows: AtomicU64,
    executions: AtomicU64,
    ends: AtomicU64,
}

/// An operator whose rows are counted.
pub(super) struct CountedOperator {
    pub operator: Box<dyn Operator>,
    pub counter: Arc<Counter>,
}

struct CountedCursor<'r> {
    cursor: Box<dyn Cursor<'r> + 'r>,
    counter: &'r Counter,
}

impl Counters {
    /// Adds and returns a counter for the operator `key`, at zero.
    pub(super) fn add(&mut self, key: NodeKey) -> Arc<Counter> {
        let counter = Arc::new(Counter::default());
        self.places.insert(key, self.counters.len());
        self.counters.push(Arc::clone(&counter));
        counter
    }

    /// Returns the figures of an operator; `None` if it has no counter. Parts of the figures may be
    /// of different moments.
    pub fn get(&self, key: NodeKey) -> Option<Counted> {
        let counter = &self.counters[*self.places.get(&key)?];
        let [rows, executions, ends] =
            [&counter.rows, &counter.executions, &counter.ends].map(|count| count.load(Ordering::Relaxed));
        Some(Counted { rows, executions, ends })
    }

    /// Sets all figures to zero.
    pub fn clear(&self) {
        for counter in &self.counters {
            for count in [&counter.rows, &counter.executions, &counter.ends] {
                count.store(0, Ordering::Relaxed);
            }
        }
    }
}

impl Counter {
    fn count(&self, has_row: bool) {
        let count = if has_row { &self.rows } else { &self.ends };
        count.fetch_add(1, Ordering::Relaxed);
    }
}

impl Operator for CountedOperator {
    fn open<'r>(&'r self, run: &mut Run<'_, 'r>) -> Result<Box<dyn Cursor<'r> + 'r>, SqlError> {
        self.counter.executions.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(CountedCursor { cursor: self.operator.open(run)?, counter: &self.counter }))
    }

    fn only_row(&self, run: &mut Run<'_, '_>) -> Result<Option<bool>, SqlError> {
        let found = self.operator.only_row(run)?;
        if let Some(has_row) = found {
            self.counter.executions.fetch_add(1, Ordering::Relaxed);
            self.counter.count(has_row);
        }
        Ok(found)
    }
}

impl<'r> Cursor<'r> for CountedCursor<'r> {
    fn next(&mut self, run: &mut Run<'_, 'r>) -> Result<bool, SqlError> {
        let has_row = self.cursor.next(run)?;
        self.counter.count(has_row);
        Ok(has_row)
    }
}
