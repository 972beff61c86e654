//! A minimal PostgreSQL driver: reads rows of known types in binary format, by protocol version 3
//! (`https://www.postgresql.org/docs/15/protocol.html`), into the same values as Sluice's client.
//! With it both servers have clients in the same language, and the figure includes little of either
//! client.
//!
//! The driver connects by `PGHOST`, `PGPORT`, `PGUSER` and `PGDATABASE` like `psql`, without a
//! password: the server must trust the connection.

use sluice_types::Value;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
#[cfg(unix)]
use std::os::unix::net::UnixStream;

pub(super) struct Wire {
    stream: BufReader<Box<dyn Stream>>,
    message: Vec<u8>,
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

/// The type of a column.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// int4.
    Int,
    /// int8, and timestamp, which has the same format.
    Long,
    /// float8.
    Double,
    /// text.
    Text,
}

impl Wire {
    pub(super) fn connect() -> Result<Wire, String> {
        let of = |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
        let (host, port) = (of("PGHOST", "localhost"), of("PGPORT", "5432"));
        let failed = |error: std::io::Error| format!("PostgreSQL at {host}, port {port}: {error}");
        let stream: Box<dyn Stream> = match host.strip_prefix('/') {
            #[cfg(unix)]
            Some(_) => Box::new(UnixStream::connect(format!("{host}/.s.PGSQL.{port}")).map_err(failed)?),
            _ => {
                let stream = TcpStream::connect(format!("{host}:{port}")).map_err(failed)?;
                stream.set_nodelay(true).map_err(failed)?;
                Box::new(stream)
            }
        };
        let mut wire = Wire { stream: BufReader::with_capacity(READ_BYTES, stream), message: Vec::new() };
        let user = of("PGUSER", "postgres");
        let mut body = VERSION_3.to_be_bytes().to_vec();
        for word in ["user", &user, "database", &of("PGDATABASE", &user), ""] {
            body.extend_from_slice(word.as_bytes());
            body.push(0);
        }
        wire.send(&[(None, body)])?;
        loop {
            match wire.receive()? {
                b'R' if wire.message.first_chunk() == Some(&[0; 4]) => {}
                b'R' => return Err("PostgreSQL requires a password: it must trust this connection".to_owned()),
                READY => return Ok(wire),
                _ => {}
            }
        }
    }

    /// Runs a query and calls `row` for each row. Returns the number of rows.
    pub(super) fn query(&mut self, text: &str, forms: &[Form], mut row: impl FnMut(&[Value])) -> Result<u64, String> {
        let parse = [&[0], text.as_bytes(), &[0, 0, 0]].concat();
        // No names, no parameters; the binary format for all columns.
        let bind = vec![0, 0, 0, 0, 0, 0, 0, 1, 0, 1];
        let execute = vec![0, 0, 0, 0, 0];
        self.send(&[(Some(b'P'), parse), (Some(b'B'), bind), (Some(b'E'), execute), (Some(b'S'), Vec::new())])?;
        let (mut rows, mut cells) = (0, Vec::with_capacity(forms.len()));
        loop {
            match self.receive()? {
                b'D' => {
                    cells.clear();
                    read_row(&self.message, forms, &mut cells).ok_or("a row of PostgreSQL's is cut short")?;
                    rows += 1;
                    row(&cells);
                }
                READY => return Ok(rows),
                _ => {}
            }
        }
    }

    fn send(&mut self, messages: &[(Option<u8>, Vec<u8>)]) -> Result<(), String> {
        let mut bytes = Vec::new();
        for (kind, body) in messages {
            bytes.extend(kind);
            bytes.extend_from_slice(&(body.len() as u32 + 4).to_be_bytes());
            bytes.extend_from_slice(body);
        }
        self.stream.get_mut().write_all(&bytes).map_err(|error| error.to_string())
    }

    /// Reads the next message into `message`. Returns its type.
    fn receive(&mut self) -> Result<u8, String> {
        let mut head = [0; 5];
        self.stream.read_exact(&mut head).map_err(|error| error.to_string())?;
        let [kind, length @ ..] = head;
        let length = (u32::from_be_bytes(length) as usize).checked_sub(4).ok_or("a message of PostgreSQL's is none")?;
        self.message.resize(length, 0);
        self.stream.read_exact(&mut self.message).map_err(|error| error.to_string())?;
        if kind == b'E' {
            return Err(format!("PostgreSQL: {}", String::from_utf8_lossy(&self.message).replace('\0', " ")));
        }
        Ok(kind)
    }
}

/// Reads a DataRow; `None` if it is truncated or of other types.
fn read_row(message: &[u8], forms: &[Form], cells: &mut Vec<Value>) -> Option<()> {
    let (count, mut rest) = message.split_first_chunk()?;
    if usize::from(u16::from_be_bytes(*count)) != forms.len() {
        return None;
    }
    for form in forms {
        let (length, after) = rest.split_first_chunk()?;
        let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
            cells.push(Value::Null);
            rest = after;
            continue;
        };
        let (bytes, after) = after.split_at_checked(length)?;
        cells.push(match form {
            Form::Int => Value::Int(i32::from_be_bytes(bytes.try_into().ok()?)),
            Form::Long => Value::BigInt(i64::from_be_bytes(bytes.try_into().ok()?)),
            Form::Double => Value::Float(f64::from_be_bytes(bytes.try_into().ok()?)),
            Form::Text => Value::text(std::str::from_utf8(bytes).ok()?),
        });
        rest = after;
    }
    Some(())
}

const VERSION_3: u32 = 3 << 16;
/// ReadyForQuery.
const READY: u8 = b'Z';
const READ_BYTES: usize = 16 * 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_row_is_decoded() {
        let row = [&[0u8, 3][..], &[0, 0, 0, 4, 0, 0, 1, 2], &[0xFF; 4], &[0, 0, 0, 2, b'h', b'i']].concat();
        let mut cells = Vec::new();
        read_row(&row, &[Form::Int, Form::Double, Form::Text], &mut cells).unwrap();
        assert_eq!(cells, [Value::Int(258), Value::Null, Value::text("hi")]);
        assert!(read_row(&row[..row.len() - 1], &[Form::Int, Form::Double, Form::Text], &mut Vec::new()).is_none());
        assert!(read_row(&row, &[Form::Int], &mut Vec::new()).is_none());
    }
}
