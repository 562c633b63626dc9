//! The data of `fixtures/` that both engines must satisfy, as far as it is about one file.

mod cache;
mod deep;
mod facts;
mod facts_json;
mod fingerprints;
mod fixtures;
mod grams;
mod large;
mod texts;
