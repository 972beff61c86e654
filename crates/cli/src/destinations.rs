//! The destinations of output: results, errors and performance statistics, each redirected by a
//! command of the script (`tools/sqlcmd/sqlcmd-commands`, :Out, :Error and :Perftrace).

use crate::encoding::{Encoder, Encoding};
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// A kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Results and messages.
    Results,
    /// Errors of batches and of the program.
    Errors,
    /// The statistics of `-p`.
    Statistics,
}

/// The target of a stream.
enum Destination {
    /// Standard output, or the file of `-o`.
    Output,
    StandardError,
    File(BufWriter<Encoder<File>>),
}

/// The destinations of all streams. Results and statistics begin at the output, errors at standard
/// error.
pub(crate) struct Destinations<W: Write> {
    output: W,
    results: Destination,
    errors: Destination,
    /// Whether a script has redirected errors.
    has_errors_apart: bool,
    statistics: Destination,
    /// The encoding of the files that scripts name.
    encoding: Encoding,
}

impl<W: Write> Destinations<W> {
    /// Returns the destinations before any redirection.
    pub(crate) fn new(output: W, encoding: Encoding) -> Destinations<W> {
        let (results, statistics) = (Destination::Output, Destination::Output);
        let (errors, has_errors_apart) = (Destination::StandardError, false);
        Destinations { output, results, errors, has_errors_apart, statistics, encoding }
    }

    /// Directs `stream` to STDOUT (the output, which may be the file of `-o`), to STDERR or to a
    /// file; both words are known in any case. An existing file is overwritten. Everything written
    /// before is flushed. On a failure the stream keeps its destination.
    pub(crate) fn redirect(&mut self, stream: Stream, target: &str) -> io::Result<()> {
        let destination = if target.eq_ignore_ascii_case("stdout") {
            Destination::Output
        } else if target.eq_ignore_ascii_case("stderr") {
            Destination::StandardError
        } else {
            Destination::File(BufWriter::new(Encoder::new(File::create(target)?, self.encoding)))
        };
        self.flush()?;
        match stream {
            Stream::Results => self.results = destination,
            Stream::Errors => (self.errors, self.has_errors_apart) = (destination, true),
            Stream::Statistics => self.statistics = destination,
        }
        Ok(())
    }

    /// Returns whether a script has redirected errors.
    pub(crate) fn has_errors_apart(&self) -> bool {
        self.has_errors_apart
    }

    /// Writes a line to a stream. Errors go to standard error unless they are redirected. The
    /// output is flushed before a line to standard error, so that the order stays.
    pub(crate) fn line(&mut self, stream: Stream, line: &str) -> io::Result<()> {
        let destination = match stream {
            Stream::Results => &mut self.results,
            Stream::Errors => &mut self.errors,
            Stream::Statistics => &mut self.statistics,
        };
        match destination {
            Destination::Output => writeln!(self.output, "{line}"),
            Destination::StandardError => {
                self.output.flush()?;
                writeln!(io::stderr(), "{line}")
            }
            Destination::File(file) => writeln!(file, "{line}"),
        }
    }

    /// Writes a piece of a line of results. It goes where results go, without a line end.
    pub(crate) fn piece(&mut self, text: &str) -> io::Result<()> {
        match &mut self.results {
            Destination::Output => self.output.write_all(text.as_bytes()),
            Destination::StandardError => io::stderr().write_all(text.as_bytes()),
            Destination::File(file) => file.write_all(text.as_bytes()),
        }
    }

    /// Flushes the files of all streams and the output.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        for destination in [&mut self.results, &mut self.errors, &mut self.statistics] {
            if let Destination::File(file) = destination {
                file.flush()?;
            }
        }
        self.output.flush()
    }

    /// Ends the use of the output and returns it.
    #[cfg(test)]
    pub(crate) fn into_output(self) -> W {
        self.output
    }
}
