//! A server's answer (MS-TDS 2.2.7): a sequence of tokens, each a byte and its content.
//!
//! The rows of a bulk load (2.2.6.1) are tokens too.

mod command;

mod done;

mod message;

mod environment;

mod login_ack;

mod result;

mod reader;

#[cfg(test)]
mod tests;

pub use command::command_of_definition;
pub use done::{Done, DoneKind, DoneStatus};
pub use environment::EnvChange;
pub use login_ack::LoginAck;
pub use message::{Message, write_error, write_info};
pub use reader::{Token, TokenReader};
pub use result::{
    ColumnInfo, ReturnValue, write_column_info, write_columns, write_no_metadata, write_order, write_return_status,
    write_return_value, write_table_names,
};

/// Writes FEATUREEXTACK (2.2.7.11): the features granted.
pub fn write_feature_ack(features: &[crate::feature::Feature], out: &mut impl crate::put::Put) {
    out.u8(FEATURE_ACK);
    crate::feature::write_features(features, out);
}

const RETURN_STATUS: u8 = 0x79;
const COLUMNS: u8 = 0x81;
const TABLE_NAMES: u8 = 0xA4;
const COLUMN_INFO: u8 = 0xA5;
const ORDER: u8 = 0xA9;
const ERROR: u8 = 0xAA;
const INFO: u8 = 0xAB;
const RETURN_VALUE: u8 = 0xAC;
const LOGIN_ACK: u8 = 0xAD;
const FEATURE_ACK: u8 = 0xAE;
const ENV_CHANGE: u8 = 0xE3;
const DONE: u8 = 0xFD;
const DONE_PROC: u8 = 0xFE;
const DONE_IN_PROC: u8 = 0xFF;
