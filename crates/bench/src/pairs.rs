//! Speed beside a peer: interleaved pairs in one run, since the speed of one machine drifts; medians, and the median ratio.

use sluice_base::clock::SystemClock;
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice;
use sluice_workload::sqlite::{self, Synchronous};
use std::path::Path;

/// What pairs gave: medians.
pub struct Pairs {
    /// Our seconds.
    pub ours_s: f64,
    /// The peer's.
    pub theirs_s: f64,
    /// How many times as fast we are.
    pub ratio: f64,
}

/// Ours and SQLite's loop of one shape, each in a new database below `folder`.
pub fn beside_sqlite(
    folder: &Path,
    durability: &str,
    synchronous: Synchronous,
    shape: Shape,
    rows: u32,
    pairs: u32,
) -> Result<Pairs, String> {
    let clock = SystemClock::new();
    let theirs = |name: &str| sqlite::run_in(&folder.join(format!("peer-{name}.db")), synchronous, shape, rows, &clock);
    paired(folder, synchronous.name(), durability, shape, rows, pairs, theirs)
}

/// Theirs and ours by turns; `theirs` is given a name that no other run has, and gives seconds.
pub fn paired(
    folder: &Path,
    peer: &str,
    durability: &str,
    shape: Shape,
    rows: u32,
    pairs: u32,
    mut theirs: impl FnMut(&str) -> Result<f64, String>,
) -> Result<Pairs, String> {
    let clock = SystemClock::new();
    let (mut ratios, mut ours_s, mut theirs_s) = (Vec::new(), Vec::new(), Vec::new());
    for pair in 0..pairs {
        let name = format!("{peer}-{}-{pair}", shape.name());
        let their_seconds = theirs(&name)?;
        let seconds = sluice::run_in(&folder.join(format!("ours-{name}")), durability, shape, rows, &clock)?.seconds;
        ratios.push(their_seconds / seconds);
        ours_s.push(seconds);
        theirs_s.push(their_seconds);
    }
    Ok(Pairs { ours_s: median(&mut ours_s), theirs_s: median(&mut theirs_s), ratio: median(&mut ratios) })
}
