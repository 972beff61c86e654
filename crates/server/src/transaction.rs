//! Requests of the transaction manager (MS-TDS 2.2.6.9) as the statements that one would write for them.

use sluice_tds::request::{Begin, Isolation, TransactionRequest};

/// How a request ends a transaction, if it ends one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    /// By COMMIT.
    Commit,
    /// By ROLLBACK.
    Rollback,
}

/// The statements of a request, in batches: what follows a COMMIT or ROLLBACK is run only if that went well.
pub(crate) fn statements(request: &TransactionRequest) -> (Vec<String>, Option<Ends>) {
    match request {
        TransactionRequest::Begin(begin) => (vec![beginning(begin)], None),
        TransactionRequest::Commit { name, next } => {
            (and_next(format!("COMMIT TRANSACTION{}", named(name)), next.as_ref()), Some(Ends::Commit))
        }
        TransactionRequest::Rollback { name, next } => {
            (and_next(format!("ROLLBACK TRANSACTION{}", named(name)), next.as_ref()), Some(Ends::Rollback))
        }
        TransactionRequest::Save { name } => (vec![format!("SAVE TRANSACTION{}", named(name))], None),
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
    if name.is_empty() { String::new() } else { format!(" [{}]", name.replace(']', "]]")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_nothing_else() {
        let begin = Begin { isolation: Isolation::Snapshot, name: "a]; DROP TABLE t".into() };
        let (texts, ends) = statements(&TransactionRequest::Rollback { name: String::new(), next: Some(begin) });
        assert_eq!(ends, Some(Ends::Rollback));
        assert_eq!(texts[0], "ROLLBACK TRANSACTION");
        assert_eq!(texts[1], "SET TRANSACTION ISOLATION LEVEL SNAPSHOT; BEGIN TRANSACTION [a]]; DROP TABLE t]");
    }
}
