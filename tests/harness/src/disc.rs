//! Small images of compact discs, for tests that read them.

use std::collections::BTreeMap;

const SECTOR: usize = 2048;

/// A folder while an image is made.
#[derive(Default)]
struct Folder {
    folders: BTreeMap<String, Folder>,
    files: BTreeMap<String, Vec<u8>>,
}

/// The data of a disc with these files (ISO 9660): in capitals with a version, and a
/// second tree with the names as they are (Joliet) if that is wanted. `/` is between
/// folders.
pub fn iso(files: &[(&str, &[u8])], joliet: bool) -> Vec<u8> {
    let mut top = Folder::default();
    for (name, bytes) in files {
        let mut folder = &mut top;
        let mut parts: Vec<&str> = name.split('/').collect();
        let file = parts.pop().unwrap();
        for part in parts {
            folder = folder.folders.entry(part.to_owned()).or_default();
        }
        folder.files.insert(file.to_owned(), bytes.to_vec());
    }
    let mut image =
        Image { sectors: vec![0; SECTOR * if joliet { 19 } else { 18 }], places: BTreeMap::new() };
    image.files(&top, "");
    for (at, is_joliet) in [(16, false), (17, true)].into_iter().take(1 + usize::from(joliet)) {
        let (start, size) = image.folder(&top, "", None, is_joliet);
        let root = entry(&[0], start, size, true);
        let descriptor = &mut image.sectors[at * SECTOR..(at + 1) * SECTOR];
        descriptor[..7].copy_from_slice(if is_joliet { b"\x02CD001\x01" } else { b"\x01CD001\x01" });
        if is_joliet {
            descriptor[88..91].copy_from_slice(b"%/E");
        }
        descriptor[128..132].copy_from_slice(&[0, 8, 8, 0]);
        descriptor[156..156 + root.len()].copy_from_slice(&root);
    }
    let last = if joliet { 18 } else { 17 };
    image.sectors[last * SECTOR..last * SECTOR + 7].copy_from_slice(b"\xFFCD001\x01");
    image.sectors
}

struct Image {
    sectors: Vec<u8>,
    /// First sector and size of each file.
    places: BTreeMap<String, (u32, u32)>,
}

impl Image {
    fn append(&mut self, bytes: &[u8]) -> (u32, u32) {
        let start = self.sectors.len() / SECTOR;
        self.sectors.extend(bytes);
        self.sectors.resize(self.sectors.len().next_multiple_of(SECTOR), 0);
        (start as u32, bytes.len() as u32)
    }

    fn files(&mut self, folder: &Folder, above: &str) {
        for (name, bytes) in &folder.files {
            let place = self.append(bytes);
            self.places.insert(format!("{above}{name}"), place);
        }
        for (name, folder) in &folder.folders {
            self.files(folder, &format!("{above}{name}/"));
        }
    }

    /// Writes a folder behind those in it; gives its first sector and its size.
    fn folder(&mut self, folder: &Folder, above: &str, up: Option<(u32, u32)>, joliet: bool) -> (u32, u32) {
        let mut entries = Vec::new();
        for (name, inner) in &folder.folders {
            let (start, size) = self.folder(inner, &format!("{above}{name}/"), up, joliet);
            entries.push(entry(&written(name, false, joliet), start, size, true));
        }
        for name in folder.files.keys() {
            let (start, size) = self.places[&format!("{above}{name}")];
            entries.push(entry(&written(name, true, joliet), start, size, false));
        }
        let here = (self.sectors.len() / SECTOR) as u32;
        let mut bytes = Vec::new();
        let mut all = vec![entry(&[0], here, 0, true), entry(&[1], up.unwrap_or((here, 0)).0, 0, true)];
        all.extend(entries);
        for entry in all {
            // No entry crosses into the next sector.
            if bytes.len() % SECTOR + entry.len() > SECTOR {
                bytes.resize(bytes.len().next_multiple_of(SECTOR), 0);
            }
            bytes.extend(entry);
        }
        bytes.resize(bytes.len().next_multiple_of(SECTOR), 0);
        self.append(&bytes)
    }
}

fn written(name: &str, is_file: bool, joliet: bool) -> Vec<u8> {
    let version = if is_file { ";1" } else { "" };
    if joliet {
        return format!("{name}{version}").encode_utf16().flat_map(u16::to_be_bytes).collect();
    }
    format!("{}{version}", name.to_ascii_uppercase()).into_bytes()
}

fn entry(name: &[u8], start: u32, size: u32, is_folder: bool) -> Vec<u8> {
    let mut entry = vec![0; (33 + name.len()).next_multiple_of(2)];
    entry[0] = entry.len() as u8;
    entry[2..6].copy_from_slice(&start.to_le_bytes());
    entry[6..10].copy_from_slice(&start.to_be_bytes());
    entry[10..14].copy_from_slice(&size.to_le_bytes());
    entry[14..18].copy_from_slice(&size.to_be_bytes());
    entry[25] = if is_folder { 2 } else { 0 };
    entry[28..32].copy_from_slice(&[1, 0, 0, 1]);
    entry[32] = name.len() as u8;
    entry[33..33 + name.len()].copy_from_slice(name);
    entry
}

/// The same data in whole sectors of 2352 bytes, of mode 1 or 2. Addresses and checks
/// are no real ones.
pub fn whole_sectors(data: &[u8], mode: u8) -> Vec<u8> {
    let mut image = Vec::new();
    for sector in data.chunks(SECTOR) {
        image.extend([0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 2, 0, mode]);
        let before = if mode == 2 { 8 } else { 0 };
        image.extend(vec![0x77; before]);
        image.extend(sector);
        image.extend(vec![0x55; 2352 - 16 - before - sector.len()]);
    }
    image
}
