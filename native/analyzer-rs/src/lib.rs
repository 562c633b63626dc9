//! The native engine: the rooms of the portable one (`packages/core/src`) under the same names, and the same facts.
#![deny(unsafe_code)]

pub mod languages;
pub mod parse;
