//! What of a session outlives its batches.

use crate::code::Globals;
use crate::database::Database;
use crate::work::Work;
use sluice_base::ids::{ObjectId, SessionId};
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
    /// Its transaction.
    pub work: Work,
    /// The temporary tables that it has made, also those that are gone.
    pub temporary_tables: Vec<ObjectId>,
    /// Raised by whoever wants the batch to end.
    pub cancel: Arc<AtomicBool>,
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
            work: Work::default(),
            temporary_tables: Vec::new(),
            cancel,
        }
    }

    /// Rolls back what is open.
    pub fn roll_back(&mut self) -> Result<(), SqlError> {
        self.globals.tran_count = 0;
        self.work.roll_back()
    }
}
