//! Recording of the permissions that resolved names need.
//!
//! A function or sequence used by a table's definition (DEFAULT, CHECK, computed column) is covered
//! by the ownership chain that starts at the table, as for a module
//! (`t-sql/functions/next-value-for-transact-sql.md`, *Ownership chaining*).

use super::Binder;
use super::scope::Source;
use super::target::ChangeTarget;
use sluice_base::ids::ObjectId;
use sluice_catalog::security::{Code, codes};
use sluice_catalog::{Module, SystemViewDef, Table, ViewPermission};
use sluice_plan::expression::ColumnId;
use sluice_plan::needs::{ModulePlace, Named, Need, Noted};

impl Binder<'_> {
    /// Records the use of a column, and for a column set of all its columns.
    pub(super) fn note_use(&mut self, id: ColumnId) {
        // The use of a column set is the use of all its columns.
        let members = self.column_sets.iter().find(|(set, _)| *set == id).map(|(_, members)| members.clone());
        for id in std::iter::once(id).chain(members.unwrap_or_default()) {
            let place = id.number as usize;
            if self.used.len() <= place {
                self.used.resize(place + 1, false);
            }
            self.used[place] = true;
        }
    }

    /// Records SELECT on columns that OUTPUT shows of the new rows. Each new column is paired with
    /// the column of the old row.
    pub(super) fn note_shown(&mut self, columns: &[(ColumnId, ColumnId)]) {
        for (now, found) in columns {
            if self.used.get(now.number as usize).is_some_and(|used| *used) {
                self.note_use(*found);
            }
        }
    }

    /// Records that the statement reads rows of a table, visible as `source`. Temporary tables and
    /// table variables need none. The columns needed are settled at the end, by use.
    pub(super) fn note_table(&mut self, database: Option<&String>, table: &Table, source: &Source) {
        if table.is_variable() || table.name.starts_with('#') {
            return;
        }
        let ids = table.columns.iter().map(|column| column.id.into());
        let columns = source.columns.iter().map(|column| column.id).zip(ids).collect();
        self.note_object((database, table.id, &table.schema, &table.name), codes::SELECT, columns);
    }

    /// Records that the statement reads rows of a view or function, visible as `source`.
    pub(super) fn note_module(&mut self, database: Option<&String>, module: &Module, source: &Source) {
        if module.id.0 > 0 {
            let columns = source.columns.iter().map(|column| column.id).zip(1..).collect();
            self.note_object((database, module.id, &module.schema, &module.name), codes::SELECT, columns);
        }
    }

    /// Records that the statement reads a system view.
    pub(super) fn note_system_view(&mut self, database: Option<&String>, def: &SystemViewDef) {
        // Ids of the system's views are negative.
        let is_within = self.inside.last().is_some_and(|inside| inside.id.0 < 0);
        let permission = match def.permission {
            ViewPermission::ServerStateUnlessWithin(page) if is_within => ViewPermission::Filtered(page),
            permission => permission,
        };
        self.note(database, Named::SystemView(permission), codes::SELECT, Vec::new());
    }

    /// Records the use of an object.
    pub(super) fn note_object(
        &mut self,
        (database, id, schema, name): (Option<&String>, ObjectId, &str, &str),
        code: Code,
        columns: Vec<(ColumnId, i32)>,
    ) {
        let on = Named::Object { id: id.0, schema: schema.to_owned(), name: name.to_owned() };
        self.note(database, on, code, columns);
    }

    /// Records that the statement inserts rows into a table.
    pub(super) fn note_insert(&mut self, database: Option<&String>, table: &Table) {
        if !table.is_variable() && !table.name.starts_with('#') {
            self.note_object((database, table.id, &table.schema, &table.name), codes::INSERT, Vec::new());
        }
    }

    /// Records that the statement changes rows of `target`; `changed` are the columns of an UPDATE.
    /// The permission is on the view if the target is named through a view. Without a recorded
    /// SELECT of the target, nothing is recorded (temporary tables).
    pub(super) fn note_change(&mut self, target: &ChangeTarget, code: Code, changed: &[ColumnId]) {
        let has = |noted: &&Noted, ids: &[ColumnId]| {
            noted.need.code == codes::SELECT && ids.iter().all(|id| noted.columns.iter().any(|(known, _)| known == id))
        };
        let seen: Vec<ColumnId> = target.source.columns.iter().map(|column| column.id).collect();
        let inside = self.within();
        let of_view = self.needs.iter().filter(|noted| noted.need.within == inside);
        let noted = of_view.clone().rfind(|noted| !seen.is_empty() && has(noted, &seen));
        let noted = noted.or_else(|| self.needs.iter().rfind(|noted| has(noted, &target.row)));
        let Some(noted) = noted else { return };
        let of_columns = noted.columns.iter().filter(|(id, _)| changed.contains(id));
        let columns = of_columns.map(|(_, number)| *number).collect();
        let need = Need { code, columns, ..noted.need.clone() };
        self.needs.push(Noted { need, columns: Vec::new(), is_optional: false });
    }

    /// Records that the statement changes rows of an object with INSTEAD OF triggers; `columns` are
    /// the columns of an UPDATE.
    pub(super) fn note_replaced(
        &mut self,
        (database, id, schema, name): (Option<&String>, ObjectId, &str, &str),
        code: Code,
        columns: Vec<i32>,
    ) {
        let on = Named::Object { id: id.0, schema: schema.to_owned(), name: name.to_owned() };
        let need = Need { database: database.cloned(), on, code, columns, within: self.within() };
        self.needs.push(Noted { need, columns: Vec::new(), is_optional: false });
    }

    /// Makes the permissions recorded from `from` on depend on the use of a column.
    pub(super) fn note_optional(&mut self, from: usize) {
        let inside = self.within();
        let of_statement = self.needs.iter_mut().skip(from).filter(|noted| noted.need.within == inside);
        of_statement.for_each(|noted| noted.is_optional = true);
    }

    /// Fixes the columns of the permissions recorded from `from` on, by the uses so far.
    /// Permissions that have columns already stay.
    pub(super) fn settle_columns(&mut self, from: usize) {
        let used = &self.used;
        let is_used = |id: ColumnId| used.get(id.number as usize).is_some_and(|used| *used);
        for noted in self.needs.iter_mut().skip(from).filter(|noted| noted.need.columns.is_empty()) {
            let columns = noted.columns.iter().filter(|(id, _)| is_used(*id));
            noted.need.columns = columns.map(|(_, number)| *number).collect();
        }
    }

    /// Returns the final permissions. Columns that aren't used are left out, equal permissions are
    /// merged. The records are consumed.
    pub(super) fn settled_needs(&mut self) -> Vec<Need> {
        let used = std::mem::take(&mut self.used);
        let is_used = |id: ColumnId| used.get(id.number as usize).is_some_and(|used| *used);
        let mut needs: Vec<Need> = Vec::new();
        for need in std::mem::take(&mut self.needs).into_iter().filter_map(|noted| noted.settled(&is_used)) {
            if !needs.contains(&need) {
                needs.push(need);
            }
        }
        needs
    }

    fn note(&mut self, database: Option<&String>, on: Named, code: Code, columns: Vec<(ColumnId, i32)>) {
        let within = self.within();
        let need = Need { database: database.cloned(), on, code, columns: Vec::new(), within };
        self.needs.push(Noted { need, columns, is_optional: false });
    }

    /// Returns the start of the ownership chain: the module or table whose definition is being
    /// bound. Returns `None` in the statement itself.
    fn within(&self) -> Option<ModulePlace> {
        let inside = self.inside.last()?;
        Some(ModulePlace { database: inside.database.clone(), schema: inside.owning_schema.clone() })
    }
}
