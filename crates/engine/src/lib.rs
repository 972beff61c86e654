//! The engine as a library: open an [`Instance`], connect, pull rows or execute batches.
//!
//! ```text
//! let instance = Instance::open(InstanceOptions::in_folder(Path::new("data")))?;
//! let mut session = instance.connect()?;
//! for row in &mut session.query("SELECT id, name FROM dbo.Pets")? {
//!     let row = row?;
//!     println!("{}: {}", row.get::<i32>("id")?, row.get::<&str>("name")?);
//! }
//! session.execute("SELECT 1 AS one", &mut sink)?;
//! let add = Request::new("dbo.add_one").with(DataType::Int, Value::Int(1));
//! let reply = session.call(&add, &mut sink)?;
//! instance.close()?;
//! ```
//!
//! The crate connects the layers and owns what databases share: file names, the list of databases,
//! background threads, message texts. Page layouts and operators are in lower crates.
//!
//! # Main types
//!
//! - [`Instance`] is a folder with its databases; [`InstanceOptions`] configure it.
//! - [`Session`] runs batches, calls and bulk loads. [`Watch`] cancels a session's batch from
//!   another thread.
//! - [`Rows`] are pulled: the batch of a [`Query`] runs no further than its rows are read. A
//!   [`Sink`] is pushed: it gets all output of a batch that runs to its end.
//! - [`Collector`] is a sink that keeps results; [`messages`] has the texts of errors.
//! - [`script`] splits a script at GO.
//!
//! # Data flow
//!
//! ```text
//! batch -> Session -> sluice_exec -> txn, access -> log, buffer pool -> files
//!                        |
//!                        +-> Sink: columns, rows, messages; the sink of Rows is a buffer
//! ```
//!
//! # Invariants
//!
//! - A folder belongs to one instance at a time.
//! - A database exists exactly if its row in master is committed.
//! - A session runs one batch at a time, under its own lock. It holds no lock while its batch is
//!   suspended, so that another thread can end it.
//!
//! # Failures
//!
//! Errors of a batch go to its sink. [`SessionEnded`] means that the session takes no more batches;
//! its transaction is rolled back and the instance goes on. A database that can't be recovered is
//! suspect, and the others open. A database whose files fail is closed and recovered while the
//! others work on; its running statements and open transactions end with their sessions.
//!
//! Start reading at [`Instance::open`], [`Session::query`] and [`Session::execute`].

pub mod messages;

pub mod script;

mod options;

mod error;

mod collector;

mod files;

mod stored_files;

mod stored_lineage;

mod crew;

mod query_threads;

mod failures;

mod background;

mod background_pool;

mod storage_ids;

mod layers;

mod storage;

mod conversion;

mod new_files;

mod master_tree;

mod registry;

mod configuration;

mod stored_messages;

mod well_known;

mod stored_event_sessions;

mod pool_extension;

mod slot;

mod slots;

mod watcher;

mod rings;

mod catalog_memory;

mod known_passwords;

mod lazy_writer;

mod read_ahead;

mod event_writer;

mod session_claims;

mod taken_database;

mod sessions;

mod master_database;

mod system_catalog;

mod instance;

mod listing;
mod lock_facts;

mod life;

mod data_files;

mod log_buffer;

mod attached_files;
mod closed_files;

mod restarts;

mod attachment;

mod system_databases;

mod shrink;

mod database_list;

mod shared_files;

mod snapshots;

mod clones;

mod reverts;

pub mod vocabulary;

mod host;

mod login_event;

mod session;

mod query;

mod row;

mod rows;

mod log_in;

pub use collector::{Collector, ResultSet};
pub use error::{InstanceError, QueryError, SessionEnded};
pub use instance::Instance;
pub use log_in::{NotLetIn, ProvenLogin, is_language};
pub use options::{InstanceOptions, default_limit};
pub use query::{Parameter, Query};
pub use row::{ColumnIndex, FromValue, Row};
pub use rows::{Rows, Summary};
pub use session::{Session, Watch};
pub use sluice_exec::{AwaitedLoad, BatchEnd};
pub use sluice_exec::{Reply, Request, RequestArgument, RequestOutput, RequestValue};
pub use sluice_functions::{ClientFacts, NetworkFacts, SERVER_NAME};
pub use sluice_query::SourceRows;
pub use sluice_session::options::ClientLibrary;
pub use sluice_session::shutdown::{Shutdown, ShutdownKind};
pub use sluice_session::{
    Browsed, BulkPart, ColumnInfo, ColumnOrigin, CursorOrigin, Message, Sink, SourceColumn, StatementKind,
};
pub use sluice_session::{PreparedStatement, RequestRows};
pub use sluice_txn::{CommitFate, CommitReceipt};
pub use sluice_types::code_page::CodePage;
pub use sluice_types::{DataType, Length, SqlError, Value, display};
pub use vocabulary::SystemViewName;
