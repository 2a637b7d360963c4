//! The key words of events.

use super::Event;

impl Event {
    /// Its key word in the game's own files.
    ///
    /// Source: `docs/spec/zbd/anim-events.md`, "2. Type table (data size)".
    pub fn keyword(&self) -> &'static str {
        match self {
            Event::SetActive { .. } => "OBJECT_ACTIVE_STATE",
            Event::Translate { .. } => "OBJECT_TRANSLATE_STATE",
            Event::Scale { .. } => "OBJECT_SCALE_STATE",
            Event::Rotate { .. } => "OBJECT_ROTATE_STATE",
            Event::MoveTo(_) => "OBJECT_MOTION_FROM_TO",
            Event::SetOpacity { .. } => "OBJECT_OPACITY_STATE",
            Event::FadeTo(_) => "OBJECT_OPACITY_FROM_TO",
            Event::AddChild { .. } => "OBJECT_ADD_CHILD",
            Event::DeleteChild { .. } => "OBJECT_DELETE_CHILD",
            Event::CallSequence(_) => "CALL_SEQUENCE",
            Event::StopSequence(_) => "STOP_SEQUENCE",
            Event::Call(_) => "CALL_ANIMATION",
            Event::Stop(_) => "STOP_ANIMATION",
            Event::Reset(_) => "RESET_ANIMATION",
            Event::Invalidate(_) => "INVALIDATE_ANIMATION",
            Event::Loop(_) => "LOOP",
            Event::If(_) => "IF",
            Event::ElseIf(_) => "ELSEIF",
            Event::Else => "ELSE",
            Event::EndIf => "ENDIF",
            Event::Callback(_) => "CALLBACK",
            Event::Motion(_) => "OBJECT_MOTION",
            Event::Script(_) => "OBJECT_MOTION_SI_SCRIPT",
            Event::Skeleton(_) => "SKELETON_SI_SCRIPT",
            Event::Sound { .. } => "SOUND",
            Event::SoundNode { .. } => "SOUND_NODE",
            Event::HangSound { hangs: true, .. } => "OBJECT_ADD_CHILD",
            Event::HangSound { hangs: false, .. } => "OBJECT_DELETE_CHILD",
            Event::Effect { .. } => "EFFECT",
            Event::Light(_) => "LIGHT_STATE",
            Event::LightAnimation(_) => "LIGHT_ANIMATION",
            Event::CycleTexture { .. } => "OBJECT_CYCLE_TEXTURE",
            Event::Connector(_) => "OBJECT_CONNECTOR",
            Event::CallConnector(_) => "CALL_OBJECT_CONNECTOR",
            Event::Camera(_) => "CAMERA_STATE",
            Event::CameraTo(_) => "CAMERA_FROM_TO",
            Event::Fog(_) => "FOG_STATE",
            Event::ScreenWash(_) => "FBFX_COLOR_FROM_TO",
            Event::ScreenRipple(_) => "FBFX_CSINWAVE_FROM_TO",
            Event::Detonate(_) => "DETONATE_WEAPON",
            Event::Puffer(_) => "PUFFER_STATE",
        }
    }
}
