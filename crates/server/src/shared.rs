//! What a server's connections share.

use crate::counts::Counts;
use crate::options::ServerOptions;
use crate::precedence::Precedence;
use crate::throttle::Throttle;
use crate::watcher::Watcher;
use sluice_base::clock::Clock;
use sluice_base::sync::{Arc, Mutex};
use sluice_channel::Tls;
use sluice_engine::Instance;

/// What connections share.
pub(crate) struct Shared {
    /// What is served.
    pub(crate) instance: Arc<Instance>,
    /// How.
    pub(crate) options: ServerOptions,
    /// What connections that begin now are encrypted with, unless they are not.
    pub(crate) tls: Mutex<Option<Arc<Tls>>>,
    /// The time.
    pub(crate) clock: Arc<dyn Clock>,
    /// Who looks after running requests.
    pub(crate) watcher: Watcher,
    /// Who makes failed log-ins wait.
    pub(crate) throttle: Throttle,
    /// Who makes requests wait for log-ins.
    pub(crate) precedence: Precedence,
    /// What is counted.
    pub(crate) counts: Counts,
}
