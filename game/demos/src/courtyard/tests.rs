//! Facts of the courtyard.
