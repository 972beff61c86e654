//! What functions tell of an object by its id.

use sluice_base::ids::ObjectId;
use sluice_catalog::{Catalog, Table};
use sluice_functions::{ObjectFacts, TableFacts};

/// The object `id`: a table, module, sequence or constraint.
pub(super) fn object_facts(catalog: &Catalog, id: ObjectId) -> Option<ObjectFacts> {
    let facts = |schema: &str, name: &str, type_code| {
        let (schema, name) = (schema.to_owned(), name.to_owned());
        ObjectFacts { schema, name, type_code, definition: None, table: None }
    };
    if let Some(table) = catalog.table_by_id(id) {
        let of_table = Some(table_facts(table));
        return Some(ObjectFacts { table: of_table, ..facts(&table.schema, &table.name, "U") });
    }
    if let Some(module) = catalog.modules().into_iter().find(|module| module.id == id) {
        let definition = Some(module.definition.to_string());
        return Some(ObjectFacts { definition, ..facts(&module.schema, &module.name, module.kind.code()) });
    }
    if let Some(sequence) = catalog.sequences().into_iter().find(|sequence| sequence.id == id) {
        return Some(facts(&sequence.schema, &sequence.name, "SO"));
    }
    catalog.tables().into_iter().find_map(|table| {
        let (name, code) = constraint(table, id)?;
        Some(facts(&table.schema, name, code))
    })
}

/// The name and type of a table's constraint.
fn constraint(table: &Table, id: ObjectId) -> Option<(&str, &'static str)> {
    let rule = table.constraints.iter().find(|constraint| constraint.id == id);
    rule.map(|constraint| (constraint.name.as_str(), constraint.rule.code())).or_else(|| {
        let key = table.indexes.iter().find(|index| index.constraint.is_some_and(|key| key.id == id))?;
        Some((key.name.as_str(), if key.is_primary_key() { "PK" } else { "UQ" }))
    })
}

fn table_facts(table: &Table) -> TableFacts {
    let has_rule = |code| table.constraints.iter().any(|constraint| constraint.rule.code() == code);
    let is_unique = |index: &sluice_catalog::Index| index.constraint.is_some_and(|key| !key.is_primary);
    TableFacts {
        has_identity: table.identity().is_some(),
        has_primary_key: table.primary_key().is_some(),
        has_unique: table.indexes.iter().any(is_unique),
        has_clustered_index: table.clustered().is_some(),
        has_other_index: table.indexes.iter().any(|index| !index.is_clustered()),
        has_check: has_rule("C"),
        has_foreign_key: has_rule("F"),
        has_default: has_rule("D"),
    }
}
