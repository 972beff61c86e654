//! `cargo xtask mutants storage`: puts one fault after another into a copy of the sources, and runs
//! seeds of the concurrent simulator until one finds it.
//!
//! The faults are in `crates/xtask/mutants/storage.txt`. A test holds their texts against the
//! sources, so that a change of the code renews the fault.

use crate::workspace;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fault: a part of a file, and the text in its place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Mutant {
    /// The fault's name.
    pub name: String,
    /// The rule that it breaks.
    pub why: String,
    /// The file, from the workspace's root.
    pub file: String,
    /// The replaced texts with their replacements. Each occurs once in the file.
    pub changes: Vec<(String, String)>,
}

/// Reads the list of faults.
pub fn parse(text: &str) -> Result<Vec<Mutant>, String> {
    let mut mutants: Vec<Mutant> = Vec::new();
    let mut was_new = true;
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            mutants.push(Mutant { name: name.to_owned(), ..Mutant::default() });
            was_new = true;
            continue;
        }
        let mutant = mutants.last_mut().ok_or_else(|| wrong("a name in brackets comes first"))?;
        if let Some(why) = line.strip_prefix("why ") {
            why.clone_into(&mut mutant.why);
        } else if let Some(file) = line.strip_prefix("file ") {
            file.clone_into(&mut mutant.file);
        } else if let Some(old) = line.strip_prefix('-') {
            if was_new {
                mutant.changes.push(Default::default());
            }
            was_new = false;
            let change = mutant.changes.last_mut().ok_or_else(|| wrong("no change"))?;
            let _ = writeln!(change.0, "{}", old.strip_prefix(' ').unwrap_or(old));
        } else if let Some(new) = line.strip_prefix('+') {
            was_new = true;
            let change = mutant.changes.last_mut().ok_or_else(|| wrong("`-` comes before `+`"))?;
            let _ = writeln!(change.1, "{}", new.strip_prefix(' ').unwrap_or(new));
        } else {
            return Err(wrong("neither `why`, `file`, `-` nor `+`"));
        }
    }
    Ok(mutants)
}

impl Mutant {
    /// Returns the file's text with the fault. Fails if a replaced text doesn't occur exactly once.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        let mut text = text.to_owned();
        for (old, new) in &self.changes {
            let count = text.matches(old.as_str()).count();
            if count != 1 {
                return Err(format!("{}: {count} times in {}:\n{old}", self.name, self.file));
            }
            text = text.replacen(old.as_str(), new, 1);
        }
        Ok(text)
    }
}

/// Runs the named mutants, or all. Prints the seed that finds each. Returns whether each was found.
/// Fails if no mutant has one of the names.
pub fn run(names: &[&str], mut print: impl FnMut(&str)) -> Result<bool, String> {
    let root = workspace::root();
    let all = storage(&root)?;
    if let Some(name) = names.iter().find(|name| all.iter().all(|mutant| mutant.name != **name)) {
        return Err(format!("no mutant is called '{name}'"));
    }
    let is_wanted = |mutant: &&Mutant| names.is_empty() || names.contains(&mutant.name.as_str());
    let copy = root.join("target/mutants/tree");
    let mut are_found = true;
    for mutant in all.iter().filter(is_wanted) {
        renew_copy(&root, &copy)?;
        let file = copy.join(&mutant.file);
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        std::fs::write(&file, mutant.apply(&text)?).map_err(|error| format!("{}: {error}", file.display()))?;
        match find(&copy)? {
            Some(what) => print(&format!("found     {}: {what}", mutant.name)),
            None => {
                are_found = false;
                print(&format!("NOT found {} in {SEEDS} seeds: {}", mutant.name, mutant.why));
            }
        }
    }
    Ok(are_found)
}

/// Returns the faults of the storage tower.
pub fn storage(root: &Path) -> Result<Vec<Mutant>, String> {
    let path = root.join("crates/xtask/mutants/storage.txt");
    parse(&std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Makes the copy equal to the tracked files. Unchanged files keep their times, so that cargo
/// builds only what a fault changes.
fn renew_copy(root: &Path, copy: &Path) -> Result<(), String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output();
    let listed = listed.map_err(|error| format!("git ls-files: {error}"))?;
    for name in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|name| !name.is_empty()) {
        let (from, to): (PathBuf, PathBuf) = (root.join(name), copy.join(name));
        let Ok(bytes) = std::fs::read(&from) else { continue };
        if std::fs::read(&to).is_ok_and(|present| present == bytes) {
            continue;
        }
        let written = to.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&to, bytes));
        written.map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// Builds the copy and runs its seeds. Returns the first violation.
fn find(copy: &Path) -> Result<Option<String>, String> {
    let folder = copy.with_file_name("build");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--quiet",
        "--profile",
        "sim",
        "-p",
        "sluice-sim",
        "--features",
        "schedule",
        "--bin",
        "seeds",
    ]);
    cargo.current_dir(copy).env("CARGO_TARGET_DIR", &folder).env("RUSTFLAGS", "--cap-lints allow");
    // A fault changes one file, and most of the code above it stays as it was.
    cargo.env("CARGO_INCREMENTAL", "1");
    let built = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    if !built.status.success() {
        return Err(format!("the fault does not compile:\n{}", String::from_utf8_lossy(&built.stderr)));
    }
    let mut seeds = Command::new(folder.join("sim/seeds"));
    // The process ends at the first violation, and a run that hangs counts as one.
    let ran = seeds.args(["0", SEEDS, "first"]).output().map_err(|error| format!("seeds: {error}"))?;
    if ran.status.success() {
        return Ok(None);
    }
    let said = [ran.stdout, ran.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().find(|line| line.starts_with("seed "));
    Ok(Some(line.unwrap_or("the process ended").chars().take(200).collect()))
}

/// The number of seeds within which each fault must be found.
const SEEDS: &str = "1000";
