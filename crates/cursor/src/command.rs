//! DECLARE CURSOR, OPEN, FETCH, CLOSE, DEALLOCATE.

use crate::direction::{Which, moved};
use crate::dynamic::{FetchedRow, fetch_dynamic, is_dynamic, open_dynamic};
use crate::keyset::{fetched, open_rows};
use crate::tables::has_key;
use sluice_base::sync::Arc;
use sluice_command::statement::{Command, CommandError, Constants, Description, Env, EventSource};
use sluice_plan::Variables;
use sluice_query::code::{Reg, VariableRegisters};
use sluice_session::consequence::StatementClass;
use sluice_session::cursor_sight::{CursorFacts, CursorModel, CursorOperation, CursorSight};
use sluice_session::cursors::Cursor;
use sluice_session::open_cursor::{CursorSpec, Open, Sensitivity};
use sluice_session::rights::Rights;
use sluice_syntax::ast::{ColumnName, CursorName, Query, TableSourceKind};
use sluice_syntax::walk;
use sluice_table::database_options::SessionDefaults;
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value, convert};

/// A statement on a cursor.
pub(crate) enum CursorStatement {
    /// DECLARE CURSOR.
    Declare(CursorDeclaration),
    /// SET of a cursor variable to a new cursor.
    Set(Box<str>, CursorDeclaration),
    /// SET of a cursor variable to an existing cursor.
    Assign(Box<str>, CursorName),
    /// OPEN.
    Open(CursorName),
    /// FETCH.
    Fetch(CursorFetch),
    /// CLOSE.
    Close(CursorName),
    /// DEALLOCATE.
    Deallocate(CursorName),
}

impl Command for CursorStatement {
    fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        rights.checked_by("bound::check_permissions")
    }

    fn class(&self) -> StatementClass {
        StatementClass::Cursor
    }

    fn events(&self) -> EventSource<'_> {
        EventSource::None
    }

    fn run(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        self.run_statement(env)?;
        if matches!(self, CursorStatement::Fetch(_)) {
            return Ok(());
        }
        // The statement may have closed or dropped the cursor that was opened last.
        env.frame.globals.cursor_rows = env.state.cursors.rows_opened_last(env.frame.globals.cursor_rows);
        Ok(())
    }

    fn has_end(&self) -> bool {
        // A FETCH without INTO ends with its row.
        !matches!(self, CursorStatement::Fetch(CursorFetch { into: None, .. }))
    }

    fn description(&self, _constants: Constants<'_>) -> Description {
        Description::Unknown
    }
}

impl CursorStatement {
    fn run_statement(&self, env: &mut Env<'_, '_>) -> Result<(), CommandError> {
        match self {
            CursorStatement::Declare(declaration) => {
                let name = declaration.name.as_deref().unwrap_or_default();
                let cursor = declared(env, name, declaration)?;
                let is_local_by_default =
                    || env.state.database.session_defaults().is_on(SessionDefaults::CURSOR_DEFAULT);
                let is_local = declaration.is_local.unwrap_or_else(is_local_by_default);
                env.state.cursors.declare(cursor, is_local)?;
            }
            CursorStatement::Set(variable, declaration) => {
                let cursor = declared(env, variable, declaration)?;
                env.state.cursors.set(variable, cursor)?;
            }
            CursorStatement::Assign(variable, name) => env.state.cursors.assign(variable, name)?,
            CursorStatement::Open(name) => {
                return open_cursor(env, name).map_err(|(is_binding, error)| match is_binding {
                    true => CommandError::Compile(error),
                    false => CommandError::Run(error),
                });
            }
            CursorStatement::Fetch(wanted) => fetch(env, wanted)?,
            CursorStatement::Close(name) => {
                env.frame.globals.row_count = 0;
                let cursor = env.state.cursors.get(name)?;
                if cursor.open.is_none() {
                    // 16917: the cursor isn't open.
                    return Err(SqlError::cursor_not_open().into());
                }
                cursor.close();
            }
            CursorStatement::Deallocate(name) => {
                env.frame.globals.row_count = 0;
                env.state.cursors.deallocate(name)?;
            }
        }
        Ok(())
    }
}

/// DECLARE CURSOR.
pub(crate) struct CursorDeclaration {
    /// The cursor's name; `None` for a variable's cursor.
    pub(crate) name: Option<Box<str>>,
    /// Whether the cursor ends with the batch or procedure that declares it. `None` if the
    /// declaration says neither LOCAL nor GLOBAL: the database's CURSOR_DEFAULT holds.
    pub(crate) is_local: Option<bool>,
    /// Whether FETCH may move in all directions.
    pub(crate) scrolls: bool,
    /// Whether STATIC or INSENSITIVE is given.
    pub(crate) says_static: bool,
    /// Whether FAST_FORWARD is given.
    pub(crate) is_fast_forward: bool,
    /// How far the cursor sees changes of its rows.
    pub(crate) sensitivity: Sensitivity,
    /// Whether DYNAMIC is given. If the query can't be dynamic, the cursor is KEYSET, but needs no
    /// key.
    pub(crate) is_dynamic: bool,
    /// Whether SCROLL_LOCKS is given.
    pub(crate) locks: bool,
    /// TYPE_WARNING: a warning is sent if the cursor isn't of the declared kind.
    pub(crate) warns: bool,
    /// The columns after FOR UPDATE OF, empty for all columns; `None` if the cursor is read-only.
    pub(crate) updates: Option<Vec<ColumnName>>,
    /// Whether FOR UPDATE is given.
    pub(crate) must_update: bool,
    /// The cursor's query.
    pub(crate) query: Arc<Query>,
    /// The variables that the query sees, and their registers.
    pub(crate) variables: (Arc<Variables>, VariableRegisters),
}

/// FETCH.
pub(crate) struct CursorFetch {
    /// The cursor.
    pub(crate) cursor: CursorName,
    /// The row.
    pub(crate) which: Which,
    /// Registers and types of the variables after INTO; `None` without INTO.
    pub(crate) into: Option<Vec<(Reg, DataType)>>,
}

/// Makes a declared cursor. Warns with 16956 if TYPE_WARNING is given and the cursor isn't of the
/// declared kind.
fn declared(env: &mut Env<'_, '_>, name: &str, declaration: &CursorDeclaration) -> Result<Cursor, SqlError> {
    let mut reads = false;
    walk::sources(&declaration.query, &mut |source| {
        reads |= matches!(source.kind, TableSourceKind::Table { .. } | TableSourceKind::Variable { .. });
    });
    if reads {
        env.begin_implicitly();
    }
    let (variables, registers) = &declaration.variables;
    let values = registers.iter().map(|register| (register, env.frame.get(register).clone())).collect();
    let spec = CursorSpec {
        scrolls: declaration.scrolls,
        sensitivity: declaration.sensitivity,
        says_static: declaration.says_static,
        is_fast_forward: declaration.is_fast_forward,
        is_dynamic: declaration.is_dynamic,
        locks: declaration.locks,
        updates: declaration.updates.clone(),
        must_update: declaration.must_update,
        by_values: false,
        query: Arc::clone(&declaration.query),
        variables: Arc::clone(variables),
        values,
        database: Arc::clone(&env.state.database),
    };
    if declaration.warns {
        let is_other = match spec.sensitivity {
            _ if spec.is_dynamic => !is_dynamic(env, &spec)?,
            Sensitivity::Keyset => !has_key(env, &spec)?,
            Sensitivity::Static | Sensitivity::Passing => false,
        };
        if is_other {
            env.inform(SqlError::cursor_not_of_requested_type());
        }
    }
    Ok(new_cursor(env, name, declaration.name.clone(), spec))
}

/// Makes a closed cursor that system views show as `shown`. It's local and has no rows, and its
/// model is that of the declaration.
pub fn new_cursor(env: &Env<'_, '_>, shown: &str, name: Option<Box<str>>, spec: CursorSpec) -> Cursor {
    let now_ns = env.context.host.clock().utc_coarse_ns();
    let closes_on_commit = env.state.options.cursor_close_on_commit;
    let facts = CursorFacts {
        id: 0,
        name: shown.into(),
        is_api: false,
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
        locks: spec.locks,
        scrolls: spec.scrolls,
        is_open: false,
        rows: 0,
        fetch_status: CursorFacts::NOT_FETCHED,
        columns: None,
        row_count: 0,
        last_operation: CursorOperation::None,
        at: Some(0),
        buffer_rows: 1,
    };
    Cursor { number: 0, name, spec: Arc::new(spec), open: None, sight: Arc::new(CursorSight::new(facts)) }
}

/// Opens a cursor: runs its query and keeps rows or keys. Fails with 16916 if there is no such
/// cursor, with 16905 if it is already open, and with the query's errors. The flag of an error says
/// whether the error arose while the query was bound. Sets `@@CURSOR_ROWS`: the number of rows, or
/// -1 for a cursor with rows that isn't static or keyset. A query that only assigns variables
/// leaves it closed.
pub fn open_cursor(env: &mut Env<'_, '_>, name: &CursorName) -> Result<(), (bool, SqlError)> {
    let cursor = env.state.cursors.get(name).map_err(|error| (false, error))?;
    if cursor.open.is_some() {
        return Err((false, SqlError::cursor_already_open()));
    }
    let spec = Arc::clone(&cursor.spec);
    let dynamic = open_dynamic(env, &spec)?;
    // A query without a result set only assigns variables.
    let Some(open) = dynamic.map_or_else(|| open_rows(env, &spec), |open| Ok(Some(open)))? else { return Ok(()) };
    let is_dynamic = open.navigator.is_some();
    let is_counted = spec.says_static || spec.sensitivity == Sensitivity::Keyset && !is_dynamic;
    env.frame.globals.cursor_rows = match open.count() {
        0 => 0,
        count if is_counted => i32::try_from(count).unwrap_or(i32::MAX),
        // -1: a cursor that isn't declared static or keyset may get more rows.
        _ => -1,
    };
    env.frame.globals.row_count = 0;
    let (rows, now_ns) = (env.frame.globals.cursor_rows, env.context.host.clock().utc_coarse_ns());
    let cursor = env.state.cursors.get(name).map_err(|error| (false, error))?;
    cursor.sight.change(|facts| {
        if open.reader.is_none() && facts.model != CursorModel::FastForward {
            facts.model = CursorModel::Static;
        }
        if is_dynamic {
            facts.model = CursorModel::Dynamic;
        }
        facts.is_read_only = open.key.as_ref().is_none_or(|key| !key.is_updatable());
        (facts.is_open, facts.rows, facts.columns) = (true, rows, i16::try_from(open.width).ok());
        (facts.row_count, facts.last_operation) = (0, CursorOperation::Open);
        (facts.at, facts.used_ns) = (Some(0), Some(now_ns));
    });
    cursor.open = Some(open);
    let number = cursor.number;
    env.state.cursors.note_opened(number);
    Ok(())
}

fn fetch(env: &mut Env<'_, '_>, wanted: &CursorFetch) -> Result<(), SqlError> {
    let number = |register: Reg| env.frame.get(register).as_i64();
    let (by, is_next) = match wanted.which {
        Which::Next => (None, true),
        Which::Absolute(register) | Which::Relative(register) => (number(register), false),
        Which::Prior | Which::First | Which::Last => (None, false),
    };
    env.begin_implicitly();
    let cursor = env.state.cursors.get(&wanted.cursor)?;
    if cursor.spec.is_dynamic && matches!(wanted.which, Which::Absolute(_)) {
        // 16925: the rows of a dynamic cursor have no numbers.
        return Err(SqlError::fetch_type_dynamic("Absolute"));
    }
    if !is_next && !cursor.spec.scrolls {
        // 16911: a forward-only cursor supports only FETCH NEXT.
        return Err(SqlError::fetch_type_forward_only("fetch", wanted.which.word()));
    }
    let Some(open) = &cursor.open else { return Err(SqlError::cursor_not_open()) };
    if wanted.into.as_ref().is_some_and(|into| into.len() != open.width) {
        // 16924: the number of variables differs from the number of columns.
        return Err(SqlError::cursor_fetch_variable_count());
    }
    // The open state is taken out while rows are read: no other statement can use the cursor
    // meanwhile.
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
    let (place, row) = match open.navigator {
        Some(_) => fetch_dynamic(env, open, (wanted.which, by))?,
        None => fetch_kept(env, open, (wanted.which, by))?,
    };
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

/// Moves a cursor with a fixed set of rows, and reads the row there.
fn fetch_kept(
    env: &mut Env<'_, '_>,
    open: &mut Open,
    (which, by): (Which, Option<i64>),
) -> Result<FetchedRow, SqlError> {
    let count = open.count();
    loop {
        open.at = moved(which, by, (open.at, count));
        let place = (1..=count).contains(&open.at).then(|| open.at - 1);
        open.buffer.clear();
        open.position = 0;
        let row = match place {
            Some(place) => fetched(env, open, place)?,
            None => None,
        };
        // A forward-only cursor skips deleted rows.
        if row.is_some() || place.is_none() || !open.passes || which != Which::Next {
            return Ok((place, row));
        }
    }
}

fn converted(value: &Value, from: DataType, to: DataType) -> Result<Value, SqlError> {
    if value.is_null() || from == to {
        return Ok(value.clone());
    }
    // 16922: the types have no implicit conversion.
    let refused = |_| SqlError::cursor_fetch_conversion(from.name(), to.name());
    check_implicit(&from, &to).map_err(refused)?;
    convert(value, &from, &to)
}

/// `@@FETCH_STATUS` for a row that has been deleted.
const GONE: i32 = -2;
