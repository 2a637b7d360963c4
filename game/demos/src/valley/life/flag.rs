//! Flags on poles that fly as long as something is held, and come down with it.

use super::{free, part};
use crate::builders::graph::{Home, Id, New, Pose};
use crate::valley::Site;
use crate::valley::base::{CONCRETE, PLATES, point};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::Vec3;
use std::fmt::Write;

/// A pole with a flag, both hidden with the node of that name until it is shown.
pub(super) fn stand(site: &mut Site, name: &str, [x, z]: [f32; 2]) {
    let at = site.standing(x, z);
    let root = site.graph.add(New::object(name, Home::World, Pose::at(at)).solid().hidden());
    let mut pole = Mesh::new();
    let (steel, concrete) = (free(PLATES.tint(0.7, 0.7, 0.72)), free(CONCRETE));
    pole.frustum([point(-0.8, -1.0, -0.8), point(0.8, 0.4, 0.8)], [0.2, 0.2], &concrete, &concrete, false);
    pole.column(point(0.0, 0.4, 0.0), 8.6, [0.12, 0.08], 6, &steel);
    part(site, &format!("{name}_pole"), root, Vec3::ZERO, pole);
    cloth(site, &format!("{name}_flag"), root, point(0.0, 6.7, 0.0));
}

/// A flag alone.
pub(super) fn cloth(site: &mut Site, name: &str, parent: Id, at: Vec3) {
    let mut cloth = Mesh::new();
    let red = free(Style::plain(Skin::Dark).tint(3.2, 0.5, 0.4).both());
    let corner = |x: f32, y: f32| point(x, y, 0.0);
    cloth.polygon(&[corner(0.1, 0.0), corner(3.4, 0.3), corner(3.4, 1.8), corner(0.1, 2.1)], &red);
    part(site, name, parent, at, cloth);
}

/// The flag of a pole comes down, when that is called and all these nodes are switched off.
pub(super) fn falls(text: &mut String, name: &str, holders: &[String]) {
    let gone: String =
        holders.iter().map(|node| format!("REQUIRED(OBJECT(NAME({node}) STATE(INACTIVE))) ")).collect();
    let _ = write!(
        text,
        "ANIMATION_DEFINITION(
  ANIM_NAME({name}_falls) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  ACTIVATION_PREREQUISITES({gone}REQUIRED(OBJECT(NAME({name}_flag) STATE(ACTIVE))))
  NODES({name} {name}_flag) STATIC_SOUNDS(clank)
  SEQUENCE_DEFINITION(NAME(falls)
    SOUND(NAME(clank) AT_NODE({name} 0.0 4.0 0.0))
    OBJECT_MOTION_FROM_TO(NAME({name}_flag) TRANSLATE(0.0 6.7 0.0 0.0 0.6 0.0) RUN_TIME(1.5))
    OBJECT_ACTIVE_STATE(NAME({name}_flag) STATE(INACTIVE))
  )
)\n"
    );
}
