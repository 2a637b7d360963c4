//! Recoil has no vertex colours: baked light becomes textures in a few shades each.

use super::models::Parts;
use super::ramps;
use crate::builders::graph::VERSION;
use crate::builders::textures::{Picture, Store};
use glam::Vec3;
use rayon::prelude::*;
use std::collections::BTreeMap;
use zbd::gamez::materials::{Cycle, MaterialSlot, flags};
use zbd::gamez::textures::TextureEntry;

type Slots = Vec<(MaterialSlot, Option<Cycle>)>;

/// Rounds of moving shades to the mean of the colours they represent.
const ROUNDS: u32 = 6;
/// Suffix of the name of the mipmap of half the size.
const LEVEL: &str = "_1";

/// Gives each material the shades its polygons need, and each polygon the
/// nearest; the pictures become those of the shades, each with a level of half
/// the size behind it.
pub(super) fn dye(parts: &mut Parts, slots: Slots, pictures: &mut Vec<Picture>) -> Slots {
    let ramps = ramps::find(parts, &slots);
    let shades = shades(parts, &slots);
    let mut first = Vec::with_capacity(slots.len());
    let (mut dyed, mut wanted) = (Slots::new(), Vec::new());
    for ((slot, cycle), shades) in slots.into_iter().zip(&shades) {
        first.push(dyed.len());
        for (shade, tint) in shades.iter().enumerate() {
            let mut slot = slot.clone();
            let mut picture = |texture: i32| {
                wanted.push((texture as usize, shade, *tint));
                wanted.len() as i32 * 2 - 2
            };
            let mut cycle = cycle.clone();
            if slot.flags & flags::TEXTURED == 0 {
                slot.color = (Vec3::from_array(slot.color) * *tint).round().to_array();
            } else if let Some(cycle) = &mut cycle {
                cycle.textures.iter_mut().for_each(|texture| *texture = picture(*texture));
                slot.texture_index = cycle.textures.first().copied().unwrap_or(0);
            } else {
                slot.texture_index = picture(slot.texture_index);
            }
            dyed.push((slot, cycle));
        }
    }
    // The material of ramps comes last, and so does their picture.
    let ramp_material = dyed.len() as i32;
    if ramps.is_some() {
        dyed.push((MaterialSlot::textured(wanted.len() as i32 * 2), None));
    }
    for ((model, ramps), list) in parts.models.iter().zip(&parts.ramps).zip(&mut parts.dyed) {
        let polygons = model.polygons(VERSION).map(|polygon| {
            let material = polygon.materials.first().map_or(0, |index| *index as usize);
            let tint = mean(polygon.colors.unwrap_or_default());
            let nearest = shades.get(material).map_or(0, |shades| nearest(shades, tint));
            (first.get(material).copied().unwrap_or(0) + nearest) as i32
        });
        let mut polygons: Vec<i32> = polygons.collect();
        for ramp in ramps {
            polygons[ramp.polygon] = ramp_material;
        }
        *list = Some(polygons);
    }
    *pictures = wanted.par_iter().flat_map_iter(|wanted| painted(pictures, *wanted)).collect();
    pictures.extend(ramps);
    dyed
}

/// Sets the mipmap of each entry of the texture directory.
pub(super) fn link_levels(directory: &mut [TextureEntry], pictures: &[Picture]) {
    for (index, entry) in directory.iter_mut().enumerate() {
        if pictures.get(index + 1).is_some_and(|next| next.name.ends_with(LEVEL)) {
            entry.mip_index = index as i32 + 1;
        }
    }
}

/// A picture in a shade, and its mipmap.
fn painted(pictures: &[Picture], (texture, shade, tint): (usize, usize, Vec3)) -> Vec<Picture> {
    let Some(Picture { name, store, stretch, canvas }) = pictures.get(texture) else { return Vec::new() };
    // Textures of this game are small.
    let mut canvas = if canvas.width > 64 { canvas.halved() } else { canvas.clone() };
    canvas.each(|_, _, pixel| {
        for (channel, tint) in pixel.iter_mut().zip(tint.to_array()) {
            *channel *= tint;
        }
    });
    let store = match store {
        Store::Direct | Store::Palette => Store::Direct,
        Store::Cutout | Store::PaletteCutout => Store::Cutout,
        Store::Blend | Store::PaletteBlend => Store::Blend,
    };
    let half =
        Picture { name: format!("{name}-{shade}{LEVEL}"), store, stretch: *stretch, canvas: canvas.halved() };
    vec![Picture { name: format!("{name}-{shade}"), store, stretch: *stretch, canvas }, half]
}

/// The shades of each material, at least one, each channel 0..=1.
fn shades(parts: &Parts, slots: &Slots) -> Vec<Vec<Vec3>> {
    // How many polygons have which colour, quantised.
    let mut counts: Vec<BTreeMap<[u8; 3], u32>> = vec![BTreeMap::new(); slots.len()];
    for model in &parts.models {
        for polygon in model.polygons(VERSION) {
            let material = polygon.materials.first().map_or(0, |index| *index as usize);
            let tint = mean(polygon.colors.unwrap_or_default());
            let key = (tint * 63.0).round().to_array().map(|channel| channel as u8);
            if let Some(counts) = counts.get_mut(material) {
                *counts.entry(key).or_insert(0) += 1;
            }
        }
    }
    counts
        .into_par_iter()
        .zip(slots)
        .map(|(counts, (slot, cycle))| {
            let polygons: u32 = counts.values().sum();
            let most = match (slot.flags & flags::TEXTURED != 0, cycle) {
                (false, _) => 48,
                (true, Some(_)) => 3,
                (true, None) if polygons > 4000 => 14,
                (true, None) if polygons > 400 => 8,
                (true, None) => 5,
            };
            let colors: Vec<(Vec3, f32)> = counts
                .into_iter()
                .map(|(key, count)| (Vec3::from_array(key.map(f32::from)) / 63.0, count as f32))
                .collect();
            gathered(&colors, most)
        })
        .collect()
}

/// At most so many colours that represent all.
fn gathered(colors: &[(Vec3, f32)], most: usize) -> Vec<Vec3> {
    let Some((first, _)) = colors.first() else { return vec![Vec3::ONE] };
    // Each further one is the farthest from those chosen.
    let mut shades = vec![*first];
    let mut far: Vec<f32> = colors.iter().map(|(color, _)| color.distance_squared(*first)).collect();
    while shades.len() < most {
        let next = (0..far.len()).max_by(|a, b| far[*a].total_cmp(&far[*b])).unwrap_or(0);
        if far[next] == 0.0 {
            break;
        }
        let (color, _) = colors[next];
        shades.push(color);
        for (far, (other, _)) in far.iter_mut().zip(colors) {
            *far = far.min(other.distance_squared(color));
        }
    }
    for _ in 0..ROUNDS {
        let mut sums = vec![(Vec3::ZERO, 0.0); shades.len()];
        for (color, weight) in colors {
            let sum = &mut sums[nearest(&shades, *color)];
            *sum = (sum.0 + *color * *weight, sum.1 + weight);
        }
        for (shade, (sum, weight)) in shades.iter_mut().zip(sums) {
            if weight > 0.0 {
                *shade = sum / weight;
            }
        }
    }
    shades
}

fn nearest(shades: &[Vec3], color: Vec3) -> usize {
    let far = |index: &usize| shades[*index].distance_squared(color);
    (0..shades.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(0)
}

/// The mean of colours of 0..=255, each channel 0..=1.
fn mean(colors: &[[f32; 3]]) -> Vec3 {
    let sum: Vec3 = colors.iter().map(|color| Vec3::from_array(*color)).sum();
    if colors.is_empty() { Vec3::ONE } else { sum / (colors.len() as f32 * 255.0) }
}
