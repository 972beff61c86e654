//! `sp_helptext`: sends the definition of a module, line by line
//! (`relational-databases/system-stored-procedures/sp-helptext-transact-sql.md`).

use super::Env;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_session::quoted_name;
use sluice_session::sink::ColumnInfo;
use sluice_types::{DataType, Length, SqlError, Value};

/// Sends the text of the object `name`, line by line. Informs with 15471 instead if the text is
/// encrypted. Fails with 15009 if the object doesn't exist or is hidden, with 15197 if it has no
/// text or its definition is hidden, and with 15250 for a name in another database.
pub fn help_text(env: &mut Env<'_, '_>, name: &str) -> Result<(), SqlError> {
    let database = &env.state.database;
    let unknown = || SqlError::object_not_in_database(name, &database.name);
    let parsed = quoted_name::parse(name).ok_or_else(unknown)?;
    if parsed.database.as_ref().is_some_and(|other| !sluice_catalog::name::same(other, &database.name)) {
        // 15250: the object must be in the current database.
        return Err(SqlError::database_qualifier_not_current());
    }
    let catalog = env.state.transaction.work.catalog(database);
    let parsed = env.existing(&parsed);
    let Some(module) = catalog.module(&parsed).filter(|module| module.kind.has_text()) else {
        let has_no_text = catalog.is_taken(parsed.schema.as_deref().unwrap_or(DEFAULT_SCHEMA), &parsed.object);
        return Err(if has_no_text { SqlError::no_text_for_object(name) } else { unknown() });
    };
    if env.state.security.is_restricted {
        let access = env.state.access(env.context.host, database, &catalog);
        let of = module.trigger.map_or(module.id, |trigger| trigger.parent);
        if !access.sees_object(&catalog, &module.schema, of) {
            return Err(unknown());
        }
        if !access.sees_definition(&catalog, &module.schema, of) {
            return Err(SqlError::no_text_for_object(name));
        }
    }
    let Some(definition) = module.shown_definition() else {
        // 15471: the text is encrypted.
        env.inform(SqlError::text_is_encrypted(name));
        return Ok(());
    };
    let text = DataType::NVarChar(Length::Limited(LINE_MAX as u16));
    env.sink.columns(&[ColumnInfo::expression("Text", text, true)]);
    let mut count = 0;
    for line in definition.split_inclusive('\n') {
        let characters: Vec<char> = line.chars().collect();
        for piece in characters.chunks(LINE_MAX) {
            env.sink.row(&[Value::text(piece.iter().collect::<String>())]);
            count += 1;
        }
    }
    env.done(count);
    Ok(())
}

/// Maximum length of a line in the result, in characters.
const LINE_MAX: usize = 255;
