//! The system statistical functions: processor time, time of reads and writes, and the numbers of
//! reads, writes and packets since the instance's start
//! (`t-sql/functions/system-statistical-functions-transact-sql.md`).
//!
//! Times are in ticks of all processors together; @@TIMETICKS is the tick's length. Sessions in the
//! engine's own process send no packets.

use crate::context::FunctionContext;
use crate::facts::InstanceUse;
use crate::function::Function;
use sluice_types::{DataType, Value};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().connections))),
        ..statistic("@@CONNECTIONS", "@@CONNECTIONS: how many sessions have begun since the instance started.")
    },
    Function {
        body: |context, _, _| Ok(ticks(context, |used| used.processor_us)),
        ..statistic("@@CPU_BUSY", "@@CPU_BUSY: processor time of the process, in ticks.")
    },
    Function {
        body: |context, _, _| Ok(ticks(context, |used| used.idle_us())),
        ..statistic("@@IDLE", "@@IDLE: the processors' time that the process has not used, in ticks.")
    },
    Function {
        body: |context, _, _| Ok(ticks(context, |used| used.io_us)),
        ..statistic("@@IO_BUSY", "@@IO_BUSY: time of reads and writes, in ticks.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().packets_received))),
        ..statistic("@@PACK_RECEIVED", "@@PACK_RECEIVED: the number of packets read from the network.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().packets_sent))),
        ..statistic("@@PACK_SENT", "@@PACK_SENT: the number of packets written to the network.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().packet_errors))),
        ..statistic("@@PACKET_ERRORS", "@@PACKET_ERRORS: the number of connections that a packet error ended.")
    },
    Function {
        body: |_, _, _| Ok(Value::Int(TICK_US as i32)),
        ..statistic("@@TIMETICKS", "@@TIMETICKS: the microseconds of a tick.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().write_errors))),
        ..statistic("@@TOTAL_ERRORS", "@@TOTAL_ERRORS: the number of failed writes to files.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().reads))),
        ..statistic("@@TOTAL_READ", "@@TOTAL_READ: the number of reads from files.")
    },
    Function {
        body: |context, _, _| Ok(Value::Int(saturated(context.instance_use().writes))),
        ..statistic("@@TOTAL_WRITE", "@@TOTAL_WRITE: the number of writes to files.")
    },
];

const fn statistic(name: &'static str, doc: &'static str) -> Function {
    Function {
        name,
        doc,
        arity: (0, 0),
        deterministic: false,
        arguments: &[],
        result: |_| DataType::Int,
        null_makes_null: false,
        body: |_, _, _| Ok(Value::Null),
    }
}

fn ticks(context: &dyn FunctionContext, time_us: fn(&InstanceUse) -> u64) -> Value {
    Value::Int(saturated(time_us(&context.instance_use()) / TICK_US))
}

fn saturated(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// 31.25 milliseconds, as in SQL Server.
const TICK_US: u64 = 31_250;
