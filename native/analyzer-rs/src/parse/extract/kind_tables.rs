//! Sets and tables of kinds and of places in a tree, which are asked at every node.

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

/// A place in the tree: a parent's kind and, unless 0, the child's field.
pub type Place = u32;

pub fn place(kind: u16, field: u16) -> Place {
    (u32::from(kind) << 16) | u32::from(field)
}

/// A set of places: of each parent's kind a set of fields.
#[derive(Clone, Default)]
pub struct PlaceSet {
    fields: Vec<KindSet>,
}

impl PlaceSet {
    #[inline]
    pub fn has(&self, place: Place) -> bool {
        self.fields
            .get((place >> 16) as usize)
            .is_some_and(|fields| fields.has(place as u16))
    }

    fn insert(&mut self, place: Place) {
        let kind = (place >> 16) as usize;
        if kind >= self.fields.len() {
            self.fields.resize_with(kind + 1, KindSet::default);
        }
        self.fields[kind].insert(place as u16);
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut set = Self::default();
        places.into_iter().for_each(|place| set.insert(place));
        set
    }
}

/// A value for some places; most of those asked for have none.
pub struct PlaceMap<T> {
    places: PlaceSet,
    values: FxHashMap<Place, T>,
}

impl<T> PlaceMap<T> {
    #[inline]
    pub fn get(&self, place: Place) -> Option<&T> {
        if self.places.has(place) {
            self.values.get(&place)
        } else {
            None
        }
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<T> FromIterator<(Place, T)> for PlaceMap<T> {
    fn from_iter<I: IntoIterator<Item = (Place, T)>>(pairs: I) -> Self {
        let values: FxHashMap<Place, T> = pairs.into_iter().collect();
        Self {
            places: values.keys().copied().collect(),
            values,
        }
    }
}
