//! The data of `fixtures/` about single files, which both engines must satisfy.

mod bash_paths;
mod cache;
mod deep;
mod embedded;
mod facts;
mod facts_json;
mod fingerprints;
mod fixtures;
mod grams;
mod large;
mod read_ahead;
mod texts;
