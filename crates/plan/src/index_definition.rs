//! Indexes as they are written: PRIMARY KEY and UNIQUE constraints, INDEX within a table's definition.

use crate::refusal::unsupported;
use sluice_base::ids::{ObjectId, PageId};
use sluice_catalog::index::CLUSTERED;
use sluice_catalog::{Column, Index, IndexKey, IndexOptions, KeyConstraint, Table, column, name};
use sluice_syntax::ast::{
    ColumnDefinition, ColumnOptionKind, Condition, ConstraintKind, CreateIndex, InlineIndex, KeyColumn, Literal, Name,
    NamedOption, OptionValue, TableConstraint,
};
use sluice_types::{RowLayout, SqlError};

/// An index as it is written. Whether its table has such columns, and what else it must be, is found out when it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexDefinition {
    /// Its name; a constraint may have none.
    pub name: Option<String>,
    /// Whether no two rows may have the same key.
    pub unique: bool,
    /// CLUSTERED or NONCLUSTERED, if said.
    pub clustered: Option<bool>,
    /// For which constraint it is there, if it is.
    pub constraint: Option<KeyKind>,
    /// Its key's columns, and whether each is descending.
    pub keys: Vec<(String, bool)>,
    /// INCLUDE.
    pub included: Vec<String>,
    /// Which rows it has, if not all.
    pub filter: Option<Condition>,
    /// WITH.
    pub options: IndexOptions,
}

/// Constraints that are indexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// PRIMARY KEY.
    Primary,
    /// UNIQUE.
    Unique,
}

impl IndexDefinition {
    /// Whether the PRIMARY KEY has this column.
    pub(crate) fn is_primary_key_of(&self, column: &str) -> bool {
        self.constraint == Some(KeyKind::Primary) && self.keys.iter().any(|(key, _)| name::same(key, column))
    }
}

/// The indexes of a table's definition, constraints first: those of its columns, then its own.
pub fn indexes_of(
    columns: &[ColumnDefinition],
    constraints: &[TableConstraint],
    indexes: &[InlineIndex],
) -> Result<Vec<IndexDefinition>, SqlError> {
    let (mut found, mut inline) = (Vec::new(), Vec::new());
    for column in columns {
        for option in &column.options {
            match &option.kind {
                ColumnOptionKind::Constraint(constraint) => {
                    found.extend(of_constraint(constraint, Some(&column.name))?)
                }
                ColumnOptionKind::Index(index) => inline.push(of_inline(index, Some(&column.name))?),
                _ => {}
            }
        }
    }
    for constraint in constraints {
        found.extend(of_constraint(constraint, None)?);
    }
    for index in indexes {
        inline.push(of_inline(index, None)?);
    }
    found.extend(inline);
    Ok(found)
}

/// The index of a constraint, which stands in the definition of `column`, if of one; none if it is there for no index.
pub fn of_constraint(constraint: &TableConstraint, column: Option<&Name>) -> Result<Option<IndexDefinition>, SqlError> {
    let ConstraintKind::Key { primary, clustered, columns, options, filegroup } = &constraint.kind else {
        return Ok(None);
    };
    let options = options_of(options)?;
    check_filegroup(filegroup.as_ref())?;
    Ok(Some(IndexDefinition {
        name: constraint.name.as_ref().map(|name| name.text.to_string()),
        unique: true,
        clustered: *clustered,
        constraint: Some(if *primary { KeyKind::Primary } else { KeyKind::Unique }),
        keys: keys_of(columns, column),
        included: Vec::new(),
        filter: None,
        options,
    }))
}

fn of_inline(index: &InlineIndex, column: Option<&Name>) -> Result<IndexDefinition, SqlError> {
    let options = options_of(&index.options)?;
    check_filegroup(index.filegroup.as_ref())?;
    Ok(IndexDefinition {
        name: Some(index.name.text.to_string()),
        unique: index.unique,
        clustered: index.clustered,
        constraint: None,
        keys: keys_of(&index.columns, column),
        included: index.include.iter().map(|name| name.text.to_string()).collect(),
        filter: index.condition.clone(),
        options,
    })
}

/// CREATE INDEX.
pub fn index_of(definition: &CreateIndex) -> Result<IndexDefinition, SqlError> {
    let options = options_of(&definition.options)?;
    check_filegroup(definition.filegroup.as_ref())?;
    Ok(IndexDefinition {
        name: Some(definition.name.text.to_string()),
        unique: definition.unique,
        clustered: definition.clustered,
        constraint: None,
        keys: keys_of(&definition.columns, None),
        included: definition.include.iter().map(|name| name.text.to_string()).collect(),
        filter: definition.condition.clone(),
        options,
    })
}

/// A constraint of a column is about that column.
fn keys_of(columns: &[KeyColumn], column: Option<&Name>) -> Vec<(String, bool)> {
    match column {
        Some(column) if columns.is_empty() => vec![(column.text.to_string(), false)],
        _ => columns.iter().map(|key| (key.name.text.to_string(), key.descending)).collect(),
    }
}

/// Options that say what is so anyway pass, and those that say how an index is made; what is kept of an index is refused where there is none to
/// keep it.
pub fn check_options(options: &[NamedOption]) -> Result<(), SqlError> {
    for option in options {
        if options_of(std::slice::from_ref(option))? != IndexOptions::default() {
            return Err(unsupported(&format!("index option {}", option.name.text.to_uppercase())));
        }
    }
    Ok(())
}

/// What is kept of an index's options: 129 for a fill factor that is none, those that are not there are refused.
fn options_of(options: &[NamedOption]) -> Result<IndexOptions, SqlError> {
    changed_options(IndexOptions::default(), options)
}

/// As `options_of`, for an index that has options, of which those that are not named stay.
pub fn changed_options(mut kept: IndexOptions, options: &[NamedOption]) -> Result<IndexOptions, SqlError> {
    for option in options {
        let name = option.name.text.to_uppercase();
        let is = |wanted: &str| matches!(&option.value, Some(OptionValue::Word(word)) if word.is(wanted));
        let is_fine = match name.as_str() {
            "IGNORE_DUP_KEY" => {
                kept.ignore_dup_key = is("ON");
                is("ON") || is("OFF")
            }
            "PAD_INDEX" => {
                kept.is_padded = is("ON");
                is("ON") || is("OFF")
            }
            "DROP_EXISTING" | "STATISTICS_INCREMENTAL" | "RESUMABLE" => is("OFF"),
            "ALLOW_ROW_LOCKS" | "ALLOW_PAGE_LOCKS" => is("ON"),
            "DATA_COMPRESSION" => is("NONE"),
            "ONLINE" | "SORT_IN_TEMPDB" | "STATISTICS_NORECOMPUTE" | "OPTIMIZE_FOR_SEQUENTIAL_KEY" => {
                is("ON") || is("OFF")
            }
            "MAXDOP" => true,
            "FILLFACTOR" => match &option.value {
                Some(OptionValue::Literal { value: Literal::Integer(percent), .. }) => {
                    let allowed = u8::try_from(*percent).ok().filter(|percent| *percent <= 100);
                    // 129: it is no percentage.
                    kept.fill_factor = allowed.ok_or_else(|| SqlError::new(129, 15, 1, vec![percent.to_string()]))?;
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if !is_fine || !option.list.is_empty() {
            return Err(unsupported(&format!("index option {name}")));
        }
    }
    Ok(kept)
}

/// A database has one filegroup.
pub(crate) fn check_filegroup(filegroup: Option<&Name>) -> Result<(), SqlError> {
    match filegroup {
        Some(name) if !name.is("PRIMARY") && !name.is("DEFAULT") => Err(unsupported(&format!("ON {}", name.text))),
        _ => Ok(()),
    }
}

/// Gives `table` these indexes, without storage yet (their root is none). `new_id` gives ids for constraints.
///
/// 8110, 8112, 1902 and 1913 for what cannot be together; 8111, 1904, 1909, 1911, 1919, 1944 for what a key cannot be
/// (`t-sql/statements/create-table-transact-sql.md`, `create-index-transact-sql.md`).
pub fn resolve_indexes(
    table: &mut Table,
    definitions: &[IndexDefinition],
    new_id: &dyn Fn() -> ObjectId,
) -> Result<(), SqlError> {
    let refused = |number: i32| SqlError::new(number, 16, 0, vec![table.name.clone()]);
    if definitions.iter().filter(|index| index.constraint == Some(KeyKind::Primary)).count() > 1 {
        return Err(refused(8110));
    }
    if definitions.iter().filter(|index| index.constraint.is_some() && index.clustered == Some(true)).count() > 1 {
        return Err(refused(8112));
    }
    let has_clustered = definitions.iter().any(|index| index.clustered == Some(true)) || table.clustered().is_some();
    for definition in definitions {
        if definition.constraint == Some(KeyKind::Primary) && table.primary_key().is_some() {
            return Err(SqlError::new(1779, 16, 0, vec![table.name.clone()]));
        }
        let by_default = definition.constraint == Some(KeyKind::Primary) && !has_clustered;
        let is_clustered = definition.clustered.unwrap_or(by_default);
        let index = resolve_index(table, definition, is_clustered, new_id)?;
        table.indexes.push(index);
        table.indexes.sort_by_key(|index| index.id);
    }
    Ok(())
}

/// The index that a definition gives a table: see [`resolve_indexes`].
fn resolve_index(
    table: &Table,
    definition: &IndexDefinition,
    is_clustered: bool,
    new_id: &dyn Fn() -> ObjectId,
) -> Result<Index, SqlError> {
    let constraint = definition.constraint.map(|kind| KeyConstraint {
        id: new_id(),
        is_primary: kind == KeyKind::Primary,
        is_system_named: definition.name.is_none(),
    });
    let name = match (&definition.name, constraint) {
        (Some(name), _) => name.clone(),
        (None, constraint) => {
            let (kind, id) = constraint.map_or(("", 0), |key| (if key.is_primary { "PK" } else { "UQ" }, key.id.0));
            let head: String = table.name.chars().take(LETTERS_OF_TABLE).collect();
            format!("{kind}__{head}__{id:016X}")
        }
    };
    let (keys, included) = key_of(&table.name, &table.columns, definition, (&name, is_clustered))?;
    if let Some(other) = table.clustered().filter(|_| is_clustered) {
        let args = vec!["clustered index".to_owned(), table.name.clone(), other.name.clone()];
        return Err(SqlError::new(1902, 16, 3, args));
    }
    if table.statistics_id(&name).is_some() {
        return Err(SqlError::new(1913, 16, 1, vec![name, table.name.clone()]));
    }
    let id = if is_clustered { CLUSTERED } else { table.next_statistics_id() };
    let (unique, options) = (definition.unique, definition.options);
    if options.ignore_dup_key && !unique {
        // 1916: only what is unique can meet a key twice.
        let args = ["nonunique", "ignore_dup_key"].map(str::to_owned).to_vec();
        return Err(SqlError::new(1916, 16, 4, args));
    }
    Ok(Index { id, name, root: PageId::NONE, unique, constraint, keys, included, filter: None, options })
}

fn key_of(
    table: &str,
    columns: &[Column],
    definition: &IndexDefinition,
    (name, is_clustered): (&str, bool),
) -> Result<(Vec<IndexKey>, Vec<usize>), SqlError> {
    let refused =
        |number: i32, args: &[&str]| SqlError::new(number, 16, 1, args.iter().map(|arg| (*arg).to_owned()).collect());
    if definition.keys.len() > KEYS_MAX {
        return Err(refused(1904, &[name, table, &definition.keys.len().to_string(), &KEYS_MAX.to_string()]));
    }
    let mut seen: Vec<usize> = Vec::new();
    let mut place_of = |written: &str| match column::position(columns, written) {
        None => Err(refused(1911, &[written])),
        Some(place) if seen.contains(&place) => Err(refused(1909, &[written, "index"])),
        Some(place) if columns[place].is_virtual() => {
            Err(unsupported("index of a computed column that is not PERSISTED"))
        }
        Some(place) => {
            seen.push(place);
            Ok(place)
        }
    };
    let mut keys = Vec::with_capacity(definition.keys.len());
    for (written, descending) in &definition.keys {
        let column = place_of(written)?;
        let Column { name, data_type, nullable, computed, .. } = &columns[column];
        if computed.as_ref().is_some_and(|computed| !computed.is_persisted) {
            return Err(unsupported("index on a computed column that is not persisted"));
        }
        if data_type.is_max() {
            return Err(refused(1919, &[name, table]));
        }
        if *nullable && definition.constraint == Some(KeyKind::Primary) {
            return Err(refused(8111, &[table]));
        }
        keys.push(IndexKey { column, descending: *descending });
    }
    let included = definition.included.iter().map(|written| place_of(written)).collect::<Result<Vec<_>, _>>()?;
    if is_clustered && !included.is_empty() {
        return Err(refused(10601, &[]));
    }
    let least: usize = keys.iter().filter_map(|key| RowLayout::fixed_bytes(&columns[key.column].data_type)).sum();
    let most = key_bytes_max(is_clustered);
    if least > most {
        return Err(refused(1944, &[name, &least.to_string(), &most.to_string()]));
    }
    Ok((keys, included))
}

/// The most bytes that the values of an index's key may have, as in SQL Server.
pub fn key_bytes_max(is_clustered: bool) -> usize {
    if is_clustered { 900 } else { 1_700 }
}

/// The most columns of a key, as in SQL Server.
const KEYS_MAX: usize = 32;
/// How much of its table's name a generated name of a key has.
const LETTERS_OF_TABLE: usize = 9;
