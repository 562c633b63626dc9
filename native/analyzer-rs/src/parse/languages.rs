//! What parsing needs of the languages' data files.

use serde::Deserialize;

use super::adapters::tree_sitter::Grammar;
use super::extract::elements::copies_data::CopiesData;
use super::extract::facts_data::FactsData;
use super::extract::stream_data::StreamData;
use crate::languages::documents;

/// What parsing needs of a language's data file.
#[derive(Deserialize)]
pub struct LanguageData {
    pub id: String,
    pub parser: String,
    pub facts: FactsData,
    pub stream: StreamData,
    pub copies: CopiesData,
    /// Of the languages that tree-sitter reads.
    pub grammar: Option<Grammar>,
}

/// Those whose kinds are ESTree's have their data there.
#[derive(Deserialize)]
struct Header {
    id: String,
    parser: String,
}

#[derive(Deserialize)]
struct Shared {
    facts: FactsData,
    stream: StreamData,
    copies: CopiesData,
}

/// The data of a language id; `None` when nothing parses that language, an error when the data does not fit.
pub fn language_data(id: &str) -> Option<Result<LanguageData, serde_json::Error>> {
    match id {
        "javascript" => Some(estree(documents::JAVASCRIPT)),
        "typescript" => Some(estree(documents::TYPESCRIPT)),
        "python" => Some(serde_json::from_str(documents::PYTHON)),
        "php" => Some(serde_json::from_str(documents::PHP)),
        "bash" => Some(serde_json::from_str(documents::BASH)),
        _ => None,
    }
}

fn estree(document: &str) -> Result<LanguageData, serde_json::Error> {
    let Header { id, parser } = serde_json::from_str(document)?;
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
