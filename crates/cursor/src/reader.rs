//! The query that reads one row of a cursor anew, by the keys of its tables' rows.

use crate::key::{always, condition, key_condition, key_variables, optional_key_condition};
use sluice_base::sync::Arc;
use sluice_command::statement::{BoundSlot, BoundSource, Env};
use sluice_plan::Variables;
use sluice_query::code::{Frame, Globals, Reg, VariableRegisters};
use sluice_session::open_cursor::{CursorKey, CursorSpec, Sensitivity};
use sluice_session::sink::{ColumnInfo, Message, Sink};
use sluice_syntax::Span;
use sluice_syntax::ast::{
    self, Condition, ConditionKind, Expr, ExprKind, JoinKind, Literal, Query, QueryBody, SelectItem, SelectItemKind,
    TableSource, TableSourceKind,
};
use sluice_table::database::Database;
use sluice_types::{SqlError, Value};

/// Reads a row by its key.
pub(crate) struct Reader {
    slot: BoundSlot,
    // Registers of the query's variables, followed by the key's.
    frame: Frame,
    key: Vec<Reg>,
    database: Arc<Database>,
}

/// A sink that collects rows and passes messages on.
struct RowsOnly<'s> {
    rows: Vec<Vec<Value>>,
    sink: &'s mut dyn Sink,
}

impl Reader {
    /// Builds and binds the query that finds one row by its key. Fails as [`Reader::bound`] does.
    pub(crate) fn by_key(
        env: &mut Env<'_, '_>,
        spec: &CursorSpec,
        query: Query,
        key: &CursorKey,
    ) -> Result<Reader, SqlError> {
        Reader::bound(env, spec, query_by_key(spec, query, key), key)
    }

    /// Binds a query that finds at most one row, and uses the key variables. Fails with the errors
    /// of binding.
    pub(crate) fn bound(
        env: &mut Env<'_, '_>,
        spec: &CursorSpec,
        query: Query,
        key: &CursorKey,
    ) -> Result<Reader, SqlError> {
        let mut variables = Variables::clone(&spec.variables);
        let mut registers: VariableRegisters = spec.values.iter().map(|(register, _)| *register).collect();
        let mut frame = frame_of(env, spec);
        let mut places = Vec::with_capacity(key.width());
        for table in 0..key.tables.len() {
            places.extend(key_variables(&mut variables, &mut frame, (key, table))?);
        }
        places.iter().for_each(|place| registers.push(*place));
        let mut slot = BoundSlot::new(BoundSource::Select(Arc::new(query)), Arc::new(variables), registers);
        let mut inner = Env { state: env.state, frame: &mut frame, context: env.context, sink: env.sink };
        slot.bind(&spec.database, &mut inner)?;
        Ok(Reader { slot, frame, key: places, database: Arc::clone(&spec.database) })
    }

    /// Returns the row with a key; `None` if there is none. Fails with 16943 if the query's names
    /// no longer resolve.
    pub(crate) fn read(&mut self, env: &mut Env<'_, '_>, key: Vec<Value>) -> Result<Option<Vec<Value>>, SqlError> {
        let outer = Arc::clone(&env.state.database);
        env.change_database(&self.database)?;
        self.frame.globals = Globals { row_limit: 0, ..env.frame.globals };
        for (register, value) in self.key.iter().zip(key) {
            self.frame.set(*register, value);
        }
        let mut sink = RowsOnly { rows: Vec::new(), sink: env.sink };
        let mut inner = Env { state: env.state, frame: &mut self.frame, context: env.context, sink: &mut sink };
        let ran = self.slot.run(&mut inner);
        let row = sink.rows.pop();
        env.frame.globals.tran_count = self.frame.globals.tran_count;
        env.change_database(&outer)?;
        match ran {
            Ok(_) => Ok(row),
            // 16943: the table's schema has changed since the cursor was declared.
            Err((true, _)) => Err(SqlError::cursor_table_changed()),
            Err((false, error)) => Err(error),
        }
    }
}

/// Returns the query for the row with the key in the key variables. The select list stays, ORDER BY
/// and TOP go. A KEYSET cursor's row consists of the rows that have the keys, whether or not they
/// still match the query. For a forward-only cursor they must.
fn query_by_key(spec: &CursorSpec, mut query: Query, key: &CursorKey) -> Query {
    let is_first = query.offset.is_none();
    if key.tables.len() > 1 {
        // The keys determine the joins. A hint could ask for a join that needs other conditions.
        query.hints.clear();
    }
    query.offset = None;
    query.order_by.clear();
    let QueryBody::Select(select) = &mut query.body else { return query };
    let keeps_conditions = spec.sensitivity == Sensitivity::Passing && is_first && select.top.is_none();
    select.top = None;
    if spec.locks {
        add_update_locks(&mut select.from);
    }
    if key.tables.len() > 1 {
        qualify_stars(&mut select.items, key);
    }
    let own = select.condition.take().filter(|_| keeps_conditions);
    let mut parts: Vec<Condition> = own.into_iter().collect();
    let mut joins = JoinsByKey { key, keeps_conditions, table: 0 };
    for source in &mut select.from {
        parts.extend(joins.join(source));
    }
    let optional = (0..key.tables.len()).filter(|number| key.tables[*number].is_optional);
    parts.extend(optional.map(|number| optional_key_condition((key, number))));
    select.condition = Some(condition(ConditionKind::And(parts)));
    query
}

/// Replaces each `*` by the columns of the cursor's tables.
fn qualify_stars(items: &mut Vec<SelectItem>, key: &CursorKey) {
    let of_tables = |item: SelectItem| match item.kind {
        SelectItemKind::Star(None) => {
            let stars = key.tables.iter().map(|table| SelectItemKind::Star(Some(table.qualifier.clone())));
            stars.map(|kind| SelectItem { kind, span: item.span }).collect()
        }
        _ => vec![item],
    };
    *items = std::mem::take(items).into_iter().flat_map(of_tables).collect();
}

/// Rewrites the joins of a query, so that they join the rows with the keys in the key variables.
struct JoinsByKey<'k> {
    key: &'k CursorKey,
    // Whether the rows must also meet the conditions of the joins.
    keeps_conditions: bool,
    // The index of the next table, counted from left to right.
    table: usize,
}

impl JoinsByKey<'_> {
    /// Adds the key conditions of the joined tables to the conditions of a source's joins. Returns
    /// the key conditions that no join has: those of the tables that the source can't do without.
    fn join(&mut self, source: &mut TableSource) -> Vec<Condition> {
        let TableSourceKind::Join { kind, hint, left, right, condition: on } = &mut source.kind else {
            let number = self.table;
            self.table += 1;
            return vec![key_condition((self.key, number), Some(&self.key.tables[number].qualifier))];
        };
        let first = self.table;
        let of_left = self.join(left);
        let of_right = self.join(right);
        let (of_join, of_source) = match kind {
            JoinKind::Right => (of_left, of_right),
            JoinKind::Full => {
                // Either side may have no row, but a scan of both would be slow.
                let inner = Box::new(std::mem::replace(&mut **left, one_row(first)));
                let kind_of_left = left_join((Box::new(one_row(first)), inner), all(of_left));
                **left = TableSource { kind: kind_of_left, span: Span::default() };
                *kind = JoinKind::Left;
                (of_right, Vec::new())
            }
            _ => (of_right, of_left),
        };
        if *kind == JoinKind::Cross {
            *kind = JoinKind::Inner;
        }
        *hint = None;
        *on = Some(all(on.take().filter(|_| self.keeps_conditions).into_iter().chain(of_join).collect()));
        of_source
    }
}

/// Returns the condition that all `parts` are true.
fn all(parts: Vec<Condition>) -> Condition {
    if parts.is_empty() { always() } else { condition(ConditionKind::And(parts)) }
}

fn left_join((left, right): (Box<TableSource>, Box<TableSource>), on: Condition) -> TableSourceKind {
    TableSourceKind::Join { kind: JoinKind::Left, hint: None, left, right, condition: Some(on) }
}

/// Returns a source of one row. Its names can't occur in the query.
fn one_row(number: usize) -> TableSource {
    let name = |text: String| ast::Name::new(text, Span::default());
    let alias = ast::TableAlias { name: name(format!(" one {number}")), columns: vec![name(" one".to_owned())] };
    let one = Expr::new(ExprKind::Literal(Literal::Integer(1)), Span::default());
    TableSource { kind: TableSourceKind::Values { rows: vec![vec![one]], alias }, span: Span::default() }
}

/// Returns a frame with the values that the query's variables had at DECLARE.
pub(crate) fn frame_of(env: &Env<'_, '_>, spec: &CursorSpec) -> Frame {
    let mut frame = Frame { globals: env.frame.globals, ..Frame::default() };
    for (register, value) in &spec.values {
        frame.grow_to(*register + 1);
        frame.set(*register, value.clone());
    }
    frame
}

/// Adds the hint UPDLOCK to the tables of a FROM clause.
pub(crate) fn add_update_locks(from: &mut [TableSource]) {
    let mut rest = Vec::from_iter(from);
    while let Some(source) = rest.pop() {
        match &mut source.kind {
            TableSourceKind::Table { hints, .. } => {
                let words = vec![ast::Name::new("UPDLOCK", Span::default())];
                hints.push(ast::Hint { words, arguments: Vec::new(), assumptions: Vec::new() });
            }
            TableSourceKind::Join { left, right, .. } => rest.extend([&mut **left, &mut **right]),
            _ => {}
        }
    }
}

impl Sink for RowsOnly<'_> {
    fn columns(&mut self, _columns: &[ColumnInfo]) {}

    fn row(&mut self, row: &[Value]) {
        self.rows.push(row.to_vec());
    }

    fn done(&mut self, _rows: Option<u64>) {}

    fn message(&mut self, message: Message) {
        self.sink.message(message);
    }
}
