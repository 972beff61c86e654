//! Compiled batches and procedures of all sessions, as `sys.dm_exec_query_stats` and related views
//! show them.
//!
//! A session registers a plan when it first runs. The registry doesn't keep a plan alive: a plan
//! disappears when its session forgets it. Plans of sessions that share a compiled program have one
//! identity; views show them as one plan. Each session counts its own runs, so that a run writes to
//! nothing that another session writes to.

use crate::secret;
use crate::statement_stats::StatementStats;
use sluice_base::clock::Clock;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, OnceLock, Weak};
use sluice_catalog::Module;
use sluice_functions::{SetOptions, sha1};
use sluice_types::date_text::DateOrder;
use std::any::Any;

/// The kind of a plan's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanKind {
    /// A batch without parameters.
    Adhoc,
    /// A batch with parameters.
    Prepared,
    /// A stored procedure.
    Procedure(ObjectId),
}

/// The settings of the session that registered a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanSettings {
    /// The SET options.
    pub options: SetOptions,
    /// The id of the language.
    pub language: i16,
    /// The order of the numbers in a date.
    pub date_order: DateOrder,
    /// The first day of the week, from 1 for Monday to 7.
    pub date_first: u8,
}

/// A compiled batch or procedure. Numbers and figures are written by its session and read by
/// others.
pub struct CachedPlan {
    /// Text of the plan, preceded by parameter declarations in parentheses.
    pub text: Arc<str>,
    /// Batch or procedure.
    pub kind: PlanKind,
    /// Schema and name of a module.
    pub name: Option<Box<str>>,
    /// Offset at which statement positions start in the text, after the declarations, in bytes.
    pub body: usize,
    identity: Arc<PlanIdentity>,
    number: AtomicU64,
    database: AtomicU64,
    settings: OnceLock<PlanSettings>,
    runs: AtomicU64,
    statements: Mutex<Vec<Arc<StatementStats>>>,
    /// Figures of whole runs of a module.
    whole: OnceLock<StatementStats>,
    /// Position of each step's statement, in bytes.
    places: Mutex<Vec<(usize, usize)>>,
}

/// The identity of the plans of one shared program.
#[derive(Default)]
struct PlanIdentity {
    number: AtomicU64,
    bytes: AtomicU64,
}

impl CachedPlan {
    /// Returns the plan of a batch; `declarations` may be empty. The text of a batch that may have
    /// a password is replaced by a fixed text.
    pub fn of_batch(text: &str, declarations: &str) -> Arc<CachedPlan> {
        if secret::may_have_password(text) {
            return CachedPlan::new(secret::SHOWN.into(), PlanKind::Adhoc, 0);
        }
        match declarations.is_empty() {
            true => CachedPlan::new(text.into(), PlanKind::Adhoc, 0),
            false => {
                let whole = format!("({declarations}){text}");
                CachedPlan::new(whole.into(), PlanKind::Prepared, declarations.len() + 2)
            }
        }
    }

    /// Returns the plan of a procedure or another module. It has no number before its first run.
    pub fn of_module(module: &Module) -> Arc<CachedPlan> {
        let name = format!("{}.{}", module.schema, module.name);
        CachedPlan::named((&*module.definition).into(), PlanKind::Procedure(module.id), 0, Some(name.into()))
    }

    fn new(text: Arc<str>, kind: PlanKind, body: usize) -> Arc<CachedPlan> {
        CachedPlan::named(text, kind, body, None)
    }

    fn named(text: Arc<str>, kind: PlanKind, body: usize, name: Option<Box<str>>) -> Arc<CachedPlan> {
        let (identity, number, database, settings, runs) = Default::default();
        let (statements, whole, places) = Default::default();
        Arc::new(CachedPlan {
            text,
            kind,
            name,
            body,
            identity,
            number,
            database,
            settings,
            runs,
            statements,
            whole,
            places,
        })
    }

    /// Returns another session's plan of the same program. It has no runs and statements yet.
    pub fn for_another_session(&self) -> Arc<CachedPlan> {
        let (number, database, settings, runs) = Default::default();
        let (statements, whole) = Default::default();
        let (text, identity, name) = (Arc::clone(&self.text), Arc::clone(&self.identity), self.name.clone());
        let places = Mutex::new(self.places.lock().clone());
        let (kind, body) = (self.kind, self.body);
        Arc::new(CachedPlan {
            text,
            kind,
            name,
            body,
            identity,
            number,
            database,
            settings,
            runs,
            statements,
            whole,
            places,
        })
    }

    /// Sets the heap bytes of the program.
    pub fn set_bytes(&self, bytes: u64) {
        self.identity.bytes.store(bytes, Ordering::Relaxed);
    }

    /// The heap bytes of a shared program; `None` if sessions don't share it.
    pub fn bytes(&self) -> Option<u64> {
        Some(self.identity.bytes.load(Ordering::Relaxed)).filter(|bytes| *bytes > 0)
    }

    /// Sets the positions of the steps' statements in the text, in bytes: start and end.
    pub fn set_places(&self, places: Vec<(usize, usize)>) {
        *self.places.lock() = places;
    }

    /// Returns the position of a step's statement, in bytes. `None` if there is no such step, or if
    /// the text is hidden because it may have a password ([`CachedPlan::of_batch`]).
    pub fn place(&self, step: usize) -> Option<(usize, usize)> {
        self.places.lock().get(step).copied().filter(|_| *self.text != *secret::SHOWN)
    }

    /// Converts a position in bytes to the offsets that views show: start, and last character, at 2
    /// bytes per UTF-16 unit.
    pub fn offsets(&self, (start, end): (usize, usize)) -> (i32, i32) {
        let offset = |place: usize| {
            let before = self.text.get(..place).unwrap_or(&self.text);
            i32::try_from(before.encode_utf16().count() * 2).unwrap_or(i32::MAX)
        };
        (offset(start), (offset(end) - 2).max(0))
    }

    /// Returns the keywords of a step's statement, in capitals. `None` for an unknown step, or if
    /// its text can't be parsed.
    pub fn command(&self, step: usize) -> Option<String> {
        let (start, end) = self.place(step)?;
        Some(sluice_syntax::parse(self.text.get(start..end)?).statements.first()?.kind.words())
    }

    /// Returns the plan's number, unique within the instance; 0 before the first run.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// The SQL handle: a digest of a batch's text, or the database and object id of a procedure.
    /// Its bytes begin with the kind and are padded with zeros to a fixed length. The first 20
    /// bytes, which `sys.sysprocesses` shows, identify it.
    pub fn sql_handle(&self) -> Vec<u8> {
        let mut handle = match self.kind {
            PlanKind::Procedure(object) => {
                let database = self.database().0.to_le_bytes();
                [[3, 0].as_slice(), &database, &object.0.to_le_bytes()].concat()
            }
            PlanKind::Adhoc | PlanKind::Prepared => {
                [[2, 0, 0, 0].as_slice(), &sha1(self.text.as_bytes())[..TEXT_DIGEST_BYTES]].concat()
            }
        };
        handle.resize(SQL_HANDLE_BYTES, 0);
        handle
    }

    /// Returns the plan handle: a mark, the database and the number.
    pub fn handle(&self) -> Vec<u8> {
        [[6, 0].as_slice(), &self.database().0.to_le_bytes(), &self.number().to_be_bytes()].concat()
    }

    /// Returns the database of the first run; 0 before it.
    pub fn database(&self) -> DatabaseId {
        DatabaseId(self.database.load(Ordering::Relaxed) as u16)
    }

    /// The settings of the session at the first run; `None` before it.
    pub fn settings(&self) -> Option<PlanSettings> {
        self.settings.get().copied()
    }

    /// Returns the number of runs begun.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Returns the statements in the order of their compilation. A statement that was compiled
    /// again is there twice.
    pub fn statements(&self) -> Vec<Arc<StatementStats>> {
        self.statements.lock().clone()
    }

    /// Figures of whole runs, which begin with the first completed run of a module.
    pub fn whole(&self, clock: &Arc<dyn Clock>) -> &StatementStats {
        self.whole.get_or_init(|| StatementStats::new((0, self.text.len()), 1, clock, Vec::new()))
    }

    /// Figures of whole runs; `None` for a batch, and before a run of a module has ended.
    pub fn completed(&self) -> Option<&StatementStats> {
        self.whole.get()
    }

    /// Adds a newly compiled statement.
    pub fn add(&self, statement: &Arc<StatementStats>) {
        self.statements.lock().push(Arc::clone(statement));
    }

    /// Removes a statement that was compiled again or dropped from the cache.
    pub fn remove(&self, statement: &Arc<StatementStats>) {
        self.statements.lock().retain(|known| !Arc::ptr_eq(known, statement));
    }
}

/// The registered plans of an instance. It doesn't keep them alive: a plan is gone with the last
/// session that keeps it.
#[derive(Default)]
pub struct CachedPlans {
    last_number: AtomicU64,
    plans: Mutex<(Vec<Weak<CachedPlan>>, usize)>,
    programs: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl CachedPlans {
    /// Counts a run of `plan` in `database`. Called only by the plan's session. Registers the plan
    /// at its first run, with the settings of the session.
    #[inline]
    pub fn enter(&self, plan: &Arc<CachedPlan>, database: DatabaseId, settings: impl FnOnce() -> PlanSettings) {
        plan.runs.store(plan.runs() + 1, Ordering::Relaxed);
        if plan.number() == 0 {
            plan.settings.get_or_init(settings);
            self.register(plan, database);
        }
    }

    #[cold]
    fn register(&self, plan: &Arc<CachedPlan>, database: DatabaseId) {
        let (plans, most) = &mut *self.plans.lock();
        let identity = &plan.identity.number;
        if identity.load(Ordering::Relaxed) == 0 {
            identity.store(self.last_number.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
        plan.database.store(database.0.into(), Ordering::Relaxed);
        plan.number.store(identity.load(Ordering::Relaxed), Ordering::Relaxed);
        plans.push(Arc::downgrade(plan));
        if plans.len() > *most {
            // Dead entries are removed only when they may be as many as the live ones.
            plans.retain(|plan| plan.strong_count() > 0);
            *most = 2 * plans.len() + LEFT_LYING;
        }
    }

    /// Returns the plans that some session keeps, in the order of their registration.
    pub fn all(&self) -> Vec<Arc<CachedPlan>> {
        self.plans.lock().0.iter().filter_map(Weak::upgrade).collect()
    }

    /// Returns the plans of all sessions, grouped by number, in the order of numbers. No group is
    /// empty.
    pub fn by_identity(&self) -> Vec<Vec<Arc<CachedPlan>>> {
        let mut all = self.all();
        all.sort_by_key(|plan| plan.number());
        all.chunk_by(|one, other| one.number() == other.number()).map(<[_]>::to_vec).collect()
    }

    /// The programs that sessions share, of the type that compiles them. Made at the first call. A
    /// call for another type than the first gets new programs of its own.
    pub fn programs<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let programs = self.programs.get_or_init(|| Arc::new(T::default()));
        Arc::clone(programs).downcast().unwrap_or_default()
    }
}

/// Bytes of an SQL handle, as in SQL Server.
const SQL_HANDLE_BYTES: usize = 44;
/// The bytes of a text's digest in a SQL handle.
const TEXT_DIGEST_BYTES: usize = 16;
/// Number of dead entries that the list may have beyond the number of live plans.
const LEFT_LYING: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    fn initial_settings() -> PlanSettings {
        PlanSettings { options: SetOptions::INITIAL, language: 0, date_order: DateOrder::Mdy, date_first: 7 }
    }

    #[test]
    fn plans_of_a_shared_program_have_one_number() {
        let plans = CachedPlans::default();
        let one = CachedPlan::of_batch("SELECT 1", "");
        let (other, alone) = (one.for_another_session(), CachedPlan::of_batch("SELECT 1", ""));
        for plan in [&one, &alone, &other, &one] {
            plans.enter(plan, DatabaseId(5), initial_settings);
        }
        let groups = plans.by_identity();
        let runs: Vec<Vec<u64>> = groups.iter().map(|group| group.iter().map(|plan| plan.runs()).collect()).collect();
        assert_eq!(runs, [vec![2, 1], vec![1]]);
        assert_eq!(one.handle(), other.handle());
        drop((groups, one));
        assert_eq!(plans.by_identity().len(), 2, "another session keeps the plan");
    }

    #[test]
    fn plan_is_listed_while_a_session_keeps_it() {
        let plans = CachedPlans::default();
        let kept = CachedPlan::of_batch("SELECT @p", "@p int");
        assert_eq!((&*kept.text, kept.body), ("(@p int)SELECT @p", 8));
        plans.enter(&kept, DatabaseId(5), initial_settings);
        for _ in 0..1000 {
            plans.enter(&CachedPlan::of_batch("SELECT 1", ""), DatabaseId(1), initial_settings);
        }
        plans.enter(&kept, DatabaseId(6), initial_settings);
        let seen: Vec<_> = plans.all().iter().map(|plan| (plan.number(), plan.runs(), plan.database().0)).collect();
        assert_eq!(seen, [(1, 2, 5)]);
        assert!(plans.plans.lock().0.len() <= 2 * (1 + LEFT_LYING), "what is gone is forgotten");
    }
}
