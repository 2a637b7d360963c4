//! Controls of joysticks, throttles and pedals. They have no names that all share: each has a number, counted from 1 as
//! the device counts, and its device has one, too (`joysticks.rs`).

/// A control of one of several joysticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Joystick {
    /// Number of the device, from 1 on.
    pub device: u8,
    /// Which control.
    pub part: Part,
}

/// A control of a joystick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A button, from 1 on.
    Button(u8),
    /// The hat, in a direction.
    Hat(Hat),
    /// An axis, from 1 on, below its middle.
    Less(u8),
    /// An axis above its middle.
    More(u8),
    /// An axis from one end to the other: a throttle, which stays where it is put.
    Lever(u8),
}

/// A direction of the hat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hat {
    /// Away from the person.
    Up,
    /// Towards the person.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Directions of the hat and their names.
const HATS: [(Hat, &str); 4] =
    [(Hat::Up, "Up"), (Hat::Down, "Down"), (Hat::Left, "Left"), (Hat::Right, "Right")];

impl Joystick {
    /// The name in the file and for people.
    pub fn name(self) -> String {
        let part = match self.part {
            Part::Button(number) => format!("Button {number}"),
            Part::Hat(hat) => {
                format!("Hat {}", HATS.iter().find(|(own, _)| *own == hat).map_or("", |(_, name)| name))
            }
            Part::Less(number) => format!("Axis {number} -"),
            Part::More(number) => format!("Axis {number} +"),
            Part::Lever(number) => format!("Axis {number} Lever"),
        };
        format!("Joy {} {part}", self.device)
    }

    /// The control of that name; upper and lower case are alike.
    pub fn parse(name: &str) -> Option<Self> {
        let words: Vec<String> = name.split(' ').map(str::to_ascii_lowercase).collect();
        let number = |word: &str| word.parse::<u8>().ok().filter(|number| *number > 0);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ["joy", device, rest @ ..] = words.as_slice() else { return None };
        let part = match rest {
            ["button", own] => Part::Button(number(own)?),
            ["hat", way] => {
                Part::Hat(HATS.iter().find(|(_, name)| name.eq_ignore_ascii_case(way)).map(|(hat, _)| *hat)?)
            }
            ["axis", own, "-"] => Part::Less(number(own)?),
            ["axis", own, "+"] => Part::More(number(own)?),
            ["axis", own, "lever"] => Part::Lever(number(own)?),
            _ => return None,
        };
        Some(Joystick { device: number(device)?, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_control() {
        let hats = HATS.map(|(hat, _)| Part::Hat(hat));
        let others = [Part::Button(1), Part::Button(64), Part::Less(2), Part::More(2), Part::Lever(255)];
        for part in hats.into_iter().chain(others) {
            let control = Joystick { device: 2, part };
            assert_eq!(Joystick::parse(&control.name().to_uppercase()), Some(control), "{}", control.name());
        }
        assert_eq!(Joystick { device: 1, part: Part::Less(6) }.name(), "Joy 1 Axis 6 -");
        for name in [
            "Joy",
            "Joy 0 Button 1",
            "Joy 1 Button 0",
            "Joy 1 Button 256",
            "Joy 1 Axis 1",
            "Joy 1 Hat Back",
            "Joy 1 Axis 1 + +",
        ] {
            assert_eq!(Joystick::parse(name), None, "{name}");
        }
    }
}
