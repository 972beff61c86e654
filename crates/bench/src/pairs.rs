//! Compares speed with a peer in interleaved pairs of one run, because the speed of a machine
//! drifts. Returns medians and the median ratio.

use sluice_base::clock::SystemClock;
use sluice_workload::median::median;
use sluice_workload::shape::Shape;
use sluice_workload::sluice;
use sluice_workload::sqlite::{self, Synchronous};
use std::path::Path;

/// The medians of the pairs.
pub struct Pairs {
    /// Sluice's seconds.
    pub ours_s: f64,
    /// The peer's seconds.
    pub theirs_s: f64,
    /// The peer's time divided by Sluice's.
    pub ratio: f64,
}

/// Compares the loop of one shape on Sluice and SQLite, each in a new database below `folder`.
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

/// Runs the peer and Sluice in turn, `pairs` times. `theirs` gets a unique name and returns
/// seconds. `peer` is a part of that name and of the folders'.
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
