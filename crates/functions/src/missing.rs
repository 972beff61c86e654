//! Table of data: the documented built-in functions of SQL Server that Sluice lacks. A call to one
//! is refused by its name (40517); an unknown name fails with 195.

/// Returns whether `name`, ignoring case, is a documented function that Sluice lacks.
pub fn is_missing(name: &str) -> bool {
    MISSING.iter().any(|missing| missing.eq_ignore_ascii_case(name))
}

/// `t-sql/functions`, by the feature that is absent.
const MISSING: &[&str] = &[
    // Keys, certificates and signatures.
    "ASYMKEYPROPERTY",
    "ASYMKEY_ID",
    "CERTENCODED",
    "CERTPRIVATEKEY",
    "CERTPROPERTY",
    "CERT_ID",
    "DECRYPTBYASYMKEY",
    "DECRYPTBYCERT",
    "DECRYPTBYKEY",
    "DECRYPTBYKEYAUTOASYMKEY",
    "DECRYPTBYKEYAUTOCERT",
    "DECRYPTBYPASSPHRASE",
    "ENCRYPTBYASYMKEY",
    "ENCRYPTBYCERT",
    "ENCRYPTBYKEY",
    "ENCRYPTBYPASSPHRASE",
    "IS_OBJECTSIGNED",
    "KEY_GUID",
    "KEY_ID",
    "KEY_NAME",
    "SIGNBYASYMKEY",
    "SIGNBYCERT",
    "SYMKEYPROPERTY",
    "VERIFYSIGNEDBYASYMKEY",
    "VERIFYSIGNEDBYCERT",
    // Full-text and semantic search.
    "CONTAINSTABLE",
    "FREETEXTTABLE",
    "SEMANTICKEYPHRASETABLE",
    "SEMANTICSIMILARITYDETAILSTABLE",
    "SEMANTICSIMILARITYTABLE",
    // Models and vectors.
    "AI_GENERATE_CHUNKS",
    "AI_GENERATE_EMBEDDINGS",
    "VECTORPROPERTY",
    "VECTOR_DISTANCE",
    "VECTOR_NORM",
    "VECTOR_NORMALIZE",
    "VECTOR_SEARCH",
    // Files, streams, replication, change tracking, other servers.
    "CHANGE_TRACKING_CURRENT_VERSION",
    "CHANGE_TRACKING_IS_COLUMN_IN_MASK",
    "CHANGE_TRACKING_MIN_VALID_VERSION",
    "FILETABLEROOTPATH",
    "GETFILENAMESPACEPATH",
    "GETPATHLOCATOR",
    "GET_FILESTREAM_TRANSACTION_CONTEXT",
    "OPENDATASOURCE",
    "OPENQUERY",
    "OPENROWSET",
    "OPENXML",
    "PUBLISHINGSERVERNAME",
    // XML schemas.
    "XML_SCHEMA_NAMESPACE",
    // Queues, collations with tertiary weights.
    "GET_TRANSMISSION_STATUS",
    "TERTIARY_WEIGHTS",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::all;

    #[test]
    fn existing_functions_are_not_listed_as_missing() {
        let stale: Vec<_> = all().filter(|function| is_missing(function.name)).map(|function| function.name).collect();
        assert!(stale.is_empty(), "take out of the list: {stale:?}");
    }
}
