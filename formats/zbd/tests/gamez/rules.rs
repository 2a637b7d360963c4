use crate::subject;
#[test]
fn t(){ subject().assert_clean(); for s in (subject().sites)(&subject().fixture){ println!("{} {:x} {:?}",s.path,s.offset,s.kind);} }
