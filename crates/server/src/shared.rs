//! The state that all connections of a server share.

use crate::counts::Counts;
use crate::options::ServerOptions;
use crate::precedence::Precedence;
use crate::throttle::Throttle;
use crate::watcher::Watcher;
use sluice_base::clock::Clock;
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Tls;
use sluice_engine::Instance;

/// The state that all connections of a server share. Only what is in a lock changes; the options
/// stay as they were at the start.
pub(crate) struct Shared {
    pub(crate) instance: Arc<Instance>,
    pub(crate) options: ServerOptions,
    /// The TLS configuration of new connections; `None` if encryption is off.
    pub(crate) tls: Mutex<Option<Arc<Tls>>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) watcher: Watcher,
    pub(crate) throttle: Throttle,
    pub(crate) precedence: Precedence,
    pub(crate) counts: Counts,
}
