//! One session of the crowd: what it does next, and what it knows of its own transaction.

use super::image::{Effect, Image, Rows, Table, length_sql};
use super::record::{DATABASES, Record};
use crate::random::Random;

/// A session, without its connection.
#[derive(Clone, Debug)]
pub(super) struct Actor {
    /// Its number, from 0.
    pub(super) number: u8,
    /// What its transaction has done so far; none outside one.
    pub(super) pending: Option<Vec<(usize, Effect)>>,
    /// How much of that was done at the savepoint, and how many rows its temporary table had.
    savepoint: Option<(usize, i32)>,
    /// The rows of its temporary table; now, and when the transaction began. `None`: it is not made.
    pub(super) temporary: Option<i32>,
    temporary_before: Option<i32>,
}

/// What a statement is expected to be.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// It does this, in its transaction or as one of its own.
    Change(Vec<(usize, Effect)>),
    /// BEGIN TRAN.
    Begin,
    /// SAVE TRAN.
    Save,
    /// Back to the savepoint.
    Back,
    /// COMMIT; whether delayed.
    Commit(bool),
    /// ROLLBACK.
    RollBack,
    /// Reads a table: these rows.
    Read(Rows),
    /// Takes a value of the sequence.
    Value,
    /// CHECKPOINT, or sp_flush_log, in a database.
    Harden(usize),
    /// The temporary table gets a row, or is made.
    Temporary,
    /// Reads the temporary table.
    CountTemporary,
}

/// A statement to send.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Its text.
    pub(super) text: String,
    /// What it is.
    pub(super) kind: Kind,
}

impl Actor {
    pub(super) fn new(number: u8) -> Actor {
        Actor { number, pending: None, savepoint: None, temporary: None, temporary_before: None }
    }

    /// Its next statement. `next_row` gives rows their numbers.
    pub(super) fn next(&self, record: &Record, random: &mut Random, next_row: &mut i32) -> Statement {
        let inside = self.pending.is_some();
        let database = random.below(2) as usize;
        match random.below(if inside { 20 } else { 12 }) {
            0 if !inside => statement(format!("USE {}; CHECKPOINT;", DATABASES[database]), Kind::Harden(database)),
            1 if !inside => {
                statement(format!("USE {}; EXEC sys.sp_flush_log;", DATABASES[database]), Kind::Harden(database))
            }
            2 => self.define(record, random, database),
            3 => self.temporary(random),
            4 => self.read(record, database, Table::Own(self.number)),
            5 => statement("SELECT NEXT VALUE FOR A.dbo.S;".to_owned(), Kind::Value),
            6..12 if !inside => statement("BEGIN TRAN;".to_owned(), Kind::Begin),
            6 | 7 => self.update(record, random, database),
            8 => self.delete(record, random, database),
            9 if self.savepoint.is_none() => statement("SAVE TRAN here;".to_owned(), Kind::Save),
            9 => statement("ROLLBACK TRAN here;".to_owned(), Kind::Back),
            10 => statement("COMMIT TRAN WITH (DELAYED_DURABILITY = ON);".to_owned(), Kind::Commit(true)),
            11 | 12 => statement("COMMIT TRAN;".to_owned(), Kind::Commit(false)),
            13 if random.chance(2) => statement("ROLLBACK TRAN;".to_owned(), Kind::RollBack),
            _ => self.insert(random, database, next_row),
        }
    }

    /// A statement went through.
    pub(super) fn done(&mut self, kind: &Kind) {
        match kind {
            Kind::Begin => {
                self.pending = Some(Vec::new());
                self.temporary_before = self.temporary;
            }
            Kind::Change(effects) => {
                self.pending.iter_mut().for_each(|pending| pending.extend(effects.iter().cloned()))
            }
            Kind::Save => {
                self.savepoint = Some((self.pending.as_ref().map_or(0, Vec::len), self.temporary.unwrap_or(-1)))
            }
            Kind::Back => {
                if let (Some((effects, temporary)), Some(pending)) = (self.savepoint, &mut self.pending) {
                    pending.truncate(effects);
                    self.temporary = (temporary >= 0).then_some(temporary);
                }
            }
            Kind::Commit(_) => (self.pending, self.savepoint) = (None, None),
            Kind::RollBack => {
                (self.pending, self.savepoint) = (None, None);
                self.temporary = self.temporary_before;
            }
            Kind::Temporary => self.temporary = Some(self.temporary.map_or(0, |rows| rows + 1)),
            Kind::Read(_) | Kind::Value | Kind::Harden(_) | Kind::CountTemporary => {}
        }
    }

    /// A database as its transaction sees it.
    fn sees(&self, record: &Record, database: usize) -> Image {
        let mut image = record.now(database).clone();
        let own = self.pending.iter().flatten().filter(|(of, _)| *of == database);
        own.for_each(|(_, effect)| image.apply(effect));
        image
    }

    fn read(&self, record: &Record, database: usize, table: Table) -> Statement {
        match self.sees(record, database).rows(table) {
            Some(rows) => {
                let text = format!("SELECT id, v, LEN(pad) FROM {}.dbo.{};", DATABASES[database], table.name());
                statement(text, Kind::Read(rows.clone()))
            }
            None => make(database, table),
        }
    }

    fn insert(&self, random: &mut Random, database: usize, next_row: &mut i32) -> Statement {
        let rows = if random.chance(12) { 40 } else { 1 + random.below(3) as i32 };
        let ids: Vec<i32> = (0..rows).map(|row| *next_row + row).collect();
        *next_row += rows;
        let table = Table::Shared;
        let values = ids.iter().map(|id| format!("({id}, 0, REPLICATE('x', {}))", length_sql(&id.to_string(), "0")));
        let values: Vec<String> = values.collect();
        // Into both databases, one time in three.
        let databases: &[usize] = if random.chance(3) { &[0, 1] } else { &[database] };
        let insert = |database: &usize| {
            format!(
                "INSERT INTO {}.dbo.{}(id, v, pad) VALUES {};",
                DATABASES[*database],
                table.name(),
                values.join(", ")
            )
        };
        let effects = |database: &usize| {
            let database = *database;
            ids.iter().map(move |id| (database, Effect::Put(table, *id, 0))).collect::<Vec<_>>()
        };
        let texts: Vec<String> = databases.iter().map(insert).collect();
        statement(texts.join(" "), Kind::Change(databases.iter().flat_map(effects).collect()))
    }

    fn update(&self, record: &Record, random: &mut Random, database: usize) -> Statement {
        let table = Table::Own(self.number);
        let image = self.sees(record, database);
        let Some(rows) = image.rows(table) else { return make(database, table) };
        let chosen: Vec<(i32, i32)> = rows.iter().map(|(id, value)| (*id, *value)).collect();
        let name = format!("{}.dbo.{}", DATABASES[database], table.name());
        if chosen.len() < 5 {
            let id = chosen.last().map_or(1, |(id, _)| id + 1);
            let length = length_sql(&id.to_string(), "1");
            let text = format!("INSERT INTO {name}(id, v, pad) VALUES ({id}, 1, REPLICATE('x', {length}));");
            return statement(text, Kind::Change(vec![(database, Effect::Put(table, id, 1))]));
        }
        let set = format!("UPDATE {name} SET v = v + 1, pad = REPLICATE('x', {})", length_sql("id", "v + 1"));
        if random.chance(2) {
            let effects = chosen.iter().map(|(id, value)| (database, Effect::Put(table, *id, value + 1)));
            return statement(format!("{set};"), Kind::Change(effects.collect()));
        }
        let (id, value) = chosen[random.below(chosen.len() as u64) as usize];
        let effect = Effect::Put(table, id, value + 1);
        statement(format!("{set} WHERE id = {id};"), Kind::Change(vec![(database, effect)]))
    }

    fn delete(&self, record: &Record, random: &mut Random, database: usize) -> Statement {
        let table = Table::Own(self.number);
        let image = self.sees(record, database);
        let Some(rows) = image.rows(table).filter(|rows| !rows.is_empty()) else {
            return self.read(record, database, table);
        };
        let id = *rows.keys().nth(random.below(rows.len() as u64) as usize).expect("there are as many");
        let text = format!("DELETE FROM {}.dbo.{} WHERE id = {id};", DATABASES[database], table.name());
        statement(text, Kind::Change(vec![(database, Effect::Remove(table, id))]))
    }

    /// Makes, fills, empties or drops a table.
    fn define(&self, record: &Record, random: &mut Random, database: usize) -> Statement {
        let (own, made) = (Table::Own(self.number), Table::Made(self.number));
        let image = self.sees(record, database);
        let name = DATABASES[database];
        let Some(rows) = image.rows(own) else { return make(database, own) };
        let (text, effect) = match (image.rows(made).is_some(), random.below(3)) {
            (_, 0) => (format!("TRUNCATE TABLE {name}.dbo.{};", own.name()), Effect::Clear(own)),
            (true, _) => (format!("DROP TABLE {name}.dbo.{};", made.name()), Effect::Drop(made)),
            (false, _) => {
                let text = format!("SELECT id, v, pad INTO {name}.dbo.{} FROM {name}.dbo.{};", made.name(), own.name());
                (text, Effect::Make(made, rows.clone()))
            }
        };
        statement(text, Kind::Change(vec![(database, effect)]))
    }

    fn temporary(&self, random: &mut Random) -> Statement {
        match self.temporary {
            None => statement("CREATE TABLE #t(id INT NOT NULL);".to_owned(), Kind::Temporary),
            Some(_) if random.chance(3) => statement("SELECT COUNT(*) FROM #t;".to_owned(), Kind::CountTemporary),
            Some(rows) => statement(format!("INSERT INTO #t(id) VALUES ({rows});"), Kind::Temporary),
        }
    }
}

/// Makes a table.
pub(super) fn make(database: usize, table: Table) -> Statement {
    let name = format!("{}.dbo.{}", DATABASES[database], table.name());
    let text = format!("CREATE TABLE {name}(id INT NOT NULL, v INT NOT NULL, pad VARCHAR(3000) NOT NULL);");
    statement(text, Kind::Change(vec![(database, Effect::Make(table, Rows::new()))]))
}

fn statement(text: String, kind: Kind) -> Statement {
    Statement { text, kind }
}
