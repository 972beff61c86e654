//! Tests of trees.
