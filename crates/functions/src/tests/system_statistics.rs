//! Tests of the system statistical functions, with the figures of `calls::Session`.

use super::calls::call;
use sluice_types::Value;

#[test]
fn times_are_in_ticks_of_all_processors() {
    let value = |name| call(name, &[]).unwrap();
    assert_eq!(["@@CPU_BUSY", "@@IDLE", "@@IO_BUSY"].map(value), [96, 160, 16].map(Value::Int));
    assert_eq!(["@@TOTAL_READ", "@@TOTAL_WRITE", "@@CONNECTIONS"].map(value), [7, 9, 4].map(Value::Int));
    assert_eq!(["@@PACK_RECEIVED", "@@PACK_SENT"].map(value), [12, 11].map(Value::Int));
    assert_eq!(["@@PACKET_ERRORS", "@@TOTAL_ERRORS"].map(value), [2, 1].map(Value::Int));
}
