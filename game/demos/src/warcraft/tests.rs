//! The install as the games would find it: everything is read back from the bytes.
