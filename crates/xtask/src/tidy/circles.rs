//! Files of a crate import each other in circles of at most three.
//!
//! A file imports another one if it names an item that the other declares: a path that begins with
//! `crate`, `super`, `self` or a module of the file's own folder. An item that a folder re-exports
//! counts for the file that declares it. Tests are left out. Larger circles that exist stand in
//! `circles.txt`, which may only shrink.

use super::finding::Finding;
use super::order::is_test;
use crate::workspace::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};

/// The path of a module below its crate; the crate's root is empty.
type Module = Vec<String>;

/// Files that a larger circle may still have, one group for each circle, and which of them were in
/// a circle.
pub struct Circles {
    groups: Vec<BTreeMap<String, bool>>,
}

impl Circles {
    /// Reads the list of larger circles.
    pub fn read(root: &Path) -> Result<Circles, String> {
        let text = fs::read_to_string(root.join(LIST)).map_err(|error| format!("{LIST}: {error}"))?;
        Ok(Circles::parse(&text))
    }

    fn parse(text: &str) -> Circles {
        let lines = |group: &str| {
            let files = group.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            files.map(|line| (line.to_owned(), false)).collect::<BTreeMap<_, _>>()
        };
        Circles { groups: text.split("\n\n").map(lines).filter(|group| !group.is_empty()).collect() }
    }

    /// Finds circles of the crate `name` that are too large and not listed.
    pub fn check(&mut self, name: &str, parsed: &[(&Source, syn::File)], findings: &mut Vec<Finding>) {
        for circle in circles(name, parsed) {
            let listed = self.groups.iter_mut().find(|group| circle.iter().all(|file| group.contains_key(*file)));
            let Some(group) = listed else {
                let files = circle.join(", ");
                let what =
                    format!("{} files import each other in a circle; the stop is {CIRCLE_STOP}: {files}", circle.len());
                findings.push(Finding::new(circle[0], 0, what));
                continue;
            };
            for file in circle {
                group.insert(file.to_owned(), true);
            }
        }
    }

    /// Finds listed files that are in no larger circle.
    pub fn finish(self, findings: &mut Vec<Finding>) {
        for (file, _) in self.groups.into_iter().flatten().filter(|(_, is_in_circle)| !is_in_circle) {
            findings.push(Finding::new(LIST, 0, format!("{file} is in no larger circle: remove its line")));
        }
    }
}

/// The circles of more than three files, each in the order of the files' names.
fn circles<'p>(name: &str, parsed: &'p [(&Source, syn::File)]) -> Vec<Vec<&'p str>> {
    let root = format!("crates/{name}/src/");
    let is_bin = |path: &str| path == format!("{root}main.rs");
    let has_lib = parsed.iter().any(|(source, _)| source.path == format!("{root}lib.rs"));
    let files: Vec<_> =
        parsed.iter().filter(|(source, _)| !(source.is_test() || has_lib && is_bin(&source.path))).collect();
    let modules: BTreeMap<Module, usize> =
        files.iter().enumerate().map(|(number, (source, _))| (module_of(&source.path[root.len()..]), number)).collect();
    let mut tree = Tree { modules, exports: BTreeMap::new() };
    let mut imports = Vec::new();
    for (source, file) in &files {
        let module = module_of(&source.path[root.len()..]);
        let mut names = Names::default();
        names.visit_file(file);
        tree.exports.insert(module.clone(), names.exports);
        imports.push((module, names.imports));
    }
    let edges: Vec<BTreeSet<usize>> = imports
        .iter()
        .enumerate()
        .map(|(number, (module, paths))| {
            let targets = paths.iter().filter_map(|path| tree.file(module, path, RE_EXPORTS_MAX));
            // A crate's root only lists modules and re-exports.
            targets.filter(|target| *target != number && !imports[*target].0.is_empty()).collect()
        })
        .collect();
    let reach: Vec<BTreeSet<usize>> = (0..edges.len()).map(|start| reachable(&edges, start)).collect();
    let mut seen = BTreeSet::<usize>::new();
    let mut found = Vec::new();
    for number in 0..edges.len() {
        if seen.contains(&number) || !reach[number].contains(&number) {
            continue;
        }
        let circle: Vec<usize> =
            reach[number].iter().copied().filter(|other| reach[*other].contains(&number)).collect();
        seen.extend(&circle);
        if circle.len() > CIRCLE_STOP {
            let mut paths: Vec<_> = circle.iter().map(|member| files[*member].0.path.as_str()).collect();
            paths.sort_unstable();
            found.push(paths);
        }
    }
    found
}

/// The files that `start` imports, directly or through others.
fn reachable(edges: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open: Vec<usize> = edges[start].iter().copied().collect();
    while let Some(number) = open.pop() {
        if found.insert(number) {
            open.extend(&edges[number]);
        }
    }
    found
}

/// `code/run.rs` and `code/run/mod.rs` are `code::run`.
fn module_of(path: &str) -> Module {
    let parts = path.trim_end_matches(".rs").split('/');
    parts.filter(|part| !matches!(*part, "lib" | "main" | "mod")).map(str::to_owned).collect()
}

/// The modules of a crate.
struct Tree {
    modules: BTreeMap<Module, usize>,
    /// Re-exports of each module: the name, and the path behind it.
    exports: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Tree {
    /// The file that declares what `path` names in `module`; `None` if the path leads out of the
    /// crate.
    fn file(&self, module: &[String], path: &[String], re_exports: usize) -> Option<usize> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (mut found, rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => (module.get(..module.len().checked_sub(supers)?)?.to_vec(), &path[supers..]),
            first => (self.child(module, first).map(|_| module.to_vec())?, path),
        };
        let mut rest = rest.iter();
        let mut item = rest.next();
        while let Some(child) = item.and_then(|name| self.child(&found, name)) {
            found = child;
            item = rest.next();
        }
        let behind = item.and_then(|name| self.exports.get(&found)?.get(name));
        let behind = behind.filter(|_| re_exports > 0).and_then(|path| {
            let path: Module = path.iter().chain(rest).cloned().collect();
            self.file(&found, &path, re_exports - 1)
        });
        behind.or_else(|| self.modules.get(&found).copied())
    }

    fn child(&self, module: &[String], name: &str) -> Option<Module> {
        let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
        self.modules.contains_key(&child).then_some(child)
    }
}

/// The paths that a file names, and those that it re-exports.
#[derive(Default)]
struct Names {
    imports: BTreeSet<Module>,
    exports: BTreeMap<String, Module>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if is_test(&item.attrs) {
            return;
        }
        let mut leaves = Vec::new();
        collect(&item.tree, &mut Vec::new(), &mut leaves);
        match item.vis {
            syn::Visibility::Inherited => self.imports.extend(leaves.into_iter().map(|(_, path)| path)),
            _ => self.exports.extend(leaves),
        }
    }

    /// The module in `pub(in crate::module)` isn't imported.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 && path.leading_colon.is_none() {
            self.imports.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

/// The leaves of a use tree: the name that each gives in the file, and its path.
fn collect(tree: &syn::UseTree, prefix: &mut Module, leaves: &mut Vec<(String, Module)>) {
    let leaf = |name: &syn::Ident| prefix.iter().cloned().chain([name.to_string()]).collect::<Module>();
    match tree {
        syn::UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            collect(&path.tree, prefix, leaves);
            prefix.pop();
        }
        syn::UseTree::Name(name) => leaves.push((name.ident.to_string(), leaf(&name.ident))),
        syn::UseTree::Rename(rename) => leaves.push((rename.rename.to_string(), leaf(&rename.ident))),
        syn::UseTree::Glob(_) => leaves.push(("*".to_owned(), prefix.clone())),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, prefix, leaves)),
    }
}

/// The most files that a circle may have.
const CIRCLE_STOP: usize = 3;
/// How many re-exports lead from a name to its file at most.
const RE_EXPORTS_MAX: usize = 8;
const LIST: &str = "crates/xtask/circles.txt";

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a crate `x` with these files against a list.
    fn findings(list: &str, files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = files
            .iter()
            .map(|(path, text)| Source { path: format!("crates/x/src/{path}"), text: (*text).to_owned() })
            .collect();
        let parsed: Vec<_> = sources.iter().map(|source| (source, syn::parse_file(&source.text).unwrap())).collect();
        let (mut circles, mut findings) = (Circles::parse(list), Vec::new());
        circles.check("x", &parsed, &mut findings);
        circles.finish(&mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    const FOUR: [(&str, &str); 5] = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "fn f(c: super::c::C) -> u8 { c.0 }"),
        ("c/mod.rs", "use crate::d;"),
        ("d.rs", "use crate::{a::A as Other};"),
    ];

    #[test]
    fn circle_of_four_files_is_found_and_of_three_allowed() {
        let found = findings("", &FOUR);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("4 files"), "{found:?}");
        let mut three = FOUR;
        three[3].1 = "use crate::a;";
        assert!(findings("", &three).is_empty());
    }

    #[test]
    fn module_of_a_visibility_is_not_imported() {
        let mut files = FOUR;
        files[4].1 = "pub(in crate::a) struct D;";
        assert!(findings("", &files).is_empty());
    }

    #[test]
    fn listed_circle_is_allowed_until_it_is_gone() {
        let list = "# Comment.\n\ncrates/x/src/a.rs\ncrates/x/src/b.rs\ncrates/x/src/c/mod.rs\ncrates/x/src/d.rs\n\nother.rs\n";
        let found = findings(list, &FOUR);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("other.rs is in no larger circle"), "{found:?}");
    }

    #[test]
    fn re_exported_item_counts_for_its_own_file() {
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; mod c; mod d; mod e; pub use b::B; pub use c::{C as Sea}; pub use d::D;"),
            ("a/b.rs", "use super::Sea;"),
            ("a/c.rs", "use crate::a::D;"),
            ("a/d.rs", "use super::e::E;"),
            ("a/e.rs", "#[cfg(test)] mod tests { use super::super::B; }"),
        ];
        assert!(findings("", &files).is_empty());
        let mut closed = files;
        closed[5].1 = "use super::B;";
        assert_eq!(findings("", &closed).len(), 1);
    }
}
