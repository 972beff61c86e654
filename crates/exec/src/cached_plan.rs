//! The compiled batches and modules of all sessions, as far as others may see them: `sys.dm_exec_query_stats` and its kin.
//!
//! A session registers a plan when it runs first. Nothing here keeps a plan: when its session forgets it, it is gone.

use crate::secret;
use crate::statement_stats::StatementStats;
use sluice_base::ids::{DatabaseId, ObjectId};
use sluice_base::sync::atomic::{AtomicU64, Ordering};
use sluice_base::sync::{Arc, Mutex, Weak};
use sluice_functions::sha1;

/// What a plan is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanKind {
    /// A batch.
    Adhoc,
    /// A batch with parameters.
    Prepared,
    /// A stored procedure.
    Procedure(ObjectId),
}

/// A compiled batch or module.
pub struct CachedPlan {
    /// Its text; declarations of parameters come first, in parentheses.
    pub text: Arc<str>,
    /// What it is of.
    pub kind: PlanKind,
    /// Where its statements' places begin in the text: behind the declarations.
    pub body: usize,
    number: AtomicU64,
    database: AtomicU64,
    runs: AtomicU64,
    statements: Mutex<Vec<Arc<StatementStats>>>,
    /// Where each step's statement is in the text.
    places: Mutex<Vec<(usize, usize)>>,
}

impl CachedPlan {
    /// Of a batch, with declarations of parameters or none.
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

    /// Of a procedure.
    pub fn of_procedure(text: &str, object: ObjectId) -> Arc<CachedPlan> {
        CachedPlan::new(text.into(), PlanKind::Procedure(object), 0)
    }

    fn new(text: Arc<str>, kind: PlanKind, body: usize) -> Arc<CachedPlan> {
        let (number, database, runs) = Default::default();
        let (statements, places) = Default::default();
        Arc::new(CachedPlan { text, kind, body, number, database, runs, statements, places })
    }

    /// Where the statements of its steps begin and end in the text, in bytes.
    pub(crate) fn set_places(&self, places: Vec<(usize, usize)>) {
        *self.places.lock() = places;
    }

    /// Where the statement of a step begins and ends in the text; none where the text is not shown.
    pub fn place(&self, step: usize) -> Option<(usize, usize)> {
        self.places.lock().get(step).copied().filter(|_| *self.text != *secret::SHOWN)
    }

    /// Where a statement begins and where its last character does, in what users see of the text: two bytes for each unit of UTF-16.
    pub fn offsets(&self, (start, end): (usize, usize)) -> (i32, i32) {
        let offset = |place: usize| {
            let before = self.text.get(..place).unwrap_or(&self.text);
            i32::try_from(before.encode_utf16().count() * 2).unwrap_or(i32::MAX)
        };
        (offset(start), (offset(end) - 2).max(0))
    }

    /// What the statement of a step is called, in capitals.
    pub fn command(&self, step: usize) -> Option<String> {
        let (start, end) = self.place(step)?;
        Some(sluice_syntax::parse(self.text.get(start..end)?).statements.first()?.kind.words())
    }

    /// Its number in the instance; none is used twice.
    pub fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// What stands for its text: of a batch a digest, of a procedure its database and id.
    pub fn sql_handle(&self) -> Vec<u8> {
        let mut handle = match self.kind {
            PlanKind::Procedure(object) => {
                let database = self.database().0.to_le_bytes();
                [[3, 0].as_slice(), &database, &object.0.to_le_bytes()].concat()
            }
            PlanKind::Adhoc | PlanKind::Prepared => [[2, 0, 0, 0].as_slice(), &sha1(self.text.as_bytes())].concat(),
        };
        handle.resize(SQL_HANDLE_BYTES, 0);
        handle
    }

    /// What stands for the plan.
    pub fn handle(&self) -> Vec<u8> {
        [[6, 0].as_slice(), &self.database().0.to_le_bytes(), &self.number().to_be_bytes()].concat()
    }

    /// The database that it ran in first.
    pub fn database(&self) -> DatabaseId {
        DatabaseId(self.database.load(Ordering::Relaxed) as u16)
    }

    /// How often it has run.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Its statements, in the order in which they were compiled.
    pub fn statements(&self) -> Vec<Arc<StatementStats>> {
        self.statements.lock().clone()
    }

    /// One of its statements has been compiled.
    pub fn add(&self, statement: &Arc<StatementStats>) {
        self.statements.lock().push(Arc::clone(statement));
    }

    /// It is compiled no more.
    pub fn remove(&self, statement: &Arc<StatementStats>) {
        self.statements.lock().retain(|known| !Arc::ptr_eq(known, statement));
    }
}

/// The plans of an instance.
#[derive(Default)]
pub struct CachedPlans {
    last_number: AtomicU64,
    plans: Mutex<(Vec<Weak<CachedPlan>>, usize)>,
}

impl CachedPlans {
    /// A plan is about to run in `database`. Only its own session says that.
    #[inline]
    pub fn enter(&self, plan: &Arc<CachedPlan>, database: DatabaseId) {
        plan.runs.store(plan.runs() + 1, Ordering::Relaxed);
        if plan.number() == 0 {
            self.register(plan, database);
        }
    }

    #[cold]
    fn register(&self, plan: &Arc<CachedPlan>, database: DatabaseId) {
        plan.database.store(database.0.into(), Ordering::Relaxed);
        plan.number.store(self.last_number.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        let (plans, most) = &mut *self.plans.lock();
        plans.push(Arc::downgrade(plan));
        if plans.len() > *most {
            // As many again may be gone before they are looked for.
            plans.retain(|plan| plan.strong_count() > 0);
            *most = 2 * plans.len() + LEFT_LYING;
        }
    }

    /// Those that some session keeps, in the order of their numbers.
    pub fn all(&self) -> Vec<Arc<CachedPlan>> {
        self.plans.lock().0.iter().filter_map(Weak::upgrade).collect()
    }
}

/// How long what stands for a text is, as in SQL Server.
const SQL_HANDLE_BYTES: usize = 44;
/// How many plans that are gone may be in the list beside as many as there are.
const LEFT_LYING: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_seen_as_long_as_somebody_keeps_it() {
        let plans = CachedPlans::default();
        let kept = CachedPlan::of_batch("SELECT @p", "@p int");
        assert_eq!((&*kept.text, kept.body), ("(@p int)SELECT @p", 8));
        plans.enter(&kept, DatabaseId(5));
        for _ in 0..1000 {
            plans.enter(&CachedPlan::of_batch("SELECT 1", ""), DatabaseId(1));
        }
        plans.enter(&kept, DatabaseId(6));
        let seen: Vec<_> = plans.all().iter().map(|plan| (plan.number(), plan.runs(), plan.database().0)).collect();
        assert_eq!(seen, [(1, 2, 5)]);
        assert!(plans.plans.lock().0.len() <= 2 * (1 + LEFT_LYING), "what is gone is forgotten");
    }
}
