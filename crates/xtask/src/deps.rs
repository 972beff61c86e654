//! `cargo xtask deps`: all dependencies have an acceptable licence and come from the registry.
//!
//! Advisories need an external database; if `cargo deny` is installed, it checks them too
//! (`deny.toml`).

use crate::workspace;
use std::path::Path;

/// Returns a line for each external crate that violates a rule.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let metadata = workspace::metadata(root, &[])?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata names no packages")?;
    let mut breaches = Vec::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let name =
            format!("{} {}", package["name"].as_str().unwrap_or("?"), package["version"].as_str().unwrap_or("?"));
        if !package["source"].as_str().unwrap_or_default().starts_with("registry+") {
            breaches.push(format!("{name}: comes from {}, not from the registry", package["source"]));
        }
        match package["license"].as_str() {
            None => breaches.push(format!("{name}: names no licence")),
            Some(licence) if !acceptable(licence) => {
                breaches.push(format!("{name}: licence '{licence}' is not on the list"))
            }
            Some(_) => {}
        }
        if BANNED.contains(&package["name"].as_str().unwrap_or_default()) {
            breaches.push(format!("{name}: banned from the workspace (STYLE.md)"));
        }
    }
    Ok(breaches)
}

/// Returns whether the listed licences satisfy an SPDX expression: of each part joined by AND, one
/// alternative joined by OR.
fn acceptable(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let words = expression.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut rest = words.as_slice();
    let accepted = any_of(&mut rest);
    accepted && rest.is_empty()
}

fn any_of(words: &mut &[&str]) -> bool {
    let mut accepted = all_of(words);
    while words.first() == Some(&"OR") {
        *words = &words[1..];
        accepted |= all_of(words);
    }
    accepted
}

fn all_of(words: &mut &[&str]) -> bool {
    let mut accepted = one(words);
    while words.first() == Some(&"AND") {
        *words = &words[1..];
        accepted &= one(words);
    }
    accepted
}

fn one(words: &mut &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    *words = rest;
    if *first == "(" {
        let accepted = any_of(words);
        *words = words.get(1..).unwrap_or_default();
        return accepted;
    }
    let mut name = (*first).to_owned();
    if words.first() == Some(&"WITH") && words.len() > 1 {
        name = format!("{name} WITH {}", words[1]);
        *words = &words[2..];
    }
    LICENCES.contains(&name.as_str())
}

const LICENCES: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "Unlicense",
    "BSL-1.0",
    "CC0-1.0",
];

const BANNED: &[&str] = &["tokio", "openssl", "native-tls", "async-std"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spdx_expressions_are_evaluated_by_part() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "MIT OR GPL-3.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR X",
        ] {
            assert!(acceptable(good), "{good}");
        }
        for bad in
            ["GPL-3.0", "MIT AND GPL-3.0", "(GPL-2.0 OR LGPL-2.1) AND MIT", "Apache-2.0 WITH Other-exception", ""]
        {
            assert!(!acceptable(bad), "{bad}");
        }
    }
}
