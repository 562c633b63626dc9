//! The data of both engines, from the `languages` folder at build time.

pub mod declaration_file;
pub mod documents;
pub mod encodings;
pub mod hosts;
pub mod kinds;
pub mod mode;
pub mod policy;
