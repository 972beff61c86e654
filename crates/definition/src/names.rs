//! Name resolution: the interface that the binder's caller implements.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::{Catalog, Module, ModuleKind, ObjectName, SystemViewDef, Table, UserType};
use sluice_functions::SetOptions;
use sluice_syntax::ast;
use sluice_types::SqlError;

/// The names visible to a session.
pub trait Names {
    /// Returns the catalog of `database`, or of the current database if `None`. Returns `None` if
    /// the database doesn't exist. Fails with the error of its state if it exists and isn't open.
    fn catalog(&self, database: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError>;

    /// Returns the name of the current database, for messages.
    fn current_database(&self) -> String;

    /// Returns the schema searched before dbo: that of the procedure or function that contains the
    /// statement, or else the default schema of the session's user. `None` if only dbo is searched.
    fn first_schema(&self) -> Option<String> {
        None
    }

    /// Returns the SET options that the statement is bound with.
    fn set_options(&self) -> SetOptions {
        SetOptions::INITIAL
    }

    /// Maps a temporary table's name to its internal name in tempdb. Returns other names unchanged.
    fn place(&self, name: &ObjectName) -> ObjectName {
        name.clone()
    }

    /// Returns the estimated number of rows of `table` in `database`, or `None` if unknown.
    fn row_count(&self, _database: Option<&str>, _table: &Table) -> Option<u64> {
        None
    }

    /// Returns the estimated number of rows of a system view in `database`, or `None` if unknown.
    fn view_row_count(&self, _database: Option<&str>, _view: &SystemViewDef) -> Option<u64> {
        None
    }

    /// Returns the table variable `name` (with its `@`), if the batch declares it.
    fn table_variable(&self, _name: &str) -> Option<Arc<Table>> {
        None
    }

    /// Returns `inserted` or `deleted`, in any case, inside a trigger.
    fn trigger_rows(&self, _name: &str) -> Option<Arc<SystemViewDef>> {
        None
    }

    /// Returns the rows that stand for a table inside views, while the rows of an indexed view are
    /// computed from changed rows of the table. `None` at any other time.
    fn stand_in(&self, _table: &Table) -> Option<Arc<SystemViewDef>> {
        None
    }

    /// Whether the INSTEAD OF trigger with this id is running. A running trigger isn't fired by its
    /// own statements.
    fn is_instead(&self, _trigger: ObjectId) -> bool {
        false
    }

    /// Returns the module that is being created WITH SCHEMABINDING, if any.
    fn binding(&self) -> Option<&Binding> {
        None
    }

    /// Returns the system view `name` in `schema`. `None` if there is none.
    fn view(&self, schema: &str, name: &str) -> Option<Arc<SystemViewDef>>;

    /// Returns the view of the rows of a data file, with the file's columns. `options` has a value
    /// for each of [`DATA_FILE_OPTIONS`]; the last is filled in.
    fn data_file(&self, _options: &mut [Option<String>]) -> Result<Arc<SystemViewDef>, SqlError> {
        Err(SqlError::unsupported_option("OPENROWSET"))
    }

    /// Returns the system view `name` in `schema`, if it is defined as a query over other views, or
    /// the system's scalar function of that name.
    fn system_module(&self, _schema: &str, _name: &str) -> Option<Arc<Module>> {
        None
    }
}

/// A module that is being created WITH SCHEMABINDING. Only its own names are checked for
/// SCHEMABINDING, not those within modules that it uses.
#[derive(Clone, Debug)]
pub struct Binding {
    kind: &'static str,
    name: String,
    // The number of modules being bound while the module's own text is bound.
    depth: usize,
}

impl Binding {
    /// Creates the binding of a view or function.
    pub fn for_module(module: &Module) -> Binding {
        let depth = usize::from(module.kind.has_rows());
        Binding { kind: module.kind.noun(), name: module.name.clone(), depth }
    }

    /// Creates the binding of a module with statements, of this kind and name.
    pub fn for_statements(kind: ModuleKind, name: &str) -> Binding {
        Binding { kind: kind.noun(), name: name.to_owned(), depth: 0 }
    }

    /// Fails with 2788 if the module's own text names a synonym.
    pub fn refuse_synonym(&self, depth: usize) -> Result<(), SqlError> {
        if depth == self.depth { Err(SqlError::synonym_in_schema_bound_object()) } else { Ok(()) }
    }

    /// Fails with 2011 if the module's own text has an INDEX hint.
    pub fn refuse_index(&self, depth: usize, hints: &[ast::Hint]) -> Result<(), SqlError> {
        let has_index = hints.iter().any(|hint| hint.words.first().is_some_and(|word| word.is("INDEX")));
        if depth == self.depth && has_index { Err(SqlError::index_hint_in_schema_bound()) } else { Ok(()) }
    }

    /// Fails with 2720 if the module's own text names an object of the system.
    pub fn refuse_system_object(&self, depth: usize, written: &ast::ObjectName) -> Result<(), SqlError> {
        match depth == self.depth {
            true => Err(SqlError::schema_bound_to_system_object(self.kind, &self.name, object_name(written))),
            false => Ok(()),
        }
    }

    /// Checks a name in the module's own text. `depth` is the number of modules being bound; names
    /// in the texts of other modules pass. Fails with 4512 for a name without exactly two parts,
    /// with 4513 for a module that isn't schema-bound, with 2720 for one of the system.
    pub fn check(&self, depth: usize, written: &ast::ObjectName, module: Option<&Module>) -> Result<(), SqlError> {
        if depth != self.depth {
            return Ok(());
        }
        if written.schema.is_none() || written.database.is_some() {
            return Err(SqlError::invalid_schema_bound_name(self.kind, &self.name, object_name(written)));
        }
        if module.is_some_and(|module| SYSTEM_SCHEMAS.iter().any(|schema| module.schema.eq_ignore_ascii_case(schema))) {
            return self.refuse_system_object(depth, written);
        }
        if module.is_some_and(|module| !module.options.is_schema_bound) {
            return Err(SqlError::referenced_object_not_schema_bound(self.kind, &self.name, object_name(written)));
        }
        Ok(())
    }
}

/// The schemas of the system's views.
const SYSTEM_SCHEMAS: [&str; 2] = ["sys", "INFORMATION_SCHEMA"];

/// Resolution of user-defined types in declarations.
pub trait TypeNames {
    /// Returns the type called `name`, which has no database part.
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>>;

    /// Whether new columns keep trailing blanks and zeros: ANSI_PADDING.
    fn has_padding(&self) -> bool {
        true
    }

    /// Whether a column is nullable if its definition doesn't say.
    fn is_nullable_by_default(&self) -> bool {
        true
    }
}

impl TypeNames for Catalog {
    fn user_type(&self, name: &ObjectName) -> Option<Arc<UserType>> {
        Catalog::user_type(self, name).cloned()
    }
}

impl TypeNames for NoNames {
    fn user_type(&self, _name: &ObjectName) -> Option<Arc<UserType>> {
        None
    }
}

/// The empty set of names, for expressions without tables.
#[derive(Clone, Copy, Debug)]
pub struct NoNames;

impl Names for NoNames {
    fn catalog(&self, _database: Option<&str>) -> Result<Option<Arc<Catalog>>, SqlError> {
        Ok(None)
    }

    fn current_database(&self) -> String {
        String::new()
    }

    fn view(&self, _schema: &str, _name: &str) -> Option<Arc<SystemViewDef>> {
        None
    }
}

/// Converts a written name of up to three parts to the catalog's form. A server name is dropped.
pub fn object_name(written: &ast::ObjectName) -> ObjectName {
    let text = |name: &Option<ast::Name>| name.as_ref().map(|name| name.text.to_string());
    ObjectName {
        database: text(&written.database),
        schema: text(&written.schema),
        object: written.name.text.to_string(),
    }
}

/// Returns the name as it was written, with its qualifiers and dots. An empty part is left out.
pub fn full_name(written: &ast::ColumnName) -> String {
    let mut name = String::new();
    if let Some(qualifier) = &written.qualifier {
        // An omitted part between two others leaves its dot: `db..t.c`.
        let parts = [&qualifier.server, &qualifier.database, &qualifier.schema];
        for part in parts.into_iter().skip_while(|part| part.is_none()) {
            name.push_str(part.as_ref().map_or("", |part| &part.text));
            name.push('.');
        }
        name.push_str(&qualifier.name.text);
        name.push('.');
    }
    name.push_str(&written.name.text);
    name
}

/// The options of OPENROWSET(BULK), in the order of the arguments of its view. FILE is the file.
/// COLUMNS are the types of the columns when the statement was bound.
pub const DATA_FILE_OPTIONS: [&str; 11] = [
    "FILE",
    "SINGLE",
    "FORMATFILE",
    "CODEPAGE",
    "FORMAT",
    "FIELDQUOTE",
    "FIRSTROW",
    "LASTROW",
    "MAXERRORS",
    "ERRORFILE",
    "COLUMNS",
];
