//! Axis-aligned boxes.

use glam::{Affine3A, Vec3, Vec3A};
use serde::{Deserialize, Serialize};

/// An axis-aligned box; empty when a minimum exceeds its maximum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aabb {
    /// Corner with the smallest coordinates.
    pub min: Vec3,
    /// Corner with the largest coordinates.
    pub max: Vec3,
}

impl Default for Aabb {
    fn default() -> Self {
        Aabb::EMPTY
    }
}

impl Aabb {
    /// Contains nothing; growing it by a point gives that point.
    pub const EMPTY: Aabb = Aabb { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// The box around points.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |mut bounds, point| {
            bounds.grow(point);
            bounds
        })
    }

    /// True when nothing is inside.
    pub fn is_empty(&self) -> bool {
        self.min.cmpgt(self.max).any()
    }

    /// Grows the box to contain a point.
    #[inline]
    pub fn grow(&mut self, point: Vec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// The box around both.
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box, larger by `margin` on every side.
    pub fn padded(self, margin: f32) -> Self {
        Aabb { min: self.min - margin, max: self.max + margin }
    }

    /// Centre; meaningless when empty.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Half the edge lengths; meaningless when empty.
    pub fn half(&self) -> Vec3 {
        (self.max - self.min) * 0.5
    }

    /// From the middle to a corner; meaningless when empty.
    #[inline]
    pub fn reach(&self) -> f32 {
        // In a browser the root of a `Vec3` is worked out bit by bit, that of a `Vec3A` by the processor.
        Vec3A::from(self.half()).length()
    }

    /// True when the boxes share a point.
    #[inline]
    pub fn touches(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// True when the point's x and z lie inside.
    #[inline]
    pub fn covers_column(&self, x: f32, z: f32) -> bool {
        self.min.x <= x && x <= self.max.x && self.min.z <= z && z <= self.max.z
    }

    /// The box around the transformed box; empty stays empty.
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        if self.is_empty() {
            return *self;
        }
        let center = transform.transform_point3a(self.center().into());
        let half = Vec3A::from(self.half());
        let reach = transform.matrix3.x_axis.abs() * half.x
            + transform.matrix3.y_axis.abs() * half.y
            + transform.matrix3.z_axis.abs() * half.z;
        Aabb { min: (center - reach).into(), max: (center + reach).into() }
    }
}
