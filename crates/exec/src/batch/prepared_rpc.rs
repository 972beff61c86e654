//! The call of `sp_prepexecrpc` in ODBC's canonical syntax, `{? = call name(?, 1)}`, as a statement
//! with parameters (`relational-databases/system-stored-procedures/sp-prepexecrpc-transact-sql`).
//! Microsoft's ODBC driver sends the procedure's name alone if markers are its only arguments.

use super::parameter::{Argument, ArgumentValue};
use super::procedure_group::{group_number, in_group};
use sluice_catalog::ObjectName;
use sluice_session::prepared::PreparedStatement;
use sluice_session::quoted_name;
use sluice_types::{SqlError, bracketed};

/// Returns the EXECUTE statement for `call`, whose markers stand for `arguments` in their order.
/// A procedure's name alone is returned as it is; the procedure receives the arguments as in an RPC
/// request. Fails with 102 if the call is neither a name nor in canonical syntax. Fails with 40517
/// for a cursor in canonical syntax. Each marker becomes a parameter with a name of its own.
pub(super) fn statement(call: &str, arguments: &[Argument]) -> Result<PreparedStatement, SqlError> {
    if called_name(call).is_some() {
        let (text, declarations) = (call.trim().to_owned(), String::new());
        return Ok(PreparedStatement { text, declarations, is_procedure: true });
    }
    let wrong = || SqlError::syntax_near(call.trim()).at_line(1);
    let names: Vec<String> = arguments.iter().enumerate().map(|(place, argument)| name(place, argument)).collect();
    let CanonicalCall { has_status, procedure, list } = CanonicalCall::parse(call).ok_or_else(wrong)?;
    let mut markers = names.iter().zip(arguments);
    let mut text = String::from("EXEC ");
    if has_status {
        let (name, _) = markers.next().ok_or_else(wrong)?;
        text.push_str(&format!("{name} = "));
    }
    text.push_str(procedure);
    text.push(' ');
    for (sign, is_quoted) in signs(list) {
        if sign == '?' && !is_quoted {
            let (name, argument) = markers.next().ok_or_else(wrong)?;
            text.push_str(name);
            text.push_str(if argument.is_output { " OUTPUT" } else { "" });
        } else {
            text.push(sign);
        }
    }
    let declarations: Result<Vec<String>, SqlError> =
        names.iter().zip(arguments).map(|(name, argument)| declaration(name, argument)).collect();
    Ok(PreparedStatement { text, declarations: declarations?.join(", "), is_procedure: false })
}

/// Returns the procedure and the position of its parameter that receive the argument at `place` of
/// `call`. `None` for the argument that takes the status, and if `call` is neither a name nor in
/// canonical syntax.
pub(super) fn receiver(call: &str, place: usize) -> Option<(ObjectName, usize)> {
    let group = |(name, number)| Some(in_group(name, group_number(number).ok()?));
    if let Some(called) = called_name(call) {
        return Some((group(called)?, place));
    }
    let CanonicalCall { has_status, procedure, list } = CanonicalCall::parse(call)?;
    let (mut marker, mut parameter) = (place.checked_sub(usize::from(has_status))?, 0);
    for (sign, is_quoted) in signs(list) {
        match sign {
            '?' if !is_quoted && marker == 0 => return Some((group(called_name(procedure)?)?, parameter)),
            '?' if !is_quoted => marker -= 1,
            ',' if !is_quoted => parameter += 1,
            _ => {}
        }
    }
    None
}

/// The parts of a call in canonical syntax.
struct CanonicalCall<'a> {
    /// Whether the first marker takes the return status.
    has_status: bool,
    /// The procedure as written.
    procedure: &'a str,
    /// The arguments as written.
    list: &'a str,
}

impl CanonicalCall<'_> {
    /// Returns the parts of `{? = call name(list)}`. `None` for another text.
    fn parse(call: &str) -> Option<CanonicalCall<'_>> {
        let inner = call.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
        let (has_status, rest) = match inner.strip_prefix('?') {
            Some(rest) => (true, rest.trim_start().strip_prefix('=')?.trim_start()),
            None => (false, inner),
        };
        let word = rest.get(..4).filter(|word| word.eq_ignore_ascii_case("call"))?;
        let rest = rest[word.len()..].trim();
        let (procedure, list) = match rest.split_once('(') {
            Some((procedure, list)) => (procedure.trim(), list.trim_end().strip_suffix(')')?),
            None => (rest, ""),
        };
        (!procedure.is_empty()).then_some(CanonicalCall { has_status, procedure, list })
    }
}

/// Returns the characters of a list of arguments, each with whether it is in quotes or brackets.
fn signs(list: &str) -> impl Iterator<Item = (char, bool)> {
    let mut quote = None;
    list.chars().map(move |sign| {
        let is_quoted = quote.is_some();
        match (quote, sign) {
            (None, '\'' | '"') => quote = Some(sign),
            (None, '[') => quote = Some(']'),
            (Some(end), sign) if sign == end => quote = None,
            _ => {}
        }
        (sign, is_quoted)
    })
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
    let data_type = match &argument.value {
        ArgumentValue::Value(_, data_type) => data_type,
        ArgumentValue::Rows(_, Some(of)) => {
            return Ok(format!("{name} {}.{} READONLY", bracketed(&of.schema), bracketed(&of.name)));
        }
        _ => return Err(SqlError::unsupported_option("sp_prepexecrpc with a cursor").at_line(1)),
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
    fn marker_has_its_parameter() {
        let found = |call: &str, place| receiver(call, place).map(|(name, place)| (name.object, place));
        let of = |name: &str, place| Some((name.to_owned(), place));
        assert_eq!(found("dbo.p;2", 1), of("p;2", 1));
        let call = "{? = call dbo.[a,?b](?, '?,', [x,?], ?)}";
        assert_eq!([0, 1, 2, 3].map(|place| found(call, place)), [None, of("a,?b", 0), of("a,?b", 3), None]);
        assert_eq!(found("@a int", 0), None);
    }

    #[test]
    fn other_text_is_a_syntax_error() {
        for text in ["EXEC p", "{call }", "{calls p", "{? call p}", "{call p(?)}", "{call p(1}"] {
            assert_eq!(statement(text, &[]).unwrap_err().number, 102, "{text}");
        }
    }
}
