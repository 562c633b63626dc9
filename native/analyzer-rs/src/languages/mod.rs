//! The data that both engines share, as they stand in the `languages` folder when the engine is built.

pub mod documents;
pub mod encodings;
pub mod kinds;
pub mod policy;
