//! The system views: `sys.*` and `sys.dm_*`. One view, one file, one line in [`all`].
//!
//! A view reads what a layer below counts and changes nothing. A number that nobody counts is not shown.

mod view;

mod performance_counters;

mod wait_stats;

mod databases;

mod sequences;

use sluice_base::sync::Arc;
use sluice_exec::SystemView;

/// Every system view.
pub fn all() -> Vec<Arc<dyn SystemView>> {
    vec![
        Arc::new(performance_counters::view()),
        Arc::new(wait_stats::view()),
        Arc::new(databases::view()),
        Arc::new(sequences::view()),
    ]
}
