//! Names inside strings, as `OBJECT_ID(N'dbo.[my table]')` takes them.

use sluice_catalog::ObjectName;

/// The name that `text` writes: parts with dots between them, each bare, in brackets or in double quotes. `None` where it is
/// no name of one to three parts.
pub fn parse(text: &str) -> Option<ObjectName> {
    ObjectName::from_parts(&sluice_functions::quoted_name::parts(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_undone() {
        let shown = |text: &str| parse(text).map(|name| (name.database, name.schema, name.object));
        let owned = |text: &str| Some(text.to_owned());
        assert_eq!(shown("t"), Some((None, None, "t".to_owned())));
        assert_eq!(shown("dbo.[a ]] b]"), Some((None, owned("dbo"), "a ] b".to_owned())));
        assert_eq!(shown("\"d.b\"..t"), Some((owned("d.b"), None, "t".to_owned())));
        assert_eq!(shown("[open"), None);
        assert_eq!(shown("a.b.c.d"), None);
    }
}
