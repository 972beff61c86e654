//! The reasons why a connection failed.

use sluice_channel::NotBelieved;
use sluice_tds::{Message, ProtocolError};
use std::fmt;
use std::io;

/// The reason why a connection failed.
#[derive(Debug)]
pub enum ClientError {
    /// The server is unreachable, or the connection broke.
    Socket(io::Error),
    /// The server's bytes violate the protocol.
    Protocol(ProtocolError),
    /// The server closed the connection.
    Closed,
    /// Client and server have no common encryption setting.
    Encryption,
    /// The server's certificate is not trusted.
    NotBelieved(NotBelieved),
    /// The server refused the log-in with these messages.
    Refused(Vec<Message>),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Socket(error) => write!(f, "{error}"),
            ClientError::Protocol(error) => write!(f, "the server's answer can't be read: {error}"),
            ClientError::Closed => write!(f, "the server has closed the connection"),
            ClientError::Encryption => write!(f, "client and server do not agree on encryption"),
            ClientError::NotBelieved(error) => error.fmt(f),
            ClientError::Refused(messages) => {
                let texts: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
                write!(f, "{}", texts.join(" "))
            }
        }
    }
}

impl std::error::Error for ClientError {}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> ClientError {
        if let Some(why) = error.get_ref().and_then(|inner| inner.downcast_ref::<NotBelieved>()) {
            return ClientError::NotBelieved(why.clone());
        }
        match error.kind() {
            io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe | io::ErrorKind::UnexpectedEof => {
                ClientError::Closed
            }
            _ => ClientError::Socket(error),
        }
    }
}

impl From<ProtocolError> for ClientError {
    fn from(error: ProtocolError) -> ClientError {
        ClientError::Protocol(error)
    }
}
