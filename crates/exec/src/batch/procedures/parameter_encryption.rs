//! `sp_describe_parameter_encryption`: clients with Always Encrypted ask by it how the parameters
//! of a statement are encrypted (`relational-databases/system-stored-procedures/`,
//! sp-describe-parameter-encryption-transact-sql.md).
//!
//! No column is encrypted here, so the first result, the keys, is empty. The second result has a
//! row for each parameter, which says plaintext.

use crate::batch::cursor_report::text_literal;
use crate::batch::ending::Ending;
use crate::batch::invocation::Invocation;
use crate::batch::system_procedure::{SystemProcedure, Typed, needed, optional};
use sluice_command::statement::EventSource;
use sluice_plan::SetOption;
use sluice_plan::refusal::syntax_error;
use sluice_syntax::{SyntaxError, parse_parameters, parse_quoted};
use sluice_types::{DataType, Length, SqlError};
use std::fmt::Write;

pub(in crate::batch) static DESCRIBE_PARAMETER_ENCRYPTION: SystemProcedure = SystemProcedure::typed(
    "sp_describe_parameter_encryption",
    Typed {
        parameters: || {
            vec![needed("@tsql", DataType::NVarChar(Length::Max)), optional("@params", DataType::NVarChar(Length::Max))]
        },
        // The permissions that the page names are granted to public by default, and show nothing.
        needs: |rights, _| {
            rights.everybody(
                "relational-databases/system-stored-procedures/sp-describe-parameter-encryption-transact-sql.md",
            )
        },
        events: |_| EventSource::None,
        run: |invocation, given| {
            let [text, declarations] = [0, 1].map(|place| given.text(place).unwrap_or_default());
            invocation.describe_encryption(text, declarations)
        },
    },
);

impl Invocation<'_, '_, '_> {
    /// Sends the two results. Fails with the syntax errors of the statement or of the declarations.
    fn describe_encryption(&mut self, text: &str, declarations: &str) -> Result<Ending, SqlError> {
        let quoted = self.env.state.options.meaning.has(SetOption::QuotedIdentifier);
        let script = parse_quoted(text, quoted);
        let parameters = match parse_parameters(declarations) {
            Ok(parameters) if script.errors.is_empty() => parameters,
            Ok(_) => return Ok(self.refuse_text(&script.errors)),
            Err(errors) => return Ok(self.refuse_text(&errors)),
        };
        let mut rows = String::new();
        for (place, parameter) in parameters.iter().enumerate() {
            let _ = write!(rows, "({}, {}), ", place + 1, text_literal(&parameter.name.text));
        }
        // A row without a number stands for no parameter.
        rows.push_str("(NULL, NULL)");
        self.run_text(&format!("{KEYS}\n{PARAMETERS} FROM (VALUES {rows}) AS p (place, name) WHERE place IS NOT NULL"))
    }

    fn refuse_text(&mut self, errors: &[SyntaxError]) -> Ending {
        self.refuse(errors.iter().map(|error| syntax_error(error).at_line(error.line)).collect())
    }
}

/// The keys by which parameters are encrypted.
const KEYS: &str = "SELECT CAST(NULL AS int) AS column_encryption_key_ordinal, CAST(NULL AS int) AS database_id, \
    CAST(NULL AS int) AS column_encryption_key_id, CAST(NULL AS int) AS column_encryption_key_version, \
    CAST(NULL AS binary(8)) AS column_encryption_key_metadata_version, \
    CAST(NULL AS varbinary(4000)) AS column_encryption_key_encrypted_value, \
    CAST(NULL AS sysname) AS column_master_key_store_provider_name, \
    CAST(NULL AS nvarchar(4000)) AS column_master_key_path, \
    CAST(NULL AS sysname) AS column_encryption_key_encryption_algorithm_name WHERE 1 = 0";
/// How a parameter is encrypted: not at all.
const PARAMETERS: &str = "SELECT CAST(place AS int) AS parameter_ordinal, CAST(name AS sysname) AS parameter_name, \
    CAST(0 AS tinyint) AS column_encryption_algorithm, CAST(0 AS tinyint) AS column_encryption_type, \
    CAST(0 AS int) AS column_encryption_key_ordinal, \
    CAST(0 AS tinyint) AS column_encryption_normalization_rule_version";
