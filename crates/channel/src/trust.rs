//! The servers that a client accepts: those with a trusted certificate, or, on request, any server.

use crate::certificate::ALPN;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use sluice_base::sync::Arc;

/// The servers that a client accepts.
#[derive(Clone, Debug)]
pub enum Trust {
    /// Any server (`TrustServerCertificate`).
    Anybody,
    /// Servers with a certificate signed by these roots.
    Roots(RootCertStore),
}

impl Trust {
    /// Trusts the certificates in `pem`. Ignores certificates that can't be parsed.
    pub fn of_pem(pem: &[u8]) -> Trust {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(CertificateDer::pem_slice_iter(pem).flatten());
        Trust::Roots(roots)
    }

    /// Returns the TLS configuration: at most TLS 1.2 within packets, TLS 1.3 too if TLS begins the
    /// connection. The certificate is compared with the trusted ones, or not at all for any server;
    /// the application protocol is offered only if TLS begins the connection.
    pub(crate) fn config(&self, is_first: bool) -> Result<ClientConfig, Error> {
        let provider = Arc::new(ring::default_provider());
        let versions: &[_] = if is_first { &[&TLS13, &TLS12] } else { &[&TLS12] };
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_protocol_versions(versions)?;
        let mut config = match self {
            Trust::Roots(roots) => builder.with_root_certificates(roots.clone()).with_no_client_auth(),
            Trust::Anybody => {
                let verifier = Arc::new(Anybody(provider));
                builder.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
            }
        };
        if is_first {
            config.alpn_protocols = vec![ALPN.to_vec()];
        }
        Ok(config)
    }
}

/// Accepts any certificate, but verifies that the server has its key.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
