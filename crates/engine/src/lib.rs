//! The engine as a library: open an [`Instance`], connect, execute batches.
//!
//! ```text
//! let instance = Instance::open(InstanceOptions::in_folder(Path::new("data")))?;
//! let mut session = instance.connect()?;
//! session.execute("SELECT 1 AS one", &mut sink)?;
//! let add = Request::of("dbo.add_one").with(DataType::Int, Value::Int(1));
//! let reply = session.call(&add, &mut sink)?;
//! instance.close()?;
//! ```
//!
//! This crate wires the layers together and owns what they share: files' names, the list of databases, background
//! threads, message texts. It knows no page's layout and no operator.

pub mod messages;

pub mod script;

mod options;

mod error;

mod collector;

mod files;

mod crew;

mod storage;

mod new_files;

mod master_tree;

mod registry;

mod configuration;

mod stored_messages;

mod well_known;

mod background;

mod catalog_memory;

mod lazy_writer;

mod sessions;

mod known_passwords;

mod instance;

mod system_databases;

pub mod vocabulary;

mod host;

mod session;

mod log_in;

pub use collector::{Collector, ResultSet};
pub use error::{InstanceError, SessionEnded};
pub use instance::Instance;
pub use log_in::{NotLetIn, ProvenLogin};
pub use options::{InstanceOptions, default_limit};
pub use session::{Session, Watch};
pub use sluice_exec::{
    BatchEnd, Browsed, BulkPart, ColumnInfo, ColumnOrigin, CursorOrigin, Message, Sink, SourceColumn, SourceRows,
    StatementKind,
};
pub use sluice_exec::{PreparedStatement, Reply, Request, RequestArgument, RequestOutput, RequestRows, RequestValue};
pub use sluice_functions::{ClientFacts, NetworkFacts, SERVER_NAME};
pub use sluice_types::{DataType, Length, SqlError, Value, display};
pub use vocabulary::SystemViewName;
