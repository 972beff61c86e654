//! The server's certificate and its TLS configurations.
//!
//! Without certificate files the server makes a self-signed certificate at each start, as SQL
//! Server does. A self-signed certificate protects against eavesdroppers, and its key is never on
//! disk. Clients that verify the server need a certificate from files.

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::version::{TLS12, TLS13};
use sluice_base::sync::Arc;
use std::fmt::{self, Display};

/// The reason why there is no certificate, as text for the operator.
#[derive(Debug)]
pub struct CertificateError(String);

/// A server's TLS configurations.
#[derive(Debug)]
pub struct Tls {
    /// For handshakes within PRELOGIN packets: TLS 1.2 only, because TLS 1.3 sends a handshake
    /// message after the packets have ended.
    pub(crate) within: Arc<ServerConfig>,
    /// For TDS 8.0, which begins with TLS.
    pub(crate) first: Arc<ServerConfig>,
}

impl Tls {
    /// Makes a self-signed certificate.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn self_made() -> Result<Tls, CertificateError> {
        let (chain, key) = make().map_err(|error| failed("a certificate can't be made", &error))?;
        Tls::new(&chain, &key)
    }

    /// Uses a certificate chain and its key, both as PEM.
    ///
    /// # Errors
    /// The certificate is missing, doesn't match the key, or is of an unsupported kind.
    pub fn of_pem(certificate: &[u8], key: &[u8]) -> Result<Tls, CertificateError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate).collect();
        let chain = chain.map_err(|error| failed("the certificate", &error))?;
        if chain.is_empty() {
            return Err(CertificateError("the file has no certificate in PEM".to_owned()));
        }
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| failed("the key", &error))?;
        Tls::new(&chain, &key)
    }

    fn new(chain: &[CertificateDer<'static>], key: &PrivateKeyDer<'static>) -> Result<Tls, CertificateError> {
        let provider = Arc::new(ring::default_provider());
        let within = config(&provider, &[&TLS12], chain, key)?;
        let mut first = config(&provider, &[&TLS13, &TLS12], chain, key)?;
        first.alpn_protocols = vec![ALPN.to_vec()];
        // No tickets: clients don't resume sessions, so each connection does a full handshake.
        first.send_tls13_tickets = 0;
        Ok(Tls { within: Arc::new(within), first: Arc::new(first) })
    }
}

fn config(
    provider: &Arc<CryptoProvider>,
    versions: &[&'static rustls::SupportedProtocolVersion],
    chain: &[CertificateDer<'static>],
    key: &PrivateKeyDer<'static>,
) -> Result<ServerConfig, CertificateError> {
    let of_key = |error| failed("the certificate and the key", &error);
    let builder = ServerConfig::builder_with_provider(Arc::clone(provider)).with_protocol_versions(versions);
    builder.map_err(of_key)?.with_no_client_auth().with_single_cert(chain.to_vec(), key.clone_key()).map_err(of_key)
}

/// Makes a key on the curve P-256, which all clients support, and a self-signed certificate.
fn make() -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut parameters = CertificateParams::new(vec!["localhost".to_owned()])?;
    parameters.distinguished_name = DistinguishedName::new();
    parameters.distinguished_name.push(DnType::CommonName, SELF_MADE_NAME);
    // The dates only need to include today: clients don't verify a self-signed certificate.
    parameters.not_before = rcgen::date_time_ymd(2020, 1, 1);
    parameters.not_after = rcgen::date_time_ymd(2049, 12, 31);
    let certificate = parameters.self_signed(&key)?;
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    Ok((vec![certificate.der().clone()], key.into()))
}

impl Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CertificateError {}

fn failed(what: &str, error: &dyn Display) -> CertificateError {
    CertificateError(format!("{what}: {error}"))
}

/// The name in SQL Server's self-signed certificate.
const SELF_MADE_NAME: &str = "SSL_Self_Signed_Fallback";
/// The ALPN name of TDS.
pub(crate) const ALPN: &[u8] = b"tds/8.0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_certificate_is_reported() {
        let of = |certificate: &str, key: &str| {
            Tls::of_pem(certificate.as_bytes(), key.as_bytes()).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(of("none", "none").contains("no certificate in PEM"));
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        assert!(of(broken, "none").contains("the key"), "{}", of(broken, "none"));
        assert!(Tls::self_made().is_ok());
    }
}
