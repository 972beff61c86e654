//! CREATE TABLE, ALTER TABLE ADD and DECLARE of a table variable: the columns and constraints that they define, as far as that is known
//! without binding anything.

use crate::collation::collation_named;
use crate::index_definition::{IndexDefinition, check_filegroup, indexes_of};
use crate::names::{TypeNames, object_name};
use crate::number_literal::number;
use crate::refusal::unsupported;
use sluice_base::sync::Arc;
use sluice_catalog::progression::range_of;
use sluice_catalog::{Action, Column, Identity, ObjectName, TypeKind, UserType, name};
use sluice_syntax::ast::{
    self, ColumnDefinition, ColumnOptionKind, ColumnSource, ConstraintKind, CreateTable, CreateType, InlineIndex,
    NamedOption, OptionValue, StatementKind, TableConstraint, TableVariable, TypeArgument, TypeName,
};
use sluice_types::type_name::{self, TypeNameError, TypeParameter};
use sluice_types::{CollationId, DataType, SqlError};

/// The length of a string type that a declaration gives none.
pub const DECLARED_LENGTH: u16 = 1;
/// The length of a string type that CAST or CONVERT gives none.
pub const CAST_LENGTH: u16 = 30;

/// What is defined: columns and constraints, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub struct TableDefinition {
    /// The columns. Of a computed one neither type nor text is known yet.
    pub columns: Vec<Column>,
    /// Which of them are computed.
    pub computed: Vec<ComputedDefinition>,
    /// Constraints but for keys.
    pub constraints: Vec<ConstraintDefinition>,
    /// Indexes, keys among them.
    pub indexes: Vec<IndexDefinition>,
}

/// How a column is computed.
#[derive(Clone, Debug)]
pub struct ComputedDefinition {
    /// The column's place among those that are defined.
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
    /// Its name, if it has been given one.
    pub name: Option<Box<str>>,
    /// The name of the column in whose definition it stands.
    pub column: Option<Box<str>>,
    /// What it says.
    pub rule: RuleDefinition,
}

/// What a constraint says.
#[derive(Clone, Debug)]
pub enum RuleDefinition {
    /// DEFAULT, of the column that it names or stands in.
    Default {
        /// The column.
        column: Box<str>,
        /// The value.
        value: ast::Expr,
        /// WITH VALUES: of a column that may be NULL, rows that are there get the value too.
        with_values: bool,
    },
    /// CHECK.
    Check {
        /// What must not be false.
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
    /// The columns; none where it stands in a column's definition, and is about that.
    pub columns: Vec<Box<str>>,
    /// The table referred to.
    pub table: ObjectName,
    /// Its columns; none for its primary key's.
    pub referenced: Vec<Box<str>>,
    /// ON DELETE.
    pub on_delete: Action,
    /// ON UPDATE.
    pub on_update: Action,
    /// NOT FOR REPLICATION.
    pub not_for_replication: bool,
}

/// What `definition` defines; what Sluice has no tables like is refused by name.
pub fn definition_of(definition: &CreateTable, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    check_filegroup(definition.filegroup.as_ref())?;
    check_filegroup(definition.lob_filegroup.as_ref())?;
    let is_as_it_is = |option: &&NamedOption| {
        let is_none = matches!(&option.value, Some(OptionValue::Word(word)) if word.is("NONE"));
        option.name.is("DATA_COMPRESSION") && is_none && option.list.is_empty()
    };
    if let Some(option) = definition.options.iter().find(|option| !is_as_it_is(option)) {
        return Err(unsupported(&format!("CREATE TABLE WITH {}", option.name.text.to_uppercase())));
    }
    let items =
        items(&definition.name.name, (&definition.columns, &definition.constraints, &definition.indexes), types)?;
    let is_large = |column: &Column| column.data_type.is_max() || column.data_type == DataType::Xml;
    if definition.lob_filegroup.is_some() && !items.columns.iter().any(is_large) {
        // 1709: there is nothing that would be there.
        return Err(SqlError::new(1709, 16, 1, Vec::new()));
    }
    Ok(items)
}

/// What a table variable's declaration defines.
pub fn definition_of_variable(definition: &TableVariable, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    items(&definition.name, (&definition.columns, &definition.constraints, &definition.indexes), types)
}

/// What the CREATE TYPE ... AS TABLE in `text`, one that the catalog has, defines.
pub fn table_type_definition(text: &str, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    let statement = sluice_syntax::parse(text).statements.into_iter().next().map(|statement| statement.kind);
    match statement {
        Some(StatementKind::CreateType(definition)) => definition_of_type(&definition, types),
        _ => Err(unsupported("type of this kind")),
    }
}

/// What a table type's definition defines; nothing in it has a name (102), and it refers to nothing.
pub fn definition_of_type(definition: &CreateType, types: &dyn TypeNames) -> Result<TableDefinition, SqlError> {
    let ast::UserType::Table { columns, constraints, indexes } = &definition.kind else {
        return Err(unsupported("type of this kind"));
    };
    items(&definition.name.name, (columns, constraints, indexes), types)
}

/// What stands in the parentheses of a table's definition, or behind ADD.
pub fn items(
    table: &ast::Name,
    (definitions, constraints, indexes): (&[ColumnDefinition], &[TableConstraint], &[InlineIndex]),
    types: &dyn TypeNames,
) -> Result<TableDefinition, SqlError> {
    if definitions.len() > COLUMNS_MAX {
        return Err(SqlError::new(1702, 16, 1, vec![table.text.to_string(), COLUMNS_MAX.to_string()]));
    }
    let indexes = indexes_of(definitions, constraints, indexes)?;
    let mut made = TableDefinition { indexes, ..TableDefinition::default() };
    for (index, column) in definitions.iter().enumerate() {
        let column = column_of((index + 1, column), &table.text, types, &mut made)?;
        if column.identity.is_some() && made.columns.iter().any(|other| other.identity.is_some()) {
            return Err(SqlError::new(2744, 16, 2, vec![table.text.to_string()]));
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

/// A type as a declaration names it.
#[derive(Clone, PartialEq, Debug)]
pub enum DeclaredType {
    /// One that values have, and the user's type that it was named by.
    Scalar(DataType, Option<Arc<UserType>>),
    /// A table type.
    Table(Arc<UserType>),
}

/// The type that a declaration names; `ordinal` is the column's, parameter's or variable's number, from 1. 2715 where there is none such.
pub fn declared(ordinal: usize, written: &TypeName, types: &dyn TypeNames) -> Result<DeclaredType, SqlError> {
    let name = object_name(&written.name);
    let unknown = || SqlError::type_not_found(ordinal, &name.to_string());
    let system = resolve(written, DECLARED_LENGTH, &unknown);
    let user_type = match &system {
        Err(error) if error.number == TYPE_NOT_FOUND && name.database.is_none() => types.user_type(&name),
        _ => None,
    };
    let Some(user_type) = user_type else {
        return system.map(|data_type| DeclaredType::Scalar(data_type, None));
    };
    if !written.arguments.is_empty() {
        return Err(SqlError::new(2716, 16, 1, vec![name.to_string()]));
    }
    Ok(match user_type.kind {
        TypeKind::Alias { data_type, .. } => DeclaredType::Scalar(data_type, Some(user_type)),
        TypeKind::Table { .. } => DeclaredType::Table(user_type),
    })
}

/// The type of values that a declaration names, as [`declared`]; a table type is refused.
pub fn declared_type(ordinal: usize, written: &TypeName, types: &dyn TypeNames) -> Result<DataType, SqlError> {
    match declared(ordinal, written, types)? {
        DeclaredType::Scalar(data_type, _) => Ok(data_type),
        DeclaredType::Table(_) => Err(unsupported("table type of a function's parameter or variable")),
    }
}

/// The type of a column, and the user's type that it was named by: 350 for a table type.
pub fn column_type(
    (ordinal, name): (usize, &str),
    written: &TypeName,
    types: &dyn TypeNames,
) -> Result<(DataType, Option<Arc<UserType>>), SqlError> {
    match declared(ordinal, written, types)? {
        DeclaredType::Scalar(data_type, user_type) => Ok((data_type, user_type)),
        DeclaredType::Table(_) => Err(SqlError::new(350, 16, 1, vec![name.to_owned()])),
    }
}

/// The type that CAST or CONVERT names.
pub fn cast_type(written: &TypeName) -> Result<DataType, SqlError> {
    resolve(written, CAST_LENGTH, &|| SqlError::undefined_type(&object_name(&written.name).to_string()))
}

/// A column; into `made` comes what else its definition says.
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
    let (data_type, user_type) = column_type((ordinal, name), written, types)?;
    let (mut nullable, mut identity, mut collation) = (None, None, CollationId::DEFAULT);
    for option in &definition.options {
        match &option.kind {
            ColumnOptionKind::Null => nullable = Some(true),
            ColumnOptionKind::NotNull => nullable = Some(false),
            ColumnOptionKind::Identity(written) => identity = Some(identity_of(name, data_type, written.as_ref())?),
            ColumnOptionKind::Collate(name) => collation = collation_named(name, data_type)?,
            ColumnOptionKind::RowGuid => return Err(unsupported("ROWGUIDCOL")),
            ColumnOptionKind::NotForReplication => return Err(unsupported("NOT FOR REPLICATION")),
            // Those are gathered by themselves.
            ColumnOptionKind::Index(_) => {}
            ColumnOptionKind::Sparse => return Err(unsupported("SPARSE")),
            ColumnOptionKind::Default { name: constraint, value, with_values } => {
                let is_own = |known: &&ConstraintDefinition| {
                    known.column.as_deref() == Some(name) && matches!(known.rule, RuleDefinition::Default { .. })
                };
                if made.constraints.iter().any(|known| is_own(&known)) {
                    // 8148: more than one column DEFAULT constraint specified.
                    return Err(SqlError::new(8148, 16, 0, vec![name.to_string(), table.to_owned()]));
                }
                let (column, value, with_values) = (name.clone(), value.clone(), *with_values);
                made.constraints.push(ConstraintDefinition {
                    name: constraint.as_ref().map(|name| name.text.clone()),
                    column: Some(name.clone()),
                    rule: RuleDefinition::Default { column, value, with_values },
                });
            }
            ColumnOptionKind::Constraint(constraint) => {
                made.constraints.extend(constraint_of(constraint, Some(name))?);
            }
        }
    }
    if identity.is_some() && nullable == Some(true) {
        return Err(SqlError::new(8147, 16, 1, vec![name.to_string(), table.to_owned()]));
    }
    // A column may be NULL unless it, or its user's type, says otherwise; an identity column never, nor a rowversion, nor one of the primary key.
    let is_key = made.indexes.iter().any(|index| index.is_primary_key_of(name));
    let of_type = match user_type.as_ref().map(|user_type| &user_type.kind) {
        Some(TypeKind::Alias { nullable, .. }) => *nullable,
        _ => data_type != DataType::RowVersion,
    };
    let nullable = nullable.unwrap_or(identity.is_none() && !is_key && of_type);
    let user_type = user_type.map(|user_type| user_type.id);
    let mut column = Column { user_type, identity, ..Column::new(name.to_string(), data_type, nullable) };
    column.set_collation(collation);
    Ok(column)
}

/// A computed column: 8183 for a constraint that it cannot have.
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
            ColumnOptionKind::Constraint(constraint) if is_persisted => {
                made.constraints.extend(constraint_of(constraint, Some(name))?);
            }
            _ => return Err(SqlError::new(8183, 16, 1, Vec::new())),
        }
    }
    let column = made.columns.len();
    made.computed.push(ComputedDefinition { column, value: value.clone(), is_persisted, is_not_null });
    Ok(Column::nullable(name, DataType::OF_NULL))
}

/// A constraint, unless it is a key; `column` is the column in whose definition it stands.
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

/// IDENTITY, (1, 1) where it says no more: 2749 for a type that it cannot have, 2752 and 2753 for its numbers.
fn identity_of(
    column: &str,
    data_type: DataType,
    written: Option<&(ast::Expr, ast::Expr)>,
) -> Result<Identity, SqlError> {
    let refused = |number| SqlError::new(number, 16, 1, vec![column.to_owned()]);
    let (least, greatest) = range_of(data_type).ok_or_else(|| SqlError::new(2749, 16, 2, vec![column.to_owned()]))?;
    let (seed, increment) = match written {
        None => (1, 1),
        Some((seed, increment)) => (number(seed, "IDENTITY")?, number(increment, "IDENTITY")?),
    };
    if !(least..=greatest).contains(&seed) {
        return Err(refused(2752));
    }
    if increment == 0 || increment.unsigned_abs() > greatest.unsigned_abs() {
        return Err(refused(2753));
    }
    Ok(Identity { seed, increment })
}

fn resolve(written: &TypeName, default_length: u16, unknown: &dyn Fn() -> SqlError) -> Result<DataType, SqlError> {
    let parameters: Vec<TypeParameter> = written.arguments.iter().map(parameter).collect();
    let text = &written.name.name.text;
    // All types there are belong to `sys`.
    if written.name.database.is_some() || written.name.schema.as_ref().is_some_and(|schema| !schema.is("sys")) {
        return Err(unknown());
    }
    type_name::resolve(text, &parameters, default_length).map_err(|error| match error {
        TypeNameError::Unknown if KNOWN_TYPES.iter().any(|known| written.name.name.is(known)) => unsupported(text),
        TypeNameError::Unknown => unknown(),
        TypeNameError::NoParameter => SqlError::new(2716, 16, 1, vec![text.to_string()]),
        TypeNameError::BadLength { length: 0, .. } => SqlError::new(1001, 15, 1, vec!["0".to_owned()]),
        TypeNameError::BadLength { length, max } => {
            SqlError::new(131, 15, 2, vec![length.to_string(), text.to_string(), max.to_string()])
        }
        TypeNameError::BadPrecision => SqlError::new(2750, 16, 1, vec![text.to_string()]),
        TypeNameError::ScaleAbovePrecision => SqlError::new(192, 15, 1, Vec::new()),
    })
}

fn parameter(argument: &TypeArgument) -> TypeParameter {
    match argument {
        TypeArgument::Number(number) => TypeParameter::Number(*number),
        TypeArgument::Max => TypeParameter::Max,
    }
}

const TYPE_NOT_FOUND: i32 = 2715;
/// The most columns of a table, as in SQL Server.
pub const COLUMNS_MAX: usize = 1024;

/// Types of SQL Server that Sluice does not have yet: named, they are refused, not unknown.
const KNOWN_TYPES: &[&str] = &["text", "ntext", "image", "hierarchyid", "geometry", "geography", "table", "cursor"];
