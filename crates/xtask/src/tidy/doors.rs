//! Each kind of access to the outside world ("door") has owner crates: files, threads, clocks, lock
//! types, unsafe code, SQL errors.

use super::finding::Finding;
use super::order::is_test;
use crate::workspace::Source;
use proc_macro2::TokenTree;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A door: the names that use it, its owners, and the alternative for other crates.
struct Door {
    /// Paths as written, by their last two segments (`fs::read`) or a prefix ending in `::`.
    names: &'static [&'static str],
    /// The crates that may use the names.
    owners: &'static [&'static str],
    instead: &'static str,
}

/// Checks one file of the crate `name`. Code under `#[cfg(test)]` and test files are exempt.
pub fn check(name: &str, source: &Source, file: &syn::File, findings: &mut Vec<Finding>) {
    if source.is_test() {
        return;
    }
    let doors = DOORS.iter().filter(|door| !door.owners.contains(&name)).collect();
    let unsafe_allowed = UNSAFE_OWNERS.contains(&name);
    Walk { path: &source.path, doors, unsafe_allowed, findings }.visit_file(file);
}

struct Walk<'a> {
    path: &'a str,
    doors: Vec<&'static Door>,
    unsafe_allowed: bool,
    findings: &'a mut Vec<Finding>,
}

impl Walk<'_> {
    fn named(&mut self, path: &str, line: usize) {
        for door in &self.doors {
            if door.names.iter().any(|name| leads_through(path, name)) {
                self.findings.push(Finding::new(
                    self.path,
                    line,
                    format!("`{path}` is not for this crate: {}", door.instead),
                ));
            }
        }
    }

    fn unsafe_code(&mut self, line: usize) {
        if !self.unsafe_allowed {
            let what = format!("unsafe code is only for {}", UNSAFE_OWNERS.join(", "));
            self.findings.push(Finding::new(self.path, line, what));
        }
    }
}

/// Returns whether `path` uses the door named `name`: the name's segments occur consecutively in
/// the path.
fn leads_through(path: &str, name: &str) -> bool {
    path == name
        || path.starts_with(&format!("{name}::"))
        || path.ends_with(&format!("::{name}"))
        || path.contains(&format!("::{name}::"))
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        if signature.unsafety.is_some() {
            self.unsafe_code(signature.span().start().line);
        }
        visit::visit_signature(self, signature);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        if item.unsafety.is_some() {
            self.unsafe_code(item.span().start().line);
        }
        visit::visit_item_trait(self, item);
    }

    fn visit_item_foreign_mod(&mut self, item: &'ast syn::ItemForeignMod) {
        self.unsafe_code(item.span().start().line);
        visit::visit_item_foreign_mod(self, item);
    }

    // A macro's arguments are tokens without a tree, so they are searched for paths and `unsafe`.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let mut words = Words::default();
        words.read(call.tokens.clone());
        for (path, line) in words.paths {
            self.named(&path, line);
        }
        for line in words.unsafe_lines {
            self.unsafe_code(line);
        }
        visit::visit_macro(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.named(&names.join("::"), path.span().start().line);
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut paths = Vec::new();
        spell(&item.tree, String::new(), &mut paths);
        for path in paths {
            self.named(&path, item.span().start().line);
        }
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_code(block.span().start().line);
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if item.unsafety.is_some() {
            self.unsafe_code(item.span().start().line);
        }
        visit::visit_item_impl(self, item);
    }
}

/// The paths, and the lines with `unsafe`, in a macro's arguments.
#[derive(Default)]
struct Words {
    paths: Vec<(String, usize)>,
    unsafe_lines: Vec<usize>,
}

impl Words {
    fn read(&mut self, tokens: proc_macro2::TokenStream) {
        let (mut path, mut line, mut colons) = (String::new(), 0, 0);
        for token in tokens {
            match token {
                TokenTree::Ident(word) => {
                    if word == "unsafe" {
                        self.unsafe_lines.push(word.span().start().line);
                    }
                    if colons != 2 {
                        self.end_of(&mut path, line);
                        line = word.span().start().line;
                    }
                    path.push_str(&word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                    if colons == 2 {
                        path.push_str("::");
                    }
                }
                other => {
                    self.end_of(&mut path, line);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.read(group.stream());
                    }
                }
            }
        }
        self.end_of(&mut path, line);
    }

    fn end_of(&mut self, path: &mut String, line: usize) {
        let ended = std::mem::take(path);
        if !ended.is_empty() {
            self.paths.push((ended.trim_end_matches(':').to_owned(), line));
        }
    }
}

/// Appends the full paths of a use tree.
fn spell(tree: &syn::UseTree, prefix: String, paths: &mut Vec<String>) {
    let join = |ident: &syn::Ident| if prefix.is_empty() { ident.to_string() } else { format!("{prefix}::{ident}") };
    match tree {
        syn::UseTree::Path(path) => spell(&path.tree, join(&path.ident), paths),
        syn::UseTree::Name(name) => paths.push(join(&name.ident)),
        syn::UseTree::Rename(rename) => paths.push(join(&rename.ident)),
        syn::UseTree::Glob(_) => paths.push(prefix),
        syn::UseTree::Group(group) => group.items.iter().for_each(|item| spell(item, prefix.clone(), paths)),
    }
}

const UNSAFE_OWNERS: &[&str] = &["allocator", "base", "vfs", "buffer"];

const DOORS: &[Door] = &[
    Door {
        names: &["std::fs", "fs::File", "fs::OpenOptions", "libc::open", "libc::pread", "libc::pwrite"],
        // cli, server, xtask, bench and sqltest read the user's scripts, certificates and settings.
        owners: &["vfs", "cli", "server", "xtask", "bench", "sqltest"],
        instead: "files are reached through `vfs`",
    },
    Door { names: &["io_uring"], owners: &["vfs"], instead: "batches of reads and writes go through `vfs`" },
    Door {
        names: &["thread::spawn", "thread::Builder", "thread::scope"],
        // The simulator's clients are tasks of a schedule.
        owners: &["base", "engine", "server", "cli", "bench", "xtask", "sim"],
        instead: "only the top layers start threads; offer a function that one of them calls",
    },
    Door {
        names: &["Instant::now", "SystemTime::now", "time::Instant", "time::SystemTime", "thread::sleep"],
        owners: &["base", "xtask"],
        instead: "time comes from `base::clock`",
    },
    Door {
        names: &["RandomState", "libc::getrandom"],
        owners: &["base", "xtask"],
        instead: "randomness comes from `base::random`, so that a run of the simulator is one seed",
    },
    Door {
        names: &[
            "std::sync::Mutex",
            "std::sync::RwLock",
            "std::sync::Condvar",
            "std::sync::Once",
            "std::sync::OnceLock",
            "std::sync::LazyLock",
            "std::sync::Barrier",
            "std::sync::mpsc",
            "std::sync::atomic",
            "parking_lot",
            "shuttle::sync",
        ],
        owners: &["base", "xtask"],
        instead: "locks and atomics come from `base::sync`, so that shuttle can stand in for them",
    },
    Door {
        names: &["SqlError"],
        owners: &[
            "types",
            "bulk",
            "events",
            "functions",
            "catalog",
            "definition",
            "plan",
            "binder",
            "table",
            "query",
            "session",
            "command",
            "cursor",
            "administration",
            "exec",
            "sysviews",
            "engine",
            "tds",
            "server",
            "cli",
            "sqltest",
            "sim",
            "bench",
            "xtask",
        ],
        instead: "the storage tower has never heard of SQL; `table::storage_error` maps its errors",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn breaches(name: &str, text: &str) -> usize {
        let source = Source { path: format!("crates/{name}/src/x.rs"), text: text.into() };
        let mut findings = Vec::new();
        check(name, &source, &syn::parse_file(text).unwrap(), &mut findings);
        findings.len()
    }

    #[test]
    fn doors_are_open_only_to_their_owners() {
        for (owner, stranger, text) in [
            ("vfs", "wal", "use std::fs; fn f() {}"),
            ("vfs", "wal", "use std::{fmt, fs::File};"),
            ("engine", "wal", "fn f() { std::thread::spawn(|| ()); }"),
            ("base", "txn", "use std::time::Instant;"),
            ("base", "txn", "use std::sync::{Arc, Mutex};"),
            ("base", "functions", "use std::hash::RandomState;"),
            ("types", "access", "fn f(e: SqlError) {}"),
            ("buffer", "exec", "fn f() { unsafe { g() } }"),
            ("buffer", "exec", "unsafe impl Send for X {}"),
            ("buffer", "exec", "impl X { unsafe fn f() {} }"),
            ("buffer", "exec", "fn f() { assert!(unsafe { g() }) }"),
            ("base", "txn", "fn f() { println!(\"{:?}\", [std::time::Instant::now()]) }"),
            ("base", "txn", "static X: std::sync::OnceLock<u8> = make();"),
        ] {
            assert_eq!(breaches(owner, text), 0, "{owner}: {text}");
            assert_eq!(breaches(stranger, text), 1, "{stranger}: {text}");
        }
    }

    #[test]
    fn arcs_durations_and_tests_are_exempt() {
        assert_eq!(breaches("wal", "use std::sync::Arc; use std::time::Duration;"), 0);
        assert_eq!(breaches("wal", "#[cfg(test)] mod tests { use std::fs; }"), 0);
    }
}
