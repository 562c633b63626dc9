//! Lists by key, in the order of the first use of the keys.

use std::hash::Hash;

use rustc_hash::FxHashMap;

pub struct KeyedLists<Key, Item> {
    places: FxHashMap<Key, usize>,
    pub lists: Vec<(Key, Vec<Item>)>,
}

impl<Key: Copy + Eq + Hash, Item> KeyedLists<Key, Item> {
    pub fn new(items: impl IntoIterator<Item = (Key, Item)>) -> Self {
        let mut lists = Self {
            places: FxHashMap::default(),
            lists: Vec::new(),
        };
        for (key, item) in items {
            lists.push(key, item);
        }
        lists
    }

    pub fn push(&mut self, key: Key, item: Item) {
        let place = *self.places.entry(key).or_insert(self.lists.len());
        match self.lists.get_mut(place) {
            Some((_, list)) => list.push(item),
            None => self.lists.push((key, vec![item])),
        }
    }

    pub fn get(&self, key: &Key) -> &[Item] {
        self.places.get(key).map_or(&[], |place| &self.lists[*place].1)
    }

    pub fn get_mut(&mut self, key: &Key) -> Option<&mut Vec<Item>> {
        self.places.get(key).map(|place| &mut self.lists[*place].1)
    }
}
