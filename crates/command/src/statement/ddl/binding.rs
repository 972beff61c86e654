//! WITH SCHEMABINDING: objects that a schema-bound module names can't be changed or dropped
//! (`t-sql/statements/create-view-transact-sql.md`, `create-function-transact-sql.md`).
//!
//! A schema-bound module names objects by schema and name, so references are found in its text: two
//! names with a dot between them. A column counts as used if the text contains its name and the
//! name of its table.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_catalog::{Catalog, Constraint, Folded, Module, Rule, Table};
use sluice_syntax::lexer::tokens;
use sluice_syntax::token::{Token, TokenKind};

/// Returns a module other than `except` that is bound to the named object. The module is
/// schema-bound and its text has schema and name next to each other; `None` without one.
pub(in crate::statement) fn bound_to(
    catalog: &Catalog,
    (schema, name): (&str, &str),
    except: ObjectId,
) -> Option<Arc<Module>> {
    let wanted = (Folded::new(schema), Folded::new(name));
    let bound =
        catalog.all_modules().into_iter().filter(|module| module.options.is_schema_bound && module.id != except);
    bound.into_iter().find(|module| names(&module.definition).windows(2).any(|pair| is_pair(pair, &wanted))).cloned()
}

/// Returns the names of the modules that are bound to a column of the table. A module counts if its
/// text names both the table and a column of that name, so it may count falsely.
pub(in crate::statement) fn bound_to_column(catalog: &Catalog, table: &Table, column: &str) -> Vec<String> {
    let (wanted, column) = ((Folded::new(&table.schema), Folded::new(&table.name)), Folded::new(column));
    let uses = |module: &&Arc<Module>| {
        let names = names(&module.definition);
        module.options.is_schema_bound
            && names.windows(2).any(|pair| is_pair(pair, &wanted))
            && names.iter().any(|name| name.folded == column)
    };
    catalog.all_modules().into_iter().filter(uses).map(|module| module.name.clone()).collect()
}

/// Returns the name of a DEFAULT constraint that draws from the named sequence. `None` without one.
pub(in crate::statement) fn default_of_sequence(catalog: &Catalog, schema: &str, name: &str) -> Option<String> {
    let (schema, name) = (Folded::new(schema), Folded::new(name));
    let is_default_schema = schema == Folded::new(DEFAULT_SCHEMA);
    let uses = |constraint: &&Constraint| {
        let Rule::Default { definition, .. } = &constraint.rule else { return false };
        let names = names(definition);
        names.iter().enumerate().any(|(place, written)| {
            let before = place.checked_sub(1).filter(|_| written.is_qualified).map(|place| &names[place].folded);
            written.folded == name && before.map_or(is_default_schema, |before| *before == schema)
        })
    };
    let tables = catalog.tables();
    let mut constraints = tables.into_iter().flat_map(|table| &table.constraints);
    constraints.find(uses).map(|constraint| constraint.name.clone())
}

/// A name in a module's text. `is_qualified` is set if a dot and another name precede the name.
struct Written {
    folded: Folded,
    is_qualified: bool,
}

fn names(text: &str) -> Vec<Written> {
    let (tokens, _) = tokens(text);
    let is_name = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Quoted);
    let mut found = Vec::new();
    for (place, token) in tokens.iter().enumerate().filter(|(_, token)| is_name(token)) {
        let before = |steps: usize| place.checked_sub(steps).and_then(|place| tokens.get(place));
        let is_qualified = before(1).is_some_and(|dot| dot.kind == TokenKind::Dot) && before(2).is_some_and(is_name);
        let written = token.span.slice(text);
        let name = match token.kind {
            TokenKind::Quoted => {
                let (inner, close) = (&written[1..written.len() - 1], &written[written.len() - 1..]);
                inner.replace(&close.repeat(2), close)
            }
            _ => written.to_owned(),
        };
        found.push(Written { folded: Folded::new(&name), is_qualified });
    }
    found
}

fn is_pair(pair: &[Written], (schema, name): &(Folded, Folded)) -> bool {
    pair[1].is_qualified && pair[0].folded == *schema && pair[1].folded == *name
}
