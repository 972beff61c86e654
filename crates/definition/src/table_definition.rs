//! Table definitions: the columns and constraints of CREATE TABLE, ALTER TABLE ADD and table
//! variables, as far as they are known without binding expressions.

use crate::collation_name::collation_named;
use crate::data_compression::{check_sparse, compression_in};
use crate::index_definition::{IndexDefinition, filegroup_name, indexes_of};
use crate::index_option_names::OptionsOf;
use crate::names::{TypeNames, object_name};
use crate::number_literal::number;
use crate::refusal::unsupported;
use sluice_base::sync::Arc;
use sluice_catalog::progression::range_of;
use sluice_catalog::snapshot::SYSTEM_SCHEMA;
use sluice_catalog::{
    Action, Column, ColumnFlags, Compression, Computed, Identity, ObjectName, TypeKind, UserType, name,
};
use sluice_syntax::ast::{
    self, ColumnDefinition, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, CreateType, InlineIndex,
    StatementKind, TableConstraint, TableVariable, TypeArgument, TypeName,
};
use sluice_types::type_name::{self, TypeNameError, TypeParameter};
use sluice_types::{CollationId, DataType, Length, SqlError};

/// The default length of a string type in a declaration.
pub const DECLARED_LENGTH: u16 = 1;
/// The default length of a string type in CAST and CONVERT.
pub const CAST_LENGTH: u16 = 30;

/// The columns and constraints of a definition, in written order.
#[derive(Clone, Debug, Default)]
pub struct TableDefinition {
    /// The columns. The type and the text of a computed column aren't known yet.
    pub columns: Vec<Column>,
    /// The computed columns.
    pub computed: Vec<ComputedDefinition>,
    /// Constraints, except keys.
    pub constraints: Vec<ConstraintDefinition>,
    /// Indexes, including keys.
    pub indexes: Vec<IndexDefinition>,
    /// ON filegroup; `None` is the default filegroup.
    pub filegroup: Option<String>,
    /// TEXTIMAGE_ON filegroup; `None` is the filegroup of the rows.
    pub lob_filegroup: Option<String>,
    /// DATA_COMPRESSION of the rows; `None` keeps that of the table.
    pub compression: Option<Compression>,
}

/// The definition of a computed column.
#[derive(Clone, Debug)]
pub struct ComputedDefinition {
    /// The position in `TableDefinition::columns`.
    pub column: usize,
    /// The expression.
    pub value: ast::Expr,
    /// PERSISTED.
    pub is_persisted: bool,
    /// NOT NULL.
    pub is_not_null: bool,
}

/// A constraint as written.
#[derive(Clone, Debug)]
pub struct ConstraintDefinition {
    /// The name; `None` if unnamed.
    pub name: Option<Box<str>>,
    /// The column whose definition contains the constraint.
    pub column: Option<Box<str>>,
    /// The rule.
    pub rule: RuleDefinition,
}

/// The rule of a constraint.
#[derive(Clone, Debug)]
pub enum RuleDefinition {
    /// DEFAULT of a column.
    Default {
        /// The column.
        column: Box<str>,
        /// The value.
        value: ast::Expr,
        /// WITH VALUES: existing rows of an added nullable column get the value too.
        with_values: bool,
    },
    /// CHECK.
    Check {
        /// The condition, which must not be false.
        condition: ast::Condition,
        /// NOT FOR REPLICATION.
        not_for_replication: bool,
    },
    /// FOREIGN KEY.
    ForeignKey(ForeignKeyDefinition),
}

/// A FOREIGN KEY as written.
#[derive(Clone, Debug)]
pub struct ForeignKeyDefinition {
    /// The columns; empty for a constraint in a column's definition.
    pub columns: Vec<Box<str>>,
    /// The referenced table.
    pub table: ObjectName,
    /// The referenced columns; empty means the primary key.
    pub referenced: Vec<Box<str>>,
    /// ON DELETE.
    pub on_delete: Action,
    /// ON UPDATE.
    pub on_update: Action,
    /// NOT FOR REPLICATION.
    pub not_for_replication: bool,
}

/// Returns the definition of a CREATE TABLE. Unsupported kinds of tables fail with 40517. Nothing
/// is bound: expressions stay as written. Fails with 155 for an index option that CREATE TABLE
/// doesn't take, and with 1709 for TEXTIMAGE_ON without a large column. Other errors are those of
/// [`items`].
pub fn definition_of(definition: &CreateTable, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    if let Some(option) = definition.options.iter().find(|option| !option.name.is("DATA_COMPRESSION")) {
        return Err(unsupported(&format!("CREATE TABLE WITH {}", option.name.text.to_uppercase())));
    }
    OptionsOf::CreateTable.check_items(&definition.columns, &definition.constraints, &definition.indexes)?;
    let mut items =
        items(&definition.name.name, (&definition.columns, &definition.constraints, &definition.indexes), types)?;
    items.filegroup = filegroup_name(definition.filegroup.as_ref());
    items.lob_filegroup = filegroup_name(definition.lob_filegroup.as_ref());
    items.compression = compression_in(&definition.options)?;
    let is_large = |column: &Column| column.data_type.is_max() || column.data_type.is_document();
    if definition.lob_filegroup.is_some() && !items.columns.iter().any(is_large) {
        // 1709: the table would have no column.
        return Err(SqlError::textimage_on_without_lob());
    }
    Ok(items)
}

/// Returns the definition of a table variable. Names of constraints fail with 8166. Other errors
/// are those of [`items`].
pub fn definition_of_variable(definition: &TableVariable, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    let definition =
        items(&definition.name, (&definition.columns, &definition.constraints, &definition.indexes), types)?;
    without_sparse(definition)
}

/// Refuses sparse columns and column sets, which table variables and table types can't have
/// (`relational-databases/tables/use-sparse-columns`).
fn without_sparse(definition: TableDefinition) -> Result<TableDefinition, SqlError> {
    match definition.columns.iter().any(|column| column.flags.is_sparse || column.flags.is_column_set) {
        true => Err(unsupported("SPARSE in a table type or table variable")),
        false => Ok(definition),
    }
}

/// Parses and returns the definition of a table type from its stored CREATE TYPE text. A text of
/// another kind fails with 40517. Other errors are those of [`items`].
pub fn table_type_definition(text: &str, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    let statement = sluice_syntax::parse(text).statements.into_iter().next().map(|statement| statement.kind);
    match statement {
        Some(StatementKind::CreateType(definition)) => definition_of_type(&definition, types),
        _ => Err(unsupported("type of this kind")),
    }
}

/// Returns the definition of a table type. Fails with 40517 for another kind of type and for a
/// sparse column. Names of constraints are allowed here; CREATE TYPE refuses them. Other errors are
/// those of [`items`].
pub fn definition_of_type(definition: &CreateType, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    let ast::UserType::Table { columns, constraints, indexes } = &definition.kind else {
        return Err(unsupported("type of this kind"));
    };
    without_sparse(items(&definition.name.name, (columns, constraints, indexes), types)?)
}

/// Returns the parenthesised items of a table definition, or the items after ADD. Types are
/// resolved. Fails with 1702 and 2705 for too many columns and repeated names, with 2744 and 8196
/// for a second identity or ROWGUIDCOL, with 8147, 2749, 2752, 2753 and 2761 for one of a wrong
/// kind, with 8148 or 8151 for a second constraint of one kind or a second key, with 1733 for a bad
/// column set, with 8183 for a constraint on a computed column that isn't stored, and as
/// [`column_type`] for types. Expressions aren't bound.
pub fn items(
    table: &ast::Name,
    (definitions, constraints, indexes): (&[ColumnDefinition], &[TableConstraint], &[InlineIndex]),
    types: &dyn TypeNames,
) -> Result<TableDefinition, SqlError> {
    if let Some(excess) = definitions.get(COLUMNS_MAX) {
        return Err(SqlError::too_many_columns(&excess.name.text, &table.text, COLUMNS_MAX));
    }
    let indexes = indexes_of(definitions, constraints, indexes)?;
    let mut made = TableDefinition { indexes, ..TableDefinition::default() };
    for (index, column) in definitions.iter().enumerate() {
        let column = column_of((index + 1, column), &table.text, types, &mut made)?;
        if column.identity.is_some() && made.columns.iter().any(|other| other.identity.is_some()) {
            return Err(SqlError::multiple_identity_columns(&table.text));
        }
        if column.flags.is_row_guid && made.columns.iter().any(|other| other.flags.is_row_guid) {
            return Err(SqlError::second_rowguidcol());
        }
        if made.columns.iter().any(|other| name::same(&other.name, &column.name)) {
            return Err(SqlError::duplicate_column_name(&column.name, &table.text));
        }
        made.columns.push(column);
    }
    for constraint in constraints {
        made.constraints.extend(constraint_of(constraint, None)?);
    }
    Ok(made)
}

/// A declared data type.
#[derive(Clone, PartialEq, Debug)]
pub enum DeclaredType {
    /// A scalar type, and the user-defined type that named it.
    Scalar(DataType, Option<Arc<UserType>>),
    /// A table type.
    Table(Arc<UserType>),
}

/// Resolves the type of a declaration. `ordinal` is the number of the column, parameter or
/// variable, from 1. Fails with 2715 if the type doesn't exist. A system type comes before a
/// user-defined type. A length on a user-defined type fails with 2716. Bad lengths, precisions and
/// scales fail with 131, 2717, 192, 1001, 1002 or 2750, and types that don't exist here with 40517.
pub fn declared(ordinal: usize, written: &TypeName, types: &dyn TypeNames) -> Result<DeclaredType, SqlError> {
    let name = object_name(&written.name);
    let unknown = || SqlError::type_not_found(ordinal, name.to_string());
    let system = resolve(written, (DECLARED_LENGTH, Some(ordinal)), &unknown);
    let user_type = match &system {
        Err(error) if error.number == TYPE_NOT_FOUND && name.database.is_none() => types.user_type(&name),
        _ => None,
    };
    let Some(user_type) = user_type else {
        return system.map(|data_type| DeclaredType::Scalar(data_type, None));
    };
    if !written.arguments.is_empty() {
        return Err(SqlError::column_width_not_allowed(ordinal, &name));
    }
    Ok(match user_type.kind {
        TypeKind::Alias { data_type, .. } => DeclaredType::Scalar(data_type, Some(user_type)),
        TypeKind::Table { .. } => DeclaredType::Table(user_type),
    })
}

/// Like [`declared`], but without table types. Table types fail with 40517.
pub fn declared_type(ordinal: usize, written: &TypeName, types: &dyn TypeNames) -> Result<DataType, SqlError> {
    match declared(ordinal, written, types)? {
        DeclaredType::Scalar(data_type, _) => Ok(data_type),
        DeclaredType::Table(_) => Err(unsupported("table type of a function's parameter or variable")),
    }
}

/// Resolves the type of a column, and the user-defined type that named it. Fails with 350 for a
/// table type. Other errors are those of [`declared`].
pub fn column_type(
    (ordinal, name): (usize, &str),
    written: &TypeName,
    types: &dyn TypeNames,
) -> Result<(DataType, Option<Arc<UserType>>), SqlError> {
    match declared(ordinal, written, types)? {
        DeclaredType::Scalar(data_type, user_type) => Ok((data_type, user_type)),
        DeclaredType::Table(_) => Err(SqlError::column_of_table_type(name)),
    }
}

/// Whether `written` denotes the type `sysname`.
fn is_sysname(written: &TypeName) -> bool {
    let in_sys = written.name.schema.as_ref().is_none_or(|schema| schema.is(SYSTEM_SCHEMA));
    in_sys && written.name.name.is("sysname")
}

/// Resolves the target type of CAST or CONVERT. Fails with 243 if there is no such type.
/// User-defined types aren't looked for. Bad lengths, precisions and scales fail as in
/// [`declared`], and 291 for attributes that the type hasn't.
pub fn cast_type(written: &TypeName) -> Result<DataType, SqlError> {
    resolve(written, (CAST_LENGTH, None), &|| SqlError::undefined_type(object_name(&written.name).to_string()))
}

/// Returns the error of a column's type as one of the column: 183 instead of 192 if the scale
/// exceeds the precision, and 131 and 2717 with the column's name.
fn with_column(mut error: SqlError, name: &str, written: &TypeName) -> SqlError {
    match written.arguments.as_slice() {
        [TypeArgument::Number(precision), TypeArgument::Number(scale)]
            if error.number == SqlError::scale_exceeds_precision().number =>
        {
            SqlError::column_scale_out_of_range(scale, name, 0, precision)
        }
        _ if matches!(error.number, 131 | 2717) => {
            (error.args[1], error.args[2]) = ("column".to_owned(), name.to_owned());
            error
        }
        _ => error,
    }
}

/// The constraints in the definition of one column so far.
#[derive(Default)]
struct InlineConstraints {
    /// Whether the column's key is primary; `None` without a key.
    key: Option<bool>,
    has_check: bool,
}

impl InlineConstraints {
    /// Adds a constraint. Fails with 8151 for a primary key beside a unique one, and with 8148 for
    /// a second key or CHECK of one kind.
    fn add(&mut self, kind: &ConstraintKind, (column, table): (&str, &str)) -> Result<(), SqlError> {
        let twice = |kind: &str| Err(SqlError::column_has_two_constraints(kind, column, table));
        match *kind {
            ConstraintKind::Key { primary, .. } => match self.key.replace(primary) {
                None => Ok(()),
                Some(other) if other != primary => Err(SqlError::column_has_two_keys(column, table)),
                Some(_) => twice(if primary { "PRIMARY KEY" } else { "UNIQUE" }),
            },
            ConstraintKind::Check { .. } if std::mem::replace(&mut self.has_check, true) => twice("CHECK"),
            _ => Ok(()),
        }
    }
}

/// Returns a column. Constraints and computed expressions of its definition are added to `made`.
fn column_of(
    (ordinal, definition): (usize, &ColumnDefinition),
    table: &str,
    types: &dyn TypeNames,
    made: &mut TableDefinition,
) -> Result<Column, SqlError> {
    let written = match &definition.source {
        ColumnSource::Type(written) => written,
        ColumnSource::Computed { value, persisted } => return computed(definition, value, *persisted, made),
    };
    let name = &definition.name.text;
    let (data_type, user_type) =
        column_type((ordinal, name), written, types).map_err(|error| with_column(error, name, written))?;
    let mut inline = InlineConstraints::default();
    let (mut nullable, mut identity, mut collation) = (None, None, CollationId::DEFAULT);
    let mut flags = ColumnFlags::default();
    for option in &definition.options {
        match &option.kind {
            ColumnOptionKind::Null | ColumnOptionKind::NotNull if nullable.is_some() => {
                return Err(SqlError::column_has_two_null_constraints(name, table));
            }
            ColumnOptionKind::Null => nullable = Some(true),
            ColumnOptionKind::NotNull => nullable = Some(false),
            ColumnOptionKind::Identity(written) => {
                identity =
                    Some(identity_of(name, data_type, written.as_ref().map(|(seed, increment)| (seed, increment)))?)
            }
            ColumnOptionKind::Collate(_) if user_type.is_some() => return Err(SqlError::collate_of_user_type()),
            ColumnOptionKind::Collate(name) => collation = collation_named(name, data_type)?,
            ColumnOptionKind::RowGuid => flags.is_row_guid = true,
            ColumnOptionKind::NotForReplication => flags.not_for_replication = true,
            // `indexes_of` collects the indexes.
            ColumnOptionKind::Index(_) => {}
            ColumnOptionKind::Sparse => flags.is_sparse = true,
            ColumnOptionKind::ColumnSet => flags.is_column_set = true,
            ColumnOptionKind::Default { name: constraint, value, with_values } => {
                let is_own = |known: &&ConstraintDefinition| {
                    known.column.as_deref() == Some(name) && matches!(known.rule, RuleDefinition::Default { .. })
                };
                if made.constraints.iter().any(|known| is_own(&known)) {
                    return Err(SqlError::column_has_two_constraints("DEFAULT", name, table));
                }
                let (column, value, with_values) = (name.clone(), value.clone(), *with_values);
                made.constraints.push(ConstraintDefinition {
                    name: constraint.as_ref().map(|name| name.text.clone()),
                    column: Some(name.clone()),
                    rule: RuleDefinition::Default { column, value, with_values },
                });
            }
            ColumnOptionKind::Constraint(constraint) => {
                inline.add(&constraint.kind, (name, table))?;
                made.constraints.extend(constraint_of(constraint, Some(name))?);
            }
        }
    }
    if flags.is_row_guid {
        check_row_guid(data_type)?;
    }
    // NOT FOR REPLICATION is a property of IDENTITY and means nothing without it.
    flags.not_for_replication &= identity.is_some();
    if identity.is_some() && nullable == Some(true) {
        return Err(SqlError::nullable_identity_column(name, table));
    }
    // A column is nullable unless its definition or user-defined type says otherwise. Identity
    // columns, rowversions and primary key columns are never nullable.
    let is_key = made.indexes.iter().any(|index| index.is_primary_key_of(name));
    let of_type = match user_type.as_ref().map(|user_type| &user_type.kind) {
        Some(TypeKind::Alias { nullable, .. }) => *nullable,
        // `sysname` is defined as NOT NULL (`t-sql/data-types/nchar-and-nvarchar-transact-sql`).
        _ if is_sysname(written) => false,
        _ => data_type != DataType::RowVersion && types.is_nullable_by_default(),
    };
    let nullable = nullable.unwrap_or(identity.is_none() && !is_key && of_type);
    flags.is_trimmed = !types.has_padding() && is_padded(data_type);
    // A column inherits the default and the rule bound to its type. Its own DEFAULT and an IDENTITY
    // take precedence.
    let mut bound = user_type.as_ref().map(|user_type| user_type.bound.clone()).unwrap_or_default();
    let has_default = definition.options.iter().any(|option| matches!(option.kind, ColumnOptionKind::Default { .. }));
    bound.default = bound.default.filter(|_| identity.is_none() && !has_default && !flags.is_sparse);
    bound.rule = bound.rule.filter(|_| !flags.is_sparse);
    let user_type = user_type.map(|user_type| user_type.id);
    let mut column = Column { user_type, identity, flags, bound, ..Column::new(name.to_string(), data_type, nullable) };
    column.set_collation(collation);
    check_sparse(&column, table)?;
    if flags.is_column_set {
        if data_type != DataType::Xml || !nullable || flags.is_sparse {
            return Err(SqlError::invalid_column_set(name, table));
        }
        // The value follows from the sparse columns of the table when it is read.
        column.computed = Some(Computed { definition: Arc::from("NULL"), is_persisted: false });
    }
    Ok(column)
}

/// Fails with 2761 if a column of this type can't have ROWGUIDCOL.
pub fn check_row_guid(data_type: DataType) -> Result<(), SqlError> {
    match data_type {
        DataType::UniqueIdentifier => Ok(()),
        _ => Err(SqlError::invalid_rowguidcol_type()),
    }
}

/// Whether ANSI_PADDING decides how values of a column of this type are stored
/// (`t-sql/statements/set-ansi-padding-transact-sql.md`).
pub fn is_padded(data_type: DataType) -> bool {
    match data_type {
        DataType::Char(..) | DataType::Binary(_) => true,
        DataType::VarChar(length, _) | DataType::VarBinary(length) => length != Length::Max,
        _ => false,
    }
}

/// Returns a computed column. Fails with 8183 for a constraint that a computed column can't have.
fn computed(
    definition: &ColumnDefinition,
    value: &ast::Expr,
    is_persisted: bool,
    made: &mut TableDefinition,
) -> Result<Column, SqlError> {
    let name = &definition.name.text;
    let mut is_not_null = false;
    for option in &definition.options {
        match &option.kind {
            ColumnOptionKind::NotNull if is_persisted => is_not_null = true,
            // `indexes_of` collects the keys.
            ColumnOptionKind::Constraint(TableConstraint { kind: ConstraintKind::Key { .. }, .. }) => {}
            ColumnOptionKind::Constraint(constraint) if is_persisted => {
                made.constraints.extend(constraint_of(constraint, Some(name))?);
            }
            _ => return Err(SqlError::constraint_on_unpersisted_column()),
        }
    }
    let column = made.columns.len();
    made.computed.push(ComputedDefinition { column, value: value.clone(), is_persisted, is_not_null });
    Ok(Column::nullable(name, DataType::OF_NULL))
}

/// Returns a constraint that isn't a key. `column` is the column whose definition contains the
/// constraint.
fn constraint_of(constraint: &TableConstraint, column: Option<&str>) -> Result<Option<ConstraintDefinition>, SqlError> {
    let rule = match &constraint.kind {
        ConstraintKind::Check { condition, not_for_replication } => {
            RuleDefinition::Check { condition: condition.clone(), not_for_replication: *not_for_replication }
        }
        ConstraintKind::Default { value, column, with_values } => {
            RuleDefinition::Default { column: column.text.clone(), value: value.clone(), with_values: *with_values }
        }
        ConstraintKind::Key { .. } => return Ok(None),
        ConstraintKind::ForeignKey { table, .. } if table.server.is_some() => return Err(unsupported("linked server")),
        ConstraintKind::ForeignKey { columns, table, referenced, on_delete, on_update, not_for_replication } => {
            let names = |names: &[ast::Name]| names.iter().map(|name| name.text.clone()).collect();
            RuleDefinition::ForeignKey(ForeignKeyDefinition {
                columns: names(columns),
                table: object_name(table),
                referenced: names(referenced),
                on_delete: action_of(*on_delete),
                on_update: action_of(*on_update),
                not_for_replication: *not_for_replication,
            })
        }
    };
    if let Some(name) = constraint.name.as_ref().filter(|name| name.text.starts_with('#')) {
        return Err(SqlError::constraint_name_not_permitted(&name.text));
    }
    let name = constraint.name.as_ref().map(|name| name.text.clone());
    Ok(Some(ConstraintDefinition { name, column: column.map(Box::from), rule }))
}

fn action_of(written: Option<ast::ReferentialAction>) -> Action {
    match written {
        None | Some(ast::ReferentialAction::NoAction) => Action::NoAction,
        Some(ast::ReferentialAction::Cascade) => Action::Cascade,
        Some(ast::ReferentialAction::SetNull) => Action::SetNull,
        Some(ast::ReferentialAction::SetDefault) => Action::SetDefault,
    }
}

/// Returns the IDENTITY property; the default is (1, 1). Fails with 2749 for an unsuitable type,
/// with 2752 or 2753 for an invalid seed or increment. The seed must be in the type's range, the
/// increment not 0.
pub fn identity_of(
    column: &str,
    data_type: DataType,
    written: Option<(&ast::Expr, &ast::Expr)>,
) -> Result<Identity, SqlError> {
    let (least, greatest) = range_of(data_type).ok_or_else(|| SqlError::invalid_identity_type(column))?;
    let (seed, increment) = match written {
        None => (1, 1),
        Some((seed, increment)) => (number(seed, "IDENTITY")?, number(increment, "IDENTITY")?),
    };
    if !(least..=greatest).contains(&seed) {
        return Err(SqlError::invalid_identity_seed(column));
    }
    if increment == 0 || increment.unsigned_abs() > greatest.unsigned_abs() {
        return Err(SqlError::invalid_identity_increment(column));
    }
    Ok(Identity { seed, increment })
}

/// Resolves a system type. `ordinal` is the number of the column or parameter that has it, for
/// messages; `None` in CAST and CONVERT.
fn resolve(
    written: &TypeName,
    (default_length, ordinal): (u16, Option<usize>),
    unknown: &dyn Fn() -> SqlError,
) -> Result<DataType, SqlError> {
    let parameters: Vec<TypeParameter> = written.arguments.iter().map(parameter).collect();
    let text = &written.name.name.text;
    if written.schema_collection.is_some() {
        return Err(unsupported("xml with a schema collection"));
    }
    // All system types belong to `sys`.
    if written.name.database.is_some() || written.name.schema.as_ref().is_some_and(|schema| !schema.is("sys")) {
        return Err(unknown());
    }
    type_name::resolve(text, &parameters, default_length).map_err(|error| match error {
        TypeNameError::Unknown if KNOWN_TYPES.iter().any(|known| written.name.name.is(known)) => unsupported(text),
        TypeNameError::Unknown => unknown(),
        TypeNameError::NoParameter => match ordinal {
            Some(ordinal) => SqlError::column_width_not_allowed(ordinal, text),
            None => SqlError::cast_with_invalid_attributes(text),
        },
        TypeNameError::BadLength { length: 0, .. } => SqlError::invalid_length_specification("0"),
        TypeNameError::BadLength { length, max } if length <= LENGTH_MAX => {
            SqlError::size_exceeds_type_maximum(length, "type", text, max)
        }
        TypeNameError::BadLength { length, .. } => SqlError::size_exceeds_maximum(length, "type", text, LENGTH_MAX),
        TypeNameError::BadPrecision { precision: 0, .. } => SqlError::invalid_length_specification("0"),
        TypeNameError::BadPrecision { precision, max } => {
            SqlError::invalid_precision(ordinal.unwrap_or(1), precision, max)
        }
        TypeNameError::BadScale { scale } => SqlError::invalid_scale(scale),
        TypeNameError::ScaleAbovePrecision => SqlError::scale_exceeds_precision(),
    })
}

fn parameter(argument: &TypeArgument) -> TypeParameter {
    match argument {
        TypeArgument::Number(number) => TypeParameter::Number(*number),
        TypeArgument::Max => TypeParameter::Max,
    }
}

const TYPE_NOT_FOUND: i32 = 2715;
/// The greatest length of a type, in characters or bytes.
const LENGTH_MAX: u32 = 8000;
/// The maximum number of columns of a table, as in SQL Server.
pub const COLUMNS_MAX: usize = 1024;

/// SQL Server types that Sluice doesn't have. They are reported as unsupported, not as unknown.
const KNOWN_TYPES: &[&str] = &["hierarchyid", "geometry", "geography", "vector", "table", "cursor"];
