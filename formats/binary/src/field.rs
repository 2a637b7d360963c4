//! Values with a fixed size on disk.

use std::fmt::Debug;

/// How the bytes of a field are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned or signed integer of this many bytes.
    Integer(u8),
    /// 32-bit float.
    Float,
    /// Text or raw bytes of this length.
    Bytes(u16),
}

impl Kind {
    /// Size on disk in bytes.
    pub const fn size(self) -> usize {
        match self {
            Kind::Integer(size) => size as usize,
            Kind::Float => 4,
            Kind::Bytes(size) => size as usize,
        }
    }
}

/// A value with a fixed little-endian layout.
pub trait Field: Sized + Clone + Default + PartialEq + Debug {
    /// Size on disk in bytes.
    const SIZE: usize;
    /// The kind of one element.
    const KIND: Kind;
    /// Elements of that kind, one behind the other.
    const ELEMENTS: usize = 1;

    /// Reads the value from the first `SIZE` bytes.
    ///
    /// # Panics
    /// When `bytes` is shorter than `SIZE`: callers hold a checked record.
    fn get(bytes: &[u8]) -> Self;

    /// Writes the value over the first `SIZE` bytes.
    ///
    /// # Panics
    /// When `bytes` is shorter than `SIZE`.
    fn put(&self, bytes: &mut [u8]);

    /// False when a float inside is NaN or infinite.
    fn is_finite(&self) -> bool {
        true
    }

    /// Appends `bytes.len() / SIZE` values in bulk.
    fn extend(list: &mut Vec<Self>, bytes: &[u8]) {
        list.extend(bytes.chunks_exact(Self::SIZE).map(Self::get));
    }

    /// Reads as many values as both have.
    fn fill(list: &mut [Self], bytes: &[u8]) {
        for (value, bytes) in list.iter_mut().zip(bytes.chunks_exact(Self::SIZE)) {
            *value = Self::get(bytes);
        }
    }

    /// False when any float of a whole list is NaN or infinite.
    fn all_finite(list: &[Self]) -> bool {
        list.iter().all(Self::is_finite)
    }

    /// The value as it is written in a message.
    fn show(&self) -> String {
        format!("{self:?}")
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl Field for $ty {
            const SIZE: usize = size_of::<$ty>();
            const KIND: Kind = Kind::Integer(size_of::<$ty>() as u8);
            #[inline]
            fn get(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$ty>()];
                raw.copy_from_slice(&bytes[..size_of::<$ty>()]);
                <$ty>::from_le_bytes(raw)
            }
            #[inline]
            fn put(&self, bytes: &mut [u8]) {
                bytes[..Self::SIZE].copy_from_slice(&self.to_le_bytes());
            }
            #[inline]
            fn extend(list: &mut Vec<Self>, bytes: &[u8]) {
                let (chunks, _) = bytes.as_chunks::<{ size_of::<$ty>() }>();
                list.extend(chunks.iter().map(|chunk| <$ty>::from_le_bytes(*chunk)));
            }
            #[inline]
            fn fill(list: &mut [Self], bytes: &[u8]) {
                let (chunks, _) = bytes.as_chunks::<{ size_of::<$ty>() }>();
                for (value, chunk) in list.iter_mut().zip(chunks) {
                    *value = <$ty>::from_le_bytes(*chunk);
                }
            }
            #[inline]
            fn all_finite(_: &[Self]) -> bool {
                true
            }
        }
    )*};
}
integers!(u8, i8, u16, i16, u32, i32, u64);

impl Field for f32 {
    const SIZE: usize = 4;
    const KIND: Kind = Kind::Float;
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        f32::from_bits(u32::get(bytes))
    }
    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        self.to_bits().put(bytes);
    }
    #[inline]
    fn is_finite(&self) -> bool {
        f32::is_finite(*self)
    }
    #[inline]
    fn extend(list: &mut Vec<Self>, bytes: &[u8]) {
        let (chunks, _) = bytes.as_chunks::<4>();
        list.extend(chunks.iter().map(|chunk| f32::from_le_bytes(*chunk)));
    }
    #[inline]
    fn fill(list: &mut [Self], bytes: &[u8]) {
        let (chunks, _) = bytes.as_chunks::<4>();
        for (value, chunk) in list.iter_mut().zip(chunks) {
            *value = f32::from_le_bytes(*chunk);
        }
    }
    #[inline]
    fn all_finite(list: &[Self]) -> bool {
        // No early exit: the loop becomes a handful of vector instructions.
        list.iter().fold(true, |all, value| all & value.is_finite())
    }
}

impl<T: Field + Copy, const N: usize> Field for [T; N]
where
    [T; N]: Default,
{
    const SIZE: usize = T::SIZE * N;
    const KIND: Kind = T::KIND;
    const ELEMENTS: usize = T::ELEMENTS * N;
    #[inline]
    fn get(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::get(&bytes[i * T::SIZE..]))
    }
    #[inline]
    fn put(&self, bytes: &mut [u8]) {
        for (i, value) in self.iter().enumerate() {
            value.put(&mut bytes[i * T::SIZE..]);
        }
    }
    #[inline]
    fn is_finite(&self) -> bool {
        T::all_finite(self)
    }
    #[inline]
    fn extend(list: &mut Vec<Self>, bytes: &[u8]) {
        // Through one flat list: numbers in a row are copied many at once, arrays one by one are not.
        let start = list.len();
        list.resize(start + bytes.len() / Self::SIZE.max(1), Self::default());
        Self::fill(&mut list[start..], bytes);
    }
    #[inline]
    fn fill(list: &mut [Self], bytes: &[u8]) {
        T::fill(list.as_flattened_mut(), bytes);
    }
    #[inline]
    fn all_finite(list: &[Self]) -> bool {
        T::all_finite(list.as_flattened())
    }
}
