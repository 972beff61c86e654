//! EXECUTE ... WITH RESULT SETS: the sets of a called program under declared names and types
//! (`t-sql/language-elements/execute-transact-sql.md`).
//!
//! [`DeclaredSets`] stands between the program and the client. It converts each row and stops the
//! statement whose set differs from the declaration: [`Sink::failure`].

use super::call::DeclaredCall;
use super::compiler::{Compiler, rows_definition};
use super::ending::{Ending, Stop};
use super::interpreter::Interpreter;
use super::procedure_name::ResolvedProcedure;
use super::program::Program;
use sluice_catalog::Column;
use sluice_command::statement::Env;
use sluice_plan::table_definition::column_type;
use sluice_plan::{TypeNames, collation_named, object_name, unsupported};
use sluice_query::code::Pc;
use sluice_session::sink::{ColumnInfo, Message, Sink, StatementKind};
use sluice_syntax::ast::{Execute, ExecuteOption, ResultColumn, ResultSet};
use sluice_types::convert::check_implicit;
use sluice_types::{DataType, SqlError, Value, convert};

impl Compiler {
    /// Returns the declared result sets, or `None` for RESULT SETS UNDEFINED. An empty list is
    /// RESULT SETS NONE. Types are resolved now. Fails with 2715 for an unknown type, and with
    /// 40517 for AS OBJECT and AS FOR XML.
    pub(super) fn declared_sets(&self, execute: &Execute) -> Result<Option<Vec<Vec<Column>>>, SqlError> {
        let mut found = None;
        for option in &execute.options {
            match option {
                ExecuteOption::Recompile | ExecuteOption::ResultSetsUndefined => {}
                ExecuteOption::ResultSetsNone => found = Some(Vec::new()),
                ExecuteOption::ResultSets(sets) => {
                    found = Some(sets.iter().map(|set| self.declared_set(set)).collect::<Result<_, _>>()?);
                }
            }
        }
        Ok(found)
    }

    fn declared_set(&self, set: &ResultSet) -> Result<Vec<Column>, SqlError> {
        match set {
            ResultSet::Columns(columns) => {
                columns.iter().enumerate().map(|column| self.declared_column(column)).collect()
            }
            ResultSet::Type(name) => match self.types.user_type(&object_name(name)) {
                Some(user_type) => Ok(rows_definition(&user_type, &self.types)?.columns),
                None => Err(SqlError::type_not_found(1, object_name(name).to_string())),
            },
            ResultSet::Object(_) => Err(unsupported("EXECUTE WITH RESULT SETS AS OBJECT")),
            ResultSet::Xml => Err(unsupported("EXECUTE WITH RESULT SETS AS FOR XML")),
        }
    }

    fn declared_column(&self, (place, written): (usize, &ResultColumn)) -> Result<Column, SqlError> {
        let name = &written.name.text;
        let (data_type, _) = column_type((place + 1, name), &written.data_type, &self.types)?;
        let mut column = Column::new(name.to_string(), data_type, written.nullable.unwrap_or(true));
        if let Some(collation) = &written.collation {
            column.set_collation(collation_named(collation, data_type)?);
        }
        Ok(column)
    }
}

impl Interpreter<'_, '_, '_, '_> {
    /// Runs the step at `at`. It runs the call with its result sets converted to the declared ones.
    /// Fails with 11535 or the like if a set is missing or differs.
    pub(super) fn call_declared(
        &mut self,
        program: &Program,
        at: Pc,
        step: &DeclaredCall,
        resolved: &mut Option<ResolvedProcedure>,
    ) -> Stop {
        let mut sets = DeclaredSets::new(self.env.sink, &step.sets);
        let mut inner =
            Env { state: self.env.state, frame: self.env.frame, context: self.env.context, sink: &mut sets };
        let stop = Interpreter::new(&mut inner, self.calls).drain(program, at, &step.call, resolved);
        match (stop, sets.finish()) {
            (Stop::Called(Ending::Returned), Err(error)) => Stop::Failed(error),
            (stop, _) => stop,
        }
    }
}

/// Returns a declared column as the client sees it.
pub(super) fn shown(column: &Column) -> ColumnInfo {
    let collation = column.collation;
    ColumnInfo { collation, ..ColumnInfo::expression(column.name.as_str(), column.data_type, column.nullable) }
}

/// Sink that sends result sets as declared.
struct DeclaredSets<'s> {
    sink: &'s mut dyn Sink,
    sets: &'s [Vec<Column>],
    /// Number of the sets so far.
    count: usize,
    /// Types of the current set as the program sends them; empty outside a set.
    types: Vec<DataType>,
    failure: Option<SqlError>,
    /// Whether a statement has failed with `failure`.
    is_reported: bool,
    /// Whether a set that wasn't sent is under way.
    is_refused: bool,
}

impl<'s> DeclaredSets<'s> {
    fn new(sink: &'s mut dyn Sink, sets: &'s [Vec<Column>]) -> DeclaredSets<'s> {
        DeclaredSets { sink, sets, count: 0, types: Vec::new(), failure: None, is_reported: false, is_refused: false }
    }

    /// Fails with the error of a set that no statement has reported, or with 11536 if sets are
    /// missing.
    fn finish(self) -> Result<(), SqlError> {
        match self.failure {
            Some(_) if self.is_reported => Ok(()),
            Some(error) => Err(error),
            None if self.count < self.sets.len() => Err(SqlError::too_few_result_sets(self.sets.len(), self.count)),
            None => Ok(()),
        }
    }

    /// Returns the columns that the client gets instead of `columns`.
    fn begin(&mut self, columns: &[ColumnInfo]) -> Result<Vec<ColumnInfo>, SqlError> {
        let Some(declared) = self.sets.get(self.count) else {
            return Err(SqlError::too_many_result_sets(self.sets.len()));
        };
        self.count += 1;
        if declared.len() != columns.len() {
            return Err(SqlError::result_set_width_differs(declared.len(), self.count, columns.len()));
        }
        for (place, (declared, sent)) in declared.iter().zip(columns).enumerate() {
            if check_implicit(&sent.data_type, &declared.data_type).is_err() {
                let (wanted, sent) = (declared.data_type, sent.data_type);
                return Err(SqlError::result_set_type_differs(wanted, place + 1, self.count, sent));
            }
        }
        self.types = columns.iter().map(|column| column.data_type).collect();
        Ok(declared.iter().map(shown).collect())
    }

    fn converted(&self, row: &[Value]) -> Result<Vec<Value>, SqlError> {
        let declared = &self.sets[self.count - 1];
        let cell = |(place, value): (usize, &Value)| {
            let (column, from) = (&declared[place], &self.types[place]);
            if value.is_null() && !column.nullable {
                return Err(SqlError::result_set_null(place + 1, self.count));
            }
            let value = value.clone().into_whole()?;
            if *from == column.data_type { Ok(value) } else { convert(&value, from, &column.data_type) }
        };
        row.iter().enumerate().map(cell).collect()
    }
}

impl Sink for DeclaredSets<'_> {
    fn columns(&mut self, columns: &[ColumnInfo]) {
        let begun = if self.failure.is_some() { None } else { Some(self.begin(columns)) };
        match begun {
            Some(Ok(columns)) => self.sink.columns(&columns),
            Some(Err(error)) => (self.failure, self.is_refused) = (Some(error), true),
            None => self.is_refused = true,
        }
    }

    fn row(&mut self, row: &[Value]) {
        if self.failure.is_some() {
            return;
        }
        match self.converted(row) {
            Ok(row) => self.sink.row(&row),
            Err(error) => self.failure = Some(error),
        }
    }

    fn done(&mut self, rows: Option<u64>) {
        if !std::mem::take(&mut self.is_refused) {
            self.sink.done(rows);
        }
    }

    fn done_uncounted(&mut self) {
        if !std::mem::take(&mut self.is_refused) {
            self.sink.done_uncounted();
        }
    }

    fn end_statement(&mut self, words: &str) {
        self.sink.end_statement(words);
    }

    fn fail_statement(&mut self) {
        self.sink.fail_statement();
    }

    fn message(&mut self, message: Message) {
        self.sink.message(message);
    }

    fn begin(&mut self, kind: StatementKind) {
        self.sink.begin(kind);
    }

    fn enter_procedure(&mut self) {
        self.sink.enter_procedure();
    }

    fn leave_procedure(&mut self, status: Option<i32>) {
        self.sink.leave_procedure(status);
    }

    fn flush(&mut self) {
        self.sink.flush();
    }

    fn broken_off(&mut self) {
        if !std::mem::take(&mut self.is_refused) {
            self.sink.broken_off();
        }
    }

    fn failure(&mut self) -> Option<SqlError> {
        self.is_reported |= self.failure.is_some();
        self.failure.clone()
    }
}
