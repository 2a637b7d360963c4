//! What regions are, and where lines into other zones lead.

use crate::everquest::maker::{Install, codes, frame, two_regions};
use everquest::wld::{Body, Zone};
use glam::Vec3;
use load::Loaded;
use std::f32::consts::FRAC_PI_2;
use world::space::Probe;
use world::{Exit, RegionKind};

/// The zone of two regions, west and east, with these texts and the regions that they are about.
fn zone(texts: &[(&str, &[u32])]) -> Install {
    let mut zone = two_regions();
    for (text, regions) in texts {
        let name = zone.name(text);
        zone.add(Body::Zone(Box::new(Zone { name, regions: regions.to_vec(), ..Default::default() })));
    }
    Install::of_zone(zone)
}

/// The kinds at y in raw coordinates, one unit above the floor.
fn kinds(loaded: &Loaded, y: f32) -> Vec<RegionKind> {
    let (scene, derived) = (&loaded.scene, &loaded.derived);
    let probe = Probe::new(scene, &derived.occurrences, &derived.space, scene.zones);
    probe.regions(frame().to_engine(Vec3::new(0.0, y, 1.0))).map(|region| region.kind).collect()
}

fn exits(loaded: &Loaded) -> Vec<Exit> {
    loaded.scene.regions.iter().filter_map(|region| region.exit.as_deref().cloned()).collect()
}

#[test]
fn every_kind_of_region_is_known_also_two_at_once() {
    for (text, kind) in [
        ("WT_ZONE", RegionKind::Water),
        ("WTN__01515000_ZONE", RegionKind::Water),
        ("VWN__00000_ZONE", RegionKind::FreezingWater),
        ("SLN__00000_ZONE", RegionKind::Slime),
        ("LA_ZONE", RegionKind::Lava),
        ("DRP_ZONE", RegionKind::Pvp),
        ("DRN__00000_S_000_ZONE", RegionKind::Slippery),
        ("DRNTP_ZONE", RegionKind::ZoneLine),
        ("XYZ_ZONE", RegionKind::Other),
    ] {
        let loaded = zone(&[(text, &[0])]).arena();
        assert_eq!((kinds(&loaded, 10.0), kinds(&loaded, -10.0)), (vec![kind], vec![]), "{text}");
    }
    let loaded = zone(&[("LANTP00255000001_ZONE", &[1])]).arena();
    assert_eq!(kinds(&loaded, -10.0), [RegionKind::Lava, RegionKind::ZoneLine]);
}

#[test]
fn a_row_of_the_table_says_where_a_reference_leads() {
    let install = zone(&[("DRNTP00255000007_ZONE", &[0])]);
    install.put("tox.s3d", b"");
    let table = concat!(
        "# Lines of this install.\n",
        "[[line]]\nzone = \"arena\"\nreference = 6\ntarget = \"arena\"\n",
        "[[line]]\nzone = \"Arena\"\nreference = 7\ntarget = \"TOX\"\nx = 10.0\ny = 20.0\nheading = 128\n",
        "[[line]]\nzone = \"tox\"\nreference = 7\ntarget = \"nowhere at all\"\n",
    );
    install.put("zone_lines.toml", table.as_bytes());
    let loaded = install.arena();
    assert_eq!(codes(&loaded), [] as [&str; 0], "rows of other zones are not looked at");
    // North is -z of the engine, west is -x; 128 of 512 is a quarter of a turn to the left. The height is kept.
    let place = [Some(-20.0), None, Some(-10.0)];
    let yaw = Some(FRAC_PI_2);
    assert_eq!(exits(&loaded), [Exit { world: Some("tox".into()), label: "tox".into(), place, yaw }]);
    assert_eq!(exits(&loaded)[0].arrival(Vec3::ONE), Vec3::new(-20.0, 1.0, -10.0));
}

/// The line of the arena on public servers, and what an install says over it.
#[test]
fn a_known_line_leads_where_public_servers_have_it_unless_the_install_says_otherwise() {
    let install = zone(&[("DRNTP00255000010_ZONE", &[0])]);
    let label = "lakerathe, which is not in this install".to_owned();
    assert_eq!(exits(&install.arena()), [Exit { label, ..Exit::default() }]);
    install.put("lakerathe.s3d", b"");
    let loaded = install.arena();
    assert_eq!(codes(&loaded), ["load.everquest.known_lines"]);
    assert!(loaded.findings[0].to_string().contains("lakerathe"), "{}", loaded.findings[0]);
    // Raw (2353, 2676, 96), looking along 510 of 512: north is -z of the engine, west is -x.
    let exit = &exits(&loaded)[0];
    assert_eq!(exit.world.as_deref(), Some("lakerathe"));
    assert_eq!(exit.place, [Some(-2676.0), Some(96.0), Some(-2353.0)]);
    assert!((exit.yaw.unwrap() - 510.0 / 512.0 * std::f32::consts::TAU).abs() < 1e-6, "{exit:?}");
    let row = "[[line]]\nzone = \"arena\"\nreference = 10\ntarget = \"arena\"\n";
    install.put("zone_lines.toml", row.as_bytes());
    let loaded = install.arena();
    assert_eq!((codes(&loaded), exits(&loaded)[0].world.as_deref()), (vec![], Some("arena")));
}

#[test]
fn a_line_may_say_itself_where_it_leads() {
    // Zone 38, (-2698, -645.6, as before), heading as before.
    let text = "DRNTP00038-02698-645.6999999999_ZONE";
    let install = zone(&[(text, &[0])]);
    let label = "tox, which is not in this install".to_owned();
    assert_eq!(exits(&install.arena()), [Exit { label, ..Exit::default() }]);
    install.put("tox.s3d", b"");
    let place = [Some(645.6), None, Some(2698.0)];
    assert_eq!(
        exits(&install.arena()),
        [Exit { world: Some("tox".into()), label: "tox".into(), place, yaw: None }]
    );
}

#[test]
fn the_table_names_zones_by_numbers_that_the_game_never_gave() {
    // Zone 901, (474, -56, 8), looking south.
    let install = zone(&[("DRNTP009010474.0-056.00008.0256_ZONE", &[0])]);
    install.put("larkmere.s3d", b"");
    assert_eq!(exits(&install.arena())[0].world, None);
    let row = "[[zone]]\nnumber = 901\nname = \"larkmere\"\n";
    install.put("zone_lines.toml", row.as_bytes());
    let loaded = install.arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    assert_eq!(exits(&loaded)[0].world.as_deref(), Some("larkmere"));
    assert_eq!(exits(&loaded)[0].place, [Some(56.0), Some(8.0), Some(-474.0)]);
    // The first of two counts, and the second is named.
    let twice = format!("{row}[[zone]]\nnumber = 901\nname = \"tox\"\n");
    install.put("zone_lines.toml", twice.as_bytes());
    let loaded = install.arena();
    assert_eq!(codes(&loaded), ["load.everquest.zone_lines"]);
    assert!(loaded.findings[0].to_string().contains("line 4"), "{}", loaded.findings[0]);
    assert_eq!(exits(&loaded)[0].world.as_deref(), Some("larkmere"));
}

#[test]
fn what_is_wrong_with_the_table_is_said_with_its_line() {
    let install = zone(&[("DRNTP00255000007_ZONE", &[0])]);
    let said = |table: &str| {
        install.put("zone_lines.toml", table.as_bytes());
        let loaded = install.arena();
        let exit = exits(&loaded).remove(0);
        assert_eq!(exit.world, None, "{table}");
        let lines = loaded.findings.iter().map(|finding| {
            assert_eq!(finding.file, "zone_lines.toml");
            (finding.code, finding.to_string())
        });
        (lines.collect::<Vec<_>>(), exit.label)
    };
    let row = |more: &str| format!("[[line]]\nzone = \"arena\"\nreference = 7\n{more}\n");
    for (table, code, words) in [
        (row("target = \"atlantis\""), "load.everquest.nowhere", ["line 1", "atlantis"]),
        (row("target = \"../arena\""), "load.everquest.nowhere", ["line 1", "../arena"]),
        (row("target = \"arena\"\nx = nan"), "load.everquest.zone_lines", ["line 1", "finite"]),
        (row("target = 3"), "load.everquest.zone_lines", ["line 4", "string"]),
        (row("to = \"arena\""), "load.everquest.zone_lines", ["line 4", "unknown field"]),
        ("\n[[line]\n".to_owned(), "load.everquest.zone_lines", ["line 2", "rows"]),
        (String::new(), "load.everquest.zone_lines", ["reference 7", "stays"]),
    ] {
        let (lines, label) = said(&table);
        let (found, line) = &lines[0];
        assert_eq!(*found, code, "{table}");
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
        assert!(label.contains("reference 7") || code == "load.everquest.nowhere", "{label}");
    }
    // The first of two rows counts, and the second is named.
    let twice = row("target = \"arena\"") + &row("target = \"arena\"");
    install.put("zone_lines.toml", twice.as_bytes());
    let loaded = install.arena();
    assert_eq!(codes(&loaded), ["load.everquest.zone_lines"]);
    assert_eq!(exits(&loaded)[0].world.as_deref(), Some("arena"));
}
