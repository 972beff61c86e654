//! Spoils programs: exchanges, drops and duplicates tokens, list items and statements.
//!
//! Most spoiled programs still parse: names are exchanged for names, literals for literals.

use sluice_base::random::Random;
use sluice_syntax::lexer;
use sluice_syntax::token::TokenKind;

/// Returns `text` with `count` faults. Names come from the text itself and from a fixed list.
pub fn spoil(text: &str, random: &Random, count: u64) -> String {
    let mut words = tokens(text);
    for _ in 0..count {
        if words.is_empty() {
            break;
        }
        fault(&mut words, random);
    }
    words.iter().map(|(_, word)| word.as_str()).collect()
}

/// Returns the tokens of a text, each with the blanks before it.
fn tokens(text: &str) -> Vec<(TokenKind, String)> {
    let (tokens, _) = lexer::tokens(text);
    let mut end = 0;
    let mut words = Vec::new();
    for token in tokens {
        let until = (token.span.end as usize).min(text.len());
        words.push((token.kind, text.get(end..until).unwrap_or_default().to_owned()));
        end = until;
    }
    words
}

fn fault(words: &mut Vec<(TokenKind, String)>, random: &Random) {
    let choice = random.next_u64() % 20;
    match choice {
        0..=7 => exchange(words, random, is_name, NAMES),
        8..=12 => exchange(words, random, is_literal, LITERALS),
        13 => {
            // Drops a list item.
            if let Some(place) = pick(words, random, |kind| kind == TokenKind::Comma) {
                words.drain(place..(place + 2).min(words.len()));
            }
        }
        14 => {
            // Duplicates a list item.
            if let Some(place) = pick(words, random, |kind| kind == TokenKind::Comma) {
                let twice: Vec<_> = words[place..(place + 2).min(words.len())].to_vec();
                words.splice(place..place, twice);
            }
        }
        15 | 16 => repeat_statement(words, random),
        17 => {
            let place = below(random, words.len());
            words.remove(place);
        }
        18 => {
            let (from, to) = (below(random, words.len()), below(random, words.len()));
            words[to] = words[from].clone();
        }
        _ => {
            let (from, to) = (below(random, words.len()), below(random, words.len()));
            words.swap(from, to);
        }
    }
}

/// Replaces a token that satisfies `is_it` by another one of the text, or by one of `others`.
fn exchange(words: &mut [(TokenKind, String)], random: &Random, is_it: fn(TokenKind) -> bool, others: &[&str]) {
    let Some(place) = pick(words, random, is_it) else { return };
    let new = match random.next_u64().is_multiple_of(2) {
        true => pick(words, random, is_it).map(|from| words[from].1.trim_start().to_owned()),
        false => others.get(below(random, others.len())).map(|word| (*word).to_owned()),
    };
    words[place].1 = format!(" {}", new.unwrap_or_default());
}

/// Repeats a statement, up to its semicolon, in another place.
fn repeat_statement(words: &mut Vec<(TokenKind, String)>, random: &Random) {
    let Some(end) = pick(words, random, |kind| kind == TokenKind::Semicolon) else { return };
    let before = words[..end].iter().rposition(|(kind, _)| *kind == TokenKind::Semicolon);
    let statement: Vec<_> = words[before.map_or(0, |place| place + 1)..=end].to_vec();
    let Some(after) = pick(words, random, |kind| kind == TokenKind::Semicolon) else { return };
    words.splice(after + 1..after + 1, statement);
}

fn pick(words: &[(TokenKind, String)], random: &Random, is_it: fn(TokenKind) -> bool) -> Option<usize> {
    let places: Vec<usize> = (0..words.len()).filter(|place| is_it(words[*place].0)).collect();
    places.get(below(random, places.len())).copied()
}

fn below(random: &Random, bound: usize) -> usize {
    if bound == 0 { 0 } else { (random.next_u64() % bound as u64) as usize }
}

fn is_name(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Variable | TokenKind::GlobalVariable)
}

fn is_literal(kind: TokenKind) -> bool {
    use TokenKind as T;
    matches!(kind, T::String | T::NationalString | T::Integer | T::Decimal | T::Float | T::Money | T::Binary)
}

/// Names of every kind, mostly wrong in their new place.
const NAMES: &[&str] = &[
    "zzz",
    "@zzz",
    "goods",
    "orders",
    "notes",
    "cheap",
    "totals",
    "wares",
    "numbers",
    "find",
    "twofold",
    "above",
    "counted",
    "watch",
    "pairs",
    "label",
    "dbo",
    "s",
    "sys",
    "world",
    "master",
    "tempdb",
    "side",
    "id",
    "name",
    "price",
    "made",
    "stock",
    "amount",
    "good",
    "doc",
    "body",
    "tag",
    "v",
    "ix_name",
    "pk_goods",
    "st_made",
    "guest1",
    "clerks",
    "sa",
    "inserted",
    "deleted",
    "@t",
    "@c",
    "@i",
    "@s",
    "@n",
    "@d",
    "@v",
    "@doc",
    "@b",
    "@g",
    "@x",
    "#zzz",
    "##zzz",
    "[]",
    "[a b]",
    "@@rowcount",
    "@@zzz",
    "objects",
    "INT",
    "XML",
    "SQL_VARIANT",
    "MAX",
    "COUNT",
    "SUM",
    "ROW_NUMBER",
    "STRING_AGG",
    "GROUPING",
    "OPENJSON",
    "$action",
    "$identity",
    "NULL",
    "DEFAULT",
    "k",
    "c",
    "r",
    "",
];

/// Literals of every kind, including extreme ones.
const LITERALS: &[&str] = &[
    "0",
    "-1",
    "1",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "99999999999999999999999999999999999999",
    "1e308",
    "-1e-308",
    "0.00000000000000000001",
    "NULL",
    "''",
    "'a'",
    "N'😀'",
    "0x",
    "0xFF",
    "$1",
    "'9999-12-31'",
    "'0001-01-01'",
    "'%[^'",
    "'[1,2'",
    "'<a>'",
    "'{\"a\":[1]}'",
    "'$.a'",
    "DEFAULT",
    "@i",
    "@s",
    "'12:00'",
    "8001",
    "4001",
    "256",
    "65536",
    "1.5",
    "'SELECT 1'",
    "'x;y'",
    "39",
    "8",
    "'dbo.goods'",
    "0.1",
];
