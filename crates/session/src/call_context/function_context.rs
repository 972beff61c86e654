//! The session as built-in functions see it: implements [`FunctionContext`].

use super::CallContext;
use super::context::identity_in;
use crate::application_locks;
use crate::call_context::object_facts::{column_facts, index_facts};
use crate::call_context::{permissions, principals};
use crate::cursor_sight::CursorList;
use crate::database_properties;
use crate::module_facts;
use crate::running_triggers;
use sluice_access::EXTENT_PAGES;
use sluice_base::ids::{DatabaseId, FileId, FilegroupId, ObjectId};
use sluice_base::machine;
use sluice_base::random::Random;
use sluice_base::sync::Arc;
use sluice_catalog::name::same;
use sluice_catalog::snapshot::DEFAULT_SCHEMA;
use sluice_functions::{
    Asked, AskedPrincipal, CaughtError, ClientFacts, ColumnFacts, ComputedFacts, CountedTriggers, FilegroupFacts,
    FunctionContext, Identity, IndexFacts, InstanceUse, LoginSettings, ObjectFacts, PrincipalFacts, SessionValues,
    UserTypeFacts,
};
use sluice_plan::module_determinism;
use sluice_table::database_options::PAGE_BYTES;
use sluice_txn::{CommitFate, CommitReceipt};
use sluice_types::{DataType, SqlError, Value};

impl FunctionContext for CallContext<'_> {
    fn instance_use(&self) -> InstanceUse {
        let host = self.host;
        let process = host.machine().process.unwrap_or_default();
        let running_ns = host.clock().monotonic_ns().saturating_sub(host.started_ns());
        let processors = machine::processors() as u64;
        let available_us = running_ns / 1000 * processors;
        let processor_us = ((process.user_ms + process.kernel_ms) * 1000).min(available_us);
        let connections = host.connections_made();
        let network = host.network_counters();
        let mut used = InstanceUse {
            available_us,
            processor_us,
            connections,
            packets_received: network.packets_received.get(),
            packets_sent: network.packets_sent.get(),
            packet_errors: network.packet_errors.get(),
            ..InstanceUse::default()
        };
        for file in host.databases().iter().flat_map(|database| database.files()) {
            let counters = &file.counters;
            used.io_us += (counters.read_stall_ns.get() + counters.write_stall_ns.get()) / 1000;
            used.reads += counters.reads.get();
            used.writes += counters.writes.get();
            used.write_errors += counters.write_errors.get();
        }
        used
    }

    fn request_id(&self) -> u16 {
        self.sight.as_ref().map_or(0, |sight| sight.request_id())
    }

    fn transaction_number(&self) -> i64 {
        let (host, numbers) = (self.host, self.host.transaction_numbers());
        let seen = self.sight.as_ref().and_then(|sight| sight.transaction.seen(numbers, &**host.clock()));
        if let Some(seen) = seen {
            return seen.number;
        }
        // An assignment or a query outside a transaction is a transaction of its own, invisible to
        // others.
        self.utc_now_ns();
        let number = self.transaction.get().unwrap_or_else(|| numbers.draw());
        self.transaction.set(Some(number));
        number
    }

    fn commit_receipt(&self) -> Option<Vec<u8>> {
        let receipt = self.sight.as_ref()?.transaction.receipt()?;
        Some(receipt.to_bytes().to_vec())
    }

    fn commit_state(&self, receipt: &[u8]) -> Option<&'static str> {
        let fate = self.database.fate_of(CommitReceipt::from_bytes(receipt)?)?;
        Some(match fate {
            CommitFate::Survived => "SURVIVED",
            CommitFate::NotDurable => "NOT_DURABLE",
            CommitFate::Lost => "LOST",
            CommitFate::Reverted => "REVERTED",
        })
    }

    fn application_lock_mode(
        &self,
        principal: &str,
        name: &str,
        is_transaction: bool,
    ) -> Result<&'static str, SqlError> {
        let (resource, owner) = self.application_lock(principal, name, is_transaction)?;
        let mode = self.locks.as_ref().and_then(|locks| locks.mode_of(resource, owner));
        Ok(application_locks::mode_name(mode))
    }

    fn cursor_status(&self, source: &str, name: &str) -> i16 {
        let of_session = || self.sight.as_ref().map(|sight| &sight.cursors);
        let list = self.cursors.as_ref().or_else(of_session);
        list.map_or_else(|| CursorList::default().status(source, name), |list| list.status(source, name))
    }

    fn application_lock_test(
        &self,
        principal: &str,
        name: &str,
        mode: &str,
        is_transaction: bool,
    ) -> Result<bool, SqlError> {
        // 1225: unknown lock mode.
        let wrong = || SqlError::invalid_application_lock_mode("applock_test");
        let mode = application_locks::mode_named(mode).ok_or_else(wrong)?;
        let (resource, _) = self.application_lock(principal, name, is_transaction)?;
        let owner = self.locks.as_ref().map(|locks| locks.owner()).unwrap_or_default();
        Ok(!self.database.storage.locks.excludes(resource, mode, owner))
    }

    fn message(&self, number: i32) -> Option<Arc<str>> {
        Some(self.host.message(number)?.text)
    }

    fn columns_updated(&self) -> Option<Arc<[u8]>> {
        self.triggers.borrow().last().map(|running| Arc::clone(&running.updated))
    }

    fn event_data(&self) -> Option<Arc<str>> {
        let triggers = self.triggers.borrow();
        let event = triggers.last()?.event.as_ref()?;
        (event.level == self.level.get()).then(|| Arc::clone(&event.data))
    }

    fn running_triggers(&self, counted: CountedTriggers) -> i32 {
        running_triggers::count(&self.triggers.borrow(), counted) as i32
    }

    fn caught(&self) -> Option<CaughtError> {
        let error = self.caught_error()?;
        Some(CaughtError {
            number: error.number,
            severity: error.severity,
            state: error.state,
            line: error.line,
            procedure: error.procedure.as_deref().map(str::to_owned),
            message: self.host.message_text(&error),
        })
    }

    fn utc_now_ns(&self) -> i64 {
        if let Some(now) = self.now.get() {
            return now;
        }
        let now = self.host.clock().utc_ns();
        self.now.set(Some(now));
        self.transaction.set(None);
        now
    }

    fn local_offset_at(&self, utc_ns: i64) -> i32 {
        self.host.clock().local_offset_s(utc_ns)
    }

    fn random(&self) -> &Random {
        self.host.random()
    }

    fn session_values(&self) -> &SessionValues {
        &self.values
    }

    fn current_database(&self) -> i16 {
        self.callers_database.as_ref().unwrap_or(&self.database).id.0 as i16
    }

    fn last_rowversion(&self) -> u64 {
        self.database.rowversions.last()
    }

    fn least_active_rowversion(&self) -> u64 {
        self.database.rowversions.least_active()
    }

    fn default_folder(&self) -> Option<String> {
        let master = self.host.database("master")?;
        let files = master.files();
        files.first()?.path.parent().map(|folder| folder.display().to_string())
    }

    fn database_id(&self, name: &str) -> Option<i16> {
        self.host.database_id(name).map(|id| id.0 as i16)
    }

    fn database_name(&self, id: i16) -> Option<String> {
        let id = DatabaseId(u16::try_from(id).ok()?);
        self.host.name_of(id)
    }

    fn database_property(&self, name: &str, property: &str) -> Option<(Value, DataType)> {
        let id = self.host.database_id(name)?;
        let listed = self.host.listed().into_iter().find(|listed| listed.id == id)?;
        let model = || match &listed.open {
            Some(database) => Some(database.storage.recovery_model()),
            None => self.host.recovery_model_of(id),
        };
        database_properties::property_value(&listed, model, property)
    }

    fn has_access(&self, name: &str) -> Option<bool> {
        match self.host.database(name) {
            Some(database) => {
                let access = self.access(&database);
                let is_admitted = access.check_entry(&self.who(), &database).is_ok();
                Some(database.check_user(self.session).is_ok() && is_admitted)
            }
            None => self.host.database_id(name).map(|_| false),
        }
    }

    fn original_login(&self) -> String {
        self.who().original.name.to_string()
    }

    fn login(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts> {
        principals::login((self.master().as_deref(), &self.who()), asked)
    }

    fn login_settings(&self, name: &str) -> Option<LoginSettings> {
        principals::login_settings(&self.access(&self.database), name)
    }

    fn permission_bits(&self, object: Option<i32>, column: Option<&str>) -> Option<i32> {
        permissions::permission_bits(self, object, column)
    }

    fn user(&self, asked: Option<AskedPrincipal<'_>>) -> Option<PrincipalFacts> {
        principals::user(&self.access(&self.database), asked)
    }

    fn is_member(&self, role: &str, user: Option<&str>) -> Option<bool> {
        principals::is_member(&self.access(&self.database), role, user)
    }

    fn is_server_member(&self, role: &str, login: Option<&str>) -> Option<bool> {
        principals::is_server_member(&self.access(&self.database), role, login)
    }

    fn has_permission(
        &self,
        securable: (Option<&str>, Option<&str>),
        permission: &str,
        sub: (Option<&str>, Option<&str>),
    ) -> Option<bool> {
        permissions::has_permission(self, securable, permission, sub)
    }

    fn client(&self) -> Arc<ClientFacts> {
        self.sight.as_ref().map(|sight| sight.client()).unwrap_or_default()
    }

    fn file_pages_used(&self, id: i16) -> Option<i64> {
        let storage = &self.database.storage;
        let id = FileId(u16::try_from(id).ok()?);
        if id == FileId::LOG {
            return i64::try_from(storage.log.usage().used_bytes.div_ceil(PAGE_BYTES)).ok();
        }
        let file = storage.space.file(id)?;
        let extents = sluice_access::used_extents(storage, file.id).ok()?;
        Some(i64::from(extents) * i64::from(EXTENT_PAGES))
    }

    fn file_id(&self, name: &str) -> Option<i16> {
        let files = self.database.files();
        files.iter().find(|file| same(&file.name, name)).map(|file| file.id.0 as i16)
    }

    fn file_name(&self, id: i16) -> Option<String> {
        let files = self.database.files();
        files.into_iter().find(|file| file.id.0 as i16 == id).map(|file| file.name)
    }

    fn is_file_read_only(&self, id: i16) -> bool {
        let file = self.database.files().into_iter().find(|file| file.id.0 as i16 == id);
        file.and_then(|file| file.filegroup).is_some_and(|id| self.database.options().data_files.is_read_only(id))
    }

    fn filegroups(&self) -> Vec<FilegroupFacts> {
        let files = self.database.options().data_files;
        let facts = |(id, name): (FilegroupId, &str)| FilegroupFacts {
            id: id.0.into(),
            name: name.to_owned(),
            is_default: id == files.default_filegroup,
            is_read_only: files.is_read_only(id),
        };
        files.all_filegroups().map(facts).collect()
    }

    fn schema_id(&self, name: &str) -> Option<i32> {
        self.settled(|names| names.catalog(&self.database).schema(name).map(|schema| schema.id.0))
    }

    fn schema_owner(&self, name: &str) -> Option<i32> {
        self.settled(|names| names.catalog(&self.database).schema(name).map(|schema| schema.owner.0))
    }

    fn schema_name(&self, id: i32) -> Option<String> {
        let catalog = self.catalog(&self.database);
        catalog.schemas().find(|schema| schema.id.0 == id).map(|schema| schema.name.to_string())
    }

    fn default_schema(&self) -> String {
        self.user_schema().map_or_else(|| DEFAULT_SCHEMA.to_owned(), |schema| schema.to_string())
    }

    fn user_type(&self, asked: Asked<'_>) -> Option<UserTypeFacts> {
        self.settled(|names| self.user_type_in(&names.catalog(&self.database), asked))
    }

    fn object_id(&self, name: &str, type_code: Option<&str>) -> Option<i32> {
        self.settled(|names| self.object_id_in(names, name, type_code))
    }

    fn object(&self, id: i32, database: Option<i16>) -> Option<ObjectFacts> {
        self.settled(|names| self.object_in(names, id, database))
    }

    fn column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ColumnFacts> {
        self.of_table(table, |table| column_facts(&table.columns, column))
            .or_else(|| self.settled(|names| column_facts(&self.columns_of_module(names, table)?, column)))
            .or_else(|| self.settled(|names| self.parameter(names, table, column)))
    }

    fn computed_column(&self, table: Asked<'_>, column: Asked<'_>) -> Option<ComputedFacts> {
        self.settled(|names| self.table_computed_column(names, table, column))
            .or_else(|| self.settled(|names| self.view_column(names, table, column)))
    }

    fn is_deterministic(&self, object: i32) -> bool {
        self.of_module(object, |catalog, module| module_determinism(catalog, module).is_deterministic)
    }

    fn can_be_indexed(&self, view: i32) -> bool {
        self.of_module(view, |catalog, view| module_facts::can_be_indexed(self.host, &self.database, catalog, view))
    }

    fn index(&self, table: Asked<'_>, index: Asked<'_>) -> Option<IndexFacts> {
        self.of_table(table, |table| index_facts(table, index))
    }

    fn identity(&self, name: &str) -> Option<Identity> {
        self.settled(|names| self.identity_named(names, name))
    }

    fn statistics_date(&self, table: i32, statistics: i32) -> Option<i64> {
        let catalog = self.catalog(&self.database);
        let table = catalog.stored_table_by_id(ObjectId(table))?;
        self.sees((&self.database, &catalog), &table.schema, table.id).then_some(())?;
        Some(table.statistics_of(u16::try_from(statistics).ok()?)?.measured.as_ref()?.updated_ticks)
    }

    fn identity_of(&self, table: i32) -> Option<Identity> {
        identity_in(&self.database, self.catalog(&self.database).table_by_id(ObjectId(table))?)
    }
}
