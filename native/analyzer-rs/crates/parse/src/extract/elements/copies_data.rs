//! The `copies` section of a language's data file; `languages/language.schema.json` validates it.

use serde::Deserialize;

use crate::extract::facts_data::ByKind;

#[derive(Deserialize)]
pub struct CopiesData {
    pub class: String,
    pub units: Vec<String>,
    #[serde(default)]
    pub items_in: Vec<String>,
    #[serde(default)]
    pub separators: Vec<String>,
    #[serde(default)]
    pub weightless: ByKind<Vec<WeightlessData>>,
    #[serde(default)]
    pub wrappers: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum WeightlessData {
    Is {
        at: String,
        is: Vec<String>,
    },
    Only {
        at: String,
        only: Vec<String>,
    },
    Without {
        without: String,
    },
    Each {
        each: String,
        at: Vec<String>,
        named: Vec<String>,
    },
}
