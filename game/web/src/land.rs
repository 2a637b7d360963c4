//! What somebody chose of overworlds in the page, whose settings are open before the engine is there.

use load::daggerfall::Settings;

/// Choices with spaces between them, each as `--land` takes it.
///
/// # Errors
/// What can be chosen, for everything else.
pub fn chosen(choices: &str) -> Result<Settings, String> {
    let mut settings = Settings::default();
    choices.split_whitespace().try_for_each(|choice| settings.choose(choice))?;
    Ok(settings.sound())
}

#[cfg(test)]
mod tests {
    use super::*;
    use load::daggerfall::{Flats, Placement};

    #[test]
    fn choices_are_those_of_the_program_and_others_are_told() {
        let settings = chosen("view=12 nature=0.5 weather=rain flats=turned winter").unwrap();
        assert_eq!((settings.view, settings.nature, settings.winter), (12, 0.5, true));
        assert_eq!(settings.flats, Flats::Turned);
        assert_eq!(chosen("").unwrap(), Settings::default());
        assert!(chosen("view=8 hills=none").unwrap_err().contains("must be one of"));
    }

    #[test]
    fn the_page_begins_with_the_choices_of_the_program() {
        let Settings { view, around, vertical, step, nature, speed, memory, .. } = Settings::default();
        assert_eq!(Settings::default().placement, Placement::Header);
        let page = include_str!("../page/settings.js");
        for line in [
            format!(
                "land_view: {view}, land_around: {around}, land_vertical: {vertical}, land_reading: 'unity', land_step: \
                 {step}, land_placement: 'header', land_flats: false,"
            ),
            format!(
                "land_weather: 'climate', land_nature: {nature}, land_speed: {speed}, land_winter: false, land_memory: \
                 {memory},"
            ),
        ] {
            assert!(page.contains(&line), "settings.js lacks {line}");
        }
    }
}
