//! An outcome with facts, as the data line of an entry. Others have no value for a cache, or may differ in the next
//! run.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::facts::FileFacts;

use super::decode_facts::decode_facts;
use super::encode_facts::encode_facts;
use super::facts_line::{FactsLine, NotALine};

/// `partial` if the facts have errors, else `analyzed`.
#[derive(Debug, PartialEq, Eq)]
pub struct CachedOutcome {
    pub facts: FileFacts,
    pub encoding: Option<String>,
}

#[derive(Deserialize, Serialize)]
struct OutcomeLine<'a> {
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    encoding: Option<Cow<'a, str>>,
    #[serde(borrow)]
    facts: FactsLine<'a>,
}

pub fn encode_outcome(facts: &FileFacts, encoding: Option<&str>) -> Vec<u8> {
    let line = OutcomeLine {
        encoding: encoding.map(Cow::from),
        facts: encode_facts(facts),
    };
    serde_json::to_vec(&line).expect("plain data")
}

pub fn decode_outcome(data: &[u8]) -> Result<CachedOutcome, NotALine> {
    let line: OutcomeLine<'_> = serde_json::from_slice(data).map_err(|_| NotALine)?;
    Ok(CachedOutcome {
        facts: decode_facts(&line.facts)?,
        encoding: line.encoding.map(Cow::into_owned),
    })
}
