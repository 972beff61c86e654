//! `sluice-bench NAME BINARY`: measures the figures called NAME and prints a line for each. Started by `cargo xtask accept`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line tool talks to its terminal")]

use sluice_bench::figure::Figure;
use sluice_bench::{simulated, slice};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, binary] = arguments.as_slice() else {
        eprintln!("usage: sluice-bench slice BINARY   (or slice-quick: small numbers, to see that it works)");
        return ExitCode::from(2);
    };
    // Beside the build, not in the system's folder for temporary files: that one may be memory.
    let near = Path::new(binary).parent().unwrap_or(Path::new("."));
    let folder = match tempfile::tempdir_in(near) {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{}: {error}", near.display());
            return ExitCode::from(2);
        }
    };
    let outcome = match name.as_str() {
        "slice" => run(Path::new(binary), folder.path(), &Scale::ACCEPTANCE),
        "slice-quick" => run(Path::new(binary), folder.path(), &Scale::QUICK),
        other => Err(format!("no figures are called '{other}'")),
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

fn run(binary: &Path, folder: &Path, scale: &Scale) -> Result<bool, String> {
    let mut met = true;
    let mut show = |figures: Vec<Figure>| {
        for figure in figures {
            println!("{figure}");
            met &= figure.met;
        }
    };
    show(slice::flushes(folder, 2_000)?);
    show(slice::delayed_beside_sqlite(folder, scale.rows, scale.pairs)?);
    show(slice::full_overhead(folder, scale.full)?);
    show(slice::start(binary, folder, scale.rows)?);
    show(slice::kills(binary, folder, scale.kills)?);
    show(simulated::power_cuts(scale.cut_rows));
    show(simulated::seeds(scale.seeds));
    Ok(met)
}
