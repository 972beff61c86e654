//! Facts that metadata functions return of objects, columns and indexes.

use crate::system_object::{self, SystemObject, SystemSource};
use sluice_base::ids::ObjectId;
use sluice_catalog::Origin;
use sluice_catalog::name::same;
use sluice_catalog::trigger::{TriggerEvent, TriggerEvents};
use sluice_catalog::{Action, Catalog, Column, Index, IndexKey, Module, ModuleKind, ObjectName, Rule, Table};
use sluice_functions::{
    Asked, ColumnFacts, ConstraintFacts, IndexFacts, ModuleFacts, ObjectFacts, TableFacts, TriggerFacts,
};

/// Returns the facts of the table, module, sequence, table of a table type or constraint `id`. The
/// first id is the object whose visibility decides: the table of a constraint or trigger, otherwise
/// the object itself. `None` without such an object, and for a DDL trigger.
pub(super) fn object_facts(catalog: &Catalog, id: ObjectId) -> Option<(ObjectId, ObjectFacts)> {
    let facts = |schema: &str, name: &str, type_code| {
        let (schema, name) = (schema.to_owned(), name.to_owned());
        let (definition, base, module, table, constraint) = (None, None, None, None, None);
        ObjectFacts { schema, name, type_code, definition, base, module, table, triggers: Vec::new(), constraint }
    };
    let triggers_of = |id: ObjectId| {
        catalog.triggers_of(id).into_iter().filter_map(|module| trigger_facts(module)).collect::<Vec<_>>()
    };
    if let Some(table) = catalog.table_by_id(id) {
        let mut of_table = table_facts(table);
        of_table.is_referenced =
            catalog.tables().into_iter().any(|other| other.foreign_keys().any(|(_, key)| key.referenced == id));
        let of_table = Some(of_table);
        let triggers = triggers_of(id);
        return Some((id, ObjectFacts { table: of_table, triggers, ..facts(&table.schema, &table.name, "U") }));
    }
    if let Some(module) = catalog.modules().into_iter().find(|module| module.id == id) {
        let has_text = module.kind.has_text();
        let definition = module.shown_definition().filter(|_| has_text).map(str::to_owned);
        let base = (module.kind == ModuleKind::Synonym).then(|| module.definition.to_string());
        let options = has_text.then_some(ModuleFacts {
            is_schema_bound: module.options.is_schema_bound,
            is_encrypted: module.options.is_encrypted,
            uses_ansi_nulls: !module.options.lacks_ansi_nulls,
            uses_quoted_identifier: !module.options.lacks_quoted_identifier,
            is_marked: module.options.is_marked,
        });
        let facts = facts(&module.schema, &module.name, module.kind.code());
        let of = module.trigger.map_or(id, |trigger| trigger.parent);
        let triggers = trigger_facts(module).map_or_else(|| triggers_of(id), |facts| vec![facts]);
        let table = module.rows.as_ref().map(|rows| table_facts(rows));
        return Some((of, ObjectFacts { definition, base, module: options, table, triggers, ..facts }));
    }
    if let Some(sequence) = catalog.sequences().into_iter().find(|sequence| sequence.id == id) {
        return Some((id, facts(&sequence.schema, &sequence.name, "SO")));
    }
    if let Some(table) = catalog.type_tables().find(|table| table.id == id) {
        return Some((id, facts(SYSTEM_SCHEMA, &table.name, "TT")));
    }
    catalog.tables().into_iter().chain(catalog.type_tables()).find_map(|table| {
        let (name, code) = constraint(table, id)?;
        let (constraint, definition) = (Some(constraint_facts(table, id)), rule_text(table, id));
        let schema = if table.schema.is_empty() { SYSTEM_SCHEMA } else { &table.schema };
        Some((table.id, ObjectFacts { constraint, definition, ..facts(schema, name, code) }))
    })
}

/// Returns the id of the object of the system that a name denotes, if its type is wanted.
pub(super) fn system_object_id(all: &[SystemObject], name: &ObjectName, wanted: &dyn Fn(&str) -> bool) -> Option<i32> {
    system_object::named(all, name).filter(|object| wanted(object.code())).map(|object| object.id.0)
}

/// Returns the facts of an object of the system. `None` without such an object. Only a module of
/// the system has a definition.
pub(super) fn system_object_facts(all: &[SystemObject], id: i32) -> Option<ObjectFacts> {
    let object = system_object::by_id(all, id)?;
    let definition = match &object.source {
        SystemSource::Module(module) => Some(module.definition.to_string()),
        SystemSource::View(_) | SystemSource::Procedure => None,
    };
    let (schema, name) = (object.schema.clone(), object.name.clone());
    let (base, module, table, triggers, constraint) = (None, None, None, Vec::new(), None);
    Some(ObjectFacts { schema, name, type_code: object.code(), definition, base, module, table, triggers, constraint })
}

/// Returns the name and type code of the table's key or constraint `id`, or `None`.
fn constraint(table: &Table, id: ObjectId) -> Option<(&str, &'static str)> {
    let rule = table.constraints.iter().find(|constraint| constraint.id == id);
    rule.map(|constraint| (constraint.name.as_str(), constraint.rule.code())).or_else(|| {
        let key = table.indexes.iter().find(|index| index.constraint.is_some_and(|key| key.id == id))?;
        Some((key.name.as_str(), if key.is_primary_key() { "PK" } else { "UQ" }))
    })
}

/// Returns the facts of a trigger; `None` for another module.
fn trigger_facts(module: &Module) -> Option<TriggerFacts> {
    let trigger = module.trigger?;
    let has = |events: TriggerEvents| EVENTS.map(|event| events.has(event));
    Some(TriggerFacts {
        id: module.id.0,
        instead_of: trigger.instead_of,
        is_disabled: trigger.is_disabled,
        not_for_replication: trigger.not_for_replication,
        events: has(trigger.events),
        first: has(trigger.first),
        last: has(trigger.last),
    })
}

/// Returns the definition of a DEFAULT or CHECK constraint. `None` for another constraint.
fn rule_text(table: &Table, id: ObjectId) -> Option<String> {
    match &table.constraints.iter().find(|known| known.id == id)?.rule {
        Rule::Default { definition, .. } | Rule::Check { definition, .. } => Some(definition.to_string()),
        Rule::ForeignKey(_) => None,
    }
}

/// Returns the facts of a table's constraint.
fn constraint_facts(table: &Table, id: ObjectId) -> ConstraintFacts {
    let index = table.indexes.iter().find(|index| index.constraint.is_some_and(|key| key.id == id));
    let mut facts = ConstraintFacts { is_clustered: index.map(Index::is_clustered), ..ConstraintFacts::default() };
    let enforcement = match table.constraints.iter().find(|known| known.id == id).map(|known| &known.rule) {
        Some(Rule::Check { column, enforcement, .. }) => {
            facts.is_of_column = column.is_some();
            enforcement
        }
        Some(Rule::ForeignKey(key)) => {
            facts.is_of_column = key.columns.len() == 1;
            facts.cascades_deletes = key.on_delete == Action::Cascade;
            facts.cascades_updates = key.on_update == Action::Cascade;
            &key.enforcement
        }
        Some(Rule::Default { .. }) => return ConstraintFacts { is_of_column: true, ..facts },
        None => return facts,
    };
    facts.is_disabled = enforcement.is_disabled;
    facts.is_not_trusted = enforcement.is_not_trusted;
    facts.not_for_replication = enforcement.not_for_replication;
    facts
}

/// Returns the facts that the table alone decides. `is_referenced` is left false for the caller.
fn table_facts(table: &Table) -> TableFacts {
    let has_rule = |code| table.constraints.iter().any(|constraint| constraint.rule.code() == code);
    let is_unique = |index: &sluice_catalog::Index| index.constraint.is_some_and(|key| !key.is_primary);
    TableFacts {
        has_identity: table.identity().is_some(),
        has_column_set: table.column_set().is_some(),
        has_row_guid: table.row_guid().is_some(),
        locks_on_bulk_load: table.options.locks_on_bulk_load,
        is_marked: table.options.is_marked,
        has_rowversion: table.rowversion().is_some(),
        has_primary_key: table.primary_key().is_some(),
        has_unique: table.indexes.iter().any(is_unique),
        has_clustered_index: table.clustered().is_some(),
        has_other_index: table.indexes.iter().any(|index| !index.is_clustered()),
        has_check: has_rule("C"),
        has_foreign_key: has_rule("F"),
        has_default: has_rule("D"),
        has_text_or_image: table.columns.iter().any(|column| column.data_type.is_lob()),
        is_referenced: false,
    }
}

/// Returns the facts that metadata functions return of a column of a table, view or function.
/// `asked` is an id or a name, compared without case; `None` without such a column.
pub(super) fn column_facts(columns: &[Column], asked: Asked<'_>) -> Option<ColumnFacts> {
    let place = columns.iter().position(|column| match asked {
        Asked::Id(id) => i32::from(column.id) == id,
        Asked::Name(name) => same(&column.name, name),
    })?;
    let column = &columns[place];
    Some(ColumnFacts {
        id: column.id.into(),
        ordinal: place as i32 + 1,
        name: column.name.clone(),
        data_type: column.data_type,
        nullable: column.nullable,
        is_identity: column.is_identity(),
        is_computed: column.computed.is_some(),
        is_persisted: column.computed.as_ref().is_some_and(|computed| computed.is_persisted),
        is_indexable: !column.is_virtual() && !column.data_type.is_max() && !column.data_type.is_document(),
        is_row_guid: column.flags.is_row_guid,
        not_for_replication: column.flags.not_for_replication,
        is_trimmed: column.flags.is_trimmed,
        is_sparse: column.flags.is_sparse,
        is_column_set: column.flags.is_column_set,
        parameter: None,
    })
}

/// Returns the facts of an index, or of statistics without an index. An index comes before
/// statistics. `asked` is an id or a name; `None` if there is neither.
pub(super) fn index_facts(table: &Table, asked: Asked<'_>) -> Option<IndexFacts> {
    let is_asked = |id: u16, name: &str| match asked {
        Asked::Id(asked) => i32::from(id) == asked,
        Asked::Name(asked) => same(name, asked),
    };
    let Some(index) = table.indexes.iter().find(|index| is_asked(index.id, &index.name)) else {
        let statistics = table.statistics.iter().find(|statistics| is_asked(statistics.id, &statistics.name))?;
        let is_automatic = statistics.origin == Origin::Auto;
        return Some(IndexFacts { id: statistics.id.into(), is_automatic, ..IndexFacts::default() });
    };
    let key = |key: &IndexKey| {
        let column = &table.columns[key.column];
        (i32::from(column.id), column.name.clone(), key.descending)
    };
    Some(IndexFacts {
        id: index.id.into(),
        is_clustered: index.is_clustered(),
        is_unique: index.unique,
        is_automatic: false,
        fill_factor: index.options.fill_factor,
        is_padded: index.options.is_padded,
        is_disabled: index.is_disabled,
        denies_row_locks: index.options.denies_row_locks,
        denies_page_locks: index.options.denies_page_locks,
        is_for_sequential_key: index.options.is_for_sequential_key,
        keys: index.keys.iter().map(key).collect(),
    })
}

/// The schema of the tables of table types and their constraints.
const SYSTEM_SCHEMA: &str = "sys";
/// The events of triggers, in the order of [`TriggerFacts`].
const EVENTS: [TriggerEvent; 3] = [TriggerEvent::Insert, TriggerEvent::Update, TriggerEvent::Delete];
