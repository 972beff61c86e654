//! Every recursive function of a crate that processes a user's text is in ARCHITECTURE.md's table
//! "Recursive walks", with its bound and its error.
//!
//! The call graph uses names within a crate: `f(…)`, `Self::f`, `self.f(…)`, `x.f(…)` and a
//! function passed as an argument. A method of another value counts as one of the caller's own
//! type.

use super::finding::Finding;
use super::order::is_test;
use crate::workspace::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A function: its location, and the names in its body.
struct Function {
    /// The module's path, such as `binder::value`.
    module: String,
    path: String,
    line: usize,
    /// The type of a method.
    owner: Option<String>,
    name: String,
    calls: Vec<Call>,
}

/// A function named by a body.
enum Call {
    /// `f`, or `q::f` with the preceding segment.
    Path(Option<String>, String),
    /// `self.f()`.
    Own(String),
    /// `x.f()`.
    Other(String),
}

/// The rows of the table: a module's path, and the number of functions it covers so far.
pub struct Walks(BTreeMap<String, usize>);

impl Walks {
    /// Reads the table.
    pub fn read(root: &Path) -> Result<Walks, String> {
        let text = fs::read_to_string(root.join(MAP)).map_err(|error| format!("{MAP}: {error}"))?;
        Ok(Walks(table(&text)))
    }

    /// Finds the recursive functions of the crate `name` that no row covers.
    pub fn check(&mut self, name: &str, parsed: &[(&Source, syn::File)], findings: &mut Vec<Finding>) {
        if !CRATES.contains(&name) {
            return;
        }
        let mut functions = Vec::new();
        for (source, file) in parsed.iter().filter(|(source, _)| !source.is_test()) {
            let module = module_of(name, &source.path);
            Collect { module, path: &source.path, owner: None, functions: &mut functions }.visit_file(file);
        }
        for function in recursive(&functions) {
            let covering = self.0.iter_mut().filter(|(row, _)| covers(row, &function.module));
            match covering.max_by_key(|(row, _)| row.len()) {
                Some((_, count)) => *count += 1,
                None => {
                    let what = format!(
                        "`{}::{}` is recursive and stands in no row of \"{HEADING}\" of {MAP}: give it a budget, and a row",
                        function.module, function.name
                    );
                    findings.push(Finding::new(&function.path, function.line, what));
                }
            }
        }
    }

    /// Finds rows that cover no function.
    pub fn finish(self, findings: &mut Vec<Finding>) {
        for (row, _) in self.0.into_iter().filter(|(_, count)| *count == 0) {
            findings.push(Finding::new(
                MAP,
                0,
                format!("\"{HEADING}\" names `{row}`, which has no recursive function"),
            ));
        }
    }
}

/// Returns the modules named in the first cells below the heading.
fn table(text: &str) -> BTreeMap<String, usize> {
    let section = text.split("\n## ").find(|section| section.starts_with(HEADING)).unwrap_or_default();
    let cells = section.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    let modules = cells.flat_map(|cell| cell.split(',')).map(|module| module.trim().trim_matches('`').to_owned());
    modules.map(|module| (module, 0)).collect()
}

fn covers(row: &str, module: &str) -> bool {
    module == row || module.strip_prefix(row).is_some_and(|rest| rest.starts_with("::"))
}

/// Returns `binder::value` for `crates/binder/src/value.rs`.
fn module_of(name: &str, path: &str) -> String {
    let below = path.strip_prefix(&format!("crates/{name}/src/")).unwrap_or(path).trim_end_matches(".rs");
    let parts = below.split('/').filter(|part| !matches!(*part, "lib" | "main" | "mod"));
    std::iter::once(name).chain(parts).collect::<Vec<_>>().join("::")
}

/// Returns the functions that can call themselves, directly or indirectly.
fn recursive(functions: &[Function]) -> Vec<&Function> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, function) in functions.iter().enumerate() {
        by_name.entry(&function.name).or_default().push(place);
    }
    let edges: Vec<BTreeSet<usize>> = functions
        .iter()
        .map(|caller| {
            let named = |name: &str| by_name.get(name).map_or(&[][..], |places| places.as_slice()).iter().copied();
            caller.calls.iter().flat_map(|call| targets(functions, caller, call, &named)).collect()
        })
        .collect();
    // A function is recursive if it is reachable from its calls.
    let comes_back = |place: usize| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<usize> = edges[place].iter().copied().collect();
        while let Some(next) = open.pop() {
            if next == place {
                return true;
            }
            if seen.insert(next) {
                open.extend(&edges[next]);
            }
        }
        false
    };
    (0..functions.len()).filter(|place| comes_back(*place)).map(|place| &functions[place]).collect()
}

fn targets<I: Iterator<Item = usize>>(
    functions: &[Function],
    caller: &Function,
    call: &Call,
    named: &dyn Fn(&str) -> I,
) -> Vec<usize> {
    let of_owner = |name: &str, owner: Option<&str>| -> Vec<usize> {
        named(name).filter(|place| functions[*place].owner.as_deref() == owner).collect()
    };
    match call {
        Call::Path(None, name) => {
            let free = of_owner(name, None);
            let here: Vec<usize> =
                free.iter().copied().filter(|place| functions[*place].module == caller.module).collect();
            if here.is_empty() { free } else { here }
        }
        Call::Path(Some(before), name) if before == "Self" => of_owner(name, caller.owner.as_deref()),
        Call::Path(Some(before), name) => named(name)
            .filter(|place| {
                let function = &functions[*place];
                let is_of_module = function.owner.is_none()
                    && (function.module.ends_with(&format!("::{before}")) || matches!(&**before, "super" | "crate"));
                function.owner.as_deref() == Some(before) || is_of_module
            })
            .collect(),
        Call::Own(name) => of_owner(name, caller.owner.as_deref()),
        Call::Other(name) => {
            // A method of the same type or, through a trait, the caller itself.
            let is_of_trees = CRATES_OF_TREES.iter().any(|name| covers(name, &caller.module));
            let is_walk = is_of_trees && caller.owner.is_some() && !COMMON.contains(&&**name);
            named(name)
                .filter(|place| is_walk && functions[*place].owner.is_some())
                .filter(|place| functions[*place].owner == caller.owner)
                .collect()
        }
    }
}

struct Collect<'a> {
    module: String,
    path: &'a str,
    owner: Option<String>,
    functions: &'a mut Vec<Function>,
}

impl Collect<'_> {
    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let mut calls = Calls::default();
        calls.visit_block(block);
        // A local closure hides a function with its name.
        let is_own = |call: &Call| matches!(call, Call::Path(None, name) if calls.bound.contains(name));
        calls.named.retain(|call| !is_own(call));
        self.functions.push(Function {
            module: self.module.clone(),
            path: self.path.to_owned(),
            line: signature.span().start().line,
            owner: self.owner.clone(),
            name: signature.ident.to_string(),
            calls: calls.named,
        });
    }

    fn within(&mut self, owner: Option<String>, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.owner, owner);
        visit(self);
        self.owner = before;
    }
}

impl<'ast> Visit<'ast> for Collect<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            let before = self.module.clone();
            self.module = format!("{before}::{}", module.ident);
            visit::visit_item_mod(self, module);
            self.module = before;
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            let owner = match &*item.self_ty {
                syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
                _ => None,
            };
            self.within(owner, |collect| visit::visit_item_impl(collect, item));
        }
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.within(Some(item.ident.to_string()), |collect| visit::visit_item_trait(collect, item));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.within(None, |collect| collect.function(&item.sig, &item.block));
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }
}

/// The names that a body uses, and the names that it binds.
#[derive(Default)]
struct Calls {
    named: Vec<Call>,
    bound: BTreeSet<String>,
}

impl Calls {
    /// Records a path that is called or passed on. A single word that is neither is a variable.
    fn name(&mut self, expr: &syn::Expr) {
        if let syn::Expr::Path(path) = expr
            && let [before @ .., name] = &path.path.segments.iter().collect::<Vec<_>>()[..]
        {
            self.named.push(Call::Path(before.last().map(|segment| segment.ident.to_string()), name.ident.to_string()));
        }
    }
}

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.name(&call.func);
        let is_qualified = |expr: &&syn::Expr| matches!(expr, syn::Expr::Path(path) if path.path.segments.len() > 1);
        call.args.iter().filter(is_qualified).for_each(|argument| self.name(argument));
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let name = call.method.to_string();
        let is_own = is_self(&call.receiver);
        // A call of the same method on a field is delegation.
        let is_field = !is_own && begins_with_self(&call.receiver);
        let passes_on = PASSING.contains(&&*name);
        let is_qualified = |expr: &syn::Expr| matches!(expr, syn::Expr::Path(path) if path.path.segments.len() > 1);
        call.args
            .iter()
            .filter(|argument| passes_on || is_qualified(argument))
            .for_each(|argument| self.name(argument));
        match (is_own, is_field) {
            (true, _) => self.named.push(Call::Own(name)),
            (false, false) => self.named.push(Call::Other(name)),
            (false, true) => {}
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.bound.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    /// Visits macro arguments that are expressions, as in `vec!` and `format!`.
    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        if let Ok(arguments) = node.parse_body_with(Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated) {
            for argument in &arguments {
                let mut inner = Calls::default();
                inner.visit_expr(argument);
                self.named.append(&mut inner.named);
                self.bound.append(&mut inner.bound);
            }
        }
    }
}

fn is_self(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Path(path) if path.path.is_ident("self"))
}

/// Returns whether the expression is part of `self`, or the result of a method of such a part.
fn begins_with_self(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Field(field) => begins_with_self(&field.base),
        syn::Expr::MethodCall(call) => begins_with_self(&call.receiver),
        syn::Expr::Index(index) => begins_with_self(&index.expr),
        syn::Expr::Try(tried) => begins_with_self(&tried.expr),
        other => is_self(other),
    }
}

const MAP: &str = "ARCHITECTURE.md";
const HEADING: &str = "Recursive walks";

/// The crates that process trees whose depth a user determines.
const CRATES: &[&str] = &[
    "types",
    "syntax",
    "functions",
    "definition",
    "plan",
    "binder",
    "showplan",
    "table",
    "query",
    "session",
    "command",
    "cursor",
    "administration",
    "exec",
    "sysviews",
];

/// The crates whose trees walk themselves: there `x.f()` within `f` is recursion, elsewhere
/// delegation.
const CRATES_OF_TREES: &[&str] = &["syntax", "functions", "definition", "plan", "binder", "showplan"];

/// Methods that call their function argument.
const PASSING: &[&str] = &[
    "map",
    "for_each",
    "try_for_each",
    "any",
    "all",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "position",
    "map_or",
    "is_some_and",
    "is_none_or",
    "and_then",
    "partition",
    "retain",
    "inspect",
    "then",
];

/// Method names that many types of the standard library share.
const COMMON: &[&str] = &[
    "new",
    "get",
    "get_mut",
    "push",
    "pop",
    "len",
    "is_empty",
    "iter",
    "iter_mut",
    "into_iter",
    "insert",
    "remove",
    "extend",
    "clear",
    "take",
    "replace",
    "map",
    "filter",
    "find",
    "position",
    "contains",
    "any",
    "all",
    "fold",
    "clone",
    "cmp",
    "eq",
    "hash",
    "fmt",
    "drop",
    "default",
    "from",
    "into",
    "as_str",
    "as_ref",
    "to_string",
    "write",
    "read",
    "lock",
    "name",
    "end",
    "start",
    "first",
    "last",
    "min",
    "max",
    "sum",
    "count",
    "chars",
    "bytes",
    "begin",
    "done",
    "finish",
    "error",
    "wait",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(architecture: &str, text: &str) -> Vec<String> {
        let source = Source { path: "crates/plan/src/walk.rs".into(), text: text.into() };
        let file = syn::parse_file(text).unwrap();
        let (mut walks, mut findings) = (Walks(table(architecture)), Vec::new());
        walks.check("plan", &[(&source, file)], &mut findings);
        walks.finish(&mut findings);
        findings.into_iter().map(|finding| finding.what).collect()
    }

    #[test]
    fn direct_and_mutual_recursion_needs_a_row() {
        let none = "## Recursive walks\n";
        for text in [
            "fn walk(node: &Node) { node.inputs().for_each(walk) }",
            "fn one(n: &Node) { if n.x { other(n) } } fn other(n: &Node) { one(n) }",
            "impl Node { fn walk(&self) { self.inputs.iter().for_each(|input| input.walk()) } }",
            "impl A { fn one(&self) { self.other() } fn other(&self) { vec![self.one()]; } }",
        ] {
            assert!(!findings(none, text).is_empty(), "{text}");
            let row = "\n## Recursive walks\n| `plan::walk` | trees | a | b |\n";
            assert!(findings(row, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn only_recursion_needs_a_row_and_rows_need_a_function() {
        assert!(
            findings("## x", "fn walk(nodes: &[Node]) { nodes.iter().for_each(visit) } fn visit(n: &Node) {}")
                .is_empty()
        );
        assert_eq!(findings("\n## Recursive walks\n| `plan::walk` | a | b | c |\n", "fn f() {}").len(), 1);
    }
}
