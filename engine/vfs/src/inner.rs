//! A folder inside an archive as an archive of its own: zip files of games often hold one folder with
//! everything in it.

use crate::{Bytes, Container, Member, Parts};
use binary::Result;
use std::sync::Arc;

/// The members of a container that lie in one of its folders, under their names from there on.
pub(crate) struct Inner {
    whole: Box<dyn Container>,
    members: Vec<Member>,
    /// Where each of them is in the whole.
    places: Vec<usize>,
}

impl Inner {
    /// `folder` has `/` between names, which are compared without regard to ASCII case; `None` if
    /// nothing lies in it.
    pub(crate) fn new(whole: Box<dyn Container>, folder: &str) -> Option<Self> {
        let (mut members, mut places) = (Vec::new(), Vec::new());
        for (place, member) in whole.members().into_iter().enumerate() {
            let name = below(&member.name, folder).filter(|name| !name.is_empty());
            if let Some(name) = name {
                members.push(Member { name: name.to_owned(), size: member.size });
                places.push(place);
            }
        }
        (!places.is_empty()).then_some(Inner { whole, members, places })
    }

    fn place(&self, index: usize) -> Result<usize> {
        let place = self.places.get(index).copied();
        place.ok_or_else(|| crate::no_such_member(index, self.places.len()))
    }
}

/// The rest of a member's name below a folder.
fn below<'a>(name: &'a str, folder: &str) -> Option<&'a str> {
    let mut rest = name;
    for part in folder.split('/').filter(|part| !part.is_empty()) {
        let (first, after) = rest.split_once(['/', '\\'])?;
        if !first.eq_ignore_ascii_case(part) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

impl Container for Inner {
    fn members(&self) -> Vec<Member> {
        self.members.clone()
    }

    fn read(&self, index: usize) -> Result<Bytes> {
        self.whole.read(self.place(index)?)
    }

    fn read_start(&self, index: usize, count: usize) -> Result<Vec<u8>> {
        self.whole.read_start(self.place(index)?, count)
    }

    fn parts(&self, index: usize) -> Option<Arc<dyn Parts>> {
        self.whole.parts(*self.places.get(index)?)
    }

    fn packed_size(&self, index: usize) -> Option<u64> {
        self.whole.packed_size(*self.places.get(index)?)
    }

    fn archive_size(&self) -> Option<u64> {
        self.whole.archive_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_start_below_the_folder() {
        assert_eq!(below("Game/zbd/c1.zbd", "game"), Some("zbd/c1.zbd"));
        assert_eq!(below("Game\\zbd/c1.zbd", "GAME/zbd"), Some("c1.zbd"));
        assert_eq!(below("Games/c1.zbd", "game"), None);
        assert_eq!(below("Game", "game"), None);
        assert_eq!(below("a/b", ""), Some("a/b"));
    }
}
