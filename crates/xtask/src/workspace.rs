//! The workspace as seen by cargo and the file system.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One crate of the workspace.
#[derive(Debug)]
pub struct Crate {
    /// The folder's name under `crates/`, which is the crate's name without `sluice-`.
    pub name: String,
    /// The names of the workspace crates that it depends on, except development dependencies.
    pub knows: Vec<String>,
    /// The source files under `src/`.
    pub sources: Vec<Source>,
}

/// A Rust source file.
#[derive(Debug)]
pub struct Source {
    /// The path from the root, with `/`.
    pub path: String,
    /// The complete text.
    pub text: String,
}

impl Source {
    /// Returns whether the file has only tests: `tests.rs`, a file whose name ends with
    /// `_tests.rs`, or a file in a folder `tests`.
    pub fn is_test(&self) -> bool {
        let mut parts = self.path.rsplit('/');
        let file = parts.next().unwrap_or_default();
        file == "tests.rs" || file.ends_with("_tests.rs") || parts.any(|folder| folder == "tests")
    }
}

/// Returns the root of the workspace in which this tool was built.
pub fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).expect("xtask lies two folders below the root").to_owned()
}

/// Returns a call of cargo, without the variables by which the cargo that runs this tool describes
/// it. Build scripts that read them would run again, and what depends on them would be built again.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let is_own = |name: &str| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_");
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|name| is_own(name)) {
        cargo.env_remove(name);
    }
    cargo
}

/// Returns the output of `cargo metadata` as JSON.
pub fn metadata(root: &Path, arguments: &[&str]) -> Result<serde_json::Value, String> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("could not run cargo metadata: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))
}

/// Returns all crates of the workspace, by name.
pub fn crates(root: &Path) -> Result<Vec<Crate>, String> {
    let metadata = metadata(root, &["--no-deps"])?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let mut crates = Vec::new();
    for package in packages {
        let name = short_name(package["name"].as_str().unwrap_or_default());
        let folder = format!("crates/{name}/src");
        let knows = package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|dependency| dependency["kind"].is_null() && dependency["path"].is_string())
            .map(|dependency| short_name(dependency["name"].as_str().unwrap_or_default()))
            .collect();
        let mut sources = Vec::new();
        collect(root, Path::new(&folder), &mut sources)?;
        crates.push(Crate { name, knows, sources });
    }
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

fn short_name(package: &str) -> String {
    package.strip_prefix("sluice-").unwrap_or(package).to_owned()
}

/// Reads all `.rs` files below `folder` (a path from `root`), sorted by name.
pub fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) -> Result<(), String> {
    let listing = fs::read_dir(root.join(folder)).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<_> = listing.filter_map(Result::ok).map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let path = folder.join(&name);
        if root.join(&path).is_dir() {
            collect(root, &path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(root.join(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
            let path = path.to_string_lossy().replace('\\', "/");
            sources.push(Source { path, text });
        }
    }
    Ok(())
}

/// Returns all other UTF-8 files tracked by git. Empty without git.
pub fn other_texts(root: &Path) -> Result<Vec<Source>, String> {
    let Ok(output) = Command::new("git").args(["ls-files", "-z"]).current_dir(root).output() else {
        return Ok(Vec::new());
    };
    let names = String::from_utf8_lossy(&output.stdout).into_owned();
    let others = names.split('\0').filter(|name| !name.is_empty() && !name.ends_with(".rs"));
    let texts = others.filter_map(|name| {
        let text = fs::read_to_string(root.join(name)).ok()?;
        Some(Source { path: name.to_owned(), text })
    });
    Ok(texts.collect())
}
