//! What the other crates share: errors, JSON and hexadecimal output, the data of the languages, and the board on which
//! a supervised process publishes its work.
#![deny(unsafe_code)]

pub mod board;
pub mod errors;
pub mod hex;
pub mod json_text;
pub mod languages;
pub mod verdict;
pub mod watch;
