//! The table of accented letters, from the Unicode Character Database's `UnicodeData.txt`.
//!
//! A letter's base is the first character of its canonical decomposition. A stroke counts as a
//! mark. The rank of an accent is its place among the accents of the base letter, capitals
//! included. The ranks are part of keys on disk, so a change of the rules needs a new collation
//! version.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the source file for a `UnicodeData.txt`.
pub(super) fn table(data: &str) -> Result<String, String> {
    let characters = Characters::read(data)?;
    let letters: Vec<(char, char, Vec<char>)> = LETTERS
        .iter()
        .flat_map(|(first, last)| *first..=*last)
        .filter(|letter| characters.combining_classes.contains_key(letter))
        .filter_map(|letter| characters.taken_apart(letter).map(|(base, marks)| (letter, base, marks)))
        .collect();
    let mut accents: BTreeMap<char, BTreeSet<Rank>> = BTreeMap::new();
    for (_, base, marks) in &letters {
        accents.entry(characters.group(*base)).or_default().insert(rank(marks));
    }
    let mut rows = String::new();
    for (letter, base, marks) in &letters {
        let place = accents[&characters.group(*base)].iter().position(|other| *other == rank(marks));
        let place = place.unwrap_or_default() + FIRST_RANK;
        rows += &format!("    ('{}', '{}', {place}),\n", written(*letter), written(*base));
    }
    Ok(format!("{HEAD}{rows}];\n"))
}

/// An accent's place: fewer marks first, then the marks in their order.
type Rank = (usize, Vec<(usize, char)>);

fn rank(marks: &[char]) -> Rank {
    let place = |mark: &char| MARKS.iter().position(|known| known == mark).unwrap_or(MARKS.len());
    (marks.len(), marks.iter().map(|mark| (place(mark), *mark)).collect())
}

/// The facts of `UnicodeData.txt` that the table needs.
struct Characters {
    decompositions: BTreeMap<char, Vec<char>>,
    combining_classes: BTreeMap<char, u8>,
    small: BTreeMap<char, char>,
}

impl Characters {
    fn read(data: &str) -> Result<Characters, String> {
        let (mut decompositions, mut combining_classes) = (BTreeMap::new(), BTreeMap::new());
        let mut small = BTreeMap::new();
        for (number, line) in (1..).zip(data.lines()) {
            let wrong = || format!("line {number} is not one of UnicodeData.txt");
            let fields: Vec<&str> = line.split(';').collect();
            let &[code, _, _, class, _, decomposition, .., lower, _] = &fields[..] else { return Err(wrong()) };
            // Surrogates are no characters.
            let Some(character) = character(code) else { continue };
            if !decomposition.is_empty() && !decomposition.starts_with('<') {
                let parts: Option<Vec<char>> = decomposition.split(' ').map(self::character).collect();
                decompositions.insert(character, parts.ok_or_else(wrong)?);
            }
            combining_classes.insert(character, class.parse().map_err(|_| wrong())?);
            if let Some(lower) = self::character(lower) {
                small.insert(character, lower);
            }
        }
        Ok(Characters { decompositions, combining_classes, small })
    }

    /// Returns a letter's base and its marks; `None` for a letter without marks.
    fn taken_apart(&self, letter: char) -> Option<(char, Vec<char>)> {
        let mut parts = Vec::new();
        self.decompose(letter, &mut parts);
        let mut marks = parts.split_off(1);
        marks.sort_by_key(|mark| self.combining_classes.get(mark).copied());
        let mut base = parts[0];
        let stroked = |(stroked, plain): &(char, char)| match base == *stroked {
            true => Some(*plain),
            false => (self.small(*stroked) == base).then(|| self.small(*plain)),
        };
        if let Some(plain) = STROKED.iter().find_map(stroked) {
            base = plain;
            marks.insert(0, STROKE);
        }
        (!marks.is_empty()).then_some((base, marks))
    }

    fn decompose(&self, character: char, parts: &mut Vec<char>) {
        match self.decompositions.get(&character) {
            Some(decomposition) => decomposition.iter().for_each(|part| self.decompose(*part, parts)),
            None => parts.push(character),
        }
    }

    /// Returns the letter among whose accents those of `base` are ranked: the small letter, and for
    /// *æ* its second letter.
    fn group(&self, base: char) -> char {
        match self.small(base) {
            'æ' => 'e',
            small => small,
        }
    }

    fn small(&self, character: char) -> char {
        self.small.get(&character).copied().unwrap_or(character)
    }
}

fn character(code: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

/// Writes a letter in source text.
fn written(letter: char) -> String {
    if letter.is_ascii() { letter.to_string() } else { format!("\\u{{{:X}}}", u32::from(letter)) }
}

/// The letters that the collations fold.
const LETTERS: [(char, char); 4] =
    [('\u{C0}', '\u{233}'), ('\u{386}', '\u{3CE}'), ('\u{400}', '\u{45F}'), ('\u{1E00}', '\u{1EF9}')];
/// The marks in their order: acute, grave, dot, circumflex, diaeresis, caron, breve, macron, tilde,
/// ring, ogonek, cedilla, double acute. All others follow by their codes.
const MARKS: [char; 13] = [
    '\u{301}', '\u{300}', '\u{307}', '\u{302}', '\u{308}', '\u{30C}', '\u{306}', '\u{304}', '\u{303}', '\u{30A}',
    '\u{328}', '\u{327}', '\u{30B}',
];
/// Capitals with a stroke, which have no decomposition, and their bases.
const STROKED: [(char, char); 4] = [('Ø', 'O'), ('Đ', 'D'), ('Ħ', 'H'), ('Ł', 'L')];
/// The mark of a stroke.
const STROKE: char = '\u{335}';
/// Lower ranks are those of letters without an accent.
const FIRST_RANK: usize = 3;

const HEAD: &str = "\
//! Table of data.
//!
//! Letters and their base letters without accents, in the blocks of Latin, Greek and Cyrillic that
//! the collations fold. The number is the accent's rank among the accents of the same letter, which
//! is part of the order of keys on disk. Generated by `cargo xtask table accents` from
//! `UnicodeData.txt`, which is under the Unicode License V3.

/// Letter, base letter, accent rank: ascending by letter.
pub(super) const WITHOUT_ACCENT: &[(char, char, u8)] = &[
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_of_one_letter_are_ranked_together() {
        let data = "\
0041;LATIN CAPITAL LETTER A;Lu;0;L;;;;;N;;;;0061;
0061;LATIN SMALL LETTER A;Ll;0;L;;;;;N;;;0041;;0041
004F;LATIN CAPITAL LETTER O;Lu;0;L;;;;;N;;;;006F;
00C0;LATIN CAPITAL LETTER A WITH GRAVE;Lu;0;L;0041 0300;;;;N;;;;00E0;
00D8;LATIN CAPITAL LETTER O WITH STROKE;Lu;0;L;;;;;N;;;;00F8;
00E1;LATIN SMALL LETTER A WITH ACUTE;Ll;0;L;0061 0301;;;;N;;;00C1;;00C1
0301;COMBINING ACUTE ACCENT;Mn;230;NSM;;;;;N;;;;;
0323;COMBINING DOT BELOW;Mn;220;NSM;;;;;N;;;;;
1EA0;LATIN CAPITAL LETTER A WITH DOT BELOW;Lu;0;L;0041 0323;;;;N;;;;1EA1;
D800;<Non Private Use High Surrogate, First>;Cs;0;L;;;;;N;;;;;
";
        let table = table(data).unwrap();
        let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("    (")).map(str::trim).collect();
        let expected =
            [r"('\u{C0}', 'A', 4),", r"('\u{D8}', 'O', 3),", r"('\u{E1}', 'a', 3),", r"('\u{1EA0}', 'A', 5),"];
        assert_eq!(rows, expected);
        assert!(super::table("no fields").is_err());
    }
}
