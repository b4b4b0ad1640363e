//! Thrift's compact protocol, as much of it as Parquet's metadata uses: any struct, read into a
//! tree.
//!
//! What is read costs at most a fixed multiple of its bytes: every value takes at least one byte of
//! input, nothing is allocated on the word of a length, and depth is bounded.

/// The deepest nesting read; Parquet's own metadata needs 6.
const MAX_DEPTH: u32 = 16;

/// A value of a field.
pub enum ThriftValue<'a> {
    /// True or false: which of them is not read.
    Bool,
    /// An integer of any width.
    Int(i64),
    /// A number of 64 bits, which is not read.
    Double,
    /// Bytes or a text.
    Bytes(&'a [u8]),
    /// A list or a set.
    List(Vec<ThriftValue<'a>>),
    /// A struct.
    Struct(Struct<'a>),
}

/// A struct's fields with their ids, in the order given.
#[derive(Default)]
pub struct Struct<'a>(Vec<(i16, ThriftValue<'a>)>);

impl<'a> Struct<'a> {
    fn get(&self, id: i16) -> Option<&ThriftValue<'a>> {
        self.0
            .iter()
            .find(|(field, _)| *field == id)
            .map(|(_, value)| value)
    }

    /// Returns whether no other fields are there, and each at most once.
    pub(super) fn has_only(&self, ids: &[i16]) -> bool {
        let known = |(place, (id, _)): (usize, &(i16, ThriftValue<'a>))| {
            ids.contains(id) && self.0.iter().take(place).all(|(before, _)| before != id)
        };
        self.0.iter().enumerate().all(known)
    }

    /// Returns the integer in a field.
    #[must_use]
    pub fn int(&self, id: i16) -> Option<i64> {
        if let Some(ThriftValue::Int(value)) = self.get(id) {
            Some(*value)
        } else {
            None
        }
    }

    /// Returns the bytes in a field.
    #[must_use]
    pub fn bytes(&self, id: i16) -> Option<&'a [u8]> {
        if let Some(ThriftValue::Bytes(value)) = self.get(id) {
            Some(value)
        } else {
            None
        }
    }

    /// Returns the list in a field.
    #[must_use]
    pub fn list(&self, id: i16) -> Option<&[ThriftValue<'a>]> {
        if let Some(ThriftValue::List(value)) = self.get(id) {
            Some(value)
        } else {
            None
        }
    }

    /// Returns the struct in a field.
    #[must_use]
    pub fn structure(&self, id: i16) -> Option<&Struct<'a>> {
        if let Some(ThriftValue::Struct(value)) = self.get(id) {
            Some(value)
        } else {
            None
        }
    }
}

/// Reads one struct from the start of `bytes`, and moves `bytes` past it. `None` if it is not one.
#[must_use]
pub fn read<'a>(bytes: &mut &'a [u8]) -> Option<Struct<'a>> {
    structure(bytes, 0)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    take(bytes, 1)?.first().copied()
}

/// Returns an unsigned number, seven bits a byte, the lowest first.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let next = byte(bytes)?;
        let bits = u64::from(next & 0x7f);
        if shift == 63 && bits > 1 {
            return None;
        }
        value |= bits << shift;
        if next & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Returns a signed number: 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
fn zigzag(bytes: &mut &[u8]) -> Option<i64> {
    let value = varint(bytes)?;
    let half = i64::try_from(value >> 1).ok()?;
    Some(if value & 1 == 1 { !half } else { half })
}

fn structure<'a>(bytes: &mut &'a [u8], depth: u32) -> Option<Struct<'a>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut fields = Vec::new();
    let mut id = 0i16;
    loop {
        let head = byte(bytes)?;
        if head == 0 {
            return Some(Struct(fields));
        }
        id = match head >> 4 {
            0 => i16::try_from(zigzag(bytes)?).ok()?,
            delta => id.checked_add(i16::from(delta))?,
        };
        // Whether a boolean is true is in its type; nothing here asks.
        let value = match head & 0x0f {
            1 | 2 => ThriftValue::Bool,
            kind => value(bytes, kind, depth)?,
        };
        fields.push((id, value));
    }
}

fn value<'a>(bytes: &mut &'a [u8], kind: u8, depth: u32) -> Option<ThriftValue<'a>> {
    Some(match kind {
        // Elements of a list of booleans have a byte each.
        1 | 2 => {
            byte(bytes)?;
            ThriftValue::Bool
        }
        3 => ThriftValue::Int(i64::from(i8::from_le_bytes([byte(bytes)?]))),
        4..=6 => ThriftValue::Int(zigzag(bytes)?),
        7 => {
            take(bytes, 8)?;
            ThriftValue::Double
        }
        8 => {
            let length = usize::try_from(varint(bytes)?).ok()?;
            ThriftValue::Bytes(take(bytes, length)?)
        }
        9 | 10 => {
            let head = byte(bytes)?;
            let count = match head >> 4 {
                15 => varint(bytes)?,
                count => u64::from(count),
            };
            if depth >= MAX_DEPTH {
                return None;
            }
            let mut list = Vec::new();
            for _ in 0..count {
                list.push(value(bytes, head & 0x0f, depth + 1)?);
            }
            ThriftValue::List(list)
        }
        12 => ThriftValue::Struct(structure(bytes, depth + 1)?),
        // Maps do not occur in Parquet's metadata.
        _ => return None,
    })
}

/// The way back, so that tests can change the metadata of a file.
#[cfg(test)]
impl<'a> Struct<'a> {
    pub(super) fn push(&mut self, id: i16, value: ThriftValue<'a>) {
        self.0.push((id, value));
    }

    /// Returns the number of the first field.
    pub(super) fn first(&self) -> Option<i16> {
        self.0.first().map(|(id, _)| *id)
    }

    /// Returns the value of a field.
    pub(super) fn value_mut(&mut self, id: i16) -> Option<&mut ThriftValue<'a>> {
        let field = self.0.iter_mut().find(|(field, _)| *field == id);
        field.map(|(_, value)| value)
    }

    /// Returns the bytes of the struct: field numbers written out, integers as 64 bits.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (id, value) in &self.0 {
            bytes.push(value.kind());
            write_zigzag(&mut bytes, i64::from(*id));
            value.write(&mut bytes);
        }
        bytes.push(0);
        bytes
    }
}

#[cfg(test)]
impl ThriftValue<'_> {
    fn kind(&self) -> u8 {
        match self {
            Self::Bool => 1,
            Self::Int(_) => 6,
            Self::Double => 7,
            Self::Bytes(_) => 8,
            Self::List(_) => 9,
            Self::Struct(_) => 12,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Bool => {}
            Self::Int(value) => write_zigzag(bytes, *value),
            Self::Double => bytes.extend([0; 8]),
            Self::Bytes(value) => {
                write_varint(bytes, value.len() as u64);
                bytes.extend(*value);
            }
            Self::List(values) => {
                bytes.push(0xf0 | values.first().map_or(6, ThriftValue::kind));
                write_varint(bytes, values.len() as u64);
                values.iter().for_each(|value| value.write(bytes));
            }
            Self::Struct(value) => bytes.extend(value.to_bytes()),
        }
    }
}

#[cfg(test)]
fn write_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        bytes.push(u8::try_from(value & 0x7f).unwrap() | 0x80);
        value >>= 7;
    }
    bytes.push(u8::try_from(value).unwrap());
}

#[cfg(test)]
fn write_zigzag(bytes: &mut Vec<u8>, value: i64) {
    write_varint(bytes, ((value << 1) ^ (value >> 63)).cast_unsigned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_at_most_64_bits() {
        let number = |bytes: &[u8]| varint(&mut &*bytes);
        let nine = [0xff; 9];
        assert_eq!(number(&[&nine[..], &[0x01]].concat()), Some(u64::MAX));
        assert_eq!(number(&[&nine[..], &[0x02]].concat()), None);
        assert_eq!(number(&[&nine[..], &[0x81, 0x00]].concat()), None);
        assert_eq!(number(&[0x80; 9]), None);
        assert_eq!(number(&[0xac, 0x02]), Some(300));
        // More than one bit before the last byte is nothing special.
        assert_eq!(number(&[0x7f]), Some(127));
        assert_eq!(zigzag(&mut &[0x03][..]), Some(-2));
        assert_eq!(zigzag(&mut &[0x04][..]), Some(2));
    }

    /// Returns a struct in a struct, so many times.
    fn nested(depth: usize) -> Vec<u8> {
        [vec![0x1c; depth], vec![0; depth + 1]].concat()
    }

    /// Returns a struct of a list in a list, so many times, around an empty one.
    fn lists(depth: usize) -> Vec<u8> {
        [vec![0x19], vec![0x19; depth - 1], vec![0x06, 0x00]].concat()
    }

    #[test]
    fn depth_is_bounded() {
        let most = usize::try_from(MAX_DEPTH).unwrap();
        for (bytes, right) in [
            (nested(most), true),
            (nested(most + 1), false),
            (lists(most), true),
            (lists(most + 1), false),
        ] {
            assert_eq!(read(&mut bytes.as_slice()).is_some(), right, "{bytes:?}");
        }
    }

    #[test]
    fn a_list_has_as_many_elements_as_it_says() {
        // One field: a list of so many numbers of one byte; then the struct's end.
        let of = |count: u8, bytes: usize| {
            let list = [&[0x19, 0xf6, count][..], &vec![2; bytes], &[0]].concat();
            let mut rest = list.as_slice();
            read(&mut rest).is_some() && rest.is_empty()
        };
        assert!(of(3, 3) && !of(3, 2) && !of(4, 3) && !of(2, 3));
        // Truth values have a byte each, and a double eight, whatever they are.
        for list in [
            &[0x19, 0x21, 1, 1, 0x15, 8, 0][..],
            &[0x17, 9, 9, 9, 9, 9, 9, 9, 9, 0x15, 8, 0],
        ] {
            assert_eq!(read(&mut &*list).unwrap().int(2), Some(4));
        }
        let endless = [0x19, 0xfb, 0xff, 0xff, 0xff, 0xff, 0x0f, 0];
        assert!(read(&mut endless.as_slice()).is_none());
    }

    #[test]
    fn a_field_is_what_it_is_and_nothing_else() {
        let mut fields = Struct::default();
        fields.push(1, ThriftValue::Int(5));
        fields.push(2, ThriftValue::Bytes(b"x"));
        fields.push(3, ThriftValue::List(Vec::new()));
        fields.push(4, ThriftValue::Struct(Struct::default()));
        fields.push(5, ThriftValue::Bool);
        fields.push(6, ThriftValue::Double);
        let bytes = fields.to_bytes();
        let read = read(&mut bytes.as_slice()).unwrap();
        for id in 1..=7 {
            assert_eq!(read.int(id), (id == 1).then_some(5));
            assert_eq!(read.bytes(id), (id == 2).then_some(&b"x"[..]));
            assert_eq!(read.list(id).is_some(), id == 3);
            assert_eq!(read.structure(id).is_some(), id == 4);
        }
        assert!(read.has_only(&[1, 2, 3, 4, 5, 6]) && !read.has_only(&[1, 2, 3, 4, 5]));
    }
}
