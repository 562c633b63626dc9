//! Sets and tables of kinds and of slots, with fast lookups because they are needed at every node.

use rustc_hash::FxHashMap;

/// A set of kinds, one bit each.
#[derive(Clone, Default)]
pub struct KindSet {
    words: Vec<u64>,
}

impl KindSet {
    pub fn insert(&mut self, kind: u16) {
        let word = usize::from(kind >> 6);
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (kind & 63);
    }

    #[inline]
    pub fn has(&self, kind: u16) -> bool {
        self.words
            .get(usize::from(kind >> 6))
            .is_some_and(|word| word >> (kind & 63) & 1 == 1)
    }
}

impl FromIterator<u16> for KindSet {
    fn from_iter<I: IntoIterator<Item = u16>>(kinds: I) -> Self {
        let mut set = Self::default();
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

/// A value for some kinds.
pub struct KindMap<T> {
    values: Vec<Option<T>>,
}

impl<T> KindMap<T> {
    #[inline]
    pub fn get(&self, kind: u16) -> Option<&T> {
        self.values.get(usize::from(kind))?.as_ref()
    }

    #[inline]
    pub fn has(&self, kind: u16) -> bool {
        self.get(kind).is_some()
    }
}

impl<T> FromIterator<(u16, T)> for KindMap<T> {
    fn from_iter<I: IntoIterator<Item = (u16, T)>>(pairs: I) -> Self {
        let mut values = Vec::new();
        for (kind, value) in pairs {
            let at = usize::from(kind);
            if at >= values.len() {
                values.resize_with(at + 1, || None);
            }
            values[at] = Some(value);
        }
        Self { values }
    }
}

/// A slot of the tree: a parent's kind and, unless 0, the child's field.
pub type Slot = u32;

pub fn slot(kind: u16, field: u16) -> Slot {
    (u32::from(kind) << 16) | u32::from(field)
}

/// A set of slots: for each kind of the parent a set of fields.
#[derive(Clone, Default)]
pub struct SlotSet {
    fields: Vec<KindSet>,
}

impl SlotSet {
    #[inline]
    pub fn has(&self, slot: Slot) -> bool {
        self.fields
            .get((slot >> 16) as usize)
            .is_some_and(|fields| fields.has(slot as u16))
    }

    fn insert(&mut self, slot: Slot) {
        let kind = (slot >> 16) as usize;
        if kind >= self.fields.len() {
            self.fields.resize_with(kind + 1, KindSet::default);
        }
        self.fields[kind].insert(slot as u16);
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut set = Self::default();
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

/// A value for some slots; most looked-up slots have none.
pub struct SlotMap<T> {
    slots: SlotSet,
    values: FxHashMap<Slot, T>,
}

impl<T> SlotMap<T> {
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<&T> {
        if self.slots.has(slot) {
            self.values.get(&slot)
        } else {
            None
        }
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<T> FromIterator<(Slot, T)> for SlotMap<T> {
    fn from_iter<I: IntoIterator<Item = (Slot, T)>>(pairs: I) -> Self {
        let values: FxHashMap<Slot, T> = pairs.into_iter().collect();
        Self {
            slots: values.keys().copied().collect(),
            values,
        }
    }
}
