//! `lib.rs` declares modules bottom-up, so that the list is a reading order and no two modules
//! depend on each other.

use super::finding::Finding;
use crate::workspace::Source;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Finds every `crate::module` that names the file's own top-level module or one declared below it.
pub fn check(name: &str, parsed: &[(&Source, syn::File)], findings: &mut Vec<Finding>) {
    let root = format!("crates/{name}/src/");
    let lib = parsed.iter().find(|(source, _)| source.path == format!("{root}lib.rs"));
    let main = parsed.iter().find(|(source, _)| source.path == format!("{root}main.rs"));
    let Some((_, top)) = lib.or(main) else { return };
    let declared: Vec<String> = top.items.iter().filter_map(module_name).collect();
    for (source, file) in parsed {
        let Some(own) = own_module(&source.path[root.len()..]) else { continue };
        let Some(place) = declared.iter().position(|module| *module == own) else { continue };
        let mut visitor = Upward { path: &source.path, own: &own, later: &declared[place + 1..], findings };
        visitor.visit_file(file);
    }
}

/// Returns the top-level module of a file below `src/`; `None` for `lib.rs` and `main.rs`.
fn own_module(path: &str) -> Option<String> {
    let first = path.split('/').next()?.trim_end_matches(".rs");
    (first != "lib" && first != "main").then(|| first.to_owned())
}

fn module_name(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Mod(module) if !is_test(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    }
}

/// Returns whether an item is under `#[cfg(test)]`, or under another `cfg` that names tests. Tests
/// may name any module.
pub fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        list.path.is_ident("cfg")
            && list
                .tokens
                .clone()
                .into_iter()
                .any(|token| token.to_string() == "test" || token.to_string().contains("test"))
    })
}

struct Upward<'a> {
    path: &'a str,
    own: &'a str,
    later: &'a [String],
    findings: &'a mut Vec<Finding>,
}

impl Upward<'_> {
    fn named(&mut self, module: &syn::Ident) {
        let name = module.to_string();
        if self.later.contains(&name) {
            let what = format!(
                "`{}` names `{name}`, which lib.rs declares below it: move the code or the declaration",
                self.own
            );
            self.findings.push(Finding::new(self.path, module.span().start().line, what));
        }
    }
}

impl<'ast> Visit<'ast> for Upward<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 && path.segments[0].ident == "crate" {
            self.named(&path.segments[1].ident);
        }
        visit::visit_path(self, path);
    }

    fn visit_use_path(&mut self, tree: &'ast syn::UsePath) {
        if tree.ident == "crate" {
            for module in heads(&tree.tree) {
                self.named(module);
            }
        }
        let _ = tree.span();
    }
}

/// Returns the first names of a use tree: `a::b` gives a, `{a::b, c}` gives a and c.
fn heads(tree: &syn::UseTree) -> Vec<&syn::Ident> {
    match tree {
        syn::UseTree::Path(path) => vec![&path.ident],
        syn::UseTree::Name(name) => vec![&name.ident],
        syn::UseTree::Rename(rename) => vec![&rename.ident],
        syn::UseTree::Glob(_) => vec![],
        syn::UseTree::Group(group) => group.items.iter().flat_map(heads).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(lib: &str, file: (&str, &str)) -> Vec<Finding> {
        let lib = Source { path: "crates/x/src/lib.rs".into(), text: lib.into() };
        let other = Source { path: format!("crates/x/src/{}", file.0), text: file.1.into() };
        let parsed = [&lib, &other].map(|source| (source, syn::parse_file(&source.text).unwrap()));
        let mut findings = Vec::new();
        check("x", &parsed, &mut findings);
        findings
    }

    #[test]
    fn naming_a_later_module_is_a_violation() {
        let lib = "mod low; mod high;";
        assert_eq!(findings(lib, ("low.rs", "use crate::high::Thing;")).len(), 1);
        assert_eq!(findings(lib, ("low/part.rs", "fn f() { crate::high::g() }")).len(), 1);
        assert_eq!(findings(lib, ("low.rs", "use crate::{low::A, high};")).len(), 1);
        assert!(findings(lib, ("high.rs", "use crate::low::Thing;")).is_empty());
    }

    #[test]
    fn tests_may_name_any_module() {
        let text = "#[cfg(test)] mod tests { use crate::high::Thing; }";
        assert!(findings("mod low; mod high;", ("low.rs", text)).is_empty());
    }
}
