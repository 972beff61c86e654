//! Sessions over the network: `sluice-bench sessions BINARY`. The binary serves a new folder as a
//! separate process, and clients speak TDS without encryption. The loads are commits of one row,
//! prepared reads of one row, also beside a parallel scan, a large result, idle connections,
//! log-ins beside workers, and clients that come and go.
//!
//! PostgreSQL (by `pgbench -M prepared`, its cheapest mode) and MariaDB (by `mysqlslap`, which
//! sends texts) are measured too if available. Each figure shows the CPU share of the clients,
//! which run on the same machine, and the cost of a request to client and server. Without peers the
//! bars are the numbers.

mod processes;

pub(crate) mod requests;

pub(crate) mod server;

mod rate;

mod load;

mod peers;

mod commits;

mod reads;

mod beside;

mod postgres_wire;

mod rows;

mod idle;

mod drops;

use crate::figure::Figure;
pub(crate) use processes::{memory_kb, spent_s};
pub(crate) use server::Served;
use std::path::Path;

/// Measures one part. `count` is the number of operations, `rounds` the number of repetitions, of
/// which the median counts.
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
        "beside" => beside::measure(&served, count * 10, rounds),
        "rows" => rows::measure(&served, rows, rounds),
        "idle" => idle::connections(&served),
        "drops" => drops::measure(&served, count / 5),
        _ => idle::log_ins(&served, count),
    }
}

/// Applies a single load, for a profiler, and returns its result as text. `load` has the number of
/// connections and that of all requests. For `rows` it has the number of results and that of the
/// rows in each.
pub fn drive(binary: &Path, folder: &Path, what: &str, load: (u32, u32)) -> Result<String, String> {
    let served = Served::start(binary, &folder.join("served"))?;
    let turns = (load.0, (load.1 / load.0.max(1)).max(1));
    match what {
        "commits" => commits::ours_alone(&served, turns, true),
        "delayed" => commits::ours_alone(&served, turns, false),
        "reads" => reads::ours_alone(&served, turns).map(|rate| rate.description()),
        "rows" => rows::ours_alone(&served, load).map(|seconds| format!("{seconds:.3} s")),
        _ => Err(format!("'{what}' is nothing to drive: commits, delayed, reads, rows")),
    }
}
