//! The words that an editor completes: keywords, built-in functions, system views. User names are
//! in the catalog views.

use crate::instance::Instance;
use sluice_functions::registry::Reads;
use sluice_syntax::ast::{Statement, StatementKind};

/// A system view or a system table-valued function.
#[derive(Clone, Debug)]
pub struct SystemViewName {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: String,
    /// The view's name.
    pub name: String,
    /// The view's columns, in order; empty for a view that is a query over others.
    pub columns: Vec<String>,
}

impl Instance {
    /// Returns all system views that queries may name. Views written in T-SQL are given without
    /// columns.
    pub fn system_views(&self) -> Vec<SystemViewName> {
        let own = self.system_catalog().views.iter().map(|view| {
            let def = view.def();
            let columns = def.columns.iter().map(|column| column.name.clone()).collect();
            SystemViewName { schema: def.schema.to_owned(), name: def.name.to_owned(), columns }
        });
        let queries = self.system_catalog().text_modules.iter().filter(|module| module.kind.has_rows());
        let queries = queries.map(|module| SystemViewName {
            schema: module.schema.clone(),
            name: module.name.clone(),
            columns: Vec::new(),
        });
        own.chain(queries).collect()
    }

    /// Returns the names of all system procedures.
    pub fn system_procedures(&self) -> Vec<String> {
        let texts = self.system_catalog().text_modules.iter().filter(|module| !module.kind.has_rows());
        let texts = texts.map(|module| module.name.clone());
        texts.chain(sluice_exec::batch::system_procedure_names().map(str::to_owned)).collect()
    }
}

/// Returns all reserved words, in capitals, sorted.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    sluice_syntax::keyword::KEYWORDS.iter().map(|(word, _)| *word)
}

/// Returns the names of all built-in scalar functions, in capitals.
pub fn functions() -> impl Iterator<Item = &'static str> {
    sluice_functions::registry::all().map(|function| function.name)
}

/// Returns the names, in capitals, of the built-in functions that read metadata or other
/// principals' data.
pub fn functions_of_others() -> impl Iterator<Item = &'static str> {
    let families = sluice_functions::registry::families();
    let reads = families.filter(|family| matches!(family.reads, Reads::Metadata | Reads::Membership));
    reads.flat_map(|family| family.functions.iter().map(|function| function.name))
}

/// The names of all commands of DBCC, in capitals.
pub fn dbcc_commands() -> impl Iterator<Item = &'static str> {
    sluice_exec::batch::dbcc_commands()
}

/// The names of all kinds of statements.
pub fn statement_kinds() -> &'static [&'static str] {
    StatementKind::NAMES
}

/// The names of the kinds of statements in a batch, also within blocks. The order is not that of
/// the text.
pub fn statement_kinds_of(batch: &str) -> Vec<&'static str> {
    let script = sluice_syntax::parse(batch);
    let mut open: Vec<&Statement> = script.statements.iter().collect();
    let mut kinds = Vec::new();
    while let Some(statement) = open.pop() {
        kinds.push(statement.kind.name());
        open.extend(statement.kind.inner());
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::InstanceOptions;

    #[test]
    fn vocabulary_matches_the_parser_and_catalog() {
        assert!(keywords().any(|word| word == "SELECT") && functions().any(|name| name == "DATEDIFF"));
        let instance = Instance::open(InstanceOptions::in_memory()).unwrap();
        let views = instance.system_views();
        let named = |name: &str| views.iter().find(|view| view.name == name).unwrap();
        assert!(named("databases").columns.iter().any(|column| column == "database_id"));
        assert_eq!((named("tables").schema.as_str(), named("TABLES").schema.as_str()), ("sys", "INFORMATION_SCHEMA"));
        instance.close().unwrap();
    }
}
