//! CREATE TABLE and DECLARE of a table variable: the columns that they define.

use crate::names::object_name;
use crate::number_literal::number;
use crate::refusal::unsupported;
use sluice_catalog::progression::range_of;
use sluice_catalog::{Column, Identity, name};
use sluice_syntax::ast::{
    self, ColumnDefinition, ColumnOptionKind, ColumnSource, CreateTable, InlineIndex, TableConstraint, TableVariable,
    TypeArgument, TypeName,
};
use sluice_types::type_name::{self, TypeNameError, TypeParameter};
use sluice_types::{DataType, SqlError};

/// The length of a string type that a declaration gives none.
pub const DECLARED_LENGTH: u16 = 1;
/// The length of a string type that CAST or CONVERT gives none.
pub const CAST_LENGTH: u16 = 30;

/// The columns of `definition`; what Sluice has no columns like is refused by name.
pub fn columns_of(definition: &CreateTable) -> Result<Vec<Column>, SqlError> {
    if let Some(filegroup) = definition.filegroup.as_ref().filter(|name| !name.is("PRIMARY")) {
        return Err(unsupported(&format!("ON {}", filegroup.text)));
    }
    if definition.lob_filegroup.is_some() {
        return Err(unsupported("CREATE TABLE TEXTIMAGE_ON"));
    }
    if let Some(option) = definition.options.first() {
        return Err(unsupported(&format!("CREATE TABLE WITH {}", option.name.text.to_uppercase())));
    }
    columns(&definition.name.name, &definition.columns, &definition.constraints, &definition.indexes)
}

/// The columns of a table variable.
pub fn columns_of_variable(definition: &TableVariable) -> Result<Vec<Column>, SqlError> {
    columns(&definition.name, &definition.columns, &definition.constraints, &definition.indexes)
}

fn columns(
    table: &ast::Name,
    definitions: &[ColumnDefinition],
    constraints: &[TableConstraint],
    indexes: &[InlineIndex],
) -> Result<Vec<Column>, SqlError> {
    if let Some(constraint) = constraints.first() {
        return Err(unsupported(constraint_name(&constraint.kind)));
    }
    if !indexes.is_empty() {
        return Err(unsupported("CREATE TABLE INDEX"));
    }
    if definitions.len() > COLUMNS_MAX {
        return Err(SqlError::new(1702, 16, 1, vec![table.text.to_string(), COLUMNS_MAX.to_string()]));
    }
    let mut columns: Vec<Column> = Vec::with_capacity(definitions.len());
    for (index, column) in definitions.iter().enumerate() {
        let column = column_of(index + 1, column, &table.text)?;
        if column.identity.is_some() && columns.iter().any(|other| other.identity.is_some()) {
            return Err(SqlError::new(2744, 16, 2, vec![table.text.to_string()]));
        }
        if columns.iter().any(|other| name::same(&other.name, &column.name)) {
            return Err(SqlError::duplicate_column_name(&column.name, &table.text));
        }
        columns.push(column);
    }
    Ok(columns)
}

/// The type that a declaration names; `ordinal` is the column's, parameter's or variable's number, from 1.
pub fn declared_type(ordinal: usize, written: &TypeName) -> Result<DataType, SqlError> {
    resolve(written, DECLARED_LENGTH, &|| SqlError::type_not_found(ordinal, &object_name(&written.name).to_string()))
}

/// The type that CAST or CONVERT names.
pub fn cast_type(written: &TypeName) -> Result<DataType, SqlError> {
    resolve(written, CAST_LENGTH, &|| SqlError::undefined_type(&object_name(&written.name).to_string()))
}

fn column_of(ordinal: usize, definition: &ColumnDefinition, table: &str) -> Result<Column, SqlError> {
    let ColumnSource::Type(written) = &definition.source else {
        return Err(unsupported("computed column"));
    };
    let data_type = declared_type(ordinal, written)?;
    let (mut nullable, mut identity) = (None, None);
    let name = &definition.name.text;
    for option in &definition.options {
        match &option.kind {
            ColumnOptionKind::Null => nullable = Some(true),
            ColumnOptionKind::NotNull => nullable = Some(false),
            ColumnOptionKind::Identity(written) => identity = Some(identity_of(name, data_type, written.as_ref())?),
            ColumnOptionKind::Collate(_) => return Err(unsupported("COLLATE")),
            ColumnOptionKind::RowGuid => return Err(unsupported("ROWGUIDCOL")),
            ColumnOptionKind::NotForReplication => return Err(unsupported("NOT FOR REPLICATION")),
            ColumnOptionKind::Index(_) => return Err(unsupported("CREATE TABLE INDEX")),
            ColumnOptionKind::Sparse => return Err(unsupported("SPARSE")),
            ColumnOptionKind::Default { .. } => return Err(unsupported("DEFAULT")),
            ColumnOptionKind::Constraint(constraint) => return Err(unsupported(constraint_name(&constraint.kind))),
        }
    }
    if identity.is_some() && nullable == Some(true) {
        return Err(SqlError::new(8147, 16, 1, vec![name.to_string(), table.to_owned()]));
    }
    // A column may be NULL unless it says otherwise; an identity column never.
    let nullable = nullable.unwrap_or(identity.is_none());
    Ok(Column { name: name.to_string(), data_type, nullable, identity })
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

fn constraint_name(kind: &sluice_syntax::ast::ConstraintKind) -> &'static str {
    use sluice_syntax::ast::ConstraintKind;
    match kind {
        ConstraintKind::Key { primary: true, .. } => "PRIMARY KEY",
        ConstraintKind::Key { primary: false, .. } => "UNIQUE",
        ConstraintKind::Check { .. } => "CHECK",
        ConstraintKind::Default { .. } => "DEFAULT",
        ConstraintKind::ForeignKey { .. } => "FOREIGN KEY",
    }
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

/// The most columns of a table, as in SQL Server.
const COLUMNS_MAX: usize = 1024;

/// Types of SQL Server that Sluice does not have yet: named, they are refused, not unknown.
const KNOWN_TYPES: &[&str] = &[
    "text",
    "ntext",
    "image",
    "sql_variant",
    "rowversion",
    "timestamp",
    "hierarchyid",
    "geometry",
    "geography",
    "table",
    "cursor",
];
