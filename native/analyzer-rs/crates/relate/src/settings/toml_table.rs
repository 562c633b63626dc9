//! Tables of a TOML document while it is read. Tables that are written in braces are complete values.

use rustc_hash::FxHashMap;

use super::json::Json;

/// Index of a table.
pub type TableIndex = usize;

/// The first table is the document.
pub struct TomlTables {
    tables: Vec<TomlTable>,
}

#[derive(Default)]
struct TomlTable {
    entries: Vec<(String, Entry)>,
    indices: FxHashMap<String, usize>,
    has_header: bool,
}

enum Entry {
    Value(Json),
    Table(TableIndex),
    Tables(Vec<TableIndex>),
}

impl TomlTables {
    pub fn new() -> Self {
        Self {
            tables: vec![TomlTable::default()],
        }
    }

    /// The table of a header, `[a.b]` or `[[a.b]]`. None if the document has it already, or another value at one of the
    /// keys.
    pub fn section(&mut self, keys: &[String], is_list: bool) -> Option<TableIndex> {
        let (last, above) = keys.split_last()?;
        let parent = self.below(0, above)?;
        if is_list {
            return self.appended(parent, last);
        }
        let table = self.inner(parent, last)?;
        let has_header = std::mem::replace(&mut self.tables[table].has_header, true);
        (!has_header).then_some(table)
    }

    /// False if the document has another value at one of the keys.
    pub fn set(&mut self, table: TableIndex, keys: &[String], value: Json) -> bool {
        let Some((last, above)) = keys.split_last() else {
            return false;
        };
        let Some(parent) = self.below(table, above) else {
            return false;
        };
        let is_new = !self.tables[parent].indices.contains_key(last);
        if is_new {
            self.add(parent, last, Entry::Value(value));
        }
        is_new
    }

    pub fn into_value(mut self) -> Json {
        self.take(0)
    }

    /// As deep as the document, which is bounded.
    fn take(&mut self, table: TableIndex) -> Json {
        let entries = std::mem::take(&mut self.tables[table].entries);
        let values = entries.into_iter().map(|(key, entry)| {
            let value = match entry {
                Entry::Value(value) => value,
                Entry::Table(inner) => self.take(inner),
                Entry::Tables(inner) => Json::List(inner.into_iter().map(|it| self.take(it)).collect()),
            };
            (key, value)
        });
        Json::Table(values.collect())
    }

    fn below(&mut self, mut table: TableIndex, keys: &[String]) -> Option<TableIndex> {
        for key in keys {
            table = self.inner(table, key)?;
        }
        Some(table)
    }

    /// The table at a key, the last one of a list of tables, a new one at a new key.
    fn inner(&mut self, table: TableIndex, key: &str) -> Option<TableIndex> {
        let Some(&index) = self.tables[table].indices.get(key) else {
            let inner = self.create();
            self.add(table, key, Entry::Table(inner));
            return Some(inner);
        };
        match &self.tables[table].entries[index].1 {
            Entry::Value(_) => None,
            Entry::Table(inner) => Some(*inner),
            Entry::Tables(inner) => inner.last().copied(),
        }
    }

    /// A new table at the end of a list of tables.
    fn appended(&mut self, table: TableIndex, key: &str) -> Option<TableIndex> {
        let inner = self.create();
        self.tables[inner].has_header = true;
        let Some(&index) = self.tables[table].indices.get(key) else {
            self.add(table, key, Entry::Tables(vec![inner]));
            return Some(inner);
        };
        match &mut self.tables[table].entries[index].1 {
            Entry::Tables(list) => list.push(inner),
            _ => return None,
        }
        Some(inner)
    }

    fn create(&mut self) -> TableIndex {
        self.tables.push(TomlTable::default());
        self.tables.len() - 1
    }

    fn add(&mut self, table: TableIndex, key: &str, entry: Entry) {
        let table = &mut self.tables[table];
        table.indices.insert(key.to_owned(), table.entries.len());
        table.entries.push((key.to_owned(), entry));
    }
}
