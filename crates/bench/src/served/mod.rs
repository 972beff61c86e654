//! Sessions over the network: `sluice-bench sessions BINARY`. The binary serves a new folder as a process of its own, and clients speak TDS to it:
//! commits of one row, prepared reads of one row, a large result, connections that are idle, log-ins beside workers, and clients that come and go. Nothing is encrypted.
//!
//! PostgreSQL and MariaDB stand beside it where they answer: PostgreSQL by `pgbench -M prepared`, which takes the least of the machine that it can, MariaDB by its own
//! `mysqlslap`, which sends texts. Each figure says how much of a processor its clients took themselves, since they share the machine with the server, and
//! what a request cost client and server. Where no peer answers, the bars are the numbers.

mod processes;

pub(crate) mod requests;

pub(crate) mod server;

mod rate;

mod load;

mod peers;

mod commits;

mod reads;

mod postgres_wire;

mod rows;

mod idle;

mod drops;

use crate::figure::Figure;
pub(crate) use server::Served;
use std::path::Path;

/// Measures one part; `count` is what is done of each, `rounds` how often, of which the middle counts.
pub fn measure(
    binary: &Path,
    folder: &Path,
    part: &str,
    (count, rows): (u32, u32),
    rounds: u32,
) -> Result<Vec<Figure>, String> {
    let served = Served::start(binary, &folder.join("served"))?;
    match part {
        "commits" => commits::measure(&served, folder, count, rounds),
        "reads" => reads::measure(&served, folder, count, rounds),
        "rows" => rows::measure(&served, rows, rounds),
        "idle" => idle::connections(&served),
        "drops" => drops::measure(&served, count / 5),
        _ => idle::log_ins(&served, count),
    }
}

/// One load alone, for a profiler: what it came to.
pub fn drive(binary: &Path, folder: &Path, what: &str, load: (u32, u32)) -> Result<String, String> {
    let served = Served::start(binary, &folder.join("served"))?;
    let turns = (load.0, (load.1 / load.0.max(1)).max(1));
    match what {
        "commits" => commits::ours_alone(&served, turns, true),
        "delayed" => commits::ours_alone(&served, turns, false),
        "reads" => reads::ours_alone(&served, turns).map(|rate| rate.told()),
        "rows" => rows::ours_alone(&served, load).map(|seconds| format!("{seconds:.3} s")),
        _ => Err(format!("'{what}' is nothing to drive: commits, delayed, reads, rows")),
    }
}
