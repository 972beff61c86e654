//! Chooses a session's next statement.

use super::actor::{Actor, Kind, Level, Statement};
use super::image::{Effect, Rows, Table, length_sql};
use super::record::{DATABASES, Record};
use super::settings::Durability;
use crate::random::Random;

pub(super) const SEQUENCES: [&str; 3] = ["S0", "S1", "S2"];

/// The input of a choice.
pub(super) struct Chooser<'a> {
    /// The committed state.
    pub(super) record: &'a Record,
    /// The seed's random numbers.
    pub(super) random: &'a mut Random,
    /// The next row number.
    pub(super) next_row: &'a mut i32,
}

impl Chooser<'_> {
    /// Returns the actor's next statement.
    pub(super) fn next(&mut self, actor: &Actor) -> Statement {
        let database = self.random.below(2) as usize;
        match &actor.transaction {
            None => self.outside(actor, database),
            Some(transaction) if transaction.is_spoilt => statement("ROLLBACK TRAN;".to_owned(), Kind::RollBack),
            Some(transaction) => self.inside(actor, transaction.savepoint.is_some(), database),
        }
    }

    fn outside(&mut self, actor: &Actor, database: usize) -> Statement {
        match self.random.below(20) {
            0 | 1 => self.maintain(database),
            2 | 3 => {
                let level = self.random.pick(&Level::ALL);
                statement(format!("SET TRANSACTION ISOLATION LEVEL {};", level.words()), Kind::Level(level))
            }
            4 => self.define(actor, database),
            5 => self.temporary(actor),
            6 => self.read(actor, database, Table::Own(actor.number)),
            7 => self.value(),
            8 => self.read(actor, database, Table::Common),
            9 => self.update(actor, database, Table::Common),
            10 => self.insert(&[database], Table::Shared),
            _ => statement("BEGIN TRAN;".to_owned(), Kind::Begin),
        }
    }

    fn inside(&mut self, actor: &Actor, is_saved: bool, database: usize) -> Statement {
        match self.random.below(24) {
            0 => self.define(actor, database),
            1 => self.temporary(actor),
            2 => self.read(actor, database, Table::Own(actor.number)),
            3 | 4 => self.read(actor, database, Table::Common),
            5 => self.read(actor, database, Table::Shared),
            6 => self.value(),
            7 | 8 => self.update(actor, database, Table::Own(actor.number)),
            9 => self.delete(actor, database, Table::Own(actor.number)),
            10 | 11 => self.update(actor, database, Table::Common),
            12 => self.delete(actor, database, Table::Common),
            13 => self.insert(&[database], Table::Common),
            14 if is_saved => statement("ROLLBACK TRAN here;".to_owned(), Kind::Back),
            14 => statement("SAVE TRAN here;".to_owned(), Kind::Save),
            15 => statement("COMMIT TRAN WITH (DELAYED_DURABILITY = ON);".to_owned(), Kind::Commit(true)),
            16 | 17 => statement("COMMIT TRAN;".to_owned(), Kind::Commit(false)),
            18 if self.random.chance(2) => statement("ROLLBACK TRAN;".to_owned(), Kind::RollBack),
            // One insert in three goes into both databases.
            _ if self.random.chance(3) => self.insert(&[0, 1], Table::Shared),
            _ => self.insert(&[database], Table::Shared),
        }
    }

    /// Returns a statement on a database as a whole.
    fn maintain(&mut self, database: usize) -> Statement {
        let name = DATABASES[database];
        match self.random.below(8) {
            0 | 1 => statement(format!("USE {name}; CHECKPOINT;"), Kind::Harden(database)),
            2 => statement(format!("USE {name}; EXEC sys.sp_flush_log;"), Kind::Harden(database)),
            3 => statement(format!("BACKUP DATABASE {name} TO DISK = 'NUL';"), Kind::BackUp(database, false)),
            4 => statement(format!("BACKUP LOG {name} TO DISK = 'NUL';"), Kind::BackUp(database, true)),
            5 => {
                let simple = self.random.chance(2);
                let word = if simple { "SIMPLE" } else { "FULL" };
                let text = format!("ALTER DATABASE {name} SET RECOVERY {word};");
                statement(text, Kind::Recovery(database, simple))
            }
            _ => {
                let wanted = self.random.pick(&Durability::ALL);
                let text = format!("ALTER DATABASE {name} SET DELAYED_DURABILITY = {} WITH NO_WAIT;", wanted.word());
                statement(text, Kind::Durability(database, wanted))
            }
        }
    }

    fn value(&mut self) -> Statement {
        let sequence = self.random.below(SEQUENCES.len() as u64) as usize;
        statement(format!("SELECT NEXT VALUE FOR A.dbo.{};", SEQUENCES[sequence]), Kind::Value(sequence))
    }

    fn read(&mut self, actor: &Actor, database: usize, table: Table) -> Statement {
        match actor.sees(self.record, database).rows(table) {
            Some(rows) => {
                let text = format!("SELECT id, v, LEN(pad) FROM {}.dbo.{};", DATABASES[database], table.name());
                statement(text, Kind::Read(database, table, rows.clone()))
            }
            None => self.make(actor, database, table),
        }
    }

    fn insert(&mut self, databases: &[usize], table: Table) -> Statement {
        let many = table == Table::Shared && self.random.chance(12);
        let rows = if many { 40 } else { 1 + self.random.below(3) as i32 };
        let ids: Vec<i32> = (0..rows).map(|row| *self.next_row + row).collect();
        *self.next_row += rows;
        let texts: Vec<String> = databases.iter().map(|database| insertion(*database, table, &ids)).collect();
        let effects =
            databases.iter().flat_map(|database| ids.iter().map(move |id| (*database, Effect::Put(table, *id, 0))));
        statement(texts.join(" "), Kind::Change(effects.collect()))
    }

    fn update(&mut self, actor: &Actor, database: usize, table: Table) -> Statement {
        let image = actor.sees(self.record, database);
        let Some(rows) = image.rows(table) else { return self.make(actor, database, table) };
        let chosen: Vec<(i32, i32)> = rows.iter().map(|(id, value)| (*id, *value)).collect();
        let name = format!("{}.dbo.{}", DATABASES[database], table.name());
        if chosen.len() < 5 {
            return self.insert(&[database], table);
        }
        let set = format!("UPDATE {name} SET v = v + 1, pad = REPLICATE('x', {})", length_sql("id", "v + 1"));
        if self.random.chance(3) {
            let effects = chosen.iter().map(|(id, value)| (database, Effect::Put(table, *id, value + 1)));
            return statement(format!("{set};"), Kind::Change(effects.collect()));
        }
        let (id, value) = chosen[self.random.below(chosen.len() as u64) as usize];
        let effect = Effect::Put(table, id, value + 1);
        statement(format!("{set} WHERE id = {id};"), Kind::Change(vec![(database, effect)]))
    }

    fn delete(&mut self, actor: &Actor, database: usize, table: Table) -> Statement {
        let image = actor.sees(self.record, database);
        let Some(rows) = image.rows(table).filter(|rows| !rows.is_empty()) else {
            return self.read(actor, database, table);
        };
        let id = *rows.keys().nth(self.random.below(rows.len() as u64) as usize).expect("there are as many");
        let text = format!("DELETE FROM {}.dbo.{} WHERE id = {id};", DATABASES[database], table.name());
        statement(text, Kind::Change(vec![(database, Effect::Remove(table, id))]))
    }

    /// Creates, fills, empties or drops a table. A SNAPSHOT transaction defines nothing, because it
    /// may not see its definitions.
    fn define(&mut self, actor: &Actor, database: usize) -> Statement {
        let (own, made) = (Table::Own(actor.number), Table::Made(actor.number));
        if works_by_a_snapshot(actor) {
            return self.value();
        }
        let image = actor.sees(self.record, database);
        let name = DATABASES[database];
        let Some(rows) = image.rows(own) else { return self.make(actor, database, own) };
        let (text, effect) = match (image.rows(made).is_some(), self.random.below(3)) {
            (_, 0) => (format!("TRUNCATE TABLE {name}.dbo.{};", own.name()), Effect::Clear(own)),
            (true, _) => (format!("DROP TABLE {name}.dbo.{};", made.name()), Effect::Drop(made)),
            (false, _) => {
                let text = format!("SELECT id, v, pad INTO {name}.dbo.{} FROM {name}.dbo.{};", made.name(), own.name());
                (text, Effect::Make(made, rows.clone()))
            }
        };
        statement(text, Kind::Change(vec![(database, effect)]))
    }

    fn make(&mut self, actor: &Actor, database: usize, table: Table) -> Statement {
        if works_by_a_snapshot(actor) { self.value() } else { creation(database, table, &[]) }
    }

    fn temporary(&mut self, actor: &Actor) -> Statement {
        match actor.temporary {
            None => statement("CREATE TABLE #t(id INT NOT NULL);".to_owned(), Kind::Temporary),
            Some(_) if self.random.chance(3) => statement("SELECT COUNT(*) FROM #t;".to_owned(), Kind::CountTemporary),
            Some(rows) => statement(format!("INSERT INTO #t(id) VALUES ({rows});"), Kind::Temporary),
        }
    }
}

/// Returns a statement that creates a table with these rows.
pub(super) fn creation(database: usize, table: Table, ids: &[i32]) -> Statement {
    let name = format!("{}.dbo.{}", DATABASES[database], table.name());
    let keys = keys_of(table);
    let mut text = format!("CREATE TABLE {name}(id INT NOT NULL, v INT NOT NULL, pad VARCHAR(3000) NOT NULL{keys});");
    if !ids.is_empty() {
        text = format!("BEGIN TRAN; {text} {} COMMIT TRAN;", insertion(database, table, ids));
    }
    let rows: Rows = ids.iter().map(|id| (*id, 0)).collect();
    statement(text, Kind::Change(vec![(database, Effect::Make(table, rows))]))
}

/// Returns a table's keys and indexes: a heap with and without indexes, a clustered index whose
/// rows stay, and one whose rows move.
fn keys_of(table: Table) -> &'static str {
    match table {
        Table::Shared => ", PRIMARY KEY (id), INDEX by_v (v) INCLUDE (id)",
        Table::Common => ", UNIQUE (id), INDEX by_v (v DESC)",
        Table::Own(session) if session.is_multiple_of(2) => ", INDEX by_v CLUSTERED (v), UNIQUE (id DESC)",
        Table::Own(_) | Table::Made(_) => "",
    }
}

fn insertion(database: usize, table: Table, ids: &[i32]) -> String {
    let values = ids.iter().map(|id| format!("({id}, 0, REPLICATE('x', {}))", length_sql(&id.to_string(), "0")));
    let values: Vec<String> = values.collect();
    format!("INSERT INTO {}.dbo.{}(id, v, pad) VALUES {};", DATABASES[database], table.name(), values.join(", "))
}

fn works_by_a_snapshot(actor: &Actor) -> bool {
    actor.level == Level::Snapshot && actor.transaction.is_some()
}

fn statement(text: String, kind: Kind) -> Statement {
    Statement { text, kind }
}
