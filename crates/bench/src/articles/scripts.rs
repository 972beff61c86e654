//! Runs the original articles' scripts through the binary: compares their output with golden files,
//! and the numbers in it with bars.

use crate::figure::Figure;
use sluice_sqltest::articles::{Amounts, Bounded, Player, Run, all, workloads};
use std::path::Path;

/// Runs all scripts with loops of at most `rows` iterations; the original count is 1,000,000.
pub fn measure(binary: &Path, folder: &Path, rows: u32) -> Result<Vec<Figure>, String> {
    let (amounts, workloads) = (Amounts::at_most(rows), workloads()?);
    let mut figures = Vec::new();
    for course in all() {
        let folder = folder.join(course.name);
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let player =
            Player { binary: binary.to_owned(), workloads: workloads.clone(), folder: folder.clone(), amounts };
        for run in course.runs {
            figures.extend(of_run(&player, run));
        }
        // Frees the disk space of a million rows of a kilobyte.
        std::fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(figures)
}

fn of_run(player: &Player, run: &Run) -> Vec<Figure> {
    let names: Vec<&str> = run.scripts.iter().copied().filter(|name| !name.starts_with('+')).collect();
    let (name, bar) = (names.join(", "), format!("as in {}.out", run.golden));
    match player.play(run) {
        Err(what) => vec![Figure::holds(&format!("{name}: what it prints"), false, what, &bar)],
        Ok(found) => {
            let lines = format!("{} lines", found.lines);
            let printed = Figure::holds(&format!("{name}: what it prints"), true, lines, &bar);
            [printed].into_iter().chain(found.bounded.iter().map(|number| of_number(&name, number))).collect()
        }
    }
}

fn of_number(name: &str, number: &Bounded) -> Figure {
    let (low, high) = number.bounds;
    let bar = if low == 0.0 { format!("at most {high:.0}") } else { format!("{low:.0} to {high:.0}") };
    Figure::holds(&format!("{name}: {}", number.name), number.is_met(), number.value.to_string(), &bar)
}
