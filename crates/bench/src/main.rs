//! `sluice-bench NAME BINARY [PART]`: measures the figures called NAME, or a part of them, and prints a line for each. Started by
//! `cargo xtask accept`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

use sluice_bench::figure::Figure;
use sluice_bench::{sessions, simulated, slice};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (name, binary, part) = match words.as_slice() {
        [name, binary] => (*name, Path::new(*binary), None),
        [name, binary, part] => (*name, Path::new(*binary), Some(*part)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let scale = match name {
        "slice" => Scale::ACCEPTANCE,
        "slice-quick" => Scale::QUICK,
        _ => {
            eprintln!("no figures are called '{name}'\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    // Beside the build, not in the system's folder for temporary files: that one may be memory.
    let near = binary.parent().unwrap_or(Path::new("."));
    let folder = match tempfile::tempdir_in(near) {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{}: {error}", near.display());
            return ExitCode::from(2);
        }
    };
    match run(binary, folder.path(), &scale, part) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("sluice-bench: {message}");
            ExitCode::from(2)
        }
    }
}

struct Scale {
    rows: u32,
    pairs: u32,
    full: u32,
    kills: u32,
    cut_rows: u64,
    seeds: u64,
}

impl Scale {
    const ACCEPTANCE: Scale = Scale { rows: 1_000_000, pairs: 5, full: 50_000, kills: 300, cut_rows: 50, seeds: 500 };
    const QUICK: Scale = Scale { rows: 20_000, pairs: 1, full: 2_000, kills: 5, cut_rows: 2, seeds: 5 };
}

/// Measures and prints one part, or all but those that want a quiet machine; whether all bars were met.
fn run(binary: &Path, folder: &Path, scale: &Scale, only: Option<&str>) -> Result<bool, String> {
    if let Some(part) = only.filter(|part| !PARTS.contains(part)) {
        return Err(format!("there is no part '{part}': {}", PARTS.join(", ")));
    }
    let mut met = true;
    let is_asked = |part: &&str| only.map_or(*part != ON_REQUEST, |only| only == *part);
    for part in PARTS.into_iter().filter(is_asked) {
        for figure in measure(part, binary, folder, scale)? {
            println!("{figure}");
            met &= figure.met;
        }
    }
    Ok(met)
}

fn measure(part: &str, binary: &Path, folder: &Path, scale: &Scale) -> Result<Vec<Figure>, String> {
    match part {
        "flushes" => slice::flushes(folder, 2_000),
        "delayed" => slice::delayed_beside_sqlite(folder, scale.rows, scale.pairs),
        "full" => slice::full_overhead(folder, scale.full),
        "start" => slice::start(binary, folder, scale.rows),
        "kills" => slice::kills(binary, folder, scale.kills),
        ON_REQUEST => sessions::figures(folder, scale.full, scale.pairs),
        "cuts" => Ok(simulated::power_cuts(scale.cut_rows)),
        _ => Ok(simulated::seeds(scale.seeds)),
    }
}

const PARTS: [&str; 8] = ["flushes", "delayed", "full", "start", "kills", "cuts", "seeds", ON_REQUEST];
/// Measured only when it is asked for.
const ON_REQUEST: &str = "sessions";

const USAGE: &str = "\
usage: sluice-bench slice BINARY [PART]   (or slice-quick: small numbers, to see that it works)
parts: flushes, delayed, full, start, kills, cuts, seeds; only when asked for: sessions";
