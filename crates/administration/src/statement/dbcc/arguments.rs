//! Arguments and options of DBCC commands.

use sluice_syntax::ast::{Expr, ExprKind, Literal, Name, NamedOption};

/// Returns the name that an argument writes: a string, or an identifier of up to four parts. Parts
/// that aren't plain words are bracketed. `None` for other expressions.
pub(super) fn name_in(argument: &Expr) -> Option<String> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
        ExprKind::Column(column) => {
            let schema = column.qualifier.as_ref();
            let parts = schema
                .into_iter()
                .flat_map(|schema| [schema.database.as_ref(), schema.schema.as_ref(), Some(&schema.name)]);
            let parts = parts.flatten().chain([&column.name]);
            let is_regular =
                |text: &str| text.chars().all(|character| character.is_alphanumeric() || "_@#$".contains(character));
            let shown = |part: &Name| match &*part.text {
                text if is_regular(text) => text.to_owned(),
                text => sluice_types::bracketed(text),
            };
            Some(parts.map(shown).collect::<Vec<_>>().join("."))
        }
        _ => None,
    }
}

/// Returns an option in capitals. An option with a value gets a suffix that no known option has.
pub(super) fn option_word(option: &NamedOption) -> String {
    let word = option.name.text.to_uppercase();
    if option.value.is_some() || !option.list.is_empty() { format!("{word} = ...") } else { word }
}

/// Whether the option is MAXDOP. A check runs on one thread, which is within every limit.
pub(super) fn is_max_dop(option: &NamedOption) -> bool {
    option.name.is("maxdop") && option.value.is_some()
}

/// Whether the argument is the word NOINDEX.
pub(super) fn is_no_index(argument: &Expr) -> bool {
    matches!(&argument.kind, ExprKind::Column(word) if word.qualifier.is_none() && word.name.is("NOINDEX"))
}

/// Returns the name of one part that an argument writes: a string, or an identifier. `None` for
/// other expressions.
pub(super) fn plain_name(argument: &Expr) -> Option<String> {
    match &argument.kind {
        ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => Some(text.to_string()),
        ExprKind::Column(column) if column.qualifier.is_none() => Some(column.name.text.to_string()),
        _ => None,
    }
}
