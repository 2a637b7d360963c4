//! authored
