//! Objects of the system: views, functions and procedures in `sys` and `INFORMATION_SCHEMA`. Every
//! database shows them with the same negative ids.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;
use sluice_catalog::view::{MSDB_SCHEMA, is_compatibility_name, is_master_table};
use sluice_catalog::{Module, ObjectName, SystemViewDef, name};

/// An object of the system.
pub struct SystemObject {
    /// The id, below 0.
    pub id: ObjectId,
    /// The schema.
    pub schema: String,
    /// The name.
    pub name: String,
    /// The object itself.
    pub source: SystemSource,
}

/// The kinds of objects of the system.
pub enum SystemSource {
    /// A view or function in Rust.
    View(Arc<SystemViewDef>),
    /// A view or procedure in T-SQL.
    Module(Arc<Module>),
    /// A procedure compiled to steps.
    Procedure,
}

impl SystemObject {
    /// Returns the objects of an instance with these views, modules and procedures. Sorted by id.
    /// Ids are negative numbers made from schema and name.
    pub fn all(
        views: impl Iterator<Item = Arc<SystemViewDef>>,
        modules: &[Arc<Module>],
        procedures: impl Iterator<Item = &'static str>,
    ) -> Vec<SystemObject> {
        let view = |def: Arc<SystemViewDef>| SystemObject {
            id: hashed(def.schema, def.name),
            schema: def.schema.to_owned(),
            name: def.name.to_owned(),
            source: SystemSource::View(def),
        };
        let module = |module: &Arc<Module>| SystemObject {
            id: hashed(&module.schema, &module.name),
            schema: module.schema.clone(),
            name: module.name.clone(),
            source: SystemSource::Module(Arc::clone(module)),
        };
        let procedure = |name: &'static str| SystemObject {
            id: hashed(SCHEMA, name),
            schema: SCHEMA.to_owned(),
            name: name.to_owned(),
            source: SystemSource::Procedure,
        };
        let mut all: Vec<SystemObject> =
            views.map(view).chain(modules.iter().map(module)).chain(procedures.map(procedure)).collect();
        all.sort_by_key(|object| object.id);
        all
    }

    /// Returns the code in `sys.objects.type`, without blanks. System functions are IF, tables of
    /// msdb U, views V, native procedures P; modules have their own code.
    pub fn code(&self) -> &'static str {
        match &self.source {
            SystemSource::View(def) if def.parameters.is_some() => "IF",
            SystemSource::View(def) if def.schema == MSDB_SCHEMA => "U",
            SystemSource::View(_) => "V",
            SystemSource::Module(module) => module.kind.code(),
            SystemSource::Procedure => "P",
        }
    }
}

/// Returns the object with this id, or `None`; `all` is in the order of ids.
pub fn by_id(all: &[SystemObject], id: i32) -> Option<&SystemObject> {
    let place = all.binary_search_by_key(&ObjectId(id), |object| object.id).ok()?;
    all.get(place)
}

/// Returns the object that a name denotes, or `None`. A name without a schema, or in `dbo`, denotes
/// a procedure or a compatibility view of `sys`, or a table of the system in master or msdb.
/// Compared without case. Other views need their schema.
pub fn named<'o>(all: &'o [SystemObject], written: &ObjectName) -> Option<&'o SystemObject> {
    let is_in = |database: &str| written.database.as_ref().is_some_and(|named| name::same(named, database));
    let in_msdb = |object: &&SystemObject| object.schema == MSDB_SCHEMA && name::same(&object.name, &written.object);
    if is_in("msdb")
        && written.schema.as_ref().is_none_or(|schema| name::same(schema, "dbo"))
        && let Some(object) = all.iter().find(in_msdb)
    {
        return Some(object);
    }
    let (schema, is_open) = match written.schema.as_deref() {
        None => (SCHEMA, false),
        Some(schema) if name::same(schema, "dbo") => (SCHEMA, false),
        Some(schema) => (schema, true),
    };
    let found =
        all.iter().find(|object| name::same(&object.schema, schema) && name::same(&object.name, &written.object));
    let is_found_in_dbo = |object: &SystemObject| match is_master_table(&object.name) {
        true => is_in("master"),
        false => !matches!(object.code(), "V" | "IF") || is_compatibility_name(&object.name),
    };
    found.filter(|object| is_open || is_found_in_dbo(object))
}

/// Returns the id of an object: a hash of its name (FNV-1a), so that a new object doesn't change
/// the ids of the others.
fn hashed(schema: &str, name: &str) -> ObjectId {
    let text = format!("{schema}.{name}").to_ascii_lowercase();
    let hash = text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME));
    ObjectId(-((hash % ID_RANGE) as i32) - FIRST_ID)
}

const SCHEMA: &str = "sys";
const FNV_OFFSET: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;
/// Ids are from `-FIRST_ID - ID_RANGE` to `-FIRST_ID`.
const ID_RANGE: u32 = 1_000_000_000;
const FIRST_ID: i32 = 100_000;
