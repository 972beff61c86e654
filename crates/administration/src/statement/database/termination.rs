//! The termination clause of ALTER DATABASE ... SET: NO_WAIT, ROLLBACK AFTER n, ROLLBACK IMMEDIATE.
//! Also the wait without a clause.
//!
//! An option that changes the meaning of commits waits for the transactions that have changed the
//! database when the statement starts. Each of them thus ends under the setting it began with.
//! Later transactions and idle connections aren't waited for.
//!
//! Without the clause, the statement waits indefinitely; NO_WAIT fails at once
//! (`alter-database-transact-sql-set-options`).

use sluice_base::ids::TxnId;
use sluice_base::sync::Arc;
use sluice_base::waits::WaitType;
use sluice_command::statement::Env;
use sluice_syntax::ast::Termination;
use sluice_table::database::Database;
use sluice_table::storage_error::{lock_error, sql_error};
use sluice_txn::{OwnerId, StorageError};
use sluice_types::SqlError;
use std::time::Duration;

/// Waits until the transactions that are now active in `database` have ended, or ends them as the
/// clause requires. Without a clause it waits up to the lock time-out and fails with 5061, NO_WAIT
/// fails with 5070, and ROLLBACK informs with 5060 and ends sessions, after its seconds if it has
/// any. Fails if the batch is cancelled.
pub(super) fn outlast(
    env: &mut Env<'_, '_>,
    database: &Arc<Database>,
    clause: Option<Termination>,
) -> Result<(), SqlError> {
    let mut transactions = database.storage.active_transactions();
    // The engine's own transactions are short and end by themselves.
    transactions.retain(|(_, owner)| *owner != OwnerId::default());
    if transactions.is_empty() {
        return Ok(());
    }
    match clause {
        // 5061: a lock could not be placed on the database.
        None => wait(env, database, &transactions).map_err(|error| match error {
            StorageError::LockTimeout => SqlError::alter_database_lock_failed(&database.name),
            error => error_of(&error, database),
        }),
        // 5070: other sessions use the database.
        Some(Termination::NoWait) => Err(SqlError::database_is_in_use(&database.name)),
        Some(Termination::RollbackImmediate) => end(env, database, &transactions),
        Some(Termination::RollbackAfter { seconds }) => {
            let limit = env.state.transaction.locks.limit();
            env.state.transaction.locks.set_wait_limit(Some(Duration::from_secs(u64::from(seconds))));
            let waited = wait(env, database, &transactions);
            env.state.transaction.locks.set_wait_limit(limit);
            match waited {
                Err(StorageError::LockTimeout) => end(env, database, &transactions),
                waited => waited.map_err(|error| error_of(&error, database)),
            }
        }
    }
}

fn wait(env: &Env<'_, '_>, database: &Database, transactions: &[(TxnId, OwnerId)]) -> Result<(), StorageError> {
    let mut each = transactions.iter();
    each.try_for_each(|(txn, _)| {
        database.storage.wait_for_writer(&env.state.transaction.locks, *txn, WaitType::LockSharedTransactionModify)
    })
}

/// Rolls back the remaining transactions.
fn end(env: &mut Env<'_, '_>, database: &Arc<Database>, transactions: &[(TxnId, OwnerId)]) -> Result<(), SqlError> {
    // 5060: progress of the rollback in percent.
    env.inform(SqlError::transactions_rolling_back("0"));
    if !env.context.host.end_transactions(database, transactions, &env.state.activity.cancel) {
        return Err(SqlError::cancelled());
    }
    env.inform(SqlError::transactions_rolling_back("100"));
    Ok(())
}

fn error_of(error: &StorageError, database: &Database) -> SqlError {
    match error {
        StorageError::Deadlock | StorageError::LockTimeout | StorageError::Cancelled => lock_error(error),
        error => sql_error(error, &database.name),
    }
}
