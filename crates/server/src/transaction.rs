//! Translates transaction manager requests (MS-TDS 2.2.6.9) to statements.

use sluice_tds::request::{Begin, Isolation, TransactionRequest};

/// Returns the request's statements, one batch each. A request to begin the next transaction at
/// once adds its BEGIN as a second batch. The caller runs a batch only if the one before succeeded.
pub(crate) fn statements(request: &TransactionRequest) -> Vec<String> {
    match request {
        TransactionRequest::Begin(begin) => vec![beginning(begin)],
        TransactionRequest::Commit { name, next } => {
            and_next(format!("COMMIT TRANSACTION{}", named(name)), next.as_ref())
        }
        TransactionRequest::Rollback { name, next } => {
            and_next(format!("ROLLBACK TRANSACTION{}", named(name)), next.as_ref())
        }
        TransactionRequest::Save { name } => vec![format!("SAVE TRANSACTION{}", named(name))],
    }
}

fn and_next(first: String, next: Option<&Begin>) -> Vec<String> {
    std::iter::once(first).chain(next.map(beginning)).collect()
}

fn beginning(begin: &Begin) -> String {
    let level = match begin.isolation {
        Isolation::Unchanged => "",
        Isolation::ReadUncommitted => "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; ",
        Isolation::ReadCommitted => "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; ",
        Isolation::RepeatableRead => "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; ",
        Isolation::Serializable => "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE; ",
        Isolation::Snapshot => "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; ",
    };
    format!("{level}BEGIN TRANSACTION{}", named(&begin.name))
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" {}", sluice_types::bracketed(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transaction_names_are_quoted() {
        let begin = Begin { isolation: Isolation::Snapshot, name: "a]; DROP TABLE t".into() };
        let texts = statements(&TransactionRequest::Rollback { name: String::new(), next: Some(begin) });
        assert_eq!(texts[0], "ROLLBACK TRANSACTION");
        assert_eq!(texts[1], "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRANSACTION [a]]; DROP TABLE t]");
    }
}
