//! `cargo xtask definitions SEED COUNT`: a sample of definitions without their bodies.
//!
//! A reader who doesn't know the code predicts the behaviour of each definition from its name and
//! documentation, then compares the prediction with the code. The sample has modules (files),
//! types and functions of product crates that are visible outside their module. Tests and the
//! development crates are left out.
//!
//! The search works on lines, since `cargo fmt` determines the layout of all sources.

use crate::workspace::{self, Source};
use std::path::Path;

/// A definition without its body.
struct Definition {
    /// File, line and enclosing `impl`.
    place: String,
    /// Documentation and declaration, as written.
    text: String,
}

/// Passes `count` definitions to `show`, drawn by `seed` from all definitions in the order of files
/// and lines. The same sources and the same seed give the same sample. Returns true. Fails if
/// `seed` or `count` is no number, or a file can't be read.
pub fn run(root: &Path, seed: &str, count: &str, show: impl Fn(String)) -> Result<bool, String> {
    let mut state: u64 = seed.parse().map_err(|_| format!("'{seed}' is not a seed"))?;
    let count: usize = count.parse().map_err(|_| format!("'{count}' is not a count"))?;
    let mut all = Vec::new();
    let crates = workspace::crates(root)?;
    for one in crates.iter().filter(|one| !DEVELOPMENT.contains(&one.name.as_str())) {
        one.sources.iter().filter(|source| !source.is_test()).for_each(|source| collect(source, &mut all));
    }
    let total = all.len();
    for index in 1..=count.min(total) {
        let drawn = all.swap_remove((splitmix(&mut state) % all.len() as u64) as usize);
        show(format!("{index}. {}\n{}", drawn.place, drawn.text));
    }
    show(format!("{} of {total} definitions", count.min(total)));
    Ok(true)
}

/// Appends the definitions of a file, up to its tests.
fn collect(source: &Source, all: &mut Vec<Definition>) {
    let lines: Vec<&str> = source.text.lines().collect();
    let header: Vec<&str> = lines.iter().copied().take_while(|line| line.starts_with("//!")).collect();
    all.push(Definition { place: source.path.clone(), text: joined(&header) });
    let end = lines.iter().position(|line| line.starts_with("#[cfg(test)]")).unwrap_or(lines.len());
    let lines = &lines[..end];
    let mut enclosing = "";
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with("impl") {
            enclosing = line.trim_end_matches([' ', '{']);
        } else if *line == "}" {
            enclosing = "";
        }
        let Some(kind) = kind(line) else { continue };
        let mut text = documentation(&lines[..index]);
        match kind {
            Kind::Function => text.extend(declaration(&lines[index..])),
            Kind::Data => text.extend(whole(&lines[index..])),
            Kind::Trait => text.extend(signatures(whole(&lines[index..]))),
        }
        let place = format!("{}:{} {enclosing}", source.path, index + 1).trim_end().to_owned();
        all.push(Definition { place, text: joined(&text) });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Function,
    Data,
    Trait,
}

/// Returns the kind of definition that begins at a line. `None` for other lines, and for
/// definitions private to their module.
fn kind(line: &str) -> Option<Kind> {
    let (visibility, mut rest) = line.trim_start().split_once(' ')?;
    if visibility != "pub" && !visibility.starts_with("pub(") {
        return None;
    }
    if let Some((_, after)) = rest.split_once(") ").filter(|_| visibility == "pub(in") {
        rest = after;
    }
    let mut words = rest.split([' ', '<']).skip_while(|word| matches!(*word, "const" | "unsafe" | "async"));
    match words.next()? {
        "fn" => Some(Kind::Function),
        "struct" | "enum" | "union" | "type" => Some(Kind::Data),
        "trait" => Some(Kind::Trait),
        _ => None,
    }
}

/// Returns the doc comment that ends at the last of the lines, without attributes.
fn documentation<'a>(before: &[&'a str]) -> Vec<&'a str> {
    let above = |line: &&&str| ["///", "#[", "//"].iter().any(|mark| line.trim_start().starts_with(mark));
    let mut documentation: Vec<&str> = before.iter().rev().take_while(above).copied().collect();
    documentation.retain(|line| line.trim_start().starts_with("///"));
    documentation.reverse();
    documentation
}

/// Returns the lines of a signature, up to its body or semicolon.
fn declaration<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let ends = |line: &&str| line.ends_with(['{', ';', '}']);
    let length = lines.iter().position(ends).map_or(lines.len(), |last| last + 1);
    lines[..length].to_vec()
}

/// Returns the lines of a type or trait, up to the brace, parenthesis or semicolon that closes it.
fn whole<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let first = lines[0];
    if first.ends_with([';', '}']) {
        return vec![first];
    }
    let indent = first.len() - first.trim_start().len();
    let closes = |line: &&str| {
        line.len() > indent && line[..indent].trim().is_empty() && line[indent..].starts_with(['}', ')'])
            || line.ends_with(';') && !first.ends_with(['{', '('])
    };
    let length = lines.iter().skip(1).position(closes).map_or(lines.len(), |last| last + 2);
    lines[..length].to_vec()
}

/// Returns the lines of a trait without the bodies of its functions.
fn signatures(lines: Vec<&str>) -> Vec<&str> {
    let indent = lines[0].len() - lines[0].trim_start().len() + 4;
    let mut inside_body = false;
    let mut kept = Vec::new();
    for line in lines {
        let at = line.len() - line.trim_start().len();
        if !inside_body {
            kept.push(line);
            inside_body = at == indent && line.ends_with('{');
        } else if at == indent && line.trim() == "}" {
            inside_body = false;
        }
    }
    kept
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the next number of Vigna's splitmix64.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

const DEVELOPMENT: &[&str] = &["bench", "sim", "sqltest", "workload", "xtask"];

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! A header.

/// A type.
#[derive(Debug)]
pub struct One {
    /// A field.
    field: u8,
}

impl One {
    /// A function.
    pub(crate) fn long(
        &self,
    ) -> u8 {
        self.field
    }

    fn private(&self) {}
}

/// A trait.
pub trait Three {
    /// With a body.
    fn default(&self) {
        body();
    }
    /// Without.
    fn required(&self);
}

#[cfg(test)]
pub fn test() {}
";

    #[test]
    fn definitions_have_documentation_and_no_bodies() {
        let mut all = Vec::new();
        collect(&Source { path: "x.rs".to_owned(), text: TEXT.to_owned() }, &mut all);
        let places: Vec<&str> = all.iter().map(|one| one.place.as_str()).collect();
        assert_eq!(places, ["x.rs", "x.rs:5", "x.rs:12 impl One", "x.rs:22"]);
        assert_eq!(all[0].text, "//! A header.\n");
        assert_eq!(all[1].text, "/// A type.\npub struct One {\n    /// A field.\n    field: u8,\n}\n");
        assert!(all[2].text.ends_with("    ) -> u8 {\n"), "{}", all[2].text);
        assert!(all[3].text.contains("/// Without.") && !all[3].text.contains("body();"), "{}", all[3].text);
    }
}
