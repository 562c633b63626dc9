//! The names that declarations and imports of a file have.

use compact_str::CompactString;
use rustc_hash::FxHashSet;

use super::declarations::Declaration;
use super::dotted_names::first_part;
use super::import_place::ImportPlace;
use super::names::NameReader;
use super::scope::Root;
use crate::facts::ImportFacts;

/// The name of a wildcard import.
const EVERYTHING: &str = "*";

#[derive(Default)]
pub struct KnownNames {
    names: FxHashSet<CompactString>,
    /// The names that imports bind to a complete module.
    modules: FxHashSet<CompactString>,
    is_open: bool,
}

impl KnownNames {
    pub fn read(
        names: NameReader<'_>,
        declarations: &[Declaration],
        imports: &[ImportFacts],
        places: &[ImportPlace],
    ) -> Self {
        let mut known = Self::default();
        for Declaration { facts, root, .. } in declarations {
            known.names.insert(first_part(&facts.qualified_name).into());
            if let Root::Node(root) = root {
                known.names.extend(names.simple(*root).map(|name| name.as_ref().into()));
            }
        }
        for (import, place) in imports.iter().zip(places) {
            if let Some(bound) = &place.bound {
                known.names.insert(bound.clone());
                if import.names.is_empty() {
                    known.modules.insert(bound.clone());
                }
            }
            for it in &import.names {
                known.names.insert(it.alias.as_ref().unwrap_or(&it.name).clone());
                if let (EVERYTHING, Some(alias)) = (it.name.as_str(), &it.alias) {
                    known.modules.insert(alias.clone());
                }
            }
        }
        known.is_open = known.names.contains(EVERYTHING);
        known
    }

    /// Whether a declaration or an import has a name, or may have it.
    pub fn has(&self, name: &str) -> bool {
        self.is_open || self.names.contains(name)
    }

    /// Whether an import binds a name to a complete module, and not to a name in it.
    pub fn is_module(&self, name: &str) -> bool {
        self.modules.contains(name)
    }
}
