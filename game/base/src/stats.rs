//! Figures of repeated measurements.

use serde::{Deserialize, Serialize};

/// Median, 95th percentile and minimum of a list of milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Half of the runs were faster.
    pub median_ms: f64,
    /// 95 of 100 runs were faster; the nearest run at or above.
    pub p95_ms: f64,
    /// The fastest run.
    pub min_ms: f64,
}

impl Stats {
    /// Of a list in any order; zeros for an empty one.
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let nearest = |share: f64| {
            let rank = (share * values.len() as f64).ceil() as usize;
            values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        };
        let median = match values.len() {
            0 => 0.0,
            count if count % 2 == 1 => values[count / 2],
            count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
        };
        Stats { median_ms: median, p95_ms: nearest(0.95), min_ms: values.first().copied().unwrap_or(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_by_hand() {
        let stats = Stats::of((1..=20).rev().map(f64::from).collect());
        assert_eq!(stats, Stats { median_ms: 10.5, p95_ms: 19.0, min_ms: 1.0 });
        assert_eq!(Stats::of(vec![7.0]), Stats { median_ms: 7.0, p95_ms: 7.0, min_ms: 7.0 });
        assert_eq!(Stats::of(vec![]).median_ms, 0.0);
    }
}
