//! NEXT VALUE FOR: its permitted positions and its sequence.
//!
//! All occurrences for one sequence yield the same value within a row. A statement therefore has a
//! list of generators, each drawn once per row. `t-sql/functions/next-value-for-transact-sql` lists
//! where NEXT VALUE FOR is refused.

use super::Binder;
use super::state::DrawPlace;
use sluice_base::sync::Arc;
use sluice_catalog::security::codes;
use sluice_definition::refusal::unsupported;
use sluice_plan::expression::{Expr, ExprKind};
use sluice_plan::sort_key::SortKey;
use sluice_plan::statement::GeneratorTarget;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

impl Binder<'_> {
    /// Binds expressions of rows that can draw values. Elsewhere NEXT VALUE FOR is refused.
    pub(super) fn drawing<T>(&mut self, bind: impl FnOnce(&mut Self) -> Result<T, SqlError>) -> Result<T, SqlError> {
        let before = std::mem::replace(&mut self.draws.allowed, true);
        let bound = bind(self);
        self.draws.allowed = before;
        bound
    }

    /// Like [`Binder::drawing`] for a DEFAULT or for a new value of UPDATE.
    pub(super) fn drawing_in<T>(
        &mut self,
        place: DrawPlace,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let before = std::mem::replace(&mut self.draws.place, place);
        let bound = self.drawing(bind);
        self.draws.place = before;
        bound
    }

    /// Binds with NEXT VALUE FOR refused by `refused`. An outer refusal takes precedence.
    pub(super) fn refusing_draws<T>(
        &mut self,
        refused: Option<fn() -> SqlError>,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let before = self.draws.refused;
        if before.is_none() {
            self.draws.refused = refused;
        }
        let bound = bind(self);
        self.draws.refused = before;
        bound
    }

    /// Binds a derived table, a common table expression or a clause of MERGE, with NEXT VALUE FOR
    /// refused by `refused` whatever refuses it outside.
    pub(super) fn refusing_all_draws<T>(
        &mut self,
        refused: fn() -> SqlError,
        bind: impl FnOnce(&mut Self) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        let before = self.draws.refused.replace(refused);
        let bound = bind(self);
        self.draws.refused = before;
        bound
    }

    /// Returns the error for NEXT VALUE FOR in the select list of `select`, if refused: 11734 over
    /// a nested DML statement, 11721 with DISTINCT, 11739 with a limit of rows. FROM is bound.
    pub(super) fn draws_of(&self, query: &ast::Query, select: &ast::Select) -> Option<fn() -> SqlError> {
        if self.nesting.met.is_some() {
            return Some(SqlError::next_value_over_nested_change);
        }
        if select.distinct {
            return Some(SqlError::next_value_in_distinct);
        }
        if select.top.is_some() || query.offset.is_some() {
            return Some(SqlError::next_value_with_row_limit);
        }
        None
    }

    /// Allows only one occurrence per sequence from here on (11736).
    pub(super) fn draw_once(&mut self) {
        self.draws.once = true;
    }

    /// Binds NEXT VALUE FOR: the value drawn for the row from the sequence. Fails with 11716 to
    /// 11720, 11734, 11735 and 11737 to 11740 where it or its OVER isn't allowed, with 11726 for
    /// another kind of object, and with 208 for an unknown sequence. Fails with 11727, 11731 or
    /// 11736 for a second draw of one sequence where only one is allowed. Records the need of
    /// UPDATE on it.
    pub(super) fn bind_next_value(
        &mut self,
        sequence: &ast::ObjectName,
        over: Option<&ast::Over>,
    ) -> Result<Expr, SqlError> {
        if let Some(refusal) = self.draws.refused {
            return Err(refusal());
        }
        if !self.draws.allowed {
            // 11738: not allowed in this context.
            return Err(SqlError::next_value_not_allowed());
        }
        let in_default = self.draws.place == DrawPlace::Default;
        match self.draws.place {
            DrawPlace::Default if self.draws.is_over_change => {
                return Err(SqlError::next_value_in_default_over_nested_change());
            }
            DrawPlace::Default if self.draws.is_limited => return Err(SqlError::next_value_in_limited_default()),
            DrawPlace::Update if self.draws.is_limited => return Err(SqlError::next_value_with_row_limit()),
            _ => {}
        }
        if in_default && sequence.database.is_some() {
            return Err(SqlError::database_of_default_sequence());
        }
        if over.is_some() && self.draws.place != DrawPlace::Query {
            return Err(SqlError::next_value_over_not_supported());
        }
        let over = over.map(order_of).transpose()?;
        let (database, sequence) = self.resolve_sequence(sequence)?;
        let place = (database.as_ref(), sequence.id, sequence.schema.as_str(), sequence.name.as_str());
        self.note_object(place, codes::UPDATE, Vec::new());
        let data_type = sequence.progression.data_type;
        let same = |target: &GeneratorTarget| match target {
            GeneratorTarget::Sequence { database: other, sequence: known, .. } => {
                *other == database && known.id == sequence.id
            }
            GeneratorTarget::Identity { .. } | GeneratorTarget::RowVersions { .. } => false,
        };
        let place = self.draws.targets.iter().position(same);
        if place.is_some() && self.draws.once {
            return Err(SqlError::next_value_used_twice());
        }
        if in_default && place.is_some_and(|place| place < self.draws.constructed) {
            return Err(SqlError::default_draws_as_row_constructor());
        }
        self.note_order(over, place.is_some())?;
        let place =
            place.unwrap_or_else(|| self.draw_from(GeneratorTarget::Sequence { database, sequence, in_default }));
        Ok(Expr { kind: ExprKind::NextValue(place), data_type, nullable: false })
    }

    /// Returns the next rowversion of `database`.
    pub(super) fn next_rowversion(&mut self, database: Option<&String>) -> Expr {
        let generator = self.draw_from(GeneratorTarget::RowVersions { database: database.cloned() });
        Expr { kind: ExprKind::NextValue(generator), data_type: DataType::RowVersion, nullable: false }
    }

    /// Adds a generator and returns its index.
    pub(super) fn draw_from(&mut self, target: GeneratorTarget) -> usize {
        self.draws.targets.push(target);
        self.draws.targets.len() - 1
    }

    /// Takes the order in which the query's rows draw their values; empty if unspecified.
    pub(super) fn take_draw_order(&mut self) -> Vec<SortKey> {
        std::mem::take(&mut self.draws.order)
    }

    /// Whether OVER specifies exactly this order.
    pub(super) fn draws_in(&self, order_by: &[ast::OrderItem]) -> bool {
        self.draws.over.as_deref() == Some(order_by)
    }

    fn note_order(&mut self, over: Option<&[ast::OrderItem]>, known: bool) -> Result<(), SqlError> {
        let given = over.map(<[_]>::to_vec);
        if self.draws.targets.is_empty() {
            let keys = over.unwrap_or_default().iter().map(|item| {
                let expr =
                    self.refusing_draws(Some(SqlError::next_value_in_clause), |binder| binder.bind_value(&item.value))?;
                Ok(SortKey { expr, descending: item.descending })
            });
            self.draws.order = keys.collect::<Result<Vec<_>, SqlError>>()?;
            self.draws.over = given;
            return Ok(());
        }
        match (self.draws.over == given, known) {
            (true, _) => Ok(()),
            (false, true) => Err(SqlError::next_value_over_differs()),
            (false, false) => Err(unsupported("NEXT VALUE FOR of several sequences in different orders")),
        }
    }

    /// Resolves a sequence. Fails with 208 if the object doesn't exist, with 11726 if it isn't a
    /// sequence.
    fn resolve_sequence(
        &self,
        written: &ast::ObjectName,
    ) -> Result<(Option<String>, Arc<sluice_catalog::Sequence>), SqlError> {
        if written.server.is_some() {
            return Err(unsupported("linked server"));
        }
        let mut name = sluice_definition::names::object_name(written);
        if let (None, Some(inside)) = (&name.database, self.inside.last()) {
            name.database.clone_from(&inside.database);
        }
        let unknown = || SqlError::invalid_object_name(name.to_string());
        let catalog = self.names.catalog(name.database.as_deref())?.ok_or_else(unknown)?;
        let own = written.database.is_none().then(|| self.in_module_schema(&catalog, name.clone()));
        match catalog.sequence(own.as_ref().unwrap_or(&name)) {
            Some(sequence) => Ok((name.database.clone(), Arc::clone(sequence))),
            None if catalog.table(&name).is_some() => Err(SqlError::not_a_sequence(&name)),
            None => Err(unknown()),
        }
    }
}

/// Returns the sort items of an OVER clause. Fails with 11716, 11718 or 11737 for parts that it
/// can't have.
fn order_of(over: &ast::Over) -> Result<&[ast::OrderItem], SqlError> {
    match over {
        over if over.base.is_some() => Err(sluice_definition::refusal::unsupported("OVER with a named window")),
        over if !over.partition_by.is_empty() => Err(SqlError::next_value_with_partition()),
        over if over.order_by.is_empty() => Err(SqlError::next_value_over_nothing()),
        over if over.frame.is_some() => Err(SqlError::next_value_with_frame()),
        over => Ok(&over.order_by),
    }
}
