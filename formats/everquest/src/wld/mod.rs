//! Worlds. Source: `docs/spec/everquest/wld.md`.
