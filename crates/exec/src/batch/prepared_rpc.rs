//! The call of `sp_prepexecrpc` in ODBC's canonical syntax, `{? = call name(?, 1)}`, as a statement
//! with parameters (`relational-databases/system-stored-procedures/sp-prepexecrpc-transact-sql`).
//! Microsoft's ODBC driver sends the procedure's name alone if markers are its only arguments.

use super::parameter::{Argument, ArgumentValue};
use sluice_catalog::ObjectName;
use sluice_session::prepared::PreparedStatement;
use sluice_session::quoted_name;
use sluice_types::SqlError;

/// Returns the EXECUTE statement for `call`, whose markers stand for `arguments` in their order.
/// A procedure's name alone is returned as it is; the procedure receives the arguments as in an RPC
/// request. Fails with 102 if the call is neither a name nor in canonical syntax. Fails with 40517
/// for a table or a cursor in canonical syntax. Each marker becomes a parameter with a name of its
/// own.
pub(super) fn statement(call: &str, arguments: &[Argument]) -> Result<PreparedStatement, SqlError> {
    if called_name(call).is_some() {
        let (text, declarations) = (call.trim().to_owned(), String::new());
        return Ok(PreparedStatement { text, declarations, is_procedure: true });
    }
    let wrong = || SqlError::syntax_near(call.trim()).at_line(1);
    let names: Vec<String> = arguments.iter().enumerate().map(|(place, argument)| name(place, argument)).collect();
    let inner = call.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(wrong)?.trim();
    let (has_status, rest) = match inner.strip_prefix('?') {
        Some(rest) => (true, rest.trim_start().strip_prefix('=').ok_or_else(wrong)?.trim_start()),
        None => (false, inner),
    };
    let word = rest.get(..4).filter(|word| word.eq_ignore_ascii_case("call")).ok_or_else(wrong)?;
    let rest = rest[word.len()..].trim();
    let (procedure, list) = match rest.split_once('(') {
        Some((procedure, list)) => (procedure.trim(), list.trim_end().strip_suffix(')').ok_or_else(wrong)?),
        None => (rest, ""),
    };
    if procedure.is_empty() {
        return Err(wrong());
    }
    let mut markers = names.iter().zip(arguments);
    let mut text = String::from("EXEC ");
    if has_status {
        let (name, _) = markers.next().ok_or_else(wrong)?;
        text.push_str(&format!("{name} = "));
    }
    text.push_str(procedure);
    text.push(' ');
    let mut quote = None;
    for sign in list.chars() {
        match (quote, sign) {
            (None, '?') => {
                let (name, argument) = markers.next().ok_or_else(wrong)?;
                text.push_str(name);
                text.push_str(if argument.is_output { " OUTPUT" } else { "" });
                continue;
            }
            (None, '\'' | '"') => quote = Some(sign),
            (None, '[') => quote = Some(']'),
            (Some(end), sign) if sign == end => quote = None,
            _ => {}
        }
        text.push(sign);
    }
    let declarations: Result<Vec<String>, SqlError> =
        names.iter().zip(arguments).map(|(name, argument)| declaration(name, argument)).collect();
    Ok(PreparedStatement { text, declarations: declarations?.join(", "), is_procedure: false })
}

/// Returns the procedure's name and its number in a group, if any. `None` if `call` isn't a name.
pub(super) fn called_name(call: &str) -> Option<(ObjectName, Option<u32>)> {
    let call = call.trim();
    let numbered = call.rsplit_once(';').and_then(|(name, number)| Some((name, number.trim().parse().ok()?)));
    let (name, number) = numbered.map_or((call, None), |(name, number)| (name.trim_end(), Some(number)));
    let is_bare = !name.contains(['[', '"']);
    let is_other = is_bare && name.contains(|sign: char| sign.is_whitespace() || "{}()'".contains(sign));
    quoted_name::parse(name).filter(|_| !is_other).map(|name| (name, number))
}

fn name(place: usize, argument: &Argument) -> String {
    argument.name.as_deref().map_or_else(|| format!("@P{}", place + 1), str::to_owned)
}

fn declaration(name: &str, argument: &Argument) -> Result<String, SqlError> {
    let ArgumentValue::Value(_, data_type) = &argument.value else {
        return Err(SqlError::unsupported_option("sp_prepexecrpc with a table or a cursor").at_line(1));
    };
    let output = if argument.is_output { " OUTPUT" } else { "" };
    Ok(format!("{name} {data_type}{output}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sluice_query::code::Reg;
    use sluice_types::DataType;

    fn argument(is_output: bool) -> Argument {
        Argument { name: None, value: ArgumentValue::Value(Reg::default(), DataType::Int), is_output }
    }

    #[test]
    fn canonical_call_becomes_execute() {
        let made = statement("{ ? = CALL dbo.p(?, 'a?', ?)}", &[argument(true), argument(false), argument(true)]);
        let made = made.unwrap();
        assert_eq!(made.text, "EXEC @P1 = dbo.p @P2, 'a?', @P3 OUTPUT");
        assert_eq!(made.declarations, "@P1 int OUTPUT, @P2 int, @P3 int OUTPUT");
        assert_eq!(statement("{call p}", &[]).unwrap().text, "EXEC p ");
    }

    #[test]
    fn name_alone_is_a_procedure() {
        for (call, object, number) in [("dbo.p", "p", None), (" [a b];2 ", "a b", Some(2)), ("p;1", "p", Some(1))] {
            assert!(statement(call, &[argument(true)]).unwrap().is_procedure);
            let (name, of_group) = called_name(call).unwrap();
            assert_eq!((&*name.object, of_group), (object, number));
        }
    }

    #[test]
    fn other_text_is_a_syntax_error() {
        for text in ["EXEC p", "{call }", "{calls p", "{? call p}", "{call p(?)}", "{call p(1}"] {
            assert_eq!(statement(text, &[]).unwrap_err().number, 102, "{text}");
        }
    }
}
