//! The methods, as `rayon::prelude` has them; what they return are iterators of the standard library.

/// By value.
pub trait IntoParallelIterator: IntoIterator + Sized {
    /// Its items.
    fn into_par_iter(self) -> Self::IntoIter {
        self.into_iter()
    }
}

impl<T: IntoIterator> IntoParallelIterator for T {}

/// By reference.
pub trait IntoParallelRefIterator<'a> {
    /// References to its items.
    type Iter: Iterator;

    /// References to its items.
    fn par_iter(&'a self) -> Self::Iter;
}

impl<'a, T: ?Sized + 'a> IntoParallelRefIterator<'a> for T
where
    &'a T: IntoIterator,
{
    type Iter = <&'a T as IntoIterator>::IntoIter;

    fn par_iter(&'a self) -> Self::Iter {
        self.into_iter()
    }
}

/// Adding items.
pub trait ParallelExtend<T> {
    /// Adds all items.
    fn par_extend(&mut self, items: impl IntoIterator<Item = T>);
}

impl<T, E: Extend<T>> ParallelExtend<T> for E {
    fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
        self.extend(items);
    }
}

/// What iterators that share their work have besides those of the standard library.
pub trait ParallelIterator: Iterator + Sized {
    /// The items of all that comes out of its items.
    fn flat_map_iter<U: IntoIterator, F: FnMut(Self::Item) -> U>(
        self,
        items: F,
    ) -> std::iter::FlatMap<Self, U, F> {
        self.flat_map(items)
    }
}

impl<I: Iterator> ParallelIterator for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_order_by_value_by_reference_and_flattened() {
        let twice: Vec<u32> = (0..3_u32).into_par_iter().flat_map_iter(|item| [item, item]).collect();
        assert_eq!(twice, [0, 0, 1, 1, 2, 2]);
        let mut all = vec![9];
        all.par_extend(twice[..2].par_iter().zip(&twice[4..]).map(|(a, b)| a + b));
        assert_eq!(all, [9, 2, 2]);
    }
}
