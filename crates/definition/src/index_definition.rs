//! Definitions of indexes: PRIMARY KEY and UNIQUE constraints, CREATE INDEX, and INDEX in a table
//! definition.

use crate::data_compression::compression_in;
use crate::index_option_names::OptionsOf;
use crate::refusal::{refuse_repetition, unsupported};
use sluice_base::ids::{FilegroupId, ObjectId, PageId};
use sluice_base::sync::Arc;
use sluice_catalog::index::CLUSTERED;
use sluice_catalog::{
    Column, Compression, Index, IndexKey, IndexOptions, KeyConstraint, Statistics, Table, column, key_bytes_max, name,
};
use sluice_syntax::ast::{
    ColumnDefinition, ColumnOptionKind, Condition, ConstraintKind, CreateIndex, InlineIndex, KeyColumn, Literal, Name,
    NamedOption, OptionValue, TableConstraint,
};
use sluice_types::{DataType, RowLayout, SqlError};

/// An index definition. `resolve_indexes` checks it against the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexDefinition {
    /// The name; `None` for an unnamed constraint.
    pub name: Option<String>,
    /// Whether keys must be unique.
    pub unique: bool,
    /// CLUSTERED or NONCLUSTERED; `None` if omitted.
    pub clustered: Option<bool>,
    /// The kind of constraint that the index implements, if any.
    pub constraint: Option<KeyKind>,
    /// The key columns, and whether each is descending.
    pub keys: Vec<(String, bool)>,
    /// INCLUDE.
    pub included: Vec<String>,
    /// WHERE; `None` indexes all rows.
    pub filter: Option<Condition>,
    /// WITH.
    pub options: IndexOptions,
    /// DATA_COMPRESSION. `None` is NONE, or for a clustered index that of the table.
    pub compression: Option<Compression>,
    /// STATISTICS_NORECOMPUTE = ON: the index's statistics aren't updated automatically.
    pub no_recompute: bool,
    /// DROP_EXISTING = ON: replaces the index of this name.
    pub drops_existing: bool,
    /// ON filegroup; `None` is the filegroup of the table.
    pub filegroup: Option<String>,
}

/// Constraints implemented by indexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// PRIMARY KEY.
    Primary,
    /// UNIQUE.
    Unique,
}

impl IndexDefinition {
    /// Whether this is a PRIMARY KEY with `column` in its key.
    pub fn is_primary_key_of(&self, column: &str) -> bool {
        self.constraint == Some(KeyKind::Primary) && self.keys.iter().any(|(key, _)| name::same(key, column))
    }
}

/// Returns the index definitions of a table: constraints of columns, constraints of the table, then
/// the indexes. Fails with 40517 for options that aren't supported. A FILLFACTOR outside 1 to 100
/// fails with 129.
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

/// Returns the index of a constraint, or `None` if the constraint needs none. `column` is the
/// column whose definition contains the constraint. Only PRIMARY KEY and UNIQUE have one. It has no
/// name yet if the constraint has none. Fails with 40517 for unsupported options, and with 129 for
/// a bad FILLFACTOR.
pub fn of_constraint(constraint: &TableConstraint, column: Option<&Name>) -> Result<Option<IndexDefinition>, SqlError> {
    let ConstraintKind::Key { primary, clustered, columns, options, filegroup } = &constraint.kind else {
        return Ok(None);
    };
    let no_recompute = no_recompute_in(options) == Some(true);
    let (options, compression) = (options_of(options)?, compression_in(options)?);
    Ok(Some(IndexDefinition {
        name: constraint.name.as_ref().map(|name| name.text.to_string()),
        unique: true,
        clustered: *clustered,
        constraint: Some(if *primary { KeyKind::Primary } else { KeyKind::Unique }),
        keys: keys_of(columns, column),
        included: Vec::new(),
        filter: None,
        options,
        compression,
        no_recompute,
        drops_existing: false,
        filegroup: filegroup_name(filegroup.as_ref()),
    }))
}

fn of_inline(index: &InlineIndex, column: Option<&Name>) -> Result<IndexDefinition, SqlError> {
    let no_recompute = no_recompute_in(&index.options) == Some(true);
    let (options, compression) = (options_of(&index.options)?, compression_in(&index.options)?);
    Ok(IndexDefinition {
        name: Some(index.name.text.to_string()),
        unique: index.unique,
        clustered: index.clustered,
        constraint: None,
        keys: keys_of(&index.columns, column),
        included: index.include.iter().map(|name| name.text.to_string()).collect(),
        filter: index.condition.clone(),
        options,
        compression,
        no_recompute,
        drops_existing: false,
        filegroup: filegroup_name(index.filegroup.as_ref()),
    })
}

/// Returns the definition of a CREATE INDEX. Names of columns aren't looked up. Fails with 40517
/// for options that aren't supported. An unknown option fails with 155, a FILLFACTOR outside 1 to
/// 100 with 129, and an option that is given twice with 1039.
pub fn index_of(definition: &CreateIndex) -> Result<IndexDefinition, SqlError> {
    refuse_repetition(&definition.options)?;
    OptionsOf::CreateIndex.check(&definition.options)?;
    let (replacing, others): (Vec<_>, Vec<_>) =
        definition.options.iter().cloned().partition(|option| option.name.is("DROP_EXISTING") && is_on(option));
    let (options, compression) = (options_of(&others)?, compression_in(&others)?);
    Ok(IndexDefinition {
        name: Some(definition.name.text.to_string()),
        unique: definition.unique,
        clustered: definition.clustered,
        constraint: None,
        keys: keys_of(&definition.columns, None),
        included: definition.include.iter().map(|name| name.text.to_string()).collect(),
        filter: definition.condition.clone(),
        options,
        compression,
        no_recompute: no_recompute_in(&others) == Some(true),
        drops_existing: !replacing.is_empty(),
        filegroup: filegroup_name(definition.filegroup.as_ref()),
    })
}

/// Returns the key columns. The key of a column's own constraint is that column.
fn keys_of(columns: &[KeyColumn], column: Option<&Name>) -> Vec<(String, bool)> {
    match column {
        Some(column) if columns.is_empty() => vec![(column.text.to_string(), false)],
        _ => columns.iter().map(|key| (key.name.text.to_string(), key.descending)).collect(),
    }
}

/// Accepts options that state the default or how an index is built. Options that an index would
/// have to keep fail with 40517, because there is no index; a bad FILLFACTOR fails with 129.
pub fn check_options(options: &[NamedOption]) -> Result<(), SqlError> {
    refuse_repetition(options)?;
    for option in options {
        let is_compressed = compression_in(std::slice::from_ref(option))?.is_some_and(|own| own != Compression::None);
        if is_compressed || options_of(std::slice::from_ref(option))? != IndexOptions::default() {
            return Err(unsupported(&format!("index option {}", option.name.text.to_uppercase())));
        }
    }
    Ok(())
}

/// Returns the kept options. Fails with 129 for an invalid fill factor; unsupported options are
/// refused by name.
fn options_of(options: &[NamedOption]) -> Result<IndexOptions, SqlError> {
    changed_options(IndexOptions::default(), options)
}

/// Returns the last STATISTICS_NORECOMPUTE of the options, or `None` without one.
pub fn no_recompute_in(options: &[NamedOption]) -> Option<bool> {
    options.iter().rev().find(|option| option.name.is("STATISTICS_NORECOMPUTE")).map(is_on)
}

/// Whether the options have ONLINE = ON.
pub fn is_online(options: &[NamedOption]) -> bool {
    options.iter().any(|option| option.name.is("ONLINE") && is_on(option))
}

/// Whether the option is ON. The older syntax WITH PAD_INDEX means PAD_INDEX = ON.
fn is_on(option: &NamedOption) -> bool {
    match &option.value {
        None => option.list.is_empty(),
        Some(OptionValue::Word(word)) => word.is("ON"),
        Some(_) => false,
    }
}

/// Applies options to an existing index's options. Options not named keep their values. Fails with
/// 40517 for an unsupported option or value, by name. Options without an effect here, such as
/// ONLINE, are accepted. A bad FILLFACTOR fails with 129, a bad MAXDOP with 304, and an option that
/// is given twice with 1039.
pub fn changed_options(mut kept: IndexOptions, options: &[NamedOption]) -> Result<IndexOptions, SqlError> {
    refuse_repetition(options)?;
    for option in options {
        let name = option.name.text.to_uppercase();
        let is = |wanted: &str| match &option.value {
            Some(OptionValue::Word(word)) => word.is(wanted),
            _ => wanted == "ON" && is_on(option),
        };
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
            "ALLOW_ROW_LOCKS" => {
                kept.denies_row_locks = is("OFF");
                is("ON") || is("OFF")
            }
            "ALLOW_PAGE_LOCKS" => {
                kept.denies_page_locks = is("OFF");
                is("ON") || is("OFF")
            }
            "OPTIMIZE_FOR_SEQUENTIAL_KEY" => {
                kept.is_for_sequential_key = is("ON");
                is("ON") || is("OFF")
            }
            "DATA_COMPRESSION" => compression_in(std::slice::from_ref(option))?.is_some(),
            "ONLINE" | "SORT_IN_TEMPDB" | "STATISTICS_NORECOMPUTE" => is("ON") || is("OFF"),
            "MAXDOP" => match &option.value {
                Some(OptionValue::Literal { value: Literal::Integer(degree), .. }) => {
                    let is_allowed = i16::try_from(*degree).is_ok();
                    if !is_allowed {
                        return Err(SqlError::index_option_out_of_range(degree, &name, "max degree of parallelism"));
                    }
                    true
                }
                _ => false,
            },
            "FILLFACTOR" => match &option.value {
                Some(OptionValue::Literal { value: Literal::Integer(percent), .. }) => {
                    let allowed = u8::try_from(*percent).ok().filter(|percent| (1..=100).contains(percent));
                    // 129: not a percentage.
                    kept.fill_factor = allowed.ok_or_else(|| SqlError::invalid_fillfactor(percent))?;
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if let Some(nested) = option.list.first() {
            // ONLINE = ON (WAIT_AT_LOW_PRIORITY (...)).
            return Err(unsupported(&format!("index option {}", nested.name.text.to_uppercase())));
        }
        if !is_fine {
            return Err(unsupported(&format!("index option {name}")));
        }
    }
    Ok(kept)
}

/// Returns the name of a filegroup as written, or `None` for `"default"`: the filegroup that a
/// definition without ON gets.
pub fn filegroup_name(filegroup: Option<&Name>) -> Option<String> {
    filegroup.filter(|name| !name.is("DEFAULT")).map(|name| name.text.to_string())
}

/// Returns the id of a filegroup by its name, or 1921 or 1922.
pub type FilegroupIds<'f> = &'f dyn Fn(&str) -> Result<FilegroupId, SqlError>;

/// Returns the id of a filegroup of tempdb, which has PRIMARY alone. Fails with 1921 for another
/// name.
pub fn filegroup_of_tempdb(name: &str) -> Result<FilegroupId, SqlError> {
    let is_primary = name::same(name, "PRIMARY");
    if is_primary { Ok(FilegroupId::PRIMARY) } else { Err(SqlError::invalid_filegroup("filegroup", name)) }
}

/// Adds these indexes to `table`, without storage (their root is `PageId::NONE`). `new_id` returns
/// ids for constraints, `filegroup` those of filegroups. A constraint without a name gets one from
/// its id. The compression of a clustered index becomes the table's. On an error `table` may have
/// some of the indexes.
///
/// Fails with 8110, 8112, 1779, 1902 or 1913 for indexes that exclude each other. Fails with 1711,
/// 8111, 1904, 1909, 1911, 1919, 1944 or 1977 for invalid keys
/// (`t-sql/statements/create-table-transact-sql.md`, `create-index-transact-sql.md`). Fails with
/// 1999 or 10601 for invalid included columns, with 1916 for IGNORE_DUP_KEY without UNIQUE, and as
/// `filegroup` does.
pub fn resolve_indexes(
    table: &mut Table,
    definitions: &[IndexDefinition],
    new_id: &dyn Fn() -> ObjectId,
    filegroup: FilegroupIds<'_>,
) -> Result<(), SqlError> {
    if definitions.iter().filter(|index| index.constraint == Some(KeyKind::Primary)).count() > 1 {
        return Err(SqlError::many_primary_keys(&table.name));
    }
    if definitions.iter().filter(|index| index.constraint.is_some() && index.clustered == Some(true)).count() > 1 {
        return Err(SqlError::many_clustered_constraints(&table.name));
    }
    let has_clustered = definitions.iter().any(|index| index.clustered == Some(true)) || table.clustered().is_some();
    for definition in definitions {
        if definition.constraint == Some(KeyKind::Primary) && table.primary_key().is_some() {
            return Err(SqlError::primary_key_exists(&table.name));
        }
        let by_default = definition.constraint == Some(KeyKind::Primary) && !has_clustered;
        let is_clustered = definition.clustered.unwrap_or(by_default);
        let index = resolve_index(table, definition, is_clustered, (new_id, filegroup))?;
        if is_clustered && let Some(compression) = definition.compression {
            table.options.compression = compression;
        }
        if definition.no_recompute {
            let statistics = Statistics { no_recompute: true, ..table.unmeasured_statistics(&index) };
            table.statistics.push(Arc::new(statistics));
        }
        table.indexes.push(index);
        table.indexes.sort_by_key(|index| index.id);
    }
    Ok(())
}

/// Resolves one index definition: see [`resolve_indexes`].
fn resolve_index(
    table: &Table,
    definition: &IndexDefinition,
    is_clustered: bool,
    (new_id, filegroup): (&dyn Fn() -> ObjectId, FilegroupIds<'_>),
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
        return Err(SqlError::clustered_index_exists(
            if table.is_of_view() { "view" } else { "table" },
            &table.name,
            &other.name,
        ));
    }
    if table.statistics_id(&name).is_some() {
        return Err(SqlError::index_name_exists(name, &table.name));
    }
    let id = if is_clustered { CLUSTERED } else { table.next_statistics_id() };
    let (unique, options) = (definition.unique, definition.options);
    if options.ignore_dup_key && !unique {
        // 1916: IGNORE_DUP_KEY needs a unique index.
        return Err(SqlError::index_options_exclusive("nonunique", "ignore_dup_key"));
    }
    if options.ignore_dup_key && definition.filter.is_some() {
        return Err(SqlError::filtered_index_ignores_duplicates("create", name, &table.name));
    }
    Ok(Index {
        id,
        name,
        root: PageId::NONE,
        unique,
        constraint,
        keys,
        included,
        filter: None,
        options,
        compression: definition.compression.filter(|_| !is_clustered).unwrap_or_default(),
        is_disabled: false,
        filegroup: definition.filegroup.as_deref().map(filegroup).transpose()?,
    })
}

fn key_of(
    table: &str,
    columns: &[Column],
    definition: &IndexDefinition,
    (index_name, is_clustered): (&str, bool),
) -> Result<(Vec<IndexKey>, Vec<usize>), SqlError> {
    if definition.keys.len() > KEYS_MAX {
        return Err(SqlError::too_many_key_columns(index_name, table, definition.keys.len(), KEYS_MAX));
    }
    let mut seen: Vec<usize> = Vec::new();
    let mut place_of = |written: &str| match column::position(columns, written) {
        None => Err(SqlError::index_column_not_found(written)),
        Some(place) if seen.contains(&place) => Err(SqlError::duplicate_index_column(written, "index")),
        Some(place) => {
            seen.push(place);
            Ok(place)
        }
    };
    let mut keys = Vec::with_capacity(definition.keys.len());
    for (written, descending) in &definition.keys {
        let column = place_of(written)?;
        let Column { name, data_type, nullable, flags, computed, .. } = &columns[column];
        if *data_type == DataType::Xml && definition.constraint.is_none() {
            let kind = if is_clustered { "clustered index" } else { "nonclustered index" };
            return Err(SqlError::relational_index_on_xml(kind, index_name, table, name));
        }
        if data_type.is_max() || data_type.is_document() || is_clustered && flags.is_sparse {
            return Err(SqlError::invalid_key_column_type(name, table));
        }
        if *nullable && definition.constraint == Some(KeyKind::Primary) {
            return Err(match computed {
                Some(_) => SqlError::primary_key_on_nullable_computed(name, table),
                None => SqlError::primary_key_on_nullable(table),
            });
        }
        keys.push(IndexKey { column, descending: *descending });
    }
    let included = definition.included.iter().map(|written| place_of(written)).collect::<Result<Vec<_>, _>>()?;
    if let Some(place) = included.iter().find(|place| columns[**place].data_type.is_lob()) {
        // 1999: a text, ntext or image column can't be included.
        return Err(SqlError::invalid_included_column_type(&columns[*place].name, table));
    }
    if is_clustered && !included.is_empty() {
        return Err(SqlError::included_columns_of_clustered());
    }
    let least: usize = keys.iter().filter_map(|key| RowLayout::fixed_bytes(&columns[key.column].data_type)).sum();
    let most = key_bytes_max(is_clustered);
    if least > most {
        return Err(SqlError::index_key_too_long(index_name, least, most));
    }
    Ok((keys, included))
}

/// The maximum number of key columns, as in SQL Server.
const KEYS_MAX: usize = 32;
/// The number of letters of the table's name in a generated constraint name.
const LETTERS_OF_TABLE: usize = 8;
