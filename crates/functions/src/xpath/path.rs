//! Parses paths: steps, axes, tests of nodes and conditions.

use super::ast::{Expr, NameTest, Start, Step, Test};
use super::parse::{Parser, is_call, is_name};
use sluice_types::SqlError;

impl Parser<'_> {
    /// Parses a path, or the primary expression that stands alone. Fails with the parser's errors.
    pub(super) fn path(&mut self) -> Result<Expr, SqlError> {
        self.blanks();
        let (start, mut descends) = if self.eat("//") {
            (Start::Root, true)
        } else if self.eat("/") {
            self.blanks();
            if !self.rest.starts_with(is_step) {
                self.leaves_context = true;
                return Ok(Expr::Path(Start::Root, Vec::new()));
            }
            (Start::Root, false)
        } else if let Some(primary) = self.primary()? {
            let conditions = self.conditions()?;
            self.blanks();
            if conditions.is_empty() && !self.rest.starts_with('/') {
                return Ok(primary);
            }
            let descends = self.eat("//");
            let start = Start::Items(Box::new(primary), conditions);
            if !descends && !self.eat("/") {
                return Ok(Expr::Path(start, Vec::new()));
            }
            (start, descends)
        } else {
            if !self.rest.starts_with(is_step) {
                return Err(self.wrong());
            }
            (Start::Here, false)
        };
        let mut steps = Vec::new();
        loop {
            let (test, of_axis) = self.step()?;
            steps.push(Step { descends: descends || of_axis, test, conditions: self.conditions()? });
            descends = self.eat("//");
            if !descends && !self.eat("/") {
                self.leaves_context |= start == Start::Root || reaches_siblings(&steps);
                return Ok(Expr::Path(start, steps));
            }
        }
    }

    fn conditions(&mut self) -> Result<Vec<Expr>, SqlError> {
        let mut conditions = Vec::new();
        while self.eat("[") {
            self.predicates += 1;
            conditions.push(self.sequence()?);
            self.predicates -= 1;
            self.expect("]")?;
        }
        Ok(conditions)
    }

    /// Parses a step. Returns its test, and whether its axis descends to any depth. Fails with 9341
    /// without a step, with 2256 without a name behind an axis, with 2392 or 9335 for an axis that
    /// doesn't exist.
    fn step(&mut self) -> Result<(Test, bool), SqlError> {
        self.blanks();
        if self.eat("..") {
            return Ok((Test::Parent, false));
        }
        if self.eat(".") {
            return Ok((Test::Itself, false));
        }
        if !self.rest.starts_with(is_step) {
            return Err(SqlError::xquery_step_expected(self.method, self.near()));
        }
        if self.eat("@") {
            return Ok((Test::Attribute(self.name_test(true)?), false));
        }
        let before = self.rest;
        let axis = self.rest.find("::").map(|end| &self.rest[..end]).filter(|axis| axis.chars().all(is_axis));
        if let Some(axis) = axis {
            self.rest = &self.rest[axis.len() + 2..];
            match axis {
                "child" => {}
                "descendant-or-self" if self.rest.starts_with("node()") => {
                    self.rest = &self.rest["node()".len()..];
                    return Ok((Test::Itself, true));
                }
                "descendant-or-self" if !self.is_kind_test() => {
                    return Ok((Test::ItselfNamed(self.name_test(false)?), true));
                }
                "descendant" | "descendant-or-self" => return self.node_test().map(|test| (test, true)),
                "attribute" => return Ok((Test::Attribute(self.name_test(true)?), false)),
                "self" if self.rest.starts_with("node()") => {
                    self.rest = &self.rest["node()".len()..];
                    return Ok((Test::Itself, false));
                }
                "parent" if self.rest.starts_with("node()") => {
                    self.rest = &self.rest["node()".len()..];
                    return Ok((Test::Parent, false));
                }
                "self" if !self.is_kind_test() => return Ok((Test::ItselfNamed(self.name_test(false)?), false)),
                "parent" if !self.is_kind_test() => return Ok((Test::ParentNamed(self.name_test(false)?), false)),
                "self" | "parent" => {
                    self.rest = before;
                    return Err(self.refused(&format!("{axis}::")));
                }
                axis => return Err(self.unsupported_axis(axis)),
            }
        }
        Ok((self.node_test()?, false))
    }

    fn is_kind_test(&self) -> bool {
        KINDS.iter().any(|(word, _)| self.is_clause(word, '('))
    }

    fn node_test(&mut self) -> Result<Test, SqlError> {
        for (word, test) in KINDS {
            if self.is_clause(word, '(') {
                self.rest = self.rest[word.len()..].trim_start();
                self.expect("(")?;
                self.expect(")")?;
                return Ok(test);
            }
        }
        let test = self.name_test(false)?;
        match is_call(self.rest.trim_start()) {
            true => Err(match test.local.as_deref() {
                Some(kind @ ("element" | "attribute" | "document-node")) => self.refused(&format!("{kind}()")),
                _ => SqlError::xquery_syntax_not_supported(self.method, "/function()"),
            }),
            false => Ok(Test::Element(test)),
        }
    }

    fn name_test(&mut self, is_attribute: bool) -> Result<NameTest, SqlError> {
        self.blanks();
        let end = self.rest.find(|c| !is_name(c) && c != '*').unwrap_or(self.rest.len());
        let written = &self.rest[..end];
        // `*` after a name multiplies, unless it is the name behind a prefix.
        let end = match written.find('*') {
            Some(0) if written.starts_with("*:") => end,
            Some(0) => 1,
            Some(star) if written[..star].ends_with(':') => star + 1,
            Some(star) => star,
            None => end,
        };
        let written = &self.rest[..end];
        if written.is_empty() || written.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | ':')) {
            return Err(SqlError::xquery_node_test_expected(self.method, self.near()));
        }
        self.rest = &self.rest[end..];
        self.prefixes.test(written, is_attribute, self.method)
    }
}

/// Whether a path passes an ancestor of its start and then uses more of it than its attributes.
fn reaches_siblings(steps: &[Step]) -> bool {
    let Some(up) = steps.iter().position(|step| step.test.is_parent()) else { return false };
    let stays = |step: &Step| match &step.test {
        test if test.is_around() => !step.descends && step.conditions.is_empty(),
        Test::Attribute(_) => !step.descends,
        _ => false,
    };
    let ends_in_attribute = matches!(steps.last(), Some(Step { test: Test::Attribute(_), .. }));
    !ends_in_attribute || !steps[up..].iter().all(stays)
}

/// The tests of a node's kind.
const KINDS: [(&str, Test); 4] = [
    ("text", Test::Text),
    ("node", Test::Node),
    ("comment", Test::Comment),
    ("processing-instruction", Test::Instruction),
];

fn is_axis(character: char) -> bool {
    character.is_ascii_lowercase() || character == '-'
}

fn is_step(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '@' | '*' | '.')
}
