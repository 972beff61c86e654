//! What of a session outlives its batches.

use crate::code::Globals;
use crate::database::Database;
use crate::work::Work;
use sluice_base::ids::{DatabaseId, ObjectId, SessionId};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_types::SqlError;

/// The state of a session.
pub struct SessionState {
    /// Its id.
    pub id: SessionId,
    /// The current database.
    pub database: Arc<Database>,
    /// `@@ROWCOUNT` and so on.
    pub globals: Globals,
    /// What SET has switched.
    pub options: Options,
    /// The table that SET IDENTITY_INSERT is ON for.
    pub identity_insert: Option<IdentityInsert>,
    /// Its transaction.
    pub work: Work,
    /// Raised by whoever wants the batch to end.
    pub cancel: Arc<AtomicBool>,
}

/// The one table of a session whose identity values may be said by INSERT.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityInsert {
    /// The database it is in.
    pub database: DatabaseId,
    /// The table.
    pub table: ObjectId,
    /// Its name, for messages.
    pub name: String,
}

/// Options that SET switches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Row counts are not sent.
    pub nocount: bool,
    /// Any error at run time rolls the transaction back.
    pub xact_abort: bool,
}

impl SessionState {
    /// A session whose current database is `database`.
    pub fn new(id: SessionId, database: Arc<Database>) -> SessionState {
        let globals = Globals { spid: id.0, ..Globals::default() };
        let cancel = Arc::new(AtomicBool::new(false));
        SessionState {
            id,
            database,
            globals,
            options: Options::default(),
            identity_insert: None,
            work: Work::default(),
            cancel,
        }
    }

    /// Rolls back what is open.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        self.globals.tran_count = 0;
        self.work.roll_back()
    }
}
