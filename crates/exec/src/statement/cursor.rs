//! DECLARE CURSOR, OPEN, FETCH, CLOSE, DEALLOCATE.

use super::Env;
use super::bound::Outcome;
use super::keyset::{fetched, has_key, open_rows};
use super::positioned::{Positioned, change};
use crate::code::Reg;
use crate::consequence::StatementClass;
use crate::cursor_sight::{CursorFacts, CursorModel, CursorOperation, CursorSight};
use crate::cursors::Cursor;
use crate::open_cursor::{CursorSpec, Open, Sensitivity};
use sluice_base::sync::Arc;
use sluice_plan::{Variables, walk};
use sluice_syntax::ast::{CursorName, Query, TableSourceKind};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value, convert};

/// A statement about a cursor.
pub enum CursorStatement {
    /// DECLARE CURSOR.
    Declare(CursorDeclaration),
    /// SET of a variable to a cursor of its own.
    Set(Box<str>, CursorDeclaration),
    /// SET of a variable to a cursor that is there.
    Assign(Box<str>, CursorName),
    /// OPEN.
    Open(CursorName),
    /// FETCH.
    Fetch(CursorFetch),
    /// CLOSE.
    Close(CursorName),
    /// DEALLOCATE.
    Deallocate(CursorName),
    /// UPDATE or DELETE of the row that it is at.
    Change(Box<Positioned>),
}

impl CursorStatement {
    /// The class of the statement: UPDATE and DELETE of a cursor's row are changes like others.
    pub fn class(&self) -> StatementClass {
        match self {
            CursorStatement::Change(_) => StatementClass::Change,
            _ => StatementClass::Cursor,
        }
    }
}

/// DECLARE CURSOR.
pub struct CursorDeclaration {
    /// Its name; none of a variable's.
    pub name: Option<Box<str>>,
    /// Whether it ends with what declares it.
    pub is_local: bool,
    /// Whether it can be fetched from in every way.
    pub scrolls: bool,
    /// Whether it is STATIC or INSENSITIVE.
    pub says_static: bool,
    /// Whether it is FAST_FORWARD.
    pub is_fast_forward: bool,
    /// How much it sees of what becomes of its rows.
    pub sensitivity: Sensitivity,
    /// Whether it says what it can't be: DYNAMIC.
    pub is_dynamic: bool,
    /// Whether it is told if it is of another kind than it says (TYPE_WARNING).
    pub warns: bool,
    /// The columns behind FOR UPDATE OF; none where it is read-only.
    pub updates: Option<Vec<Box<str>>>,
    /// Whether it says FOR UPDATE.
    pub must_update: bool,
    /// Its query.
    pub query: Arc<Query>,
    /// The variables that the query sees, and their registers.
    pub variables: (Arc<Variables>, Arc<[Reg]>),
}

/// FETCH.
pub struct CursorFetch {
    /// From which cursor.
    pub cursor: CursorName,
    /// Which row.
    pub which: Which,
    /// The registers of the variables behind INTO, with their types; none without it.
    pub into: Option<Vec<(Reg, DataType)>>,
}

/// Which row FETCH wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// NEXT.
    Next,
    /// PRIOR.
    Prior,
    /// FIRST.
    First,
    /// LAST.
    Last,
    /// ABSOLUTE, of the number in a register.
    Absolute(Reg),
    /// RELATIVE, of the number in a register.
    Relative(Reg),
}

/// Runs it. The flag of an error tells whether it was met while the query was bound.
pub fn cursor(env: &mut Env<'_, '_>, statement: &mut CursorStatement) -> Result<Outcome, (bool, SqlError)> {
    if let CursorStatement::Change(statement) = statement {
        return change(env, statement);
    }
    of_cursor(env, statement).map(|()| Outcome::Done)
}

fn of_cursor(env: &mut Env<'_, '_>, statement: &CursorStatement) -> Result<(), (bool, SqlError)> {
    let at_run = |error| (false, error);
    match statement {
        CursorStatement::Change(_) => Ok(()),
        CursorStatement::Declare(declaration) => {
            let name = declaration.name.as_deref().unwrap_or_default();
            let cursor = declared(env, name, declaration).map_err(at_run)?;
            env.state.cursors.declare(cursor, declaration.is_local).map_err(at_run)
        }
        CursorStatement::Set(variable, declaration) => {
            let cursor = declared(env, variable, declaration).map_err(at_run)?;
            env.state.cursors.set(variable, cursor).map_err(at_run)
        }
        CursorStatement::Assign(variable, name) => env.state.cursors.assign(variable, name).map_err(at_run),
        CursorStatement::Open(name) => open(env, name),
        CursorStatement::Fetch(wanted) => fetch(env, wanted).map_err(at_run),
        CursorStatement::Close(name) => {
            env.frame.globals.row_count = 0;
            let cursor = env.state.cursors.get(name).map_err(at_run)?;
            if cursor.open.is_none() {
                // 16917: it is not open.
                return Err(at_run(SqlError::new(16917, 16, 1, Vec::new())));
            }
            cursor.close();
            Ok(())
        }
        CursorStatement::Deallocate(name) => {
            env.frame.globals.row_count = 0;
            env.state.cursors.deallocate(name).map_err(at_run)
        }
    }
}

/// 16956 for one that is not of the kind that it says, where that is to be told.
fn declared(env: &mut Env<'_, '_>, name: &str, declaration: &CursorDeclaration) -> Result<Cursor, SqlError> {
    let mut reads = false;
    walk::sources(&declaration.query, &mut |source| {
        reads |= matches!(source.kind, TableSourceKind::Table { .. } | TableSourceKind::Variable { .. });
    });
    if reads {
        env.begin_implicitly();
    }
    let (variables, registers) = &declaration.variables;
    let values = registers.iter().map(|register| (*register, env.frame.get(*register).clone())).collect();
    let spec = CursorSpec {
        scrolls: declaration.scrolls,
        sensitivity: declaration.sensitivity,
        says_static: declaration.says_static,
        is_fast_forward: declaration.is_fast_forward,
        updates: declaration.updates.clone(),
        must_update: declaration.must_update,
        by_values: false,
        query: Arc::clone(&declaration.query),
        variables: Arc::clone(variables),
        values,
        database: Arc::clone(&env.state.database),
    };
    if declaration.warns {
        let is_other = declaration.is_dynamic || spec.sensitivity == Sensitivity::Keyset && !has_key(env, &spec)?;
        if is_other {
            env.inform(16956, Vec::new());
        }
    }
    Ok(new_cursor(env, name, declaration.name.clone(), spec))
}

/// A cursor that others see as `shown`.
pub fn new_cursor(env: &Env<'_, '_>, shown: &str, name: Option<Box<str>>, spec: CursorSpec) -> Cursor {
    let now_ns = env.context.host.clock().utc_coarse_ns();
    let closes_on_commit = env.state.options.cursor_close_on_commit;
    let facts = CursorFacts {
        id: 0,
        name: shown.into(),
        is_local: true,
        level: 0,
        closes_on_commit,
        created_ns: now_ns,
        used_ns: None,
        model: match spec.sensitivity {
            Sensitivity::Static if spec.is_fast_forward => CursorModel::FastForward,
            Sensitivity::Static => CursorModel::Static,
            Sensitivity::Keyset => CursorModel::Keyset,
            Sensitivity::Passing => CursorModel::Dynamic,
        },
        is_read_only: spec.updates.is_none(),
        scrolls: spec.scrolls,
        is_open: false,
        rows: 0,
        fetch_status: NOT_FETCHED,
        columns: None,
        row_count: 0,
        last_operation: CursorOperation::None,
        at: Some(0),
    };
    Cursor { number: 0, name, spec: Arc::new(spec), open: None, sight: Arc::new(CursorSight::new(facts)) }
}

/// 16905 where it is open already.
fn open(env: &mut Env<'_, '_>, name: &CursorName) -> Result<(), (bool, SqlError)> {
    let cursor = env.state.cursors.get(name).map_err(|error| (false, error))?;
    if cursor.open.is_some() {
        return Err((false, SqlError::new(16905, 16, 1, Vec::new())));
    }
    let spec = Arc::clone(&cursor.spec);
    // A query that is no assignment has a result set.
    let Some(open) = open_rows(env, &spec)? else { return Ok(()) };
    let is_counted = spec.says_static || spec.sensitivity == Sensitivity::Keyset;
    env.frame.globals.cursor_rows = match open.count() {
        0 => 0,
        count if is_counted => i32::try_from(count).unwrap_or(i32::MAX),
        // What is not said to be fixed might get more.
        _ => -1,
    };
    env.frame.globals.row_count = 0;
    let (rows, now_ns) = (env.frame.globals.cursor_rows, env.context.host.clock().utc_coarse_ns());
    let cursor = env.state.cursors.get(name).map_err(|error| (false, error))?;
    cursor.sight.change(|facts| {
        if open.reader.is_none() && facts.model != CursorModel::FastForward {
            facts.model = CursorModel::Static;
        }
        facts.is_read_only = open.key.as_ref().is_none_or(|key| key.updated.is_none());
        (facts.is_open, facts.rows, facts.columns) = (true, rows, i16::try_from(open.width).ok());
        (facts.row_count, facts.last_operation) = (0, CursorOperation::Open);
        (facts.at, facts.used_ns) = (Some(0), Some(now_ns));
    });
    cursor.open = Some(open);
    Ok(())
}

fn fetch(env: &mut Env<'_, '_>, wanted: &CursorFetch) -> Result<(), SqlError> {
    let number = |register: Reg| env.frame.get(register).as_i64();
    let (by, is_next) = match wanted.which {
        Which::Next => (None, true),
        Which::Absolute(register) | Which::Relative(register) => (number(register), false),
        Which::Prior | Which::First | Which::Last => (None, false),
    };
    let cursor = env.state.cursors.get(&wanted.cursor)?;
    if !is_next && !cursor.spec.scrolls {
        // 16911: only NEXT goes with a cursor that goes forward alone.
        return Err(SqlError::new(16911, 16, 1, vec!["fetch".to_owned(), wanted.which.word().to_owned()]));
    }
    let Some(open) = &cursor.open else { return Err(SqlError::new(16917, 16, 1, Vec::new())) };
    if wanted.into.as_ref().is_some_and(|into| into.len() != open.width) {
        // 16924: as many variables as columns.
        return Err(SqlError::new(16924, 16, 1, Vec::new()));
    }
    // While its rows are read, nothing else runs that could ask for the cursor.
    let number = cursor.number;
    let Some(mut open) = cursor.open.take() else { return Ok(()) };
    let now_ns = env.context.host.clock().utc_coarse_ns();
    let result = fetch_of(env, wanted, by, &mut open);
    let globals = env.frame.globals;
    if let Some(cursor) = env.state.cursors.numbered(number) {
        cursor.sight.change(|facts| {
            (facts.fetch_status, facts.row_count) = (globals.fetch_status as i16, globals.row_count);
            facts.at = (open.at <= open.count()).then_some(open.at);
            (facts.last_operation, facts.used_ns) = (CursorOperation::Fetch, Some(now_ns));
        });
        cursor.open = Some(open);
    }
    result
}

fn fetch_of(env: &mut Env<'_, '_>, wanted: &CursorFetch, by: Option<i64>, open: &mut Open) -> Result<(), SqlError> {
    let count = open.count();
    let (mut place, mut row);
    loop {
        open.at = moved(wanted.which, by, (open.at, count));
        place = (1..=count).contains(&open.at).then(|| open.at - 1);
        open.buffer.clear();
        open.position = 0;
        row = match place {
            Some(place) => fetched(env, open, place)?,
            None => None,
        };
        // A cursor that goes forward alone does not find what is gone.
        if row.is_some() || place.is_none() || !open.passes || wanted.which != Which::Next {
            break;
        }
    }
    env.frame.globals.fetch_status = match (place, &row) {
        (Some(_), Some(_)) => 0,
        (Some(_), None) => GONE,
        (None, _) => -1,
    };
    match (&wanted.into, row) {
        (None, row) => {
            env.sink.columns(open.columns());
            if let Some(row) = &row {
                env.sink.row(&row[..open.width]);
            }
            env.done(u64::from(row.is_some()));
        }
        (Some(_), None) => env.frame.globals.row_count = 0,
        (Some(into), Some(row)) => {
            for ((value, column), (register, data_type)) in row.iter().zip(open.columns()).zip(into) {
                let value = converted(value, column.data_type, *data_type)?;
                env.frame.set(*register, value);
            }
            env.frame.globals.row_count = 1;
        }
    }
    Ok(())
}

/// The row that FETCH goes to, of `count`, from the one it is at.
fn moved(which: Which, by: Option<i64>, (at, count): (usize, usize)) -> usize {
    let (at, behind) = (at as i64, count as i64 + 1);
    let to = match (which, by) {
        (Which::Next, _) => at + 1,
        (Which::Prior, _) => at - 1,
        (Which::First, _) => 1,
        // Of no rows it is the place before the first.
        (Which::Last, _) => count as i64,
        (Which::Absolute(_), Some(number)) if number < 0 => behind.saturating_add(number),
        (Which::Absolute(_), Some(number)) => number,
        (Which::Relative(_), Some(number)) => at.saturating_add(number),
        (Which::Absolute(_) | Which::Relative(_), None) => 0,
    };
    to.clamp(0, behind) as usize
}

fn converted(value: &Value, from: DataType, to: DataType) -> Result<Value, SqlError> {
    if value.is_null() || from == to {
        return Ok(value.clone());
    }
    // 16922: there is no implicit conversion.
    let refused = |_| SqlError::new(16922, 16, 1, vec![from.name().to_owned(), to.name().to_owned()]);
    check_implicit(&from, &to).map_err(refused)?;
    convert(value, &from, &to)
}

impl Which {
    fn word(self) -> &'static str {
        match self {
            Which::Next => "next",
            Which::Prior => "prior",
            Which::First => "first",
            Which::Last => "last",
            Which::Absolute(_) => "absolute",
            Which::Relative(_) => "relative",
        }
    }
}

/// What is told of a cursor that nothing was fetched from yet.
const NOT_FETCHED: i16 = -9;
/// What `@@FETCH_STATUS` is for a row that is not there any more.
const GONE: i32 = -2;
