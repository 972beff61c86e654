//! BULK INSERT: rows of a data file (`t-sql/statements/bulk-insert-transact-sql.md`).
//!
//! Each batch of BATCHSIZE rows is a transaction of its own, unless the session has one. Completed
//! batches stay if a later one fails.

use super::loader::{Batch, LoadTarget, Loader};
use super::options::Options;
use super::read_ahead::{Part, ReadAhead};
use crate::statement::Env;
use crate::statement::command::refuse_server;
use crate::triggers::Firing;
use sluice_base::helped_request::HelpedRequest;
use sluice_session::call_context::degree;
use sluice_session::data_file::{DataFile, DataFileOptions, TargetColumn};
use sluice_session::module_columns;
use sluice_session::rights::Rights;
use sluice_session::sink::Message;
use sluice_syntax::ast;
use sluice_types::{DataType, SqlError};

/// A compiled BULK INSERT.
pub struct BulkInsert {
    target: LoadTarget,
    file: String,
    options: DataFileOptions,
    keeps_identity: bool,
    batch_rows: u64,
}

/// A running BULK INSERT. The caller runs batch after batch: [`FileLoad::next`], its triggers,
/// [`FileLoad::complete`].
pub struct FileLoad<'l> {
    load: &'l BulkInsert,
    loader: Loader,
    data: DataFile,
    batch: Option<Batch>,
    // Whether the file has been read to its end.
    has_ended: bool,
    /// Number of rows in completed batches.
    pub rows: u64,
}

/// The result of a batch whose rows have been inserted, or the end of the file.
pub enum LoadedBatch {
    /// The triggers must run before the batch is completed.
    Fires(Box<Firing>),
    /// The batch can be completed.
    Complete,
    /// There are no more rows.
    End,
}

impl BulkInsert {
    /// Compiles the statement. Fails for an unknown option, a bad value, options that exclude each
    /// other, and a name with a server.
    pub fn new(insert: &ast::BulkInsert) -> Result<BulkInsert, SqlError> {
        refuse_server(&insert.table)?;
        let Options { target, keeps_identity, batch_rows, file: options } = Options::new(insert)?;
        Ok(BulkInsert { target, file: insert.file.to_string(), options, keeps_identity, batch_rows })
    }

    /// Fails if the session lacks the permissions other than INSERT.
    pub fn needs(&self, rights: &Rights<'_>) -> Result<(), SqlError> {
        let LoadTarget { table, checks, fires, .. } = &self.target;
        rights.bulk_insert(table, *checks, *fires, self.keeps_identity)
    }

    /// Opens the file. The flag of an error is true if a name can't be resolved. Resolves the table
    /// and columns, and reads the format file. No row is read yet. Fails with 208 for an unknown
    /// table. Sets `@@ROWCOUNT` to 0.
    pub fn begin(&self, env: &mut Env<'_, '_>) -> Result<FileLoad<'_>, (bool, SqlError)> {
        env.frame.globals.row_count = 0;
        let columns = self.columns(env).map_err(|error| (true, error))?;
        let opened = self.options.open(env.context.host, &self.file, &columns);
        let (data, places) = opened.map_err(|error| (false, error))?;
        let types: Vec<DataType> = places.iter().map(|place| columns[*place].data_type).collect();
        let names: Vec<String> = places.iter().map(|place| columns[*place].name.clone()).collect();
        self.target.bind(env, &names, &types).map_err(|error| (true, error))?;
        let loader = Loader::new(env, &self.target, names, &types).map_err(|error| (false, error))?;
        Ok(FileLoad { load: self, loader, data, batch: None, has_ended: false, rows: 0 })
    }

    /// Returns the target's columns. Fails with 208 if there is no such table or view.
    fn columns(&self, env: &Env<'_, '_>) -> Result<Vec<TargetColumn>, SqlError> {
        let placed = env.placed(&self.target.table);
        let database = env.database_of(&placed)?;
        let catalog = env.state.transaction.work.catalog(&database);
        if let Some(table) = catalog.table(&placed) {
            let column = |column: &sluice_catalog::Column| TargetColumn {
                name: column.name.clone(),
                data_type: column.data_type,
                nullable: column.nullable,
                takes_null: column.nullable || self.target.defaults(table, &column.name),
                // The system gives values to the other columns.
                is_loaded: column.computed.is_none()
                    && column.data_type != DataType::RowVersion
                    && (column.identity.is_none() || self.keeps_identity),
            };
            return Ok(table.columns.iter().map(column).collect());
        }
        let module = catalog.module(&placed).filter(|module| module.kind == sluice_catalog::ModuleKind::View);
        let module = module.ok_or_else(|| SqlError::invalid_object_name(self.target.table.to_string()))?;
        let columns = module_columns(env.context.host, &database, &catalog, module);
        let column = |column: &sluice_catalog::Column| TargetColumn {
            name: column.name.clone(),
            data_type: column.data_type,
            nullable: column.nullable,
            takes_null: true,
            is_loaded: column.data_type != DataType::RowVersion,
        };
        Ok(columns.iter().map(column).collect())
    }
}

impl FileLoad<'_> {
    /// Reads the next batch of rows and inserts them. A batch may have no rows. Returns `End`, and
    /// does nothing, if an earlier batch has reached the end of the file.
    ///
    /// A bad row of the file is skipped, and its error is sent to the client. The batch fails once
    /// the file has had more bad rows than MAXERRORS. A failed batch is undone. The triggers and
    /// the commit of a batch are the caller's.
    pub fn next(&mut self, env: &mut Env<'_, '_>) -> Result<LoadedBatch, SqlError> {
        if self.has_ended {
            return Ok(LoadedBatch::End);
        }
        self.batch = Some(self.loader.begin(env)?);
        let loaded = self.load_batch(env);
        loaded.or_else(|error| self.undo(env).and(Err(error)))
    }

    fn load_batch(&mut self, env: &mut Env<'_, '_>) -> Result<LoadedBatch, SqlError> {
        let FileLoad { load, loader, data, batch, has_ended, .. } = self;
        let Some(batch) = batch else { return Ok(LoadedBatch::End) };
        let (host, request) = (env.context.host, HelpedRequest::current());
        // Long values are stored by the thread of the request.
        let readers =
            usize::from(!data.has_long_values() && degree(host, &env.state.database, f64::INFINITY, None) > 1);
        let parts = ReadAhead::new(data, load.batch_rows, host.waits());
        let mut inserted = Ok(());
        host.run_together(readers, &|| request.help(|| parts.run()), &mut |readers| {
            let next = || if readers > 0 { parts.taken() } else { Ok(Some(parts.next())) };
            inserted = insert(env, (loader, batch), next).map(|is_end| *has_ended = is_end);
            parts.stop();
        });
        request.settle();
        inserted?;
        Ok(match loader.end(env, batch)? {
            Some(firing) => LoadedBatch::Fires(firing),
            None => LoadedBatch::Complete,
        })
    }

    /// Commits the batch, unless the session's transaction contains it. Adds its rows to `rows`.
    /// Does nothing if there is no batch.
    pub fn complete(&mut self, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
        let Some(batch) = self.batch.take() else { return Ok(()) };
        self.rows += batch.rows;
        if !batch.is_alone {
            return Ok(());
        }
        env.frame.globals.tran_count = 0;
        env.state.transaction.commit(false)
    }

    fn undo(&mut self, env: &mut Env<'_, '_>) -> Result<(), SqlError> {
        self.batch.take().map_or(Ok(()), |batch| batch.undo(env))
    }
}

/// Inserts the parts that `next` returns, and sends the errors of their bad rows. Returns whether
/// the file has ended.
fn insert(
    env: &mut Env<'_, '_>,
    (loader, batch): (&mut Loader, &mut Batch),
    next: impl Fn() -> Result<Option<Part>, SqlError>,
) -> Result<bool, SqlError> {
    let line = env.frame.globals.line;
    while let Some(part) = next()? {
        SqlError::check_interruption()?;
        part.errors.into_iter().for_each(|error| env.sink.message(Message::Error(error.at_line(line))));
        if let Some(Err(error)) = part.end {
            return Err(error);
        }
        loader.put(env, batch, part.rows)?;
        if let Some(Ok(is_end)) = part.end {
            return Ok(is_end);
        }
    }
    Ok(true)
}
