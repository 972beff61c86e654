//! The words that an editor completes: keywords, built-in functions, system views. Users' names are in the catalog views.

use crate::instance::Instance;
use sluice_functions::registry::Reads;

/// A system view, or a system function that makes rows.
#[derive(Clone, Debug)]
pub struct SystemViewName {
    /// `sys` or `INFORMATION_SCHEMA`.
    pub schema: String,
    /// Its name.
    pub name: String,
    /// Its columns in order; none of a view that is a query over others.
    pub columns: Vec<String>,
}

impl Instance {
    /// Every system view that queries may name.
    pub fn system_views(&self) -> Vec<SystemViewName> {
        let own = self.views().iter().map(|view| {
            let def = view.def();
            let columns = def.columns.iter().map(|column| column.name.clone()).collect();
            SystemViewName { schema: def.schema.to_owned(), name: def.name.to_owned(), columns }
        });
        let queries = self.text_modules.iter().filter(|module| module.kind.has_rows());
        let queries = queries.map(|module| SystemViewName {
            schema: module.schema.clone(),
            name: module.name.clone(),
            columns: Vec::new(),
        });
        own.chain(queries).collect()
    }

    /// The names of all system procedures that EXECUTE may call.
    pub fn system_procedures(&self) -> Vec<String> {
        let texts = self.text_modules.iter().filter(|module| !module.kind.has_rows());
        let texts = texts.map(|module| module.name.clone());
        texts.chain(sluice_exec::batch::system_procedures().map(str::to_owned)).collect()
    }
}

/// Every reserved word, in capitals, in order.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    sluice_syntax::keyword::KEYWORDS.iter().map(|(word, _)| *word)
}

/// Every built-in scalar function's name, in capitals.
pub fn functions() -> impl Iterator<Item = &'static str> {
    sluice_functions::registry::all().map(|function| function.name)
}

/// The names, in capitals, of the built-in functions that read metadata or what belongs to others.
pub fn functions_of_others() -> impl Iterator<Item = &'static str> {
    let families = sluice_functions::registry::families();
    let reads = families.filter(|family| matches!(family.reads, Reads::Metadata | Reads::Membership));
    reads.flat_map(|family| family.functions.iter().map(|function| function.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::InstanceOptions;

    #[test]
    fn words_are_those_that_batches_know() {
        assert!(keywords().any(|word| word == "SELECT") && functions().any(|name| name == "DATEDIFF"));
        let instance = Instance::open(InstanceOptions::in_memory()).unwrap();
        let views = instance.system_views();
        let named = |name: &str| views.iter().find(|view| view.name == name).unwrap();
        assert!(named("databases").columns.iter().any(|column| column == "database_id"));
        assert_eq!((named("tables").schema.as_str(), named("TABLES").schema.as_str()), ("sys", "INFORMATION_SCHEMA"));
        instance.close().unwrap();
    }
}
