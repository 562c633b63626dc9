//! Lists by key, in the order of the first use of the keys.

use std::hash::Hash;

use rustc_hash::FxHashMap;

pub struct KeyedLists<Key, Item> {
    indexes: FxHashMap<Key, usize>,
    pub lists: Vec<(Key, Vec<Item>)>,
}

impl<Key: Copy + Eq + Hash, Item> KeyedLists<Key, Item> {
    pub fn new(items: impl IntoIterator<Item = (Key, Item)>) -> Self {
        let mut lists = Self {
            indexes: FxHashMap::default(),
            lists: Vec::new(),
        };
        for (key, item) in items {
            lists.push(key, item);
        }
        lists
    }

    pub fn push(&mut self, key: Key, item: Item) {
        let index = *self.indexes.entry(key).or_insert(self.lists.len());
        match self.lists.get_mut(index) {
            Some((_, list)) => list.push(item),
            None => self.lists.push((key, vec![item])),
        }
    }

    pub fn get(&self, key: &Key) -> &[Item] {
        self.indexes.get(key).map_or(&[], |index| &self.lists[*index].1)
    }

    pub fn get_mut(&mut self, key: &Key) -> Option<&mut Vec<Item>> {
        self.indexes.get(key).map(|index| &mut self.lists[*index].1)
    }
}
