//! Compiles DBCC CHECKIDENT.

use super::compiler::Compiler;
use super::dbcc::{option_word, whole_number};
use super::program::Step;
use sluice_command::statement::{IdentityCheck, Reseed};
use sluice_syntax::ast::{Dbcc, Expr, ExprKind, Literal};

impl Compiler {
    /// Compiles `CHECKIDENT (table [, NORESEED | RESEED [, value]])`.
    pub(super) fn check_identity(&mut self, dbcc: &Dbcc) {
        let (table, reseed) = match dbcc.arguments.as_slice() {
            [table] => (table, Some(Reseed::ToGreatest)),
            [table, word] if is_word(word, "NORESEED") => (table, Some(Reseed::Never)),
            [table, word] if is_word(word, "RESEED") => (table, Some(Reseed::ToGreatest)),
            [table, word, value] if is_word(word, "RESEED") => {
                (table, whole_number(value).map(|value| Reseed::To(value.into())))
            }
            _ => return self.refuse("DBCC CHECKIDENT with these arguments"),
        };
        let table = match &table.kind {
            ExprKind::Literal(Literal::String(text) | Literal::NationalString(text)) => text.to_string(),
            ExprKind::Column(column) if column.qualifier.is_none() => column.name.text.to_string(),
            _ => return self.refuse("DBCC CHECKIDENT of a table by its number"),
        };
        let Some(reseed) = reseed else { return self.refuse("DBCC CHECKIDENT to a value that is no number") };
        let mut infos = true;
        for option in &dbcc.options {
            match option_word(option).as_str() {
                "NO_INFOMSGS" => infos = false,
                other => return self.refuse(&format!("DBCC CHECKIDENT WITH {other}")),
            }
        }
        self.step(Step::CheckIdentity(Box::new(IdentityCheck { table, reseed, infos })));
    }
}

fn is_word(argument: &Expr, word: &str) -> bool {
    matches!(&argument.kind, ExprKind::Column(column) if column.qualifier.is_none() && column.name.is(word))
}
