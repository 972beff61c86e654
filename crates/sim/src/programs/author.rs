//! Generates programs by the grammar, each from a seed.

use super::faults::spoil;
use super::grammar::{Grammar, Mark, Piece, Rule, Source};
use sluice_base::random::Random;
use sluice_engine::vocabulary;
use sluice_syntax::ast::StatementKind;

/// Every kind of statement.
pub const KINDS: &[&str] = StatementKind::NAMES;

/// The position of a program's statement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Context {
    /// At the top of a batch.
    Batch,
    /// In the branches of an IF.
    If,
    /// In a loop.
    While,
    /// In a TRY or CATCH block.
    Try,
    /// In a procedure, which is called.
    Procedure,
    /// In a function, which is called.
    Function,
    /// In a trigger, which is fired.
    Trigger,
    /// As a view's query.
    View,
    /// In the loop over a cursor, or as the cursor's query.
    Cursor,
    /// In dynamic SQL.
    Dynamic,
    /// Between BEGIN TRANSACTION and its end.
    Transaction,
}

impl Context {
    /// Every context.
    pub const ALL: [Context; 11] = [
        Context::Batch,
        Context::If,
        Context::While,
        Context::Try,
        Context::Procedure,
        Context::Function,
        Context::Trigger,
        Context::View,
        Context::Cursor,
        Context::Dynamic,
        Context::Transaction,
    ];
}

/// A generated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The kind of its statement, one of [`KINDS`].
    pub kind: &'static str,
    /// The statement's position.
    pub context: Context,
    /// The batches, separated by GO.
    pub text: String,
}

/// Generates programs. The same seed gives the same program, regardless of earlier ones.
pub struct Author {
    grammar: &'static Grammar,
    functions: Vec<&'static str>,
    views: Vec<String>,
}

/// A program that is being generated.
struct Draft<'a> {
    author: &'a Author,
    random: Random,
    seed: u64,
    names: u64,
    depth: u32,
    scopes: Vec<Vec<(&'a Source, String)>>,
    statement: String,
    has_prelude: bool,
}

impl Author {
    /// Returns an author that also uses `views`, system views with their schemas.
    pub fn new(views: Vec<String>) -> Author {
        Author { grammar: Grammar::get(), functions: vocabulary::functions().collect(), views }
    }

    /// Returns the batches that create the world of the programs.
    pub fn setup(&self) -> String {
        self.draft(0).rule("setup")
    }

    /// Returns the program of a seed. Kinds and contexts alternate, so that consecutive seeds cover
    /// each pair once.
    pub fn program(&self, seed: u64) -> Program {
        let place = (seed % (KINDS.len() * Context::ALL.len()) as u64) as usize;
        let (kind, context) = (KINDS[place % KINDS.len()], Context::ALL[place / KINDS.len()]);
        let mut draft = self.draft(seed);
        // Every second program is meant to be valid.
        let faults = if draft.chance(2) { 0 } else { 1 + draft.below(3) };
        draft.statement = draft.rule(kind);
        if faults > 0 && draft.chance(2) {
            draft.statement = spoil(&draft.statement, &draft.random, faults);
        }
        let is_first = self.grammar.first_in_batch.contains(&kind);
        draft.has_prelude = !(is_first && matches!(context, Context::Batch | Context::Dynamic | Context::Transaction));
        let text = draft.rule(&format!("in.{context:?}"));
        let text = if faults > 0 && draft.chance(2) { spoil_batches(&text, &draft.random, faults) } else { text };
        Program { kind, context, text }
    }

    fn draft(&self, seed: u64) -> Draft<'_> {
        Draft {
            author: self,
            random: Random::seeded(seed),
            seed,
            names: 0,
            depth: 0,
            scopes: Vec::new(),
            statement: String::new(),
            has_prelude: true,
        }
    }
}

/// Spoils one batch of a program.
fn spoil_batches(text: &str, random: &Random, faults: u64) -> String {
    let mut batches: Vec<String> = text.split(BETWEEN_BATCHES).map(str::to_owned).collect();
    let place = (random.next_u64() % batches.len() as u64) as usize;
    batches[place] = spoil(&batches[place], random, faults);
    batches.join(BETWEEN_BATCHES)
}

impl<'a> Draft<'a> {
    fn below(&self, bound: usize) -> u64 {
        self.random.next_u64() % bound.max(1) as u64
    }

    fn chance(&self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn pick<'x, T>(&self, choices: &'x [T]) -> &'x T {
        &choices[self.below(choices.len()) as usize]
    }

    /// Expands the rule `name`.
    fn rule(&mut self, name: &str) -> String {
        if name == "prelude" && !self.has_prelude {
            return String::new();
        }
        let Some(rule) = self.author.grammar.rule(name) else { return self.built_in(name) };
        if rule.opens_scope {
            let sources = self.sources();
            self.scopes.push(sources);
        }
        self.depth += 1;
        let text = self.alternative(rule);
        self.depth -= 1;
        if rule.opens_scope {
            self.scopes.pop();
        }
        text
    }

    fn alternative(&mut self, rule: &'static Rule) -> String {
        let alternatives = match self.depth > DEPTH_MAX {
            true => &rule.alternatives[..1],
            false => &rule.alternatives[..],
        };
        let pieces = self.pick(alternatives);
        let mut text = String::new();
        // A generated name belongs to the alternative that creates it.
        let mut last = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(plain) => text.push_str(&plain.replace("\\n", "\n")),
                Piece::Rule { name: "new", .. } => {
                    last = self.new_name();
                    text.push_str(&last);
                }
                Piece::Rule { name: "last", .. } => text.push_str(&last),
                Piece::Rule { name, mark } => text.push_str(&self.marked(name, *mark)),
            }
        }
        text
    }

    fn marked(&mut self, name: &str, mark: Mark) -> String {
        match mark {
            Mark::Once => self.rule(name),
            Mark::Maybe if self.chance(2) => self.rule(name),
            Mark::Maybe => String::new(),
            Mark::Quoted => self.rule(name).replace('\'', "''"),
            Mark::List | Mark::Statements => {
                let count = if self.depth > DEPTH_MAX { 1 } else { 1 + self.below(3) };
                let items: Vec<String> = (0..count).map(|_| self.rule(name)).collect();
                items.join(if mark == Mark::List { ", " } else { "; " })
            }
        }
    }

    /// Expands placeholders that have no rule in the grammar.
    fn built_in(&mut self, name: &str) -> String {
        match name {
            "it" => self.statement.clone(),
            "fresh" => {
                self.names += 1;
                (1000 + self.seed % 1_000_000 * 32 + self.names % 32).to_string()
            }
            "from" => self.from(),
            "builtin" => self.call(),
            "systemview" => match self.author.views.is_empty() {
                true => "sys.objects".to_owned(),
                false => self.pick(&self.author.views).clone(),
            },
            _ => match name.strip_suffix(".col") {
                Some(data_type) => self.column(data_type),
                None => panic!("the grammar has no rule '{name}'"),
            },
        }
    }

    fn new_name(&mut self) -> String {
        self.names += 1;
        format!("n{}_{}", self.seed, self.names)
    }

    /// Returns one to three row sources with unique aliases.
    fn sources(&mut self) -> Vec<(&'a Source, String)> {
        let count = [1, 1, 1, 2, 2, 3][self.below(6) as usize];
        let sources = &self.author.grammar.sources;
        (0..count)
            .map(|_| {
                self.names += 1;
                (self.pick(sources), format!("t{}", self.names))
            })
            .collect()
    }

    fn from(&mut self) -> String {
        let Some(scope) = self.scopes.last().cloned() else { return "dbo.goods".to_owned() };
        let mut text = String::new();
        for (place, (source, alias)) in scope.iter().enumerate() {
            if place > 0 {
                text.push_str(JOINS[self.below(JOINS.len()) as usize]);
            }
            let is_conditional = text.ends_with(" JOIN ") && !text.ends_with(" CROSS JOIN ");
            text.push_str(&format!("{} AS {alias}", source.text));
            if is_conditional {
                let condition = ["1 = 1", "1 = 0", "@i = 3"][self.below(3) as usize];
                text.push_str(&format!(" ON {condition}"));
            }
        }
        text
    }

    /// Returns a column of the type from the innermost scope, sometimes from the enclosing one.
    fn column(&mut self, data_type: &str) -> String {
        let outer = self.scopes.len() > 1 && self.chance(8);
        let scope = self.scopes.iter().nth_back(usize::from(outer));
        let fits = |of: &str| of == data_type;
        let columns: Vec<String> = scope
            .into_iter()
            .flatten()
            .flat_map(|(source, alias)| source.columns.iter().map(move |(name, of)| (*of, format!("{alias}.{name}"))))
            .filter(|(of, _)| fits(of))
            .map(|(_, column)| column)
            .collect();
        match columns.is_empty() {
            true => self.simplest(data_type),
            false => self.pick(&columns).clone(),
        }
    }

    fn simplest(&mut self, rule: &str) -> String {
        let depth = std::mem::replace(&mut self.depth, DEPTH_MAX);
        let text = self.rule(rule);
        self.depth = depth;
        text
    }

    /// Returns a call of any built-in function, usually with a valid number of arguments.
    fn call(&mut self) -> String {
        let name = *self.pick(&self.author.functions);
        let count = self.below(5);
        let types = ["num", "text", "date", "bin", "wildnum", "str", "n", "small", "part"];
        let arguments: Vec<String> = (0..count)
            .map(|_| {
                let rule = *self.pick(&types);
                self.rule(rule)
            })
            .collect();
        if name.starts_with("@@") { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) }
    }
}

const JOINS: &[&str] = &[", ", " CROSS JOIN ", " JOIN ", " LEFT JOIN ", " FULL JOIN ", " CROSS APPLY "];
const BETWEEN_BATCHES: &str = "\nGO\n";
/// The nesting depth of rules from which the simplest alternatives are taken.
const DEPTH_MAX: u32 = 9;
