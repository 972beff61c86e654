//! The command line of the measurements, started by `cargo xtask accept`.
//!
//! - `sluice-bench NAME BINARY [PART] [scale=SHARE] [from=SEED]` measures the figures called NAME,
//!   or a part of them, and prints a line for each.
//! - `sluice-bench load FOLDER many|one ROWS` is the process that the recovery measurement kills.
//! - `sluice-bench drive BINARY commits|delayed|reads|rows CONNECTIONS COUNT` applies a single load
//!   to a server, for a profiler. For `rows`, it reads CONNECTIONS results in sequence, of COUNT
//!   rows each.
//! - `sluice-bench start FOLDER` opens an existing folder once, so that a profiler sees only
//!   recovery.
//! - `sluice-bench thousand BINARY [disk|memory] [COUNT]` measures an instance with COUNT databases
//!   (1,000).
//! - `sluice-bench layers BINARY [disk|memory] [TURNS]` measures snapshots, reverts and clones
//!   (300 times each).
//! - `sluice-bench tpch BINARY FOLDER` measures the queries of TPC-H over the tables in FOLDER.
//! - `sluice-bench queries COUNT [from=SEED] [minutes=N] [duckdb=PYTHON]` compares random queries
//!   with SQLite, and with DuckDB if PYTHON has its module.
//! - `sluice-bench types FOLDER [ROWS]` compares the time of a row in each operator by column type.
//! - `sluice-bench films FOLDER [ORDERS] [QUERY]` compares the planner's plans with the best that
//!   hints and ORDERS random join orders (24) find.
//! - `sluice-bench operators FOLDER [ROWS]` prints the cost of a row in each operator, for
//!   `plan::cost`. The measured instance is created in FOLDER.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

use sluice_base::clock::SystemClock;
use sluice_bench::figure::Figure;
use sluice_bench::{articles, layers, served, sessions, simulated, slice, storage, thousand, truths};
use sluice_workload::shape::Shape;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["load", folder, shape, rows] => load(folder, shape, rows),
        ["start", folder] => start(folder),
        ["drive", binary, what, connections, count] => drive(Path::new(binary), what, connections, count),
        ["operators", folder] => operators(folder, 1_000_000),
        ["operators", folder, rows] => match rows.parse() {
            Ok(rows) => operators(folder, rows),
            Err(_) => Err(format!("'{rows}' is no number of rows")),
        },
        ["types", folder, rest @ ..] => types(Path::new(folder), rest),
        ["films", folder, rest @ ..] => films(Path::new(folder), rest),
        ["thousand", binary, rest @ ..] => on_medium(Path::new(binary), rest, 1_000, thousand::measure),
        ["layers", binary, rest @ ..] => on_medium(Path::new(binary), rest, 300, layers::measure),
        ["tpch", binary, files] => tpch(Path::new(binary), Path::new(files)),
        ["queries", count, rest @ ..] => queries(count, rest),
        [name, binary, rest @ ..] => accept(name, Path::new(binary), rest),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("sluice-bench: {message}");
            ExitCode::from(2)
        }
    }
}

/// The measurement and its input.
struct Job<'a> {
    binary: &'a Path,
    folder: &'a Path,
    scale: Scale,
}

#[derive(Clone, Copy)]
struct Scale {
    /// Rows or delayed transactions.
    rows: u32,
    /// Repetitions of a comparison, whose median counts.
    pairs: u32,
    /// Full commits.
    full: u32,
    kills: u32,
    /// Rows of the run in which the power is cut.
    cut_rows: u64,
    /// Trials of files put in the place of the current ones.
    files: u64,
    seeds: u64,
    /// The first seed. A full run of seeds takes an hour and is split into runs of some minutes.
    first_seed: u64,
}

impl Scale {
    const SLICE: Scale = Scale {
        rows: 1_000_000,
        pairs: 5,
        full: 50_000,
        kills: 300,
        cut_rows: 50,
        files: 300,
        seeds: 500,
        first_seed: 0,
    };
    const STORAGE: Scale = Scale {
        rows: 1_000_000,
        pairs: 5,
        full: 50_000,
        kills: 2_000,
        cut_rows: 50,
        files: 300,
        seeds: 10_000,
        first_seed: 0,
    };
    const QUICK: Scale =
        Scale { rows: 20_000, pairs: 1, full: 2_000, kills: 5, cut_rows: 2, files: 5, seeds: 5, first_seed: 0 };

    /// Multiplies the rows, full commits, kills and seeds by a share. Each is at least 1. The other
    /// counts stay.
    fn times(self, share: f64) -> Scale {
        let of = |count: f64| (count * share).ceil().max(1.0);
        Scale {
            rows: of(self.rows.into()) as u32,
            full: of(self.full.into()) as u32,
            kills: of(self.kills.into()) as u32,
            seeds: of(self.seeds as f64) as u64,
            ..self
        }
    }

    /// Returns the range of seeds.
    fn numbers(self) -> Range<u64> {
        self.first_seed..self.first_seed + self.seeds
    }
}

fn load(folder: &str, shape: &str, rows: &str) -> Result<bool, String> {
    let shape = if shape == Shape::One.name() { Shape::One } else { Shape::Many };
    let rows = rows.parse().map_err(|_| format!("'{rows}' is no number of rows"))?;
    storage::recovery::load(Path::new(folder), shape, rows, std::io::stdout()).map(|()| true)
}

fn start(folder: &str) -> Result<bool, String> {
    let seconds = storage::recovery::start(Path::new(folder), &SystemClock::new())?;
    println!("{seconds:.3} s until sessions can connect");
    Ok(true)
}

fn drive(binary: &Path, what: &str, connections: &str, count: &str) -> Result<bool, String> {
    let number = |word: &str| word.parse::<u32>().map_err(|_| format!("'{word}' is no number"));
    let folder = tempfile::tempdir_in(near(binary)).map_err(|error| error.to_string())?;
    println!("{}", served::drive(binary, folder.path(), what, (number(connections)?, number(count)?))?);
    Ok(true)
}

fn operators(folder: &str, rows: u32) -> Result<bool, String> {
    print!("{}", sluice_bench::operators::measure(Path::new(folder), rows)?);
    Ok(true)
}

/// Measures and prints operators by column type. Returns whether all bars were met.
fn types(folder: &Path, rest: &[&str]) -> Result<bool, String> {
    let rows = rest.first().map_or(Ok(1_000_000), |rows| rows.parse().map_err(|_| format!("'{rows}' is no number")))?;
    let figures = sluice_bench::column_types::measure(folder, rows)?;
    figures.iter().for_each(|figure| println!("{figure}"));
    Ok(figures.iter().all(|figure| figure.met))
}

/// Measures and prints join orders. Returns whether all bars were met.
fn films(folder: &Path, rest: &[&str]) -> Result<bool, String> {
    let number = |place: usize| rest.get(place).map(|word| word.parse().map_err(|_| format!("'{word}' is no number")));
    let orders = number(0).transpose()?.unwrap_or(24);
    let only = number(1).transpose()?.map(|only: u32| only as usize);
    let figures = sluice_bench::films::measure(folder, orders, only)?;
    figures.iter().for_each(|figure| println!("{figure}"));
    Ok(figures.iter().all(|figure| figure.met))
}

/// Measures and prints an instance on disk or in memory. `count` is the number if none is given.
/// Returns whether all bars were met.
fn on_medium(
    binary: &Path,
    rest: &[&str],
    mut count: u32,
    measure: impl Fn(&Path, &Path, thousand::Medium, u32) -> Result<Vec<Figure>, String>,
) -> Result<bool, String> {
    let mut medium = thousand::Medium::Disk;
    for word in rest {
        match (*word, word.parse()) {
            ("disk", _) => medium = thousand::Medium::Disk,
            ("memory", _) => medium = thousand::Medium::Memory,
            (_, Ok(number)) => count = number,
            _ => return Err(format!("'{word}' is neither disk, memory nor a number")),
        }
    }
    let folder = tempfile::tempdir_in(near(binary)).map_err(|error| error.to_string())?;
    let figures = measure(binary, &folder.path().join("data"), medium, count)?;
    figures.iter().for_each(|figure| println!("{figure}"));
    Ok(figures.iter().all(|figure| figure.met))
}

/// Compares random queries. Returns whether all results were equal and varied enough.
fn queries(count: &str, rest: &[&str]) -> Result<bool, String> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("'{word}' is no number"));
    let mut extent = sluice_bench::queries::Extent { count: number(count)?, ..Default::default() };
    for word in rest {
        match word.split_once('=') {
            Some(("from", seed)) => extent.first = number(seed)?,
            Some(("minutes", minutes)) => extent.minutes = Some(number(minutes)?),
            Some(("duckdb", python)) => extent.python = Some(python.to_owned()),
            _ => return Err(format!("'{word}' is no argument of queries")),
        }
    }
    let figures = sluice_bench::queries::measure(&extent)?;
    figures.iter().for_each(|figure| println!("{figure}"));
    Ok(figures.iter().all(|figure| figure.met))
}

/// Measures and prints the queries of TPC-H. Returns whether all bars were met.
fn tpch(binary: &Path, files: &Path) -> Result<bool, String> {
    let folder = tempfile::tempdir_in(near(binary)).map_err(|error| error.to_string())?;
    let figures = sluice_bench::tpch::measure(binary, &folder.path().join("data"), files)?;
    figures.iter().for_each(|figure| println!("{figure}"));
    Ok(figures.iter().all(|figure| figure.met))
}

/// Returns the binary's folder. The system's temporary folder may be in memory.
fn near(binary: &Path) -> &Path {
    binary.parent().unwrap_or(Path::new("."))
}

/// Measures and prints one part or all parts. Returns whether all bars were met.
fn accept(name: &str, binary: &Path, rest: &[&str]) -> Result<bool, String> {
    if let Some(kind) = name.strip_prefix("truths") {
        return accept_truths(binary, if kind == "-quick" { 0.01 } else { 1.0 }, rest);
    }
    let (parts, mut scale): (&[&str], Scale) = match name {
        "slice" => (&SLICE, Scale::SLICE),
        "slice-quick" => (&SLICE, Scale::QUICK),
        "storage" => (&STORAGE, Scale::STORAGE),
        "storage-quick" => (&STORAGE, Scale::QUICK),
        "articles" => (&ARTICLES, Scale::STORAGE),
        "articles-quick" => (&ARTICLES, Scale::QUICK),
        "sessions" => (&SESSIONS, Scale::STORAGE),
        "sessions-quick" => (&SESSIONS, Scale::QUICK),
        _ => return Err(format!("no figures are called '{name}'\n{USAGE}")),
    };
    let mut only = None;
    for word in rest {
        match word.split_once('=') {
            Some(("scale", share)) => scale = scale.times(share.parse().map_err(|_| format!("'{share}' is no share"))?),
            Some(("from", seed)) => scale.first_seed = seed.parse().map_err(|_| format!("'{seed}' is no seed"))?,
            _ if parts.contains(word) => only = Some(*word),
            _ => return Err(format!("there is no part '{word}': {}", parts.join(", "))),
        }
    }
    let near = near(binary);
    let mut met = true;
    for part in parts.iter().filter(|part| only.is_none_or(|only| only == **part)) {
        let folder = tempfile::tempdir_in(near).map_err(|error| format!("{}: {error}", near.display()))?;
        let job = Job { binary, folder: folder.path(), scale };
        let figures = match name.trim_end_matches("-quick") {
            "slice" => of_slice(part, &job),
            "storage" => of_storage(part, &job),
            "sessions" => served::measure(binary, folder.path(), part, (scale.full, scale.rows), scale.pairs.min(3)),
            _ => of_articles(part, &job),
        };
        for figure in figures? {
            println!("{figure}");
            met &= figure.met;
        }
    }
    Ok(met)
}

/// Measures and prints one part of `truths`, or all of them. Returns whether all bars were met.
fn accept_truths(binary: &Path, mut scale: f64, rest: &[&str]) -> Result<bool, String> {
    let mut only = None;
    for word in rest {
        match word.strip_prefix("scale=") {
            Some(share) => scale *= share.parse::<f64>().map_err(|_| format!("'{share}' is no share"))?,
            None => only = Some(*word),
        }
    }
    let is_part = |only: &str| truths::PARTS.iter().any(|(part, _)| *part == only);
    if let Some(unknown) = only.filter(|only| !is_part(only)) {
        let parts: Vec<&str> = truths::PARTS.iter().map(|(part, _)| *part).collect();
        return Err(format!("there is no part '{unknown}': {}", parts.join(", ")));
    }
    let mut met = true;
    for (part, _) in truths::PARTS.iter().filter(|(part, _)| only.is_none_or(|only| only == *part)) {
        let folder = tempfile::tempdir_in(near(binary)).map_err(|error| error.to_string())?;
        for figure in truths::measure(part, truths::Setting { binary, folder: folder.path(), scale })? {
            println!("{figure}");
            met &= figure.met;
        }
    }
    Ok(met)
}

fn of_slice(part: &str, job: &Job<'_>) -> Result<Vec<Figure>, String> {
    let Job { binary, folder, scale } = job;
    match part {
        "flushes" => slice::flushes(folder, 2_000),
        "delayed" => slice::delayed_beside_sqlite(folder, scale.rows, scale.pairs),
        "full" => slice::full_overhead(folder, scale.full, 6.0),
        "start" => slice::start(binary, folder, scale.rows),
        "kills" => slice::kills(binary, folder, scale.kills, "DISABLED"),
        "cuts" => Ok(simulated::power_cuts(scale.cut_rows)),
        _ => Ok(simulated::seeds(scale.numbers())),
    }
}

fn of_storage(part: &str, job: &Job<'_>) -> Result<Vec<Figure>, String> {
    let Job { binary, folder, scale } = job;
    match part {
        "flushes" => storage::flushes::measure(folder, scale.rows),
        "delayed" => storage::peers::delayed(folder, scale.rows, scale.pairs),
        "one" => storage::peers::one_transaction(folder, scale.rows, scale.pairs),
        "full" => slice::full_overhead(folder, scale.full, 4.0),
        "temporary" => storage::temporary::measure(folder, scale.rows, scale.pairs),
        "sequences" => storage::sequences::measure(folder, scale.full),
        "sessions" => sessions::figures(folder, scale.full, scale.pairs),
        "recovery" => storage::recovery::measure(folder, scale.rows, scale.pairs),
        "failing" => storage::failing::measure(folder, scale.pairs.max(3)),
        "overlap" => storage::overlap::measure(folder, scale.rows, scale.pairs),
        "memory" => storage::memory::measure(binary, folder, scale.rows.saturating_mul(10)),
        "kills" => {
            let mut figures = slice::kills(binary, folder, scale.kills.div_ceil(3), "DISABLED")?;
            figures.extend(slice::kills(binary, folder, scale.kills.div_ceil(3), "FORCED")?);
            figures.extend(slice::kills_across(binary, folder, scale.kills.div_ceil(3))?);
            Ok(figures)
        }
        "cuts" => Ok(simulated::power_cuts(scale.cut_rows)),
        "files" => Ok(simulated::put_back(scale.files)),
        _ => {
            let mut figures = simulated::seeds(scale.numbers());
            figures.extend(simulated::crowd(scale.numbers()));
            Ok(figures)
        }
    }
}

fn of_articles(part: &str, job: &Job<'_>) -> Result<Vec<Figure>, String> {
    let Job { binary, folder, scale } = job;
    match part {
        "golden" => articles::golden::measure(),
        "scripts" => articles::scripts::measure(binary, folder, scale.rows),
        "turns" => articles::loops::turns(folder, scale.rows.saturating_mul(10), scale.pairs),
        // A run takes milliseconds, so more pairs are needed for a median without the machine's
        // other work.
        "reads" => articles::loops::reads(folder, (scale.rows / 100).max(1), scale.pairs.saturating_mul(5)),
        "values" => articles::loops::values(folder, scale.rows, scale.pairs),
        _ => articles::queries::measure(folder, scale.rows.saturating_mul(10), scale.pairs),
    }
}

const SLICE: [&str; 7] = ["flushes", "delayed", "full", "start", "kills", "cuts", "seeds"];
const STORAGE: [&str; 15] = [
    "flushes",
    "delayed",
    "one",
    "full",
    "overlap",
    "temporary",
    "sequences",
    "sessions",
    "recovery",
    "memory",
    "failing",
    "kills",
    "cuts",
    "files",
    "seeds",
];

const SESSIONS: [&str; 7] = ["commits", "reads", "beside", "rows", "idle", "log-ins", "drops"];
const ARTICLES: [&str; 6] = ["turns", "reads", "values", "queries", "golden", "scripts"];

const USAGE: &str = "\
usage: sluice-bench NAME BINARY [PART] [scale=SHARE] [from=SEED]
names: slice, storage, articles, sessions, truths; slice-quick and so on: small numbers, to see that it works
parts: flushes, delayed, full, kills, cuts, seeds; start of slice; one, temporary, sequences, sessions,
recovery, memory, failing, overlap, files of storage; turns, reads, values, queries, golden, scripts of articles;
commits, reads, beside, rows, idle, log-ins, drops of sessions
thousand BINARY [disk|memory] [COUNT]: an instance with that many databases (1,000)
layers BINARY [disk|memory] [TURNS]: snapshots, reverts and clones, each that many times (300)
queries COUNT [from=SEED] [minutes=N] [duckdb=PYTHON]: random queries beside SQLite and DuckDB
types FOLDER [ROWS]: operators by column type (1,000,000 rows)
films FOLDER [ORDERS] [QUERY]: plans beside the best that hints and that many join orders (24) find
tpch BINARY FOLDER: the queries of TPC-H over the .tbl files in that folder
scale=0.1 measures with a tenth of rows, kills and seeds; from=1000 begins with that seed";
