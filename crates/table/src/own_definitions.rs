//! Definitions that a transaction has changed and not committed yet: its delta.
//!
//! The session's transaction adds to the delta. Built-in functions, system views and functions that
//! run inside the transaction read through it, so that a statement sees one state of each
//! database's names.
//!
//! Invariants: the transaction's view of a database is the newest published catalog with the delta
//! applied. A view takes its version from the database's counter, so it never equals a published
//! version.

use crate::database::Database;
use sluice_base::sync::atomic::{AtomicUsize, Ordering};
use sluice_base::sync::{Arc, Mutex};
use sluice_catalog::{Catalog, Change};

/// The delta of a transaction.
#[derive(Default)]
pub struct OwnDefinitions {
    // Length of the log, kept outside the lock: most transactions define nothing and never lock.
    len: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    // All changes, in the order in which they were made.
    log: Vec<(Arc<Database>, Change)>,
    // One view for each database in the log.
    views: Vec<View>,
}

struct View {
    database: Arc<Database>,
    catalog: Arc<Catalog>,
    // Version of the published catalog that the view is based on; `STALE` if it must be rebuilt.
    published: u64,
    // Number of log entries considered.
    applied: usize,
}

impl OwnDefinitions {
    /// Returns the names of `database` as the transaction sees them.
    pub fn catalog(&self, database: &Database) -> Arc<Catalog> {
        self.own(database).unwrap_or_else(|| database.catalog())
    }

    /// Returns the version of the transaction's view of `database`.
    #[inline]
    pub fn version(&self, database: &Database) -> u64 {
        match self.count() {
            0 => database.catalog_version(),
            _ => self.own(database).map_or_else(|| database.catalog_version(), |own| own.version()),
        }
    }

    /// The number of changes, which [`OwnDefinitions::roll_back_to`] takes.
    #[inline]
    pub fn count(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Adds changes of `database`. The database gets a view at its first change. Changes aren't
    /// published or written here.
    pub fn add(&self, database: &Arc<Database>, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        let mut state = self.state.lock();
        if !state.views.iter().any(|view| is_same(&view.database, database)) {
            let (catalog, published) = (Arc::default(), STALE);
            state.views.push(View { database: Arc::clone(database), catalog, published, applied: 0 });
        }
        state.log.extend(changes.into_iter().map(|change| (Arc::clone(database), change)));
        self.len.store(state.log.len(), Ordering::Relaxed);
    }

    /// Forgets the changes after the first `len`. Views become stale and are rebuilt at the next
    /// use. Databases without remaining changes lose their view. Generators of objects that are
    /// gone are forgotten.
    pub fn roll_back_to(&self, len: usize) {
        if self.count() <= len {
            return;
        }
        let mut state = self.state.lock();
        let State { log, views } = &mut *state;
        let undone = log.split_off(len);
        views.retain_mut(|view| {
            view.published = if view.applied > len { STALE } else { view.published };
            log.iter().any(|(database, _)| is_same(database, &view.database))
        });
        self.len.store(log.len(), Ordering::Relaxed);
        drop(state);
        for (database, change) in undone {
            database.let_go(&[change], &self.catalog(&database));
        }
    }

    /// Removes and returns the changes of `database`, before the transaction's part there ends. The
    /// order of the changes is kept. The view of the database is removed, and views of others
    /// become stale.
    pub fn take(&self, database: &Database) -> Vec<Change> {
        if self.count() == 0 {
            return Vec::new();
        }
        let mut state = self.state.lock();
        let State { log, views } = &mut *state;
        let own = log.extract_if(.., |(known, _)| is_same(known, database)).map(|(_, change)| change).collect();
        views.retain_mut(|view| {
            view.published = STALE;
            !is_same(&view.database, database)
        });
        self.len.store(log.len(), Ordering::Relaxed);
        own
    }

    /// Returns the transaction's view of `database` if the transaction has changed it.
    fn own(&self, database: &Database) -> Option<Arc<Catalog>> {
        if self.count() == 0 {
            return None;
        }
        let mut state = self.state.lock();
        let State { log, views } = &mut *state;
        let view = views.iter_mut().find(|view| is_same(&view.database, database))?;
        view.refresh(log);
        Some(Arc::clone(&view.catalog))
    }
}

impl View {
    /// Brings the view to the newest published catalog and the end of the log.
    fn refresh(&mut self, log: &[(Arc<Database>, Change)]) {
        let is_current = self.published == self.database.catalog_version();
        if is_current && self.applied == log.len() {
            return;
        }
        let mut next = if is_current {
            Catalog::clone(&self.catalog)
        } else {
            let published = self.database.catalog();
            (self.published, self.applied) = (published.version(), 0);
            Catalog::clone(&published)
        };
        let new = log[self.applied..].iter().filter(|(database, _)| is_same(database, &self.database));
        new.for_each(|(_, change)| next.apply(change));
        self.applied = log.len();
        self.catalog = Arc::new(next.at_version(self.database.new_version()));
    }
}

/// Compares by identity: a restored or renamed database may reuse the id.
fn is_same(known: &Arc<Database>, database: &Database) -> bool {
    std::ptr::eq(Arc::as_ptr(known), database)
}

/// A version that no published catalog has.
const STALE: u64 = u64::MAX;
