//! Prints MERGE.

use super::printer::Printer;
use crate::ast::{Merge, MergeAction, MergeClause};

impl Printer {
    /// Prints `MERGE`, without its semicolon. INTO is always printed.
    pub(crate) fn merge(&mut self, merge: &Merge) {
        self.with(&merge.with);
        self.word("MERGE");
        self.top(&merge.top);
        self.word("INTO");
        self.target(&merge.target);
        self.simple_alias(&merge.alias);
        self.word("USING");
        self.source(&merge.source);
        self.word("ON");
        self.condition(&merge.condition);
        for clause in &merge.clauses {
            self.merge_clause(clause);
        }
        self.output(&merge.output);
        self.option(&merge.hints);
    }

    fn merge_clause(&mut self, clause: &MergeClause) {
        self.word("WHEN");
        self.word(clause.rows.words());
        if let Some(condition) = &clause.condition {
            self.word("AND");
            self.condition(condition);
        }
        self.word("THEN");
        match &clause.action {
            MergeAction::Delete => self.word("DELETE"),
            MergeAction::Update(assignments) => {
                self.word("UPDATE SET");
                self.word("");
                self.list(assignments, Self::assignment);
            }
            MergeAction::Insert { columns, values } => {
                self.word("INSERT");
                self.columns(columns);
                match values {
                    None => self.word("DEFAULT VALUES"),
                    Some(values) => {
                        self.word("VALUES");
                        self.parenthesised(values, Self::expression);
                    }
                }
            }
        }
    }
}
