//! Defaults and rules bound to columns and alias types by `sp_bindefault` and `sp_bindrule`.

use sluice_base::ids::ObjectId;
use sluice_base::sync::Arc;

/// The default and the rule bound to a column or an alias type.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BoundObjects {
    /// The default of CREATE DEFAULT.
    pub default: Option<BoundObject>,
    /// The rule of CREATE RULE.
    pub rule: Option<BoundObject>,
}

/// A bound default or rule. The text is a copy: a bound object can be neither altered nor dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundObject {
    /// The id of the default or rule.
    pub id: ObjectId,
    /// The value of a default. The condition of a rule, in which the checked value is the only
    /// column.
    pub definition: Arc<str>,
}

impl BoundObjects {
    /// Whether the default or rule `id` is bound.
    pub fn has(&self, id: ObjectId) -> bool {
        [&self.default, &self.rule].into_iter().flatten().any(|bound| bound.id == id)
    }

    /// Returns the default or the rule.
    pub fn of_kind(&self, is_rule: bool) -> Option<&BoundObject> {
        if is_rule { self.rule.as_ref() } else { self.default.as_ref() }
    }

    /// Returns the default or the rule, for changes.
    pub fn of_kind_mut(&mut self, is_rule: bool) -> &mut Option<BoundObject> {
        if is_rule { &mut self.rule } else { &mut self.default }
    }
}
