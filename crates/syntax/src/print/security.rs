//! Prints security and server statements.

use super::printer::{Printer, quoted};
use crate::ast::{
    AlterAuthorization, BufferPoolExtension, ExecuteAs, NamedOption, Permission, PermissionStatement, PermissionVerb,
    PrincipalAction, PrincipalDefinition, PrincipalSource, PrincipalText, Securable, SessionContext, SetUser,
};

impl Printer {
    /// Prints EXECUTE AS with NO REVERT or the cookie.
    pub(crate) fn execute_as(&mut self, statement: &ExecuteAs) {
        self.word("EXECUTE AS");
        self.session_context(&statement.context);
        if statement.no_revert {
            self.word("WITH NO REVERT");
        }
        if let Some(cookie) = &statement.cookie {
            self.word("WITH COOKIE INTO");
            self.variable(cookie);
        }
    }

    /// Prints the context alone, without EXECUTE AS or AS: `CALLER`, `LOGIN = name` or `USER =
    /// name`. Names are strings with N, or variables.
    pub(crate) fn session_context(&mut self, context: &SessionContext) {
        let (word, name) = match context {
            SessionContext::Caller => return self.word("CALLER"),
            SessionContext::Login(name) => ("LOGIN =", name),
            SessionContext::User(name) => ("USER =", name),
        };
        self.word(word);
        match name {
            PrincipalText::Text(text) => self.word(&format!("N{}", quoted(text))),
            PrincipalText::Variable(name) => self.variable(name),
        }
    }

    /// Prints SETUSER. The name is a string with N.
    pub(crate) fn set_user(&mut self, user: Option<&SetUser>) {
        self.word("SETUSER");
        if let Some(user) = user {
            self.word(&format!("N{}", quoted(&user.name)));
            if user.no_reset {
                self.word("WITH NORESET");
            }
        }
    }

    /// Prints GRANT, DENY or REVOKE; REVOKE always with FROM.
    pub(crate) fn permission_statement(&mut self, statement: &PermissionStatement) {
        self.word(statement.verb.word());
        if statement.grant_option_for {
            self.word("GRANT OPTION FOR");
        }
        self.word("");
        self.list(&statement.permissions, Self::permission);
        if let Some(securable) = &statement.securable {
            self.word("ON");
            self.securable(securable);
        }
        self.word(if statement.verb == PermissionVerb::Revoke { "FROM" } else { "TO" });
        self.word("");
        self.list(&statement.principals, Self::name);
        if statement.with_grant_option {
            self.word("WITH GRANT OPTION");
        }
        if statement.cascade {
            self.word("CASCADE");
        }
        if let Some(grantor) = &statement.grantor {
            self.word("AS");
            self.name(grantor);
        }
    }

    fn permission(&mut self, permission: &Permission) {
        for word in &permission.words {
            self.any_word(word);
        }
        self.columns(&permission.columns);
    }

    fn securable(&mut self, securable: &Securable) {
        self.class(&securable.class);
        self.object_name(&securable.name);
        self.columns(&securable.columns);
    }

    /// Prints ALTER AUTHORIZATION; no owner means SCHEMA OWNER.
    pub(crate) fn alter_authorization(&mut self, alter: &AlterAuthorization) {
        self.word("ALTER AUTHORIZATION ON");
        self.securable(&alter.securable);
        self.word("TO");
        match &alter.owner {
            Some(owner) => self.name(owner),
            None => self.word("SCHEMA OWNER"),
        }
    }

    /// Prints CREATE or ALTER of a login, user or role with its one action.
    pub(crate) fn principal(&mut self, principal: &PrincipalDefinition) {
        self.word(if principal.is_alter { "ALTER" } else { "CREATE" });
        self.word(principal.kind.words());
        self.name(&principal.name);
        let (words, name) = match &principal.action {
            PrincipalAction::Define { source, options } => return self.principal_parts(source.as_ref(), options),
            PrincipalAction::Enable(on) => return self.word(if *on { "ENABLE" } else { "DISABLE" }),
            PrincipalAction::OwnedBy(name) => ("AUTHORIZATION", name),
            PrincipalAction::AddMember(name) => ("ADD MEMBER", name),
            PrincipalAction::DropMember(name) => ("DROP MEMBER", name),
        };
        self.word(words);
        self.name(name);
    }

    fn principal_parts(&mut self, source: Option<&PrincipalSource>, options: &[NamedOption]) {
        match source {
            None => {}
            Some(PrincipalSource::Windows) => self.word("FROM WINDOWS"),
            Some(PrincipalSource::ExternalProvider) => self.word("FROM EXTERNAL PROVIDER"),
            Some(PrincipalSource::WithoutLogin) => self.word("WITHOUT LOGIN"),
            Some(PrincipalSource::Login(name)) => {
                self.word("FOR LOGIN");
                self.name(name);
            }
        }
        if options.is_empty() {
            return;
        }
        self.word("WITH");
        self.word("");
        self.list(options, |printer, option| {
            printer.named_option(&NamedOption { list: Vec::new(), ..option.clone() });
            option.list.iter().for_each(|more| printer.named_option(more));
        });
    }

    /// Prints ALTER SERVER CONFIGURATION of the buffer pool extension.
    pub(crate) fn buffer_pool_extension(&mut self, extension: &BufferPoolExtension) {
        self.word("ALTER SERVER CONFIGURATION SET BUFFER POOL EXTENSION");
        match extension {
            BufferPoolExtension::Off => self.word("OFF"),
            BufferPoolExtension::On { file, size } => {
                self.word(&format!("ON (FILENAME = N{}, SIZE =", quoted(file)));
                self.file_size(size);
                self.raw(")");
            }
        }
    }
}
