//! The things that have extended properties, named by levels: a schema, an object in it, a column
//! of the object
//! (`relational-databases/system-stored-procedures/sp-addextendedproperty-transact-sql.md`).
//!
//! A kind that this version has no objects of, such as ASSEMBLY, has no owners. A name that nothing
//! has gives no owner rather than an error. Visibility is that of the caller's catalog.

use crate::host::Host;
use crate::module_columns::module_columns;
use sluice_base::sync::Arc;
use sluice_catalog::security::{ObjectKind, Securable};
use sluice_catalog::{
    Catalog, DdlScope, Module, Object, ObjectName, PropertyClass, PropertyOwner, Schema, SchemaId, Table, TypeKind,
    UserType, name, snapshot::DEFAULT_SCHEMA,
};
use sluice_syntax::ast::StatementKind;
use sluice_table::database::Database;

/// A kind of thing, and the name of one or none for all.
#[derive(Clone, Copy)]
pub struct PropertyLevel<'a> {
    /// The kind, such as TABLE, in any case.
    pub kind: &'a str,
    /// The name; `None` for all things of the kind.
    pub name: Option<&'a str>,
}

/// A thing that can have extended properties.
pub struct OwnerFound {
    /// Its class and ids.
    pub owner: PropertyOwner,
    /// Its name.
    pub name: String,
    /// The securable on which a permission is needed to change the properties.
    pub securable: Securable,
}

/// The database in which the owners are.
pub struct PropertyOwners<'a> {
    /// The instance.
    pub host: &'a dyn Host,
    /// The database.
    pub database: &'a Arc<Database>,
    /// Its names, all or those the session sees.
    pub catalog: &'a Arc<Catalog>,
}

/// A thing of level 1: in a schema.
enum Member<'c> {
    Object(&'c Object),
    Type(&'c Arc<UserType>),
}

/// Whether the kinds of the levels are documented and each level's kind can be in the level above.
/// Compared without case. True without levels. Names aren't looked at.
pub fn is_valid(levels: &[PropertyLevel<'_>]) -> bool {
    let is_kind =
        |known: &[&str], level: &PropertyLevel<'_>| known.iter().any(|kind| level.kind.eq_ignore_ascii_case(kind));
    match levels {
        [] => true,
        [first] => is_kind(&LEVEL_0, first),
        [first, second] if is_kind(&[FILE], second) => is_kind(&[FILEGROUP], first),
        [first, second] => is_kind(&["SCHEMA", "USER"], first) && is_kind(&LEVEL_1, second),
        [first, second, third] => {
            is_kind(&["SCHEMA", "USER"], first) && is_kind(&LEVEL_1, second) && is_kind(&LEVEL_2, third)
        }
        _ => false,
    }
}

impl PropertyOwners<'_> {
    /// Returns the owners that the levels name. A level above the last must have a name. A last
    /// level without a name gives all owners of its kind. The result is empty if nothing has the
    /// name.
    pub fn find(&self, levels: &[PropertyLevel<'_>]) -> Vec<OwnerFound> {
        match levels {
            [] => {
                let owner = PropertyOwner::new(PropertyClass::Database, 0, 0);
                vec![OwnerFound { owner, name: self.database.name.clone(), securable: Securable::Database }]
            }
            [only] => self.at_database(*only),
            [group, file] if group.kind.eq_ignore_ascii_case(FILEGROUP) => self.files(group.name, file.name),
            [schema, members @ ..] => match schema.name.and_then(|name| self.catalog.schema(name)) {
                Some(schema) => self.in_schema(schema, members),
                None => Vec::new(),
            },
        }
    }

    fn at_database(&self, level: PropertyLevel<'_>) -> Vec<OwnerFound> {
        match level.kind.to_ascii_uppercase().as_str() {
            "SCHEMA" => {
                let found: Vec<&Schema> = match level.name {
                    Some(name) => self.catalog.schema(name).into_iter().collect(),
                    None => self.catalog.schemas().collect(),
                };
                let found = found.into_iter().filter(|schema| schema.takes_objects());
                let owner = |schema: &Schema| OwnerFound {
                    owner: PropertyOwner::new(PropertyClass::Schema, schema.id.0, 0),
                    name: schema.name.to_string(),
                    securable: Securable::Schema(schema.id),
                };
                found.map(owner).collect()
            }
            "USER" => {
                let security = self.catalog.security();
                let found = security.principals().into_iter().filter(|known| is_named(level.name, &known.name));
                let owner = |id, name: &str| OwnerFound {
                    owner: PropertyOwner::new(PropertyClass::Principal, id, 0),
                    name: name.to_owned(),
                    securable: Securable::Principal(sluice_catalog::security::PrincipalId(id)),
                };
                found.map(|known| owner(known.id.0, &known.name)).collect()
            }
            "TYPE" => match self.catalog.schema(DEFAULT_SCHEMA) {
                Some(schema) => self.in_schema(schema, &[level]),
                None => Vec::new(),
            },
            FILEGROUP => {
                let files = self.database.options().data_files;
                let named = files.all_filegroups().filter(|(_, name)| is_named(level.name, name));
                named.map(|(id, name)| of_database(PropertyClass::Dataspace, id.0.into(), name)).collect()
            }
            "TRIGGER" => {
                let found = self.catalog.triggers_of(DdlScope::Database.parent()).into_iter();
                let named = found.filter(|trigger| is_named(level.name, &trigger.name));
                named.map(|trigger| of_database(PropertyClass::ObjectOrColumn, trigger.id.0, &trigger.name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the files of a filegroup that the names denote.
    fn files(&self, group: Option<&str>, file: Option<&str>) -> Vec<OwnerFound> {
        let group = group.and_then(|name| self.database.options().data_files.filegroup_named(name));
        let files = self.database.files().into_iter();
        let found = files.filter(|known| known.filegroup == group && group.is_some() && is_named(file, &known.name));
        found.map(|known| of_database(PropertyClass::DatabaseFile, known.id.0.into(), &known.name)).collect()
    }

    fn in_schema(&self, schema: &Schema, levels: &[PropertyLevel<'_>]) -> Vec<OwnerFound> {
        let [level, parts @ ..] = levels else { return Vec::new() };
        let members = self.members(schema, *level);
        match (parts, level.name) {
            ([], _) => members.iter().map(|member| member.found(schema.id)).collect(),
            ([part, ..], Some(_)) => members.iter().flat_map(|member| self.parts(schema.id, member, *part)).collect(),
            (_, None) => Vec::new(),
        }
    }

    /// Returns the objects or types of a schema that a level names.
    fn members(&self, schema: &Schema, level: PropertyLevel<'_>) -> Vec<Member<'_>> {
        let kind = level.kind.to_ascii_uppercase();
        let kinds: &[ObjectKind] = match kind.as_str() {
            "TABLE" => &[ObjectKind::Table],
            "VIEW" => &[ObjectKind::View],
            "PROCEDURE" => &[ObjectKind::Procedure],
            "FUNCTION" => &[ObjectKind::ScalarFunction, ObjectKind::TableFunction],
            "SYNONYM" => &[ObjectKind::Synonym],
            "DEFAULT" => &[ObjectKind::Default],
            "RULE" => &[ObjectKind::Rule],
            "SEQUENCE" => &[ObjectKind::Sequence],
            "TYPE" | "TABLE_TYPE" => {
                let is_table = kind == "TABLE_TYPE";
                let is_of_kind =
                    |known: &UserType| is_table == matches!(known.kind, TypeKind::Table { .. }) || !is_table;
                let found: Vec<&Arc<UserType>> = match level.name {
                    Some(name) => {
                        self.catalog.user_type(&ObjectName::qualified(&schema.name, name)).into_iter().collect()
                    }
                    None => self.catalog.user_types().iter().filter(|known| known.schema == schema.name).collect(),
                };
                return found.into_iter().filter(|known| is_of_kind(known)).map(Member::Type).collect();
            }
            _ => return Vec::new(),
        };
        let found: Vec<&Object> = match level.name {
            Some(name) => self.catalog.object(&ObjectName::qualified(&schema.name, name)).into_iter().collect(),
            None => self.catalog.objects_in(&schema.name),
        };
        found.into_iter().filter(|object| kinds.contains(&object.kind())).map(Member::Object).collect()
    }

    /// Returns the parts of an object or table type that a level names.
    fn parts(&self, schema: SchemaId, member: &Member<'_>, level: PropertyLevel<'_>) -> Vec<OwnerFound> {
        let securable = member.found(schema).securable;
        let parts: Vec<(PropertyOwner, String)> = match (level.kind.to_ascii_uppercase().as_str(), member) {
            ("COLUMN", _) => self.columns(member),
            ("PARAMETER", Member::Object(Object::Module(module))) => {
                let owner = |id| PropertyOwner::new(PropertyClass::Parameter, module.id.0, id);
                parameters(module).into_iter().zip(1..).map(|(name, id)| (owner(id), name)).collect()
            }
            ("CONSTRAINT", Member::Object(Object::Table(table))) => constraints(table),
            ("INDEX", Member::Object(Object::Table(table))) => {
                let owner = |id: u16| PropertyOwner::new(PropertyClass::Index, table.id.0, id.into());
                table.indexes.iter().map(|index| (owner(index.id), index.name.clone())).collect()
            }
            ("TRIGGER", Member::Object(object)) => {
                let owner = |id| PropertyOwner::new(PropertyClass::ObjectOrColumn, id, 0);
                let triggers = self.catalog.triggers_of(object.id());
                triggers.into_iter().map(|trigger| (owner(trigger.id.0), trigger.name.clone())).collect()
            }
            _ => Vec::new(),
        };
        let named = parts.into_iter().filter(|(_, name)| is_named(level.name, name));
        named.map(|(owner, name)| OwnerFound { owner, name, securable }).collect()
    }

    fn columns(&self, member: &Member<'_>) -> Vec<(PropertyOwner, String)> {
        let of_object = |object: i32, id: i32| PropertyOwner::new(PropertyClass::ObjectOrColumn, object, id);
        match member {
            Member::Object(Object::Table(table)) => table
                .columns
                .iter()
                .map(|column| (of_object(table.id.0, column.id.into()), column.name.clone()))
                .collect(),
            Member::Object(Object::Module(module)) => {
                let columns = module_columns(self.host, self.database, self.catalog, module);
                let columns = columns.iter().zip(1..);
                columns.map(|(column, id)| (of_object(module.id.0, id), column.name.clone())).collect()
            }
            Member::Object(Object::Sequence(_)) => Vec::new(),
            Member::Type(known) => {
                let owner = |id: u16| PropertyOwner::new(PropertyClass::TypeColumn, known.id.0, id.into());
                let columns = known.table().into_iter().flat_map(|table| &table.columns);
                columns.map(|column| (owner(column.id), column.name.clone())).collect()
            }
        }
    }
}

impl Member<'_> {
    fn found(&self, schema: SchemaId) -> OwnerFound {
        match self {
            Member::Object(object) => OwnerFound {
                owner: PropertyOwner::new(PropertyClass::ObjectOrColumn, object.id().0, 0),
                name: object.name().to_owned(),
                securable: Securable::Object(schema, object.id()),
            },
            Member::Type(known) => OwnerFound {
                owner: PropertyOwner::new(PropertyClass::Type, known.id.0, 0),
                name: known.name.clone(),
                securable: Securable::Type(schema, known.id.0),
            },
        }
    }
}

/// Returns a thing whose properties need a permission on the database.
fn of_database(class: PropertyClass, id: i32, name: &str) -> OwnerFound {
    OwnerFound { owner: PropertyOwner::new(class, id, 0), name: name.to_owned(), securable: Securable::Database }
}

/// Returns the names of a module's parameters.
fn parameters(module: &Module) -> Vec<String> {
    let script = sluice_plan::script_of(module);
    let declared = match script.statements.first().map(|statement| &statement.kind) {
        Some(StatementKind::Procedure(procedure)) => &procedure.parameters,
        Some(StatementKind::Function(function)) => &function.parameters,
        _ => return Vec::new(),
    };
    declared.iter().map(|parameter| parameter.name.text.to_string()).collect()
}

fn constraints(table: &Table) -> Vec<(PropertyOwner, String)> {
    let owner = |id| PropertyOwner::new(PropertyClass::ObjectOrColumn, id, 0);
    let keys = table.indexes.iter().filter_map(|index| Some((owner(index.constraint?.id.0), index.name.clone())));
    let others = table.constraints.iter().map(|constraint| (owner(constraint.id.0), constraint.name.clone()));
    keys.chain(others).collect()
}

fn is_named(wanted: Option<&str>, known: &str) -> bool {
    wanted.is_none_or(|wanted| name::same(wanted, known))
}

const LEVEL_0: [&str; 15] = [
    "ASSEMBLY",
    "CONTRACT",
    "EVENT NOTIFICATION",
    "FILEGROUP",
    "MESSAGE TYPE",
    "PARTITION FUNCTION",
    "PARTITION SCHEME",
    "PLAN GUIDE",
    "REMOTE SERVICE BINDING",
    "ROUTE",
    "SCHEMA",
    "SERVICE",
    "TRIGGER",
    "TYPE",
    "USER",
];
const LEVEL_1: [&str; 13] = [
    "AGGREGATE",
    "DEFAULT",
    "FUNCTION",
    "PROCEDURE",
    "QUEUE",
    "RULE",
    "SEQUENCE",
    "SYNONYM",
    "TABLE",
    "TABLE_TYPE",
    "TYPE",
    "VIEW",
    "XML SCHEMA COLLECTION",
];
const LEVEL_2: [&str; 6] = ["COLUMN", "CONSTRAINT", "EVENT NOTIFICATION", "INDEX", "PARAMETER", "TRIGGER"];
const FILEGROUP: &str = "FILEGROUP";
const FILE: &str = "LOGICAL FILE NAME";
