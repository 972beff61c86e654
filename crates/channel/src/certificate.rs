//! The certificate with which the server shows who it is, and what TLS is spoken with it.
//!
//! Where no files are given the server makes a certificate of its own at each start, as SQL Server does: it keeps those out who only listen, and its
//! key never touches a disk; clients that want to know whom they speak to need a certificate that is given.

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::version::{TLS12, TLS13};
use sluice_base::sync::Arc;
use std::fmt::{self, Display};

/// Why there is no certificate, told for a person.
#[derive(Debug)]
pub struct CertificateError(String);

/// TLS as a server speaks it.
#[derive(Debug)]
pub struct Tls {
    /// Within PRELOGIN packets: TLS 1.2, as a message of a later handshake would come when the packets have ended.
    pub(crate) within: Arc<ServerConfig>,
    /// From the first byte on, which is TDS 8.0.
    pub(crate) first: Arc<ServerConfig>,
}

impl Tls {
    /// With a certificate that is made now.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn self_made() -> Result<Tls, CertificateError> {
        let (chain, key) = make().map_err(|error| failed("a certificate can't be made", &error))?;
        Tls::new(&chain, &key)
    }

    /// With a certificate, those behind it that vouch for it, and its key, all as PEM.
    ///
    /// # Errors
    /// There is none, or it is not the key's, or not of a kind that is known.
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
        // Nobody comes back with a ticket: each connection shakes hands.
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

/// A key on the curve P-256, which every client takes, and a certificate that it signs itself.
fn make() -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut parameters = CertificateParams::new(vec!["localhost".to_owned()])?;
    parameters.distinguished_name = DistinguishedName::new();
    parameters.distinguished_name.push(DnType::CommonName, SELF_MADE_NAME);
    // Nobody trusts it for its dates: they only have to hold.
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

/// The name of SQL Server's own.
const SELF_MADE_NAME: &str = "SSL_Self_Signed_Fallback";
/// The name of the protocol within TLS.
pub(crate) const ALPN: &[u8] = b"tds/8.0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_told() {
        let of = |certificate: &str, key: &str| {
            Tls::of_pem(certificate.as_bytes(), key.as_bytes()).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(of("none", "none").contains("no certificate in PEM"));
        let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        assert!(of(broken, "none").contains("the key"), "{}", of(broken, "none"));
        assert!(Tls::self_made().is_ok());
    }
}
