//! The parts of the languages' data files that parsing needs.

use serde::Deserialize;

use super::extract::elements::copies_data::CopiesData;
use super::extract::facts_data::FactsData;
use super::extract::stream_data::StreamData;
use base::languages::documents;
use syntax::adapters::tree_sitter::Grammar;

/// The parts of a language's data file that parsing needs.
#[derive(Deserialize)]
pub struct LanguageData {
    pub id: String,
    pub parser: String,
    pub facts: FactsData,
    pub stream: StreamData,
    pub copies: CopiesData,
    /// Of the languages that tree-sitter parses.
    pub grammar: Option<Grammar>,
}

/// The data of languages with ESTree kinds is in another document.
#[derive(Deserialize)]
struct Header {
    id: String,
    parser: String,
    extends: Option<String>,
}

#[derive(Deserialize)]
struct Shared {
    facts: FactsData,
    stream: StreamData,
    copies: CopiesData,
}

/// The data of a language id; `None` if no adapter parses that language. Fails if the data is invalid.
pub fn language_data(id: &str) -> Option<Result<LanguageData, serde_json::Error>> {
    let (_, document) = documents::PARSED.into_iter().find(|(name, _)| *name == id)?;
    Some(read(document))
}

fn read(document: &str) -> Result<LanguageData, serde_json::Error> {
    let Header { id, parser, extends } = serde_json::from_str(document)?;
    if extends.is_none() {
        return serde_json::from_str(document);
    }
    let Shared { facts, stream, copies } = serde_json::from_str(documents::ESTREE)?;
    Ok(LanguageData {
        id,
        parser,
        facts,
        stream,
        copies,
        grammar: None,
    })
}
