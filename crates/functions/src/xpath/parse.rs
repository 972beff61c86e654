//! Parses an expression. Unsupported XQuery is refused by name; invalid XQuery fails with 2209, a
//! syntax error.

use super::ast::{Expr, Function, Start, Step, Test};
use sluice_types::{Comparison, SqlError};

/// Parses `text`, an argument of `method`.
pub(crate) fn parse(text: &str, method: &str) -> Result<Expr, SqlError> {
    parse_at(text, method, 0)
}

fn parse_at(text: &str, method: &str, depth: usize) -> Result<Expr, SqlError> {
    let mut parser = Parser { rest: text, method, depth };
    let expr = parser.or()?;
    parser.blanks();
    if parser.rest.is_empty() { Ok(expr) } else { Err(parser.wrong()) }
}

struct Parser<'t> {
    rest: &'t str,
    method: &'t str,
    // The number of open parentheses, predicates and arguments.
    depth: usize,
}

impl<'t> Parser<'t> {
    /// Returns error 2209: a syntax error near the next token.
    fn wrong(&self) -> SqlError {
        let near: String = self.rest.split_whitespace().next().unwrap_or("<eof>").chars().take(20).collect();
        SqlError::xquery_syntax_error(self.method, near)
    }

    fn refused(&self, what: &str) -> SqlError {
        SqlError::unsupported_option(format!("XQuery {what}"))
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, sign: &str) -> bool {
        self.blanks();
        let is_it = self.rest.starts_with(sign);
        if is_it {
            self.rest = &self.rest[sign.len()..];
        }
        is_it
    }

    /// Consumes `word` unless it is the start of a longer word.
    fn eat_word(&mut self, word: &str) -> bool {
        self.blanks();
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        if rest.starts_with(is_name) {
            return false;
        }
        self.rest = rest;
        true
    }

    /// Parses an expression. Fails with 6335 if the nesting is deeper than any document.
    fn or(&mut self) -> Result<Expr, SqlError> {
        if self.depth >= DEPTH_MAX {
            return Err(SqlError::xml_too_deep(DEPTH_MAX));
        }
        self.depth += 1;
        let expr = self.or_here();
        self.depth -= 1;
        expr
    }

    fn or_here(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.and()?];
        while self.eat_word("or") {
            parts.push(self.and()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Or(parts) })
    }

    fn and(&mut self) -> Result<Expr, SqlError> {
        let mut parts = vec![self.comparison()?];
        while self.eat_word("and") {
            parts.push(self.comparison()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::And(parts) })
    }

    fn comparison(&mut self) -> Result<Expr, SqlError> {
        let left = self.path()?;
        for (sign, word, comparison) in COMPARISONS {
            if self.eat(sign) || self.eat_word(word) {
                return Ok(Expr::Compare(comparison, Box::new(left), Box::new(self.path()?)));
            }
        }
        for sign in ["+", "*", "div ", "mod ", "|", ","] {
            if self.eat(sign) {
                return Err(self.refused(sign.trim()));
            }
        }
        Ok(left)
    }

    fn path(&mut self) -> Result<Expr, SqlError> {
        self.blanks();
        let (start, mut descends) = if self.eat("//") {
            (Start::Root, true)
        } else if self.eat("/") {
            self.blanks();
            if !self.rest.starts_with(is_step) {
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
            (Start::Here, false)
        };
        let mut steps = Vec::new();
        loop {
            let test = self.test()?;
            steps.push(Step { descends, test, conditions: self.conditions()? });
            descends = self.eat("//");
            if !descends && !self.eat("/") {
                return Ok(Expr::Path(start, steps));
            }
        }
    }

    fn conditions(&mut self) -> Result<Vec<Expr>, SqlError> {
        let mut conditions = Vec::new();
        while self.eat("[") {
            conditions.push(self.or()?);
            if !self.eat("]") {
                return Err(self.wrong());
            }
        }
        Ok(conditions)
    }

    /// Parses a primary expression: a number, a text, parentheses, a function.
    fn primary(&mut self) -> Result<Option<Expr>, SqlError> {
        let Some(first) = self.rest.chars().next() else { return Err(self.wrong()) };
        if first == '(' {
            self.rest = &self.rest[1..];
            let inner = self.or()?;
            return if self.eat(")") { Ok(Some(inner)) } else { Err(self.wrong()) };
        }
        if first == '"' || first == '\'' {
            let rest = &self.rest[1..];
            let end = rest.find(first).ok_or_else(|| self.wrong())?;
            self.rest = &rest[end + 1..];
            return Ok(Some(Expr::Text(rest[..end].to_owned())));
        }
        if first.is_ascii_digit() {
            let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
            let number = self.rest[..end].parse().map_err(|_| self.wrong())?;
            self.rest = &self.rest[end..];
            return Ok(Some(Expr::Number(number)));
        }
        if matches!(first, '$' | '<' | '-' | '{') {
            return Err(self.refused(&first.to_string()));
        }
        self.function()
    }

    fn function(&mut self) -> Result<Option<Expr>, SqlError> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, behind) = (&self.rest[..end], self.rest[end..].trim_start());
        let is_clause = matches!(name, "for" | "let" | "if" | "some" | "every" | "declare" | "import");
        if is_clause && !behind.is_empty() && !behind.starts_with(['/', '[']) {
            return Err(self.refused(name));
        }
        if behind.starts_with("::") {
            return Err(self.refused(&format!("{name}::")));
        }
        if !behind.starts_with('(') || matches!(name, "text" | "node" | "comment" | "processing-instruction" | "") {
            return Ok(None);
        }
        let plain = name.strip_prefix("fn:").unwrap_or(name);
        let known = FUNCTIONS.iter().find(|(known, ..)| *known == plain);
        let Some((_, function, least, most)) = known else { return Err(self.refused(&format!("{name}()"))) };
        self.rest = &behind[1..];
        let mut arguments = Vec::new();
        if !self.eat(")") {
            loop {
                arguments.push(self.or_item()?);
                if self.eat(")") {
                    break;
                }
                if !self.eat(",") {
                    return Err(self.wrong());
                }
            }
        }
        if !(*least..=*most).contains(&arguments.len()) {
            return Err(self.wrong());
        }
        Ok(Some(Expr::Call(*function, arguments)))
    }

    /// Parses an argument, which ends at a comma.
    fn or_item(&mut self) -> Result<Expr, SqlError> {
        let end = argument_end(self.rest);
        let (argument, behind) = self.rest.split_at(end);
        let expr = parse_at(argument, self.method, self.depth)?;
        self.rest = behind;
        Ok(expr)
    }

    fn test(&mut self) -> Result<Test, SqlError> {
        self.blanks();
        if self.rest.starts_with("..") {
            return Err(self.refused(".."));
        }
        if self.eat(".") {
            return Ok(Test::Itself);
        }
        if self.eat("@*") {
            return Ok(Test::AnyAttribute);
        }
        if self.eat("@") {
            return Ok(Test::Attribute(self.name()?));
        }
        if self.eat("*") {
            return Ok(Test::AnyElement);
        }
        let name = self.name()?;
        let kinds = [("text", Test::Text), ("node", Test::Node), ("comment", Test::Comment)];
        let kind = kinds.into_iter().find(|(word, _)| *word == name);
        match kind {
            Some((_, test)) if self.eat("(") => {
                if self.eat(")") {
                    Ok(test)
                } else {
                    Err(self.wrong())
                }
            }
            _ if self.eat("(") => Err(self.refused(&format!("{name}()"))),
            _ => Ok(Test::Element(name)),
        }
    }

    fn name(&mut self) -> Result<String, SqlError> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        if end == 0 || self.rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')) {
            return Err(self.wrong());
        }
        let name = self.rest[..end].to_owned();
        self.rest = &self.rest[end..];
        Ok(name)
    }
}

/// Returns the end of the argument at the start of `text`: a comma or a parenthesis of the call
/// itself.
fn argument_end(text: &str) -> usize {
    let (mut depth, mut quote) = (0_usize, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ',') if depth == 0 => return at,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | ':')
}

fn is_step(character: char) -> bool {
    character.is_alphabetic() || matches!(character, '_' | '@' | '*' | '.')
}

/// The greatest nesting of expressions, equal to that of XML elements.
const DEPTH_MAX: usize = sluice_types::xml::DEPTH_MAX;

const COMPARISONS: [(&str, &str, Comparison); 6] = [
    ("!=", "ne", Comparison::NotEqual),
    ("<=", "le", Comparison::LessOrEqual),
    (">=", "ge", Comparison::GreaterOrEqual),
    ("=", "eq", Comparison::Equal),
    ("<", "lt", Comparison::Less),
    (">", "gt", Comparison::Greater),
];

const FUNCTIONS: [(&str, Function, usize, usize); 17] = [
    ("count", Function::Count, 1, 1),
    ("string", Function::String, 0, 1),
    ("data", Function::Data, 1, 1),
    ("not", Function::Not, 1, 1),
    ("empty", Function::Empty, 1, 1),
    ("position", Function::Position, 0, 0),
    ("last", Function::Last, 0, 0),
    ("contains", Function::Contains, 2, 2),
    ("concat", Function::Concat, 2, 100),
    ("string-length", Function::StringLength, 0, 1),
    ("local-name", Function::LocalName, 0, 1),
    ("sum", Function::Sum, 1, 1),
    ("min", Function::Min, 1, 1),
    ("max", Function::Max, 1, 1),
    ("avg", Function::Avg, 1, 1),
    ("true", Function::True, 0, 0),
    ("false", Function::False, 0, 0),
];
