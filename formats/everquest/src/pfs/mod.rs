//! PFS archives. Source: `docs/spec/everquest/pfs.md`.
