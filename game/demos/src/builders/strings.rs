//! What the games say, as their message DLLs.
//! Source: `docs/spec/zbd/messages.md`.

use crate::DemoFile;
use crate::game::Game;
use binary::Result;
use zbd::messages::{self, ENGLISH, GERMAN, Layout, Message, Messages};

/// Key, English, German; ids are counted from 1.
const TEXTS: [[&str; 3]; 57] = [
    ["MSG_TITLE", "Kestrel Valley", "Das Falkental"],
    ["MSG_MISSION", "Visit the base", "Besuchen Sie die Basis"],
    [
        "MSG_BRIEFING",
        "Follow the road down to the river and over the bridge.\r\nThe gate is open.",
        "Folgen Sie der Stra\u{df}e hinunter zum Fluss und \u{fc}ber die Br\u{fc}cke.\r\nDas Tor ist offen.",
    ],
    ["MSG_OBJ_BRIDGE", "Cross the bridge.", "\u{dc}berqueren Sie die Br\u{fc}cke."],
    ["MSG_OBJ_GATE", "Enter the base.", "Betreten Sie die Basis."],
    ["MSG_OBJ_TUNNEL", "Find the way through the hill.", "Finden Sie den Weg durch den H\u{fc}gel."],
    ["MSG_OBJ_DONE", "Objective complete: %1", "Ziel erreicht: %1"],
    ["MSG_MECH_MASON", "Mason", "Maurer"],
    ["MSG_MECH_BROLGA", "Brolga", "Brolgakranich"],
    ["MSG_PLANE_DUNLIN", "Dunlin", "Alpenstrandl\u{e4}ufer"],
    ["MSG_LOADING", "Loading...", "Wird geladen ..."],
    ["MSG_RANGE", "%1 m to %2", "%1 m bis %2"],
    ["MSG_OBJ_POST_1", "Destroy the southern guards.", "Zerst\u{f6}ren Sie die Wachen im S\u{fc}den."],
    ["MSG_OBJ_PUMP_1", "Switch off the southern pump.", "Schalten Sie die Pumpe im S\u{fc}den aus."],
    ["MSG_OBJ_POST_2", "Destroy the guards downstream.", "Zerst\u{f6}ren Sie die Wachen am Fluss."],
    ["MSG_OBJ_PUMP_2", "Switch off the pump in the river.", "Schalten Sie die Pumpe im Fluss aus."],
    ["MSG_OBJ_POST_3", "Destroy the guards of the tunnel.", "Zerst\u{f6}ren Sie die Wachen am Tunnel."],
    ["MSG_OBJ_PUMP_3", "Switch off the tunnel's pump.", "Schalten Sie die Pumpe am Tunnel aus."],
    [
        "MSG_HINT_POST",
        "Their flag falls with the last of them. Until then nobody comes near the pump.",
        "Ihre Flagge f\u{e4}llt mit dem letzten von ihnen. Bis dahin kommt niemand an die Pumpe.",
    ],
    [
        "MSG_HINT_PUMP",
        "Drive up to it: your crew does the rest.",
        "Fahren Sie heran: Ihre Leute machen den Rest.",
    ],
    [
        "MSG_HINT_SWIM",
        "The blue crate beside the first post makes your tank swim.",
        "Mit der blauen Kiste am ersten Posten schwimmt Ihr Panzer.",
    ],
    [
        "MSG_HINT_TUNNEL",
        "Over the bridge, through the base to the west, and through the hill.",
        "\u{dc}ber die Br\u{fc}cke, durch die Basis nach Westen und durch den Berg.",
    ],
    ["MSG_WARN_3", "The dam holds for three more minutes.", "Der Damm h\u{e4}lt noch drei Minuten."],
    ["MSG_WARN_1", "The dam holds for one more minute.", "Der Damm h\u{e4}lt noch eine Minute."],
    ["MSG_AIRSHIP", "The airship", "Das Luftschiff"],
    [
        "MSG_OBJ_WAVE_1",
        "Keep the airship in the air: shoot down the raiders from the north.",
        "Halten Sie das Luftschiff in der Luft: Schie\u{df}en Sie die Angreifer aus dem Norden ab.",
    ],
    [
        "MSG_OBJ_WAVE_2",
        "Shoot down the raiders from the west.",
        "Schie\u{df}en Sie die Angreifer aus dem Westen ab.",
    ],
    [
        "MSG_OBJ_WAVE_3",
        "Shoot down the raiders from the south.",
        "Schie\u{df}en Sie die Angreifer aus dem S\u{fc}den ab.",
    ],
    [
        "MSG_OBJ_WAVE_4",
        "Shoot down the last raiders: they come from all sides.",
        "Schie\u{df}en Sie die letzten Angreifer ab: Sie kommen von allen Seiten.",
    ],
    [
        "MSG_OBJ_BLOCK_1",
        "Destroy the guns beside the road.",
        "Zerst\u{f6}ren Sie die Gesch\u{fc}tze an der Stra\u{df}e.",
    ],
    [
        "MSG_OBJ_BLOCK_2",
        "Clear the way: destroy the next guns.",
        "Machen Sie den Weg frei: Zerst\u{f6}ren Sie die n\u{e4}chsten Gesch\u{fc}tze.",
    ],
    [
        "MSG_OBJ_KEEP",
        "Bring down the tower above the road.",
        "Bringen Sie den Turm \u{fc}ber der Stra\u{df}e zu Fall.",
    ],
    ["MSG_OBJ_LEAVE", "See the trucks out of the valley.", "Begleiten Sie die Laster aus dem Tal."],
    [
        "MSG_OBJ_MACHINE",
        "Destroy the machine that guards the tower.",
        "Zerst\u{f6}ren Sie die Maschine, die den Turm bewacht.",
    ],
    [
        "MSG_SAY_BLOCK_1",
        "Escort, this is Haul One. Guns on the road to the south: we wait for you.",
        "Geleit, hier Laster Eins. Gesch\u{fc}tze an der Stra\u{df}e nach S\u{fc}den: Wir warten auf Sie.",
    ],
    [
        "MSG_SAY_BLOCK_2",
        "The road is clear, we are rolling. There are more of them at the bend.",
        "Die Stra\u{df}e ist frei, wir rollen. An der Biegung stehen noch mehr.",
    ],
    [
        "MSG_SAY_KEEP",
        "That tower sees the whole valley. And something on legs guards it.",
        "Der Turm sieht das ganze Tal. Und etwas auf Beinen bewacht ihn.",
    ],
    [
        "MSG_SAY_LEAVE",
        "The tower is down! Stay close on the last stretch.",
        "Der Turm ist gefallen! Bleiben Sie auf dem letzten St\u{fc}ck bei uns.",
    ],
    [
        "MSG_SAY_MACHINE",
        "Nothing walks behind us any more. Well done.",
        "Hinter uns l\u{e4}uft nichts mehr. Gut gemacht.",
    ],
    [
        "MSG_SAY_HURT_1",
        "Haul One here: they hit us, get them off!",
        "Hier Laster Eins: Wir werden getroffen, halten Sie sie auf!",
    ],
    ["MSG_SAY_HURT_2", "Haul Two here: we are under fire!", "Hier Laster Zwei: Wir liegen unter Beschuss!"],
    ["MSG_SAY_GONE_1", "Haul One is gone.", "Laster Eins ist verloren."],
    ["MSG_SAY_GONE_2", "Haul Two is gone.", "Laster Zwei ist verloren."],
    ["MSG_SAY_LOST_HAUL", "Both trucks are lost.", "Beide Laster sind verloren."],
    [
        "MSG_SAY_WAVE_1",
        "Dunlin, this is the airship. Raiders from the north.",
        "Strandl\u{e4}ufer, hier das Luftschiff. Angreifer aus dem Norden.",
    ],
    ["MSG_SAY_WAVE_2", "More of them, out of the west.", "Noch mehr, aus dem Westen."],
    ["MSG_SAY_WAVE_3", "South! Watch the south!", "S\u{fc}den! Achten Sie auf den S\u{fc}den!"],
    [
        "MSG_SAY_WAVE_4",
        "They come from everywhere. Stay with us.",
        "Sie kommen von \u{fc}berall. Bleiben Sie bei uns.",
    ],
    ["MSG_SAY_SAFE", "The sky is clear. We owe you one.", "Der Himmel ist frei. Wir stehen in Ihrer Schuld."],
    ["MSG_SAY_LOST_AIRSHIP", "The airship is lost.", "Das Luftschiff ist verloren."],
    ["MSG_WEP_PELLET", "Pellet gun", "Schnellfeuer"],
    ["MSG_WEP_FIREFLY", "Fireflies", "Gluthagel"],
    ["MSG_WEP_LANCE", "Lance", "Lanze"],
    ["MSG_WEP_HORNET", "Hornets", "Hornissen"],
    ["MSG_WEP_URCHIN", "Urchins", "Seeigel"],
    ["MSG_WEP_CANNON", "Cannons", "Kanonen"],
    ["MSG_WEP_ROCKET", "Rockets", "Raketen"],
];

/// The DLL of a game, beside its folder of data.
pub(crate) fn file(game: Game) -> Result<DemoFile> {
    let layout = match game {
        Game::Recoil => Layout::Recoil,
        Game::MechWarrior3 | Game::PiratesMoon => Layout::Mech3,
        Game::CrimsonSkies => Layout::CrimsonSkies,
    };
    // One of them speaks German, so that both are seen.
    let (language, text) = if game == Game::PiratesMoon { (GERMAN, 2) } else { (ENGLISH, 1) };
    let items = (1..).zip(&TEXTS).map(|(id, texts)| Message::new(id, texts[0], texts[text])).collect();
    let messages = Messages { layout, language, items };
    Ok(DemoFile::new(layout.file_name(), messages::build(&messages)?))
}
