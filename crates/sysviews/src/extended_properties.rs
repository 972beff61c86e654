//! `sys.extended_properties` and `sys.fn_listextendedproperty`.
//!
//! Columns: `extended-properties-catalog-views-sys-extended-properties` in
//! `relational-databases/system-catalog-views`, and
//! `relational-databases/system-functions/sys-fn-listextendedproperty-transact-sql`.

use crate::view::{View, text, whole};
use sluice_base::hash::HashSet;
use sluice_base::ids::ObjectId;
use sluice_catalog::security::{PrincipalId, Securable};
use sluice_catalog::{Catalog, Column, ExtendedProperty, PropertyClass, PropertyOwner, TypeId, ViewPermission};
use sluice_session::ViewContext;
use sluice_session::property_owners::{PropertyLevel, PropertyOwners, is_valid};
use sluice_types::{DataType, Length, Value};

/// Defines `sys.extended_properties`. Rows are subject to metadata visibility. A query for one
/// `major_id` enumerates only that object.
pub(crate) fn view() -> View {
    let columns = vec![
        Column::not_null("class", DataType::TinyInt),
        Column::nullable("class_desc", DataType::NVarChar(Length::Limited(60))),
        Column::not_null("major_id", DataType::Int),
        Column::not_null("minor_id", DataType::Int),
        Column::not_null("name", DataType::SYSNAME),
        Column::nullable("value", DataType::SqlVariant),
    ];
    View::sys(
        "extended_properties",
        ViewPermission::Metadata(
            "relational-databases/system-catalog-views/extended-properties-catalog-views-sys-extended-properties.md",
        ),
        columns,
        |context| {
            let visible = Visible::new(context);
            let all = context.whole.properties().all().into_iter();
            let wanted = all.filter(|known| context.objects.accepts(ObjectId(known.owner.major), &known.name));
            let shown = wanted.filter(|known| visible.shows(known.owner));
            shown.map(|known| row(known)).collect()
        },
    )
    .by_object(&["major_id"], 1)
}

/// Defines `sys.fn_listextendedproperty`. NULL as the property's name stands for all. Levels that
/// name nothing yield no row. Rows are subject to metadata visibility.
pub(crate) fn function() -> View {
    let columns = vec![
        Column::nullable("objtype", DataType::SYSNAME),
        Column::nullable("objname", DataType::SYSNAME),
        Column::not_null("name", DataType::SYSNAME),
        Column::nullable("value", DataType::SqlVariant),
    ];
    View::function(
        "fn_listextendedproperty",
        ViewPermission::Metadata("relational-databases/system-functions/sys-fn-listextendedproperty-transact-sql.md"),
        PARAMETERS,
        columns,
        |context| Ok(whole(listed(context))),
    )
}

fn row(property: &ExtendedProperty) -> Vec<Value> {
    let PropertyOwner { class, major, minor } = property.owner;
    vec![
        Value::TinyInt(class as u8),
        text(class.description()),
        Value::Int(major),
        Value::Int(minor),
        text(&property.name),
        property.value.clone(),
    ]
}

/// Returns the rows of `sys.fn_listextendedproperty`. The function returns no row for levels that
/// name nothing.
fn listed(context: &ViewContext<'_>) -> Vec<Vec<Value>> {
    let texts: Vec<Option<&str>> = context.arguments.iter().map(Value::as_str).collect();
    let [name, levels @ ..] = texts.as_slice() else { return Vec::new() };
    let pairs: Vec<(Option<&str>, Option<&str>)> = levels.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let given = pairs.iter().take_while(|(kind, _)| kind.is_some()).count();
    // A name without its kind, or a level below a missing level, names nothing.
    if pairs[given..].iter().any(|(kind, name)| kind.is_some() || name.is_some()) {
        return Vec::new();
    }
    let level = |(kind, name): &(Option<&'_ str>, Option<&'_ str>)| {
        (kind.unwrap_or_default().to_owned(), name.map(str::to_owned))
    };
    let owned: Vec<(String, Option<String>)> = pairs[..given].iter().map(level).collect();
    let levels = owned.iter().map(|(kind, name)| PropertyLevel { kind, name: name.as_deref() });
    let levels: Vec<PropertyLevel<'_>> = levels.collect();
    if !is_valid(&levels) {
        return Vec::new();
    }
    let owners = PropertyOwners { host: context.host, database: context.database, catalog: context.catalog };
    let visible = Visible::new(context);
    let properties = context.whole.properties();
    let mut rows = Vec::new();
    for found in owners.find(&levels).into_iter().filter(|found| visible.shows(found.owner)) {
        let (kind, object) = match levels.last() {
            Some(level) => (text(&level.kind.to_ascii_uppercase()), text(&found.name)),
            None => (Value::Null, Value::Null),
        };
        let of_owner = properties.of_owner(found.owner);
        let named = of_owner.filter(|known| name.is_none_or(|name| sluice_catalog::name::same(name, &known.name)));
        rows.extend(named.map(|known| vec![kind.clone(), object.clone(), text(&known.name), known.value.clone()]));
    }
    rows
}

/// Decides whose properties the session sees.
struct Visible<'a> {
    context: &'a ViewContext<'a>,
    // Ids of the constraints of the visible tables.
    constraints: HashSet<i32>,
    // Ids of the filegroups and files that exist.
    filegroups: Vec<i32>,
    files: Vec<i32>,
}

impl<'a> Visible<'a> {
    fn new(context: &'a ViewContext<'a>) -> Visible<'a> {
        let constraints = match context.whole.properties().is_empty() {
            true => HashSet::default(),
            false => constraint_ids(context.catalog),
        };
        let filegroups = context.database.options().data_files.all_filegroups().map(|(id, _)| id.0.into()).collect();
        let files = context.database.files().iter().map(|file| file.id.0.into()).collect();
        Visible { context, constraints, filegroups, files }
    }

    fn shows(&self, owner: PropertyOwner) -> bool {
        let ViewContext { catalog, whole, limits, .. } = self.context;
        match owner.class {
            PropertyClass::Database => true,
            PropertyClass::Dataspace => self.filegroups.contains(&owner.major),
            PropertyClass::DatabaseFile => self.files.contains(&owner.major),
            PropertyClass::ObjectOrColumn | PropertyClass::Parameter | PropertyClass::Index => {
                catalog.has_object(ObjectId(owner.major)) || self.constraints.contains(&owner.major)
            }
            PropertyClass::Type | PropertyClass::TypeColumn => catalog.type_by_id(TypeId(owner.major)).is_some(),
            PropertyClass::Schema => limits.is_none_or(|access| {
                let schema = whole.schemas().find(|known| known.id.0 == owner.major);
                schema.is_some_and(|schema| access.privileges().sees(Securable::Schema(schema.id)))
            }),
            PropertyClass::Principal => limits.is_none_or(|access| {
                let principal = whole.security().principal(PrincipalId(owner.major));
                principal.is_some_and(|principal| access.privileges().sees_principal(principal))
            }),
        }
    }
}

fn constraint_ids(catalog: &Catalog) -> HashSet<i32> {
    let tables = catalog.tables();
    let of_keys = tables.iter().flat_map(|table| &table.indexes).filter_map(|index| Some(index.constraint?.id.0));
    let others = tables.iter().flat_map(|table| &table.constraints).map(|constraint| constraint.id.0);
    others.chain(of_keys).collect()
}

const LEVEL: DataType = DataType::varchar(Length::Limited(128));
/// The property's name, then the types and names of three levels of objects.
const PARAMETERS: &[DataType] =
    &[DataType::SYSNAME, LEVEL, DataType::SYSNAME, LEVEL, DataType::SYSNAME, LEVEL, DataType::SYSNAME];
