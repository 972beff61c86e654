//! What built-in functions see of the session, and how a loop learns that it is to stop.

use crate::database::Database;
use crate::host::Host;
use crate::temporary;
use sluice_base::ids::{DatabaseId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::{AtomicBool, Ordering};
use sluice_catalog::ObjectName;
use sluice_functions::{FunctionContext, Identity};
use std::cell::Cell;

/// The context of a batch's calls.
pub struct CallContext<'a> {
    /// Who knows the databases and the time.
    pub host: &'a dyn Host,
    /// The current database.
    pub database: Arc<Database>,
    session: SessionId,
    cancel: Arc<AtomicBool>,
    // The time of the statement that runs, once it has been asked for: the same for all its rows.
    now: Cell<Option<i64>>,
}

impl<'a> CallContext<'a> {
    /// The context of a session whose current database is `database`; `cancel` is raised by whoever wants it to stop.
    pub fn new(
        host: &'a dyn Host,
        database: Arc<Database>,
        session: SessionId,
        cancel: Arc<AtomicBool>,
    ) -> CallContext<'a> {
        CallContext { host, database, session, cancel, now: Cell::new(None) }
    }

    /// Whether the batch is to stop.
    #[inline(always)]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// The database and the name that the string `name` writes.
    fn named(&self, name: &str) -> Option<(Arc<Database>, ObjectName)> {
        let name = crate::quoted_name::parse(name)?;
        let database = match &name.database {
            Some(database) => self.host.database(database)?,
            None => Arc::clone(&self.database),
        };
        // A temporary table is found only where it is: in tempdb.
        let name = if database.storage.is_temporary() { temporary::place(&name, self.session) } else { name };
        Some((database, name))
    }

    /// Another statement begins: the time goes on.
    #[inline(always)]
    pub fn next_statement(&self) {
        self.now.set(None);
    }
}

impl FunctionContext for CallContext<'_> {
    fn utc_now_ns(&self) -> i64 {
        let now = self.now.get().unwrap_or_else(|| self.host.clock().utc_ns());
        self.now.set(Some(now));
        now
    }

    fn local_offset_s(&self) -> i32 {
        self.host.clock().local_offset_s(self.utc_now_ns())
    }

    fn current_database(&self) -> i16 {
        self.database.id.0 as i16
    }

    fn database_id(&self, name: &str) -> Option<i16> {
        self.host.database_id(name).map(|id| id.0 as i16)
    }

    fn database_name(&self, id: i16) -> Option<String> {
        let id = DatabaseId(u16::try_from(id).ok()?);
        self.host.database_by_id(id).map(|database| database.name.clone())
    }

    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32> {
        // There are users' tables and sequences.
        let wanted = |code: &str| type_code.is_none_or(|wanted| wanted.trim().eq_ignore_ascii_case(code));
        let (database, name) = self.named(name)?;
        let catalog = database.catalog();
        let table = catalog.table(&name).filter(|_| wanted("U")).map(|table| table.id.0);
        table.or_else(|| catalog.sequence(&name).filter(|_| wanted("SO")).map(|sequence| sequence.id.0))
    }

    fn identity(&self, name: &str) -> Option<Identity> {
        let (database, name) = self.named(name)?;
        let catalog = database.catalog();
        let table = catalog.table(&name)?;
        let sluice_catalog::Identity { seed, increment } = table.columns[table.identity()?].identity?;
        // A page that cannot be read is told by whoever uses the table.
        let last = database.identity(table).ok()?.state().current;
        Some(Identity { seed, increment, last })
    }
}
