//! Names in strings, as in `OBJECT_ID(N'dbo.[my table]')`.

use sluice_catalog::ObjectName;

/// Parses a name of one to three parts, separated by dots, each bare, in brackets or in double
/// quotes. Returns `None` if `text` isn't such a name.
pub fn parse(text: &str) -> Option<ObjectName> {
    ObjectName::from_parts(&sluice_functions::quoted_name::parts(text)?)
}

/// Parses the name of a part of a table, such as a column: as [`parse`], or of four parts. The
/// first of four parts is the database, returned first.
pub fn parse_part(text: &str) -> Option<(Option<String>, ObjectName)> {
    let parts = sluice_functions::quoted_name::parts(text)?;
    match &parts[..] {
        [database, rest @ ..] if rest.len() == 3 => Some((Some(database.clone()), ObjectName::from_parts(rest)?)),
        all => Some((None, ObjectName::from_parts(all)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_name_parts_are_unquoted() {
        let shown = |text: &str| parse(text).map(|name| (name.database, name.schema, name.object));
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!(shown("t"), Some((None, None, "t".to_owned())));
        assert_eq!(shown("dbo.[a ]] b]"), Some((None, owned("dbo"), "a ] b".to_owned())));
        assert_eq!(shown("\"d.b\"..t"), Some((owned("d.b"), None, "t".to_owned())));
        assert_eq!(shown("[open"), None);
        assert_eq!(shown("a.b.c.d"), None);
    }
}
