//! Steps 1 to 3 of a row change: the checks of the row's values, and the bytes of a new row.

use super::rules::{RowSite, Rules, check_not_null};
use sluice_base::sync::Arc;
use sluice_base::sync::atomic::AtomicBool;
use sluice_catalog::progression::number_of;
use sluice_plan::IdentityUse;
use sluice_query::code::Globals;
use sluice_query::operator::Run;
use sluice_table::generator::Generator;
use sluice_table::table_rows::TableRows;
use sluice_txn::Transaction;
use sluice_types::{SqlError, Value};

/// The demands of a table's definition on the rows that a statement stores.
pub(in crate::statement) struct RowForm {
    /// database.schema.table, for messages.
    pub(in crate::statement) table: Arc<str>,
    /// The NOT NULL columns: position and name.
    pub(in crate::statement) not_null: Vec<(usize, String)>,
    /// Stored computed columns and constraints to check, besides NOT NULL.
    pub(in crate::statement) rules: Option<Box<Rules>>,
}

impl RowForm {
    /// Returns the row's values with its stored computed columns (step 1). Messages about NULL name
    /// the action on the row, messages about constraints the whole statement. Fails with 515, 547
    /// or 550.
    pub(in crate::statement) fn checked(
        &self,
        run: &mut Run<'_, '_>,
        (action, statement): (&str, &str),
        rows: &TableRows,
        values: Vec<Value>,
    ) -> Result<Vec<Value>, SqlError> {
        match &self.rules {
            Some(rules) => {
                let RowForm { table, not_null, .. } = self;
                let database = &rows.database.name;
                rules.hold(run, values, RowSite { action, statement, database, table, not_null })
            }
            None => self.check_not_null(action, |place| &values[place]).map(|()| values),
        }
    }

    /// Whether [`RowForm::check_written`] checks anything.
    #[inline]
    pub(in crate::statement) fn has_late_checks(&self) -> bool {
        self.rules.as_ref().is_some_and(|rules| rules.has_late_checks())
    }

    /// Checks a row after it is written (step 5): the constraints that call user functions, which
    /// may read the row. Fails with 547.
    pub(in crate::statement) fn check_written(
        &self,
        run: &mut Run<'_, '_>,
        (action, statement): (&str, &str),
        rows: &TableRows,
        value: &dyn Fn(usize) -> Result<Value, SqlError>,
    ) -> Result<(), SqlError> {
        let Some(rules) = self.rules.as_ref().filter(|rules| rules.has_late_checks()) else { return Ok(()) };
        let mut values = vec![Value::Null; rows.layout.len()];
        for place in &rules.used {
            values[*place] = value(*place)?;
        }
        let RowForm { table, not_null, .. } = self;
        rules.hold_written(run, values, RowSite { action, statement, database: &rows.database.name, table, not_null })
    }

    /// Checks the values of a row whose table has no other rules (step 1). Fails with 515.
    #[inline]
    pub(in crate::statement) fn check_not_null<'v>(
        &self,
        action: &str,
        value: impl Fn(usize) -> &'v Value,
    ) -> Result<(), SqlError> {
        check_not_null(&self.not_null, (&self.table, action), value)
    }
}

/// The source of an identity column's values, and its generator.
pub(in crate::statement) type IdentityColumn = (IdentityUse, Arc<Generator>);

/// The identity value of a new row, for `@@IDENTITY` and SCOPE_IDENTITY().
#[must_use]
pub(in crate::statement) struct NewIdentity(Option<i128>);

impl NewIdentity {
    /// Keeps the value for the end of the statement, when [`publish_identity`] publishes it. The
    /// statement's own expressions still see the values of the statement before.
    #[inline]
    pub(in crate::statement) fn keep(self, globals: &mut Globals) {
        globals.drawn_identity = self.0;
    }
}

/// Publishes the last identity value of an ended statement as `@@IDENTITY` and SCOPE_IDENTITY(),
/// whether it succeeded or failed (`t-sql/functions/identity-transact-sql.md`). `@@IDENTITY`
/// becomes NULL if there is no value and the statement `resets` it.
#[inline]
pub(in crate::statement) fn publish_identity(globals: &mut Globals, resets: bool) {
    match globals.drawn_identity.take() {
        None if resets => globals.identity = None,
        None => {}
        drawn => (globals.identity, globals.scope_identity) = (drawn, drawn),
    }
}

/// Makes the generator pass the value that the statement gives to the identity column (step 1). The
/// value counts although a check of the row fails later (recorded answers of SQL Server).
#[inline]
pub(in crate::statement) fn pass_given<'v>(
    identity: Option<&IdentityColumn>,
    value: impl Fn(usize) -> &'v Value,
) -> Result<(), SqlError> {
    if let Some((IdentityUse::Given(place), generator)) = identity
        && let Some(value) = number_of(value(*place))
    {
        generator.pass(value)?;
    }
    Ok(())
}

/// Encodes a new row (step 2). Returns the value of its identity column. The stop flag is that of
/// [`TableRows::encode`].
#[inline]
pub(in crate::statement) fn encode_new<'v>(
    rows: &TableRows,
    identity: Option<&IdentityColumn>,
    writing: (&mut Transaction, &AtomicBool),
    value: impl Fn(usize) -> &'v Value + Copy,
    bytes: &mut Vec<u8>,
) -> Result<Option<NewIdentity>, SqlError> {
    rows.encode(writing, value, |_| None, (None, bytes))?;
    let Some((IdentityUse::Given(place) | IdentityUse::Drawn(place), _)) = identity else { return Ok(None) };
    Ok(Some(NewIdentity(number_of(value(*place)))))
}
