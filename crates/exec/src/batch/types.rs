//! The user-defined types that a batch was compiled with. The batch's declarations keep these
//! types, so a compiled batch is valid only while the type names have the same meaning.

use sluice_base::ids::DatabaseId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Lookups, ObjectName, UserType};
use sluice_plan::TypeNames;
use sluice_plan::{SetOption, SetOptions};
use sluice_session::state::SessionState;
use sluice_session::work::Work;
use sluice_table::database::Database;

/// The types of a database, with a record of the look-ups, and the SET options of the compilation.
/// Each look-up is recorded, so the compiled batch knows on which types it depends.
pub(crate) struct Types {
    catalog: Arc<Catalog>,
    lookups: Arc<Lookups>,
    database: DatabaseId,
    /// The database's ANSI_NULL_DEFAULT.
    is_null_default: bool,
    options: SetOptions,
    // Schema in which a type without one is looked up before dbo.
    first_schema: Option<Arc<str>>,
}

/// Look-ups of types in a database, and the catalog version that answered them. They are current
/// while the same look-ups give the same types.
#[derive(Clone, Debug)]
pub(crate) struct TypesSeen {
    database: DatabaseId,
    first_schema: Option<Arc<str>>,
    version: u64,
    lookups: Arc<Lookups>,
    /// The database's ANSI_NULL_DEFAULT if it counted.
    is_null_default: Option<bool>,
}

impl Types {
    /// Returns the types of `database` as a session's transaction sees them.
    pub(crate) fn for_database(work: &Work, database: &Arc<Database>, options: SetOptions) -> Types {
        Types::watched(&work.catalog(database), database.id, is_null_default(database), options, None)
    }

    /// Returns the types that the session sees in its current database, with its default schema and
    /// SET options.
    pub(crate) fn for_session(state: &SessionState) -> Types {
        let (catalog, database) = (state.transaction.work.catalog(&state.database), state.database.id);
        Types::watched(
            &catalog,
            database,
            is_null_default(&state.database),
            state.options.meaning,
            state.security.default_schema.clone(),
        )
    }

    /// Returns the SET options of the compilation.
    pub(crate) fn options(&self) -> SetOptions {
        self.options
    }

    /// Returns the same types with an empty record of used types, for another batch.
    pub(crate) fn again(&self) -> Types {
        let first_schema = self.first_schema.clone();
        Types::watched(&self.catalog, self.database, self.is_null_default, self.options, first_schema)
    }

    fn watched(
        catalog: &Catalog,
        database: DatabaseId,
        is_null_default: bool,
        options: SetOptions,
        first_schema: Option<Arc<str>>,
    ) -> Types {
        let lookups = Arc::default();
        let catalog = Arc::new(catalog.watched(&lookups));
        Types { catalog, lookups, database, is_null_default, options, first_schema }
    }

    /// Returns the recorded look-ups, or `None` if nothing of the database counted.
    pub(crate) fn seen(&self) -> Option<TypesSeen> {
        let (version, lookups) = (self.catalog.version(), Arc::clone(&self.lookups));
        let first_schema = self.first_schema.clone();
        let is_null_default = (!self.has_null_default()).then_some(self.is_null_default);
        let is_some = !lookups.is_empty() || is_null_default.is_some();
        is_some.then_some(TypesSeen { database: self.database, first_schema, version, lookups, is_null_default })
    }

    /// Whether the session says which columns are nullable by default.
    fn has_null_default(&self) -> bool {
        [SetOption::AnsiNullDefaultOn, SetOption::AnsiNullDefaultOff].into_iter().any(|option| self.options.has(option))
    }
}

impl TypeNames for Types {
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>> {
        let name = self.catalog.type_in_schema(name.clone(), self.first_schema.as_deref());
        self.catalog.user_type(&name).cloned()
    }

    fn has_padding(&self) -> bool {
        self.options.has(SetOption::AnsiPadding)
    }

    /// Under neither ANSI_NULL_DFLT_ON nor ANSI_NULL_DFLT_OFF the database's ANSI_NULL_DEFAULT
    /// counts (`t-sql/statements/set-ansi-null-dflt-on-transact-sql.md`).
    fn is_nullable_by_default(&self) -> bool {
        self.options.has(SetOption::AnsiNullDefaultOn) || self.is_null_default && !self.has_null_default()
    }
}

/// Returns the ANSI_NULL_DEFAULT of a database.
fn is_null_default(database: &Database) -> bool {
    database.session_defaults().is_on("ANSI_NULL_DEFAULT")
}

impl TypesSeen {
    /// Returns whether the type names, and a column without NULL or NOT NULL, still mean the same.
    /// `first_schema` is the schema in which types without one are looked up before dbo.
    pub(crate) fn are_current(&self, work: &Work, database: &Arc<Database>, first_schema: Option<&Arc<str>>) -> bool {
        let are_same = || work.catalog(database).answers_as(&self.lookups);
        self.database == database.id
            && self.first_schema.as_ref() == first_schema
            && self.is_null_default.is_none_or(|is_on| is_on == is_null_default(database))
            && (self.version == work.catalog_version(database) || are_same())
    }
}
