//! What can go wrong between a world and its picture.

use std::fmt;

/// Why there is no renderer or no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// No adapter at all, or none of the wanted kind.
    NoAdapter {
        /// The requested part of a name.
        wanted: Option<String>,
        /// Names of the available adapters.
        found: Vec<String>,
    },
    /// The adapter did not give a device.
    Device {
        /// Name of the adapter.
        adapter: String,
        /// Its error message.
        reason: String,
    },
    /// A picture with no pixels, or larger than the device can draw.
    Size {
        /// Requested width in pixels.
        width: u32,
        /// Requested height in pixels.
        height: u32,
        /// Most pixels on either side.
        limit: u32,
    },
    /// The device is lost for good: open a new renderer.
    Lost {
        /// The device's error message.
        reason: String,
    },
    /// The device refused work or failed.
    Refused {
        /// What was being done.
        doing: &'static str,
        /// The device's error message.
        reason: String,
    },
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::NoAdapter { wanted, found } if found.is_empty() => {
                if let Some(wanted) = wanted {
                    write!(f, "no graphics adapter like \"{wanted}\": ")?;
                }
                write!(
                    f,
                    "no graphics adapter found; the Debian packages mesa-vulkan-drivers and libvulkan1 give \
                     one that needs no graphics card"
                )
            }
            RenderError::NoAdapter { wanted, found } => write!(
                f,
                "no graphics adapter like \"{}\"; there is {}",
                wanted.as_deref().unwrap_or("software"),
                found.join(", ")
            ),
            RenderError::Device { adapter, reason } => {
                write!(f, "graphics adapter \"{adapter}\" cannot be used: {}", one_line(reason))
            }
            RenderError::Size { width, height, limit } => {
                write!(f, "a picture of {width} x {height} pixels: each side must be 1..={limit}")
            }
            RenderError::Lost { reason } => {
                write!(f, "the graphics device is lost: {}", one_line(reason))
            }
            RenderError::Refused { doing, reason } => write!(f, "{doing}: {}", one_line(reason)),
        }
    }
}

impl std::error::Error for RenderError {}

/// Drivers report in paragraphs: puts the message into one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_one_line_and_the_first_names_the_packages() {
        let none = RenderError::NoAdapter { wanted: None, found: Vec::new() };
        assert!(none.to_string().contains("mesa-vulkan-drivers"));
        assert!(none.to_string().contains("libvulkan1"));
        let other = RenderError::NoAdapter { wanted: Some("foo".into()), found: vec!["bar".into()] };
        assert_eq!(other.to_string(), "no graphics adapter like \"foo\"; there is bar");
        let refused = RenderError::Refused { doing: "drawing", reason: "a\n  b".into() };
        assert_eq!(refused.to_string(), "drawing: a b");
    }
}
