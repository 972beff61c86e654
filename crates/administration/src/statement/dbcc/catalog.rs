//! The consistency of a catalog: DBCC CHECKCATALOG
//! (`t-sql/database-console-commands/dbcc-checkcatalog-transact-sql`), also a part of CHECKDB.

use sluice_base::ids::ObjectId;
use sluice_catalog::{Catalog, Rule, Table};
use sluice_types::SqlError;

/// Returns an error 8992 for each reference of an object to something that the catalog lacks.
pub(super) fn problems(catalog: &Catalog) -> Vec<SqlError> {
    let mut found = Vec::new();
    for table in catalog.tables() {
        of_schema(catalog, &table.schema, table.id, &mut found);
        of_columns(catalog, table, &mut found);
        of_indexes(table, &mut found);
        of_constraints(catalog, table, &mut found);
    }
    for sequence in catalog.sequences() {
        of_schema(catalog, &sequence.schema, sequence.id, &mut found);
    }
    for module in catalog.all_modules() {
        if module.ddl.is_none() {
            of_schema(catalog, &module.schema, module.id, &mut found);
        }
        if let Some(trigger) = &module.trigger
            && !catalog.has_object(trigger.parent)
        {
            let parent = trigger.parent.0;
            let row = format!("object_id={}", module.id.0);
            found.push(missing(("parent_id", parent), (&row, "triggers"), ("object_id", "objects")));
        }
    }
    found
}

/// Returns the error for an attribute of a row that names no row of another view.
fn missing(
    (attribute, value): (&str, impl std::fmt::Display),
    (row, view): (&str, &str),
    (key, target): (&str, &str),
) -> SqlError {
    let (attribute, matching) = (format!("{attribute}={value}"), format!("{key}={value}"));
    SqlError::catalog_row_not_found(attribute, row, view, matching, target)
}

fn of_schema(catalog: &Catalog, schema: &str, object: ObjectId, found: &mut Vec<SqlError>) {
    if catalog.schema(schema).is_none() {
        let row = format!("object_id={}", object.0);
        found.push(missing(("schema_id", schema), (&row, "objects"), ("name", "schemas")));
    }
}

/// Checks the types of columns, and the defaults and rules bound to them.
fn of_columns(catalog: &Catalog, table: &Table, found: &mut Vec<SqlError>) {
    for column in &table.columns {
        let row = format!("object_id={},column_id={}", table.id.0, column.id);
        if let Some(id) = column.user_type
            && catalog.type_by_id(id).is_none()
        {
            found.push(missing(("user_type_id", id.0), (&row, "columns"), ("user_type_id", "types")));
        }
        for (attribute, bound) in [("default_object_id", &column.bound.default), ("rule_object_id", &column.bound.rule)]
        {
            if let Some(bound) = bound
                && !catalog.has_object(bound.id)
            {
                found.push(missing((attribute, bound.id.0), (&row, "columns"), ("object_id", "objects")));
            }
        }
    }
}

fn of_indexes(table: &Table, found: &mut Vec<SqlError>) {
    for index in &table.indexes {
        let keys = index.keys.iter().map(|key| key.column);
        for place in keys.chain(index.included.iter().copied()).filter(|place| *place >= table.columns.len()) {
            let row = format!("object_id={},index_id={}", table.id.0, index.id);
            found.push(missing(("column_id", place + 1), (&row, "index_columns"), ("column_id", "columns")));
        }
    }
}

/// Checks the columns of constraints, and the tables and columns to which foreign keys refer.
fn of_constraints(catalog: &Catalog, table: &Table, found: &mut Vec<SqlError>) {
    let has = |table: &Table, id: u16| table.columns.iter().any(|column| column.id == id);
    for constraint in &table.constraints {
        let row = format!("object_id={}", constraint.id.0);
        let column = ("column_id", "columns");
        match &constraint.rule {
            Rule::Default { column: id, .. } if !has(table, *id) => {
                found.push(missing(("parent_column_id", id), (&row, "default_constraints"), column));
            }
            Rule::Check { column: Some(id), .. } if !has(table, *id) => {
                found.push(missing(("parent_column_id", id), (&row, "check_constraints"), column));
            }
            Rule::Default { .. } | Rule::Check { .. } => {}
            Rule::ForeignKey(key) => {
                let own = key.columns.iter().filter(|id| !has(table, **id));
                found.extend(own.map(|id| missing(("parent_column_id", id), (&row, "foreign_key_columns"), column)));
                let Some(parent) = catalog.table_by_id(key.referenced) else {
                    let id = key.referenced.0;
                    let target = ("object_id", "tables");
                    found.push(missing(("referenced_object_id", id), (&row, "foreign_keys"), target));
                    continue;
                };
                let its = key.referenced_columns.iter().filter(|id| !has(parent, **id));
                let of_key = (&*row, "foreign_key_columns");
                found.extend(its.map(|id| missing(("referenced_column_id", id), of_key, column)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_catalog::{Column, Constraint, TypeId};
    use sluice_types::DataType;

    fn table(schema: &str, column: Column) -> Table {
        let empty = Table::empty(ObjectId(7), schema.to_owned(), "t".to_owned());
        Table { columns: vec![Column { id: 1, ..column }], last_column: 1, ..empty }
    }

    #[test]
    fn missing_schema_type_and_column_are_reported() {
        let int = || Column::not_null("a", DataType::Int);
        assert_eq!(problems(&Catalog::from_tables(1, [table("dbo", int())])), []);
        let user_type = Some(TypeId(300));
        let mut damaged = table("gone", Column { user_type, ..int() });
        let rule = Rule::Default { column: 5, definition: "((1))".into() };
        damaged.constraints.push(Constraint { id: ObjectId(8), name: "df".to_owned(), is_system_named: false, rule });
        let found = problems(&Catalog::from_tables(1, [damaged]));
        let rows = ["[schema_id=gone; object_id=7;", "[user_type_id=300; object_id=7,column_id=1;"];
        let rows = rows.into_iter().chain(["[parent_column_id=5; object_id=8;"]);
        let shown: Vec<String> = found.iter().map(|problem| problem.to_string()).collect();
        assert_eq!(shown.len(), 3);
        assert!(shown.iter().zip(rows).all(|(problem, row)| problem.contains(row)), "{shown:?}");
    }
}
