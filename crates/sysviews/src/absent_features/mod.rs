//! Views and tables of features that the engine lacks. They exist and are empty
//! (`docs/decisions/2026-11-25-dependencies-and-empty-views.md`).
//!
//! The columns are in `catalog.txt`, `dynamic.txt` and `msdb.txt`, as `cargo xtask views` writes
//! them from the documentation. Metadata of catalog views is visible to everybody, the tables of
//! msdb except those for backups only to its owners
//! (`relational-databases/system-tables/sql-server-agent-tables-transact-sql`). A heading with
//! `server` or `database` names VIEW SERVER STATE or VIEW DATABASE STATE as the permission.
//!
//! A dynamic management view is here only if it lists things that the engine never has, such as
//! replicas: then no row is the truth. A view of counters that aren't counted doesn't exist.

use crate::view::View;
use crate::{column_list, columns, indexes, objects, user_types};
use sluice_catalog::view::MSDB_SCHEMA;
use sluice_catalog::{Column, ViewPermission};
use sluice_types::DataType;

/// Returns all of these views. Panics if a line of the lists names an unknown type or parent, which
/// a test rules out.
pub(crate) fn views() -> impl Iterator<Item = View> {
    definitions().map(|(heading, columns)| view(heading, columns))
}

/// Returns the headings and the columns of all views.
fn definitions() -> impl Iterator<Item = (&'static str, &'static str)> {
    [CATALOG, DYNAMIC, MSDB].into_iter().flat_map(|text| {
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let lines: Vec<&'static str> = lines.collect();
        lines.chunks(2).map(|pair| (pair[0], pair.get(1).copied().unwrap_or_default())).collect::<Vec<_>>()
    })
}

/// Returns the view of a heading (its name, page, and permission) and a list of columns. The name
/// of a function is followed by the types of its parameters in parentheses.
fn view(heading: &'static str, columns: &'static str) -> View {
    let mut words = heading.split(' ');
    let (name, page) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (name, parameters) = name.split_once('(').map_or((name, None), |(name, types)| (name, Some(types)));
    let (schema, name) = name.rsplit_once('.').unwrap_or(("sys", name));
    let permission = match (schema == MSDB_SCHEMA, words.next()) {
        (_, Some("public")) => ViewPermission::Public(page),
        (_, Some("server")) => ViewPermission::ServerState(page),
        (_, Some("database")) => ViewPermission::DatabaseState(page),
        (true, _) => ViewPermission::Control(page),
        (false, _) => ViewPermission::Metadata(page),
    };
    match parameters {
        Some(types) => View::function(name, permission, parameter_types(types), columns_of(columns), |_| {
            Ok(Box::new(std::iter::empty()))
        }),
        None => View::empty((schema, name), permission, columns_of(columns)),
    }
}

/// Returns the types of a function's parameters. `written` ends with the parenthesis.
fn parameter_types(written: &str) -> &'static [DataType] {
    match written {
        "int)" => &[DataType::Int],
        "uniqueidentifier,uniqueidentifier)" => &[DataType::UniqueIdentifier, DataType::UniqueIdentifier],
        _ => panic!("no parameters ({written}"),
    }
}

/// Returns the columns of a list. `+name` stands for the columns of the view `sys.name`.
fn columns_of(written: &'static str) -> Vec<Column> {
    written
        .split("; ")
        .flat_map(|written| match written.strip_prefix('+') {
            Some(view) => inherited(view),
            None => vec![column_list::column(written)],
        })
        .collect()
}

/// Returns the columns that a view inherits from the view `sys.NAME`.
fn inherited(name: &str) -> Vec<Column> {
    match name {
        "objects" => objects::columns(),
        "columns" => columns::columns(),
        "indexes" => indexes::columns(),
        "types" => user_types::columns(),
        _ => {
            let is_parent =
                |heading: &str| heading.split(' ').next().and_then(|it| it.strip_prefix("sys.")) == Some(name);
            let parent = definitions().find(|(heading, _)| is_parent(heading));
            parent.map(|(_, columns)| columns_of(columns)).unwrap_or_else(|| panic!("no view {name} to inherit from"))
        }
    }
}

const CATALOG: &str = include_str!("catalog.txt");
const DYNAMIC: &str = include_str!("dynamic.txt");
const MSDB: &str = include_str!("msdb.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_session::SystemView;

    #[test]
    fn every_line_is_a_view_of_known_types() {
        let views: Vec<View> = views().collect();
        assert!(views.len() > 100, "{} views", views.len());
        for view in &views {
            let def = view.def();
            assert!(!def.columns.is_empty(), "{} has no columns", def.name);
            let mut names: Vec<_> = def.columns.iter().map(|column| column.name.to_lowercase()).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), def.columns.len(), "columns of {} repeat", def.name);
        }
    }
}
