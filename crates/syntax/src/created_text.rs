//! The text of a module as the catalog keeps it: a CREATE statement, also after ALTER. Works on
//! tokens only, so the text needn't parse.

use crate::keyword::Keyword;
use crate::lexer::tokens;

/// Returns the text of CREATE, ALTER or CREATE OR ALTER as a text of CREATE. Blanks and comments
/// stay as written. A text whose first token is another word is returned unchanged.
pub fn created_text(text: &str) -> String {
    let (tokens, _) = tokens(text);
    let place = |at: u32| at as usize;
    match tokens.as_slice() {
        [alter, ..] if alter.is(Keyword::Alter) => {
            [&text[..place(alter.span.start)], "CREATE", &text[place(alter.span.end)..]].concat()
        }
        [create, or, alter, ..] if create.is(Keyword::Create) && or.is(Keyword::Or) && alter.is(Keyword::Alter) => {
            let between = &text[place(or.span.end)..place(alter.span.start)];
            [&text[..place(or.span.start)], between, &text[place(alter.span.end)..]].concat()
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn altered_module_has_text_of_its_creation() {
        let cases = [
            ("alter view v as select 1", "CREATE view v as select 1"),
            (
                "/* ALTER */ -- alter\n ALTER\tPROC p AS ALTER TABLE t",
                "/* ALTER */ -- alter\n CREATE\tPROC p AS ALTER TABLE t",
            ),
            ("create or alter view v", "create   view v"),
            ("CREATE /*a*/ OR /*b*/ ALTER VIEW v", "CREATE /*a*/  /*b*/  VIEW v"),
            ("CREATE VIEW [alter] AS SELECT 1", "CREATE VIEW [alter] AS SELECT 1"),
            ("", ""),
        ];
        for (text, wanted) in cases {
            assert_eq!(created_text(text), wanted);
        }
    }
}
