//! What the format tests share: typed hex fixtures, tables of rules, mutations.
