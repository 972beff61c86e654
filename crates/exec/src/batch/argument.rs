//! Compiles the arguments of calls.

use super::compiler::Compiler;
use super::parameter::{Argument, ArgumentValue, PARAMETERS_MAX, too_many_parameters};
use sluice_command::statement::{Compilation, argument_value};
use sluice_syntax::ast;
use sluice_types::SqlError;

impl Compiler {
    /// Emits code for the arguments of a call. Fails with 119 for an argument without a name after
    /// a named one, with 179 for OUTPUT with a constant, and beyond the greatest number of
    /// parameters. Table variables and cursors are passed by name.
    ///
    /// The first `own` arguments are a system procedure's own texts and numbers. Their values are
    /// in memory, never long values.
    pub(super) fn call_arguments(
        &mut self,
        written: &[ast::ExecuteArgument],
        own: usize,
    ) -> Result<Vec<Argument>, SqlError> {
        if written.len() > PARAMETERS_MAX {
            return Err(too_many_parameters("EXECUTE"));
        }
        let mut by_name = false;
        let mut arguments = Vec::with_capacity(written.len());
        for (index, argument) in written.iter().enumerate() {
            if by_name && argument.name.is_none() {
                // 119: arguments after a named argument must be named.
                return Err(SqlError::positional_after_named(index + 1));
            }
            by_name |= argument.name.is_some();
            let is_variable = matches!(argument.value.kind, ast::ExprKind::Variable(_));
            if argument.output && !is_variable {
                // 179: the OUTPUT option cannot be used with a constant.
                return Err(SqlError::output_of_constant());
            }
            let value = match &argument.value.kind {
                ast::ExprKind::Default => ArgumentValue::Default,
                ast::ExprKind::Variable(name) if let Some(of) = self.table_type(&name.text) => {
                    ArgumentValue::Rows(name.text.clone(), of.cloned())
                }
                ast::ExprKind::Variable(name) if self.is_cursor_variable(&name.text) => {
                    ArgumentValue::Cursor(name.text.clone())
                }
                _ => {
                    let bound = self.binder().untyped_argument(&argument_value(&argument.value))?;
                    let data_type = bound.data_type;
                    let register = match index < own {
                        true => self.builder.value(&bound, None),
                        false => self.builder.long_value(&bound, None),
                    };
                    ArgumentValue::Value(register, data_type)
                }
            };
            let name = argument.name.as_ref().map(|name| name.text.clone());
            arguments.push(Argument { name, value, is_output: argument.output });
        }
        Ok(arguments)
    }
}
