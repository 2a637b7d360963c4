//! The bytes of a binary glTF file: views, accessors, and the container around
//! them.

use base::Failure;
use gltf_json::accessor::{ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Target, View};
use gltf_json::validation::{Checked, USize64};
use gltf_json::{Accessor, Index, Root, Value};

/// Every view starts at a multiple of this, so that all numbers are aligned.
const ALIGNMENT: usize = 4;
const MAGIC: &[u8; 4] = b"glTF";
const VERSION: u32 = 2;
const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// The one buffer of a file.
#[derive(Default)]
pub struct Buffer {
    bytes: Vec<u8>,
}

/// What the numbers of an accessor are.
pub struct Numbers {
    /// How each is stored.
    pub component: ComponentType,
    /// How many make an item.
    pub shape: Type,
    /// Whole numbers that stand for 0 to 1.
    pub normalized: bool,
    /// Corners or indices; none for keys of an animation.
    pub target: Option<Target>,
}

impl Buffer {
    /// Adds bytes that are no numbers.
    pub fn view(&mut self, root: &mut Root, bytes: &[u8], target: Option<Target>) -> Index<View> {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        root.push(View {
            buffer: Index::new(0),
            byte_length: USize64::from(bytes.len()),
            byte_offset: Some(USize64::from(start)),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: Default::default(),
        })
    }

    /// Adds `count` items and, where they are asked for, their bounds.
    pub fn accessor(
        &mut self,
        root: &mut Root,
        bytes: &[u8],
        count: usize,
        numbers: Numbers,
        bounds: Option<(Value, Value)>,
    ) -> Index<Accessor> {
        let view = self.view(root, bytes, numbers.target);
        let (min, max) = bounds.unzip();
        root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Checked::Valid(GenericComponentType(numbers.component)),
            extensions: None,
            extras: Default::default(),
            type_: Checked::Valid(numbers.shape),
            min,
            max,
            name: None,
            normalized: numbers.normalized,
            sparse: None,
        })
    }

    /// The file.
    pub fn finish(mut self, root: &mut Root) -> Result<Vec<u8>, Failure> {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        if !self.bytes.is_empty() {
            root.push(gltf_json::Buffer {
                byte_length: USize64::from(self.bytes.len()),
                name: None,
                uri: None,
                extensions: None,
                extras: Default::default(),
            });
        }
        let mut json = gltf_json::serialize::to_vec(root)
            .map_err(|error| Failure::Unusable(format!("the scene cannot be written as glTF: {error}")))?;
        json.resize(json.len().next_multiple_of(ALIGNMENT), b' ');
        let mut chunks = vec![(*b"JSON", json)];
        if !self.bytes.is_empty() {
            chunks.push((*b"BIN\0", self.bytes));
        }
        let size = chunks.iter().fold(HEADER, |size, (_, bytes)| size + CHUNK_HEADER + bytes.len());
        let size32 = u32::try_from(size).map_err(|_| {
            Failure::Unusable(format!(
                "expected a glTF file below 4 GiB, found {size} bytes; export a part with --node"
            ))
        })?;
        let mut file = Vec::with_capacity(size);
        file.extend_from_slice(MAGIC);
        file.extend_from_slice(&VERSION.to_le_bytes());
        file.extend_from_slice(&size32.to_le_bytes());
        for (name, bytes) in chunks {
            // Below the size of the whole.
            file.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            file.extend_from_slice(&name);
            file.extend_from_slice(&bytes);
        }
        Ok(file)
    }
}
