//! Reads the rows of a bulk load (MS-TDS 2.2.6.1) into the session, a part at a time, after its
//! INSERT BULK batch.
//!
//! A failed or cancelled load is still read to its end, because the next request begins there.

use crate::answer::Answer;
use crate::ended::Ended;
use crate::line::GivenUp;
use sluice_engine::{BulkPart, Session, SqlError, Value};
use sluice_tds::error::Fault;
use sluice_tds::value::VALUE_MAX;
use sluice_tds::{Input, ProtocolError, Token, TokenReader};

/// Passes the rows to the session. The outer error ends the connection. The inner one is an error
/// in the bytes, all of which have been read. A load that no batch announced, and malformed rows,
/// are read to their end; the session abandons the rows. An abandoned load may end anywhere.
pub(crate) fn run(
    input: &mut Input,
    session: &mut Session,
    answer: &mut Answer<'_>,
) -> Result<Result<(), ProtocolError>, Ended> {
    if !session.awaits_rows() {
        drain(input, answer)?;
        return Ok(Err(ProtocolError::invalid("a bulk load that no INSERT BULK announces", 0)));
    }
    let mut tokens = TokenReader::of_bulk_load(VALUE_MAX).with_store(session.long_store());
    let mut part = Part::default();
    loop {
        let token = match tokens.next(input) {
            Ok(token) => token,
            // The rows of an abandoned load may end anywhere.
            Err(_) if input.has_ended() && answer.is_unwanted() => break,
            Err(error) => {
                session.load(BulkPart::Abandon, answer)?;
                drain(input, answer)?;
                let failure = match (error.fault, tokens.current_column()) {
                    (Fault::NotKept, _) => tokens.failure(),
                    (Fault::TooLong { .. }, Some(column)) => Some(SqlError::invalid_bulk_column_length(column)),
                    _ => None,
                };
                return Ok(match failure {
                    Some(failure) => {
                        answer.error(failure.at_line(1));
                        Ok(())
                    }
                    None => Err(error),
                });
            }
        };
        match token {
            Some(Token::Columns) => {
                let types = tokens.columns().iter().map(|column| column.info.data_type).collect();
                session.load(BulkPart::Columns(types), answer)?;
            }
            Some(Token::Row) if session.awaits_rows() => {
                part.add(tokens.take_row());
                if part.is_full() {
                    session.load(part.take(), answer)?;
                }
            }
            // The DONE's row count is not needed.
            Some(_) => {}
            None if input.has_ended() => break,
            None if answer.is_unwanted() => drain(input, answer)?,
            None => more(input, answer)?,
        }
    }
    let is_unwanted = answer.is_unwanted();
    // The session ignores the rows if the load has failed.
    if !is_unwanted {
        session.load(part.take(), answer)?;
    }
    session.load(if is_unwanted { BulkPart::Abandon } else { BulkPart::End }, answer)?;
    Ok(Ok(()))
}

fn more(input: &mut Input, answer: &mut Answer<'_>) -> Result<(), Ended> {
    answer.line.pause_request();
    let GivenUp(is_given_up) = answer.line.receive_more(input)?;
    answer.line.begin_request();
    if is_given_up {
        answer.give_up();
    }
    Ok(())
}

fn drain(input: &mut Input, answer: &mut Answer<'_>) -> Result<(), Ended> {
    while !input.has_ended() {
        input.clear();
        more(input, answer)?;
    }
    Ok(())
}

/// Rows read but not passed to the session yet.
#[derive(Default)]
struct Part {
    rows: Vec<Vec<Value>>,
    bytes: usize,
}

impl Part {
    fn add(&mut self, row: Vec<Value>) {
        let bytes = |value: &Value| match value {
            Value::Str(text) => text.len(),
            Value::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        self.bytes += size_of_val(row.as_slice()) + row.iter().map(bytes).sum::<usize>();
        self.rows.push(row);
    }

    fn is_full(&self) -> bool {
        self.bytes >= PART_BYTES
    }

    fn take(&mut self) -> BulkPart {
        self.bytes = 0;
        BulkPart::Rows(std::mem::take(&mut self.rows))
    }
}

/// The number of row bytes held at a time; a single row may exceed it.
const PART_BYTES: usize = 256 * 1024;
