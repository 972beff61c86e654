//! The binder: from a statement's tree to its bound form.
//!
//! One [`Binder`] binds one statement. Order of work in a query: FROM gives the scope, WHERE is bound in it, then GROUP BY;
//! from there on names mean the groups' values where there are groups. A name that the query does not know is looked for in the queries
//! around it, from the inside out.

mod aggregation;
mod alteration;
mod browse;
mod call;
mod case;
mod change;
mod change_source;
mod collation;
mod combined;
mod common_table;
mod condition;
mod constructed;
mod conversion;
mod definition;
mod derived;
mod firing;
mod for_clause;
mod foreign_key;
mod grouping;
mod hints;
pub mod index_filter;
mod insert;
mod instead;
mod literal;
mod merge;
mod module;
mod named_window;
mod needs;
mod next_value;
mod once;
mod open_json;
mod order;
mod output;
mod path_hints;
mod percentile;
mod pivot;
mod recursion;
mod references;
mod rules;
mod scope;
mod select;
mod source;
mod subquery;
mod table_function;
mod table_hints;
mod target;
mod user_function;
mod value;
mod view_check;
mod window;
mod xml_method;

#[cfg(test)]
mod tests;

pub use alteration::Dependent;
pub use definition::{Making, name_taken};
pub use table_function::function_columns;

use crate::collation::{Label, collation_of, label};
use crate::expression::{ColumnId, Expr};
use crate::names::Names;
use crate::needs::Noted;
use crate::physical::{GroupMethod, JoinHint};
use crate::statement::{Bound, BoundBody, ColumnOrigin, OutputColumn, Subquery, UserFunction};
use crate::variables::Variables;
use browse::Browsing;
use change_source::Nesting;
use common_table::CommonTables;
use module::Inside;
use next_value::Draws;
use scope::Level;
use sluice_base::stack;
use sluice_base::sync::Arc;
use sluice_catalog::Column;
use sluice_syntax::ast;
use sluice_types::{CollationId, DataType, Length, SqlError};
use std::collections::BTreeMap;
use view_check::ViewCheck;

/// Binds one statement.
pub struct Binder<'a> {
    names: &'a dyn Names,
    variables: &'a Variables,
    subqueries: Vec<Subquery>,
    // The query that is being bound is the last; those around it are before it. The first is the statement's own.
    levels: Vec<Level>,
    common_tables: CommonTables,
    // The modules that are being bound, the innermost last.
    inside: Vec<Inside>,
    columns: u32,
    // Which columns are tables', by their numbers.
    origins: BTreeMap<u32, ColumnOrigin>,
    draws: Draws,
    functions: Vec<Arc<UserFunction>>,
    // Whether what is bound is what a method is called on.
    in_method: bool,
    // How deep recursions may go; without end if none.
    recursion_max: Option<u32>,
    // What OPTION says of joins that have no hint of their own.
    join_hint: JoinHint,
    // What OPTION says of groups, and of unions.
    group_method: GroupMethod,
    union_method: GroupMethod,
    // Where `$action` is, in a MERGE's OUTPUT.
    action: Option<ColumnId>,
    nesting: Nesting,
    // What whoever runs the statement must be allowed to do, and which columns are used, by their numbers.
    needs: Vec<Noted>,
    used: Vec<bool>,
    // What views WITH CHECK OPTION ask of the tables below them.
    view_checks: Vec<ViewCheck>,
    // What a client is told of the result besides, if it asks for it.
    browsing: Option<Box<Browsing>>,
}

impl<'a> Binder<'a> {
    /// A binder that sees `names` and `variables`.
    pub fn new(names: &'a dyn Names, variables: &'a Variables) -> Binder<'a> {
        Binder {
            names,
            variables,
            view_checks: Vec::new(),
            subqueries: Vec::new(),
            levels: vec![Level::default()],
            common_tables: CommonTables::default(),
            inside: Vec::new(),
            columns: 0,
            origins: BTreeMap::new(),
            functions: Vec::new(),
            draws: Draws::default(),
            in_method: false,
            recursion_max: Some(hints::DEPTH_DEFAULT),
            join_hint: JoinHint::FREE,
            group_method: GroupMethod::Any,
            union_method: GroupMethod::Any,
            action: None,
            nesting: Nesting::default(),
            needs: Vec::new(),
            used: Vec::new(),
            browsing: None,
        }
    }

    /// Binds a SELECT: to the client or into variables.
    pub fn select(mut self, query: &ast::Query) -> Result<Bound, SqlError> {
        let body = self.bind_select(query)?;
        self.finish(body)
    }

    /// Binds an INSERT.
    pub fn insert(mut self, insert: &ast::Insert) -> Result<Bound, SqlError> {
        let body = match self.bind_instead_of_insert(insert)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => BoundBody::Insert(self.bind_insert(insert)?),
        };
        self.finish(body)
    }

    /// Binds an UPDATE.
    pub fn update(mut self, update: &ast::Update) -> Result<Bound, SqlError> {
        let body = match self.bind_instead_of_update(update)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => BoundBody::Update(self.bind_update(update)?),
        };
        self.finish(body)
    }

    /// Binds a DELETE.
    pub fn delete(mut self, delete: &ast::Delete) -> Result<Bound, SqlError> {
        let body = match self.bind_instead_of_delete(delete)? {
            Some(instead) => BoundBody::Instead(Box::new(instead)),
            None => BoundBody::Delete(self.bind_delete(delete)?),
        };
        self.finish(body)
    }

    /// Binds a MERGE.
    pub fn merge(mut self, merge: &ast::Merge) -> Result<Bound, SqlError> {
        let body = self.bind_merge(merge)?;
        self.finish(BoundBody::Merge(Box::new(body)))
    }

    /// Binds `SET variable operator value`.
    pub fn set(
        mut self,
        variable: &ast::Name,
        operator: ast::AssignmentOperator,
        value: &ast::Expr,
    ) -> Result<Bound, SqlError> {
        self.draw_once();
        let (target, value) = self.drawing(|binder| binder.bind_assignment(variable, operator, value))?;
        self.finish(BoundBody::Set { target, value })
    }

    /// Binds the question of an IF or WHILE.
    pub fn test(mut self, condition: &ast::Condition) -> Result<Bound, SqlError> {
        let condition = self.bind_condition(condition)?;
        self.finish(BoundBody::Test(condition))
    }

    /// Binds the text of a PRINT.
    pub fn print(mut self, value: &ast::Expr) -> Result<Bound, SqlError> {
        let value = self.bind_value(value)?;
        // A message has 8,000 bytes: of varchar as many characters, of nvarchar half of them.
        let printed = match value.data_type {
            DataType::Char(_, page) | DataType::VarChar(_, page) => {
                DataType::VarChar(Length::Limited(DataType::CHAR_MAX), page)
            }
            _ => DataType::NVarChar(Length::Limited(DataType::NCHAR_MAX)),
        };
        let text = conversion::implicit(value, printed)?;
        self.finish(BoundBody::Print(text))
    }

    /// Binds an argument of a procedure, as a value of `data_type`.
    pub fn argument(mut self, value: &ast::Expr, data_type: sluice_types::DataType) -> Result<Expr, SqlError> {
        let value = self.bind_value(value)?;
        conversion::implicit(value, data_type)
    }

    /// Binds an argument of a procedure whose parameter is not known yet.
    pub fn untyped_argument(mut self, value: &ast::Expr) -> Result<Expr, SqlError> {
        self.bind_value(value)
    }

    /// 8631 where the stack does not suffice to bind what is still deeper in the statement; 3617 where the batch is to stop.
    fn deeper(&self) -> Result<(), SqlError> {
        SqlError::check_interruption()?;
        if stack::is_low() { Err(SqlError::out_of_stack()) } else { Ok(()) }
    }

    /// 8621 where the plan is too high for the stack; 8622 where a table can't be read, or a join can't be done, as its
    /// hints have it.
    fn finish(mut self, body: BoundBody) -> Result<Bound, SqlError> {
        let needs = self.settled_needs();
        let Binder { subqueries, functions, draws, .. } = self;
        let mut bound = Bound { subqueries, generators: draws.targets, functions, needs, levels: 0, body };
        let levels = crate::height::levels(&bound).filter(|levels| stack::has_room_for(*levels));
        bound.levels = levels.ok_or_else(SqlError::out_of_stack_in_optimizer)?;
        crate::rewrite::bound(&mut bound);
        SqlError::check_interruption()?;
        if crate::rewrite::is_refused(&bound) { Err(SqlError::new(8622, 16, 1, Vec::new())) } else { Ok(bound) }
    }

    /// A column that no other has the id of.
    fn new_column(&mut self) -> ColumnId {
        self.new_column_of(None)
    }

    /// A column whose texts have that collation.
    fn new_column_of(&mut self, collation: Option<CollationId>) -> ColumnId {
        self.columns += 1;
        ColumnId { number: self.columns - 1, collation }
    }

    /// A column for the values of `expr`.
    fn new_column_for(&mut self, expr: &Expr) -> ColumnId {
        self.new_column_of(label(expr).ok().and_then(Label::collation))
    }

    /// Columns for a row of a table.
    fn new_row(&mut self, columns: &[Column]) -> Vec<ColumnId> {
        columns.iter().map(|column| self.new_stored(column)).collect()
    }

    /// A column for the values of a table's.
    fn new_stored(&mut self, column: &Column) -> ColumnId {
        let origin = match column {
            Column { identity: Some(_), .. } => ColumnOrigin::Identity,
            Column { computed: Some(_), .. } | Column { data_type: DataType::RowVersion, .. } => ColumnOrigin::Computed,
            _ => ColumnOrigin::Stored,
        };
        let id = self.new_column_of(Some(column.collation));
        self.origins.insert(id.number, origin);
        id
    }

    /// A column of the result.
    fn output_column(&self, name: &str, value: &Expr) -> OutputColumn {
        let origin = value.as_column().and_then(|id| self.origins.get(&id.number));
        OutputColumn {
            name: name.to_owned(),
            data_type: value.data_type,
            nullable: value.nullable,
            origin: origin.copied().unwrap_or_default(),
            collation: collation_of(value),
            ordered: None,
            browsed: self.browsed(value.as_column()),
        }
    }

    /// The query that is being bound.
    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the statement's own level is never taken away")
    }

    /// Binds what has names of its own, in a level that sees those around it. The level as it then is comes with what was bound.
    fn in_level<T>(&mut self, bind: impl FnOnce(&mut Self) -> Result<T, SqlError>) -> Result<(T, Level), SqlError> {
        self.deeper()?;
        self.levels.push(Level::default());
        let bound = bind(self);
        let level = self.levels.pop().unwrap_or_default();
        Ok((bound?, level))
    }
}
