//! Rows of the film database: skewed and correlated, the same for a seed.
//!
//! - A title's popularity multiplies its credits, companies, keywords and facts, and raises its
//!   rating. So the titles of a join's pairs are few.
//! - A title has a genre and a country. Its companies, language, release date and half of its
//!   keywords follow them.
//! - Episodes, half of the titles, have few rows elsewhere. Games are recent.
//! - A credit's part follows the person's gender, its note the genre and the part.
//! - Keywords, companies and persons occur by Zipf's law.

use super::tables::{COUNTRIES, FACTS, GENRES, KINDS, PARTS, RELATIONS, ROLES, TABLES};
use crate::dice::Dice;
use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// Files of rows, one for each table.
struct Files {
    all: Vec<Rows>,
}

/// The rows of a table, numbered from 1.
struct Rows {
    file: BufWriter<File>,
    line: String,
    count: u32,
}

/// A title, as its other rows need it.
struct Title {
    id: u32,
    kind: usize,
    year: Option<i64>,
    genre: usize,
    country: usize,
    /// From 0 to 1; few titles are near 1.
    popularity: f64,
}

/// Writes the files `TABLE.txt` of all tables to `folder`: fields with bars between them, lines
/// that end with a newline, an empty field for NULL.
pub(super) fn write(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = Files::new(folder).map_err(failed)?;
    files.names().and_then(|()| files.titles()).map_err(failed)
}

impl Files {
    fn new(folder: &Path) -> std::io::Result<Files> {
        let rows = |(table, _): &(&str, &str)| {
            let file = BufWriter::new(File::create(folder.join(format!("{table}.txt")))?);
            Ok(Rows { file, line: String::new(), count: 0 })
        };
        Ok(Files { all: TABLES.iter().map(rows).collect::<std::io::Result<_>>()? })
    }

    /// Appends a row to a table and returns its id.
    fn add(&mut self, table: &str, fields: &[&dyn Display]) -> std::io::Result<u32> {
        let place = TABLES.iter().position(|(name, _)| *name == table).unwrap_or_default();
        let Rows { file, line, count } = &mut self.all[place];
        *count += 1;
        line.clear();
        let _ = write!(line, "{count}");
        fields.iter().for_each(|field| {
            let _ = write!(line, "|{field}");
        });
        line.push('\n');
        file.write_all(line.as_bytes())?;
        Ok(*count)
    }

    /// Writes the tables that don't depend on titles.
    fn names(&mut self) -> std::io::Result<()> {
        let lists: [(&str, &[&str]); 5] =
            [("kind", &KINDS), ("role", &ROLES), ("fact", &FACTS), ("part", &PARTS), ("relation", &RELATIONS)];
        for (table, names) in lists {
            names.iter().try_for_each(|name| self.add(table, &[name]).map(drop))?;
        }
        for number in 0..COMPANIES {
            let (code, ..) = COUNTRIES[country_of_company(number)];
            let kind = ["Pictures", "Film", "Television", "Entertainment", "Productions"][number % 5];
            // One of 20 has no country.
            let code = if number % 20 == 19 { "" } else { code };
            self.add("company", &[&format!("{} {kind} {number}", syllables(number)), &code])?;
        }
        for number in 0..KEYWORDS {
            let genre = GENRES[number % GENRES.len()].to_lowercase();
            self.add("keyword", &[&format!("{}-{genre}-{number}", syllables(number))])?;
        }
        let dice = Dice::new(SEED + 1);
        for number in 0..PEOPLE {
            let gender = ["m", "m", "m", "f", "f", ""][number % 6];
            self.add("person", &[&format!("{}, {}", syllables(number * 7), syllables(number)), &gender])?;
            if dice.one_in(4) {
                self.add("alias", &[&(number + 1), &format!("{} {number}", syllables(number * 3))])?;
            }
        }
        Ok(())
    }

    fn titles(&mut self) -> std::io::Result<()> {
        let dice = Dice::new(SEED);
        let mut popular = Vec::new();
        for number in 0..TITLES {
            let title = self.title(&dice, number)?;
            self.companies(&dice, &title)?;
            self.keywords(&dice, &title)?;
            self.facts(&dice, &title)?;
            self.credits(&dice, &title)?;
            if title.popularity > 0.2 {
                popular.push(title.id);
            }
            if title.popularity > 0.1 && dice.one_in(2) {
                for _ in 0..=dice.below(4) {
                    let Some(other) = dice.pick(&popular) else { break };
                    self.add("title_link", &[&title.id, other, &(dice.zipf(RELATIONS.len()) + 1)])?;
                }
            }
        }
        self.all.iter_mut().try_for_each(|rows| rows.file.flush())
    }

    fn title(&mut self, dice: &Dice, number: usize) -> std::io::Result<Title> {
        let kind = dice.one_of(&[0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, 6]);
        let (genre, country) = (dice.zipf(GENRES.len()), dice.zipf(COUNTRIES.len()));
        // Later years have more titles; games are of the last 30 years.
        let span = if kind == 4 { 30 } else { 95 };
        let year = (!dice.one_in(25)).then(|| 2015 - dice.zipf(span) as i64);
        let chance = dice.share();
        let popularity = chance.powi(if kind == 2 { 30 } else { 6 });
        let year_text = year.map(|year| year.to_string()).unwrap_or_default();
        let episode = if kind == 2 { dice.between(1, 40).to_string() } else { String::new() };
        let name = format!("{} {} {number}", ["The", "A", "My", "One", "Last"][dice.zipf(5)], syllables(number * 11));
        let id = self.add("title", &[&name, &(kind + 1), &year_text, &episode])?;
        Ok(Title { id, kind, year, genre, country, popularity })
    }

    fn companies(&mut self, dice: &Dice, title: &Title) -> std::io::Result<()> {
        for _ in 0..times(dice, 1.0, 8.0, title) {
            // Four of five companies are of the title's country.
            let company = loop {
                let company = dice.zipf(COMPANIES);
                if country_of_company(company) == title.country || dice.one_in(5) {
                    break company;
                }
            };
            let role = dice.one_of(&[0, 0, 0, 1, 1, 1, 1, 2, 3]);
            let year = title.year.unwrap_or(2000);
            let note = match role {
                0 if dice.one_in(3) => "(co-production)".to_owned(),
                1 if title.year.is_some_and(|year| year < 1990) => format!("({year}) (VHS)"),
                1 if dice.one_in(2) => format!("({year}) (USA) (theatrical)"),
                1 => format!("({year}) (worldwide) (TV)"),
                3 if dice.one_in(2) => "(presents)".to_owned(),
                _ => String::new(),
            };
            self.add("title_company", &[&title.id, &(company + 1), &(role + 1), &note])?;
        }
        Ok(())
    }

    fn keywords(&mut self, dice: &Dice, title: &Title) -> std::io::Result<()> {
        for _ in 0..times(dice, 1.0, 40.0, title) {
            let keyword = match dice.one_in(2) {
                // A keyword of the genre.
                true => dice.zipf(KEYWORDS / GENRES.len()) * GENRES.len() + title.genre,
                false => dice.zipf(KEYWORDS),
            };
            self.add("title_keyword", &[&title.id, &(keyword + 1)])?;
        }
        Ok(())
    }

    fn facts(&mut self, dice: &Dice, title: &Title) -> std::io::Result<()> {
        let (_, country, language) = COUNTRIES[title.country];
        let year = title.year.unwrap_or(2000);
        self.add("title_fact", &[&title.id, &1, &GENRES[title.genre]])?;
        if dice.one_in(2) {
            self.add("title_fact", &[&title.id, &1, &GENRES[dice.zipf(GENRES.len())]])?;
        }
        self.add("title_fact", &[&title.id, &2, &country])?;
        self.add("title_fact", &[&title.id, &3, &language])?;
        for _ in 0..times(dice, 0.5, 12.0, title) {
            let fact = dice.between(4, 10);
            let value = match fact {
                4 => format!("{}:{} {}", country, dice.one_of(&["January", "May", "July", "October"]), year),
                5 => format!("${},000", dice.between(10, 90_000)),
                6 => dice.between(4, 180).to_string(),
                7 => dice.one_of(&["Mono", "Dolby", "Silent", "Stereo"]).to_owned(),
                8 => if year < 1955 { "Black and White" } else { "Color" }.to_owned(),
                9 => format!("{}:{}", country, dice.one_of(&["12", "16", "18", "G"])),
                _ => format!("{}, {}", syllables(dice.zipf(500)), country),
            };
            self.add("title_fact", &[&title.id, &fact, &value])?;
        }
        if title.popularity > 0.02 || title.kind == 0 && dice.one_in(3) {
            let tenths = 20 + (title.popularity.sqrt() * 55.0) as i64 + dice.between(0, 24);
            let votes = 5 + (title.popularity.powi(2) * 500_000.0) as i64 + dice.between(0, 40);
            self.add("rating", &[&title.id, &11, &format!("{}.{}", tenths / 10, tenths % 10)])?;
            self.add("rating", &[&title.id, &12, &votes])?;
        }
        Ok(())
    }

    fn credits(&mut self, dice: &Dice, title: &Title) -> std::io::Result<()> {
        for _ in 0..times(dice, 2.0, 60.0, title) {
            let person = dice.zipf(PEOPLE);
            let part = match (person % 6, dice.below(10)) {
                (0..3, 0..6) => 0,
                (3..5, 0..6) => 1,
                _ => 2 + dice.zipf(PARTS.len() - 2),
            };
            let is_animation = GENRES[title.genre] == "Animation";
            let note = match part {
                0 | 1 if is_animation || dice.one_in(20) => "(voice)",
                0 | 1 if dice.one_in(8) => "(uncredited)",
                2 if dice.one_in(2) => "(executive producer)",
                3 if dice.one_in(3) => "(story)",
                _ => "",
            };
            self.add("credit", &[&title.id, &(person + 1), &(part + 1), &note])?;
        }
        Ok(())
    }
}

/// Returns a random number of rows of a title. `least` is the average for an unpopular one, and
/// `most` is added for the most popular.
fn times(dice: &Dice, least: f64, most: f64, title: &Title) -> usize {
    let average = least + most * title.popularity;
    (average * 2.0 * dice.share() + 0.5) as usize
}

/// Returns the country of a company. The frequent companies are mostly of the first countries.
fn country_of_company(company: usize) -> usize {
    let number = company.wrapping_mul(2_654_435_761) >> 7;
    (number % COUNTRIES.len()).min(number / 64 % COUNTRIES.len())
}

/// Returns a pronounceable name of a number.
fn syllables(mut number: usize) -> String {
    let mut name = String::new();
    loop {
        name.push_str(
            ["Ba", "ko", "ri", "mel", "ta", "von", "sha", "lo", "den", "qui", "par", "us", "fen"][number % 13],
        );
        number /= 13;
        if number == 0 {
            return name;
        }
    }
}

const SEED: u64 = 23;
const TITLES: usize = 60_000;
const COMPANIES: usize = 6_000;
const KEYWORDS: usize = 8_000;
const PEOPLE: usize = 80_000;
