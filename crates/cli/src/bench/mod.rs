//! `sluice bench`: the articles' tables on this machine, beside SQLite and the servers named by the
//! environment. `sluice bench cache` has the article on the buffer pool extension.

mod outcome;

mod table;

mod json;

mod axis;

mod chart;

mod cache;

pub(crate) use cache::run as run_cache;

use crate::bench_options::BenchOptions;
use crate::client::Failure;
use outcome::Outcome;
use sluice_workload::contest::{self, Plan};
use sluice_workload::contestant::Contestant;
use sluice_workload::mariadb::MariaDb;
use sluice_workload::postgres::Postgres;
use sluice_workload::sluice::Ours;
use sluice_workload::sqlite::Sqlite;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Measures and prints the outcome; the SVG file is written too if one is named. The temporary
/// folder is removed before that.
pub(crate) fn run(options: &BenchOptions) -> Result<(), Failure> {
    let folder = Folder::make(&options.folder).map_err(Failure::Outside)?;
    let outcome = measure(&options.plan, &folder.path).map_err(Failure::Outside)?;
    drop(folder);
    if let Some(path) = &options.svg {
        std::fs::write(path, chart::svg(&outcome))
            .map_err(|error| Failure::Outside(format!("could not write '{}': {error}", path.display())))?;
    }
    let text = if options.json { json::text(&outcome) } else { table::text(&outcome) };
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| Failure::of_output(&error))
}

fn measure(plan: &Plan, folder: &Path) -> Result<Outcome, String> {
    let mut ours = Ours::new(&folder.join("sluice"))?;
    let mut sqlite = Sqlite::new(folder);
    let (mut postgres, mut mariadb) = (Postgres::named(), MariaDb::named());
    let mut contestants: Vec<&mut dyn Contestant> = vec![&mut ours, &mut sqlite];
    contestants.extend(postgres.as_mut().map(|server| server as &mut dyn Contestant));
    contestants.extend(mariadb.as_mut().map(|server| server as &mut dyn Contestant));
    let mut progress = Progress::default();
    let entries = contest::hold(plan, &mut contestants, |what, share| progress.show(what, share));
    progress.clear();
    let outcome = Outcome::new(plan.clone(), &contestants, entries?);
    drop(contestants);
    ours.close()?;
    Ok(outcome)
}

/// A temporary folder, removed when dropped.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn make(near: &Path) -> Result<Folder, String> {
        let path = near.join(format!("sluice-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| format!("could not make '{}': {error}", path.display()))?;
        Ok(Folder { path })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A failed removal leaves the folder to the user.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// The progress line on a terminal. Prints nothing if standard error isn't a terminal.
#[derive(Default)]
struct Progress {
    is_shown: bool,
}

impl Progress {
    fn show(&mut self, what: &str, share: f64) {
        let mut terminal = std::io::stderr();
        if terminal.is_terminal() {
            self.is_shown = true;
            // A failed write of the progress line is ignored.
            let _ = write!(terminal, "\r\x1b[2K{:3.0} %  {what}", share * 100.0).and_then(|()| terminal.flush());
        }
    }

    fn clear(&self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
