//! The properties of OBJECTPROPERTY about triggers and constraints
//! (`t-sql/functions/objectproperty-transact-sql.md`).

use crate::facts::{ConstraintFacts, ObjectFacts, TriggerFacts};

/// Returns a property of a trigger, or of the triggers of a table or view. `None` if `property`, in
/// capitals, isn't such a property; `Some(None)` if it doesn't apply to the object.
pub(crate) fn of_triggers(object: &ObjectFacts, property: &str) -> Option<Option<i32>> {
    if let Some(rest) = property.strip_prefix("EXECIS") {
        let trigger = object.triggers.first().filter(|_| object.type_code == "TR");
        let value = of_trigger(rest, &trigger.copied().unwrap_or_default())?;
        return Some(trigger.map(|_| value.into()));
    }
    let triggers = &object.triggers;
    if let Some(rest) = property.strip_prefix("HAS") {
        let instead_of = match rest {
            "AFTERTRIGGER" => false,
            "INSTEADOFTRIGGER" => true,
            _ => return fires_for(rest.strip_suffix("TRIGGER")?, object, |_, count| (count > 0).into()),
        };
        let applies = matches!(object.type_code, "U" | "V");
        return Some(applies.then(|| triggers.iter().any(|trigger| trigger.instead_of == instead_of).into()));
    }
    let of_table = property.strip_prefix("TABLE").filter(|_| object.table.is_some());
    let Some(rest) = of_table else {
        let is_known =
            property.starts_with("TABLE") && (property.ends_with("TRIGGER") || property.ends_with("TRIGGERCOUNT"));
        return is_known.then_some(None);
    };
    if let Some(rest) = rest.strip_prefix("HAS") {
        return fires_for(rest.strip_suffix("TRIGGER")?, object, |_, count| (count > 0).into());
    }
    match rest.strip_suffix("TRIGGERCOUNT") {
        Some(event) => fires_for(event, object, |_, count| count),
        None => fires_for(rest.strip_suffix("TRIGGER")?, object, |first, _| first),
    }
}

/// Returns a property of one trigger, by its name behind `ExecIs`.
fn of_trigger(name: &str, trigger: &TriggerFacts) -> Option<bool> {
    let (events, event) = match name {
        "AFTERTRIGGER" => return Some(!trigger.instead_of),
        "INSTEADOFTRIGGER" => return Some(trigger.instead_of),
        "TRIGGERDISABLED" => return Some(trigger.is_disabled),
        "TRIGGERNOTFORREPL" => return Some(trigger.not_for_replication),
        _ => match (name.strip_prefix("FIRST"), name.strip_prefix("LAST")) {
            (Some(event), _) => (trigger.first, event),
            (None, Some(event)) => (trigger.last, event),
            (None, None) => (trigger.events, name),
        },
    };
    Some(events[place_of(event.strip_suffix("TRIGGER")?)?])
}

/// Returns a number of the triggers that an event fires, from the id of the first (0 without one)
/// and their count. `None` if there is no such event.
fn fires_for(event: &str, object: &ObjectFacts, figure: fn(i32, i32) -> i32) -> Option<Option<i32>> {
    let place = place_of(event)?;
    if !matches!(object.type_code, "U" | "V") {
        return Some(None);
    }
    let mut fired: Vec<&TriggerFacts> = object.triggers.iter().filter(|trigger| trigger.events[place]).collect();
    fired.sort_by_key(|trigger| (!trigger.first[place], trigger.id));
    let count = i32::try_from(fired.len()).unwrap_or(i32::MAX);
    Some(Some(figure(fired.first().map_or(0, |trigger| trigger.id), count)))
}

fn place_of(event: &str) -> Option<usize> {
    ["INSERT", "UPDATE", "DELETE"].into_iter().position(|known| known == event)
}

/// Returns a property of a constraint. `None` if `property`, in capitals, isn't such a property;
/// `Some(None)` if the object is no constraint. A property of another kind of constraint is 0.
pub(crate) fn of_constraint(object: &ObjectFacts, property: &str) -> Option<Option<i32>> {
    let is_so: fn(&ConstraintFacts) -> bool = match property {
        "CNSTISCLUSTKEY" => |constraint| constraint.is_clustered == Some(true),
        "CNSTISNONCLUSTKEY" => |constraint| constraint.is_clustered == Some(false),
        "CNSTISCOLUMN" => |constraint| constraint.is_of_column,
        "CNSTISDELETECASCADE" => |constraint| constraint.cascades_deletes,
        "CNSTISUPDATECASCADE" => |constraint| constraint.cascades_updates,
        "CNSTISDISABLED" => |constraint| constraint.is_disabled,
        "CNSTISNOTREPL" => |constraint| constraint.not_for_replication,
        "CNSTISNOTTRUSTED" => |constraint| constraint.is_not_trusted,
        _ => return None,
    };
    Some(object.constraint.as_ref().map(|constraint| is_so(constraint).into()))
}
