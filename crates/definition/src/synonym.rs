//! Synonyms (`t-sql/statements/create-synonym-transact-sql.md`). The base object is looked up at
//! each use, not at creation.

use crate::names::Names;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName};
use sluice_syntax::ast;
use sluice_types::SqlError;

/// Returns the text stored for a synonym of `target`: the name's parts in brackets. Omitted parts
/// before the first are left out; a server isn't stored.
pub fn synonym_text(target: &ast::ObjectName) -> String {
    let parts = [&target.database, &target.schema].map(|part| part.as_ref().map(|name| &*name.text));
    let all = [parts[0], parts[1], Some(&*target.name.text)];
    // An omitted part between two others leaves an empty place.
    let first = all.iter().position(Option::is_some).unwrap_or(2);
    let bracketed = |part: &Option<&str>| part.map_or(String::new(), sluice_types::bracketed);
    all[first..].iter().map(bracketed).collect::<Vec<_>>().join(".")
}

/// Returns the base object's name of a synonym in `database`; `None` is the current database. Fails
/// with 5313 if the stored text isn't a name.
pub fn synonym_target(synonym: &Module, database: Option<&str>) -> Result<ObjectName, SqlError> {
    let parts = sluice_functions::quoted_name::parts(&synonym.definition);
    let target = parts.and_then(|parts| ObjectName::from_parts(&parts)).ok_or_else(|| invalid(synonym))?;
    let database = target.database.or_else(|| database.map(str::to_owned));
    Ok(ObjectName { database, ..target })
}

/// Returns a synonym's base object and the catalog that contains it. Fails with 470 if the base
/// object is a synonym, with 5313 if its database doesn't exist.
pub fn behind(
    synonym: &Module,
    database: Option<&str>,
    names: &dyn Names,
) -> Result<(ObjectName, Arc<Catalog>), SqlError> {
    let target = synonym_target(synonym, database)?;
    let catalog = names.catalog(target.database.as_deref())?.ok_or_else(|| invalid(synonym))?;
    check_chain(synonym, &target, &catalog)?;
    Ok((target, catalog))
}

/// Fails with 470 if the base object of a synonym is a synonym.
pub fn check_chain(synonym: &Module, target: &ObjectName, catalog: &Catalog) -> Result<(), SqlError> {
    match catalog.module(target) {
        Some(module) if module.kind == ModuleKind::Synonym => Err(SqlError::synonym_of_synonym(shown(synonym), target)),
        _ => Ok(()),
    }
}

/// Error 5313: the base object doesn't exist or has the wrong kind.
pub fn invalid(synonym: &Module) -> SqlError {
    SqlError::synonym_of_invalid_object(shown(synonym))
}

fn shown(synonym: &Module) -> String {
    format!("{}.{}", synonym.schema, synonym.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_base::ids::ObjectId;

    #[test]
    fn synonym_target_round_trips_through_text() {
        for written in ["[a ]] b]", "dbo.t", "d..t", "[d.e].dbo.t"] {
            let script = sluice_syntax::parse(&format!("CREATE SYNONYM s FOR {written}"));
            let Some(ast::StatementKind::CreateSynonym { target, .. }) = script.statements.first().map(|s| &s.kind)
            else {
                panic!("{written} is a name")
            };
            let definition = synonym_text(target).into();
            let (schema, name) = ("dbo".to_owned(), "s".to_owned());
            let module = Module {
                id: ObjectId(1000),
                schema,
                name,
                kind: ModuleKind::Synonym,
                definition,
                trigger: None,
                ddl: None,
                options: sluice_catalog::ModuleOptions::default(),
                columns: None,
                rows: None,
            };
            let found = synonym_target(&module, Some("other")).expect("a name");
            let expected = crate::names::object_name(target);
            let database = expected.database.clone().or(Some("other".to_owned()));
            assert_eq!(found, ObjectName { database, ..expected });
        }
    }
}
