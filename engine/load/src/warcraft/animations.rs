//! Names of animations by their numbers, which files use: public knowledge of the table `AnimationData`. Source:
//! `docs/spec/m2.md`, "4. Sequence".

/// The names from 0 on.
const NAMES: &str = "Stand Death Spell Stop Walk Run Dead Rise StandWound CombatWound CombatCritical ShuffleLeft \
    ShuffleRight WalkBackwards Stun HandsClosed AttackUnarmed Attack1H Attack2H Attack2HL ParryUnarmed Parry1H \
    Parry2H Parry2HL ShieldBlock ReadyUnarmed Ready1H Ready2H Ready2HL ReadyBow Dodge SpellPrecast SpellCast \
    SpellCastArea NPCWelcome NPCGoodbye Block JumpStart Jump JumpEnd Fall SwimIdle Swim SwimLeft SwimRight \
    SwimBackwards AttackBow FireBow ReadyRifle AttackRifle Loot ReadySpellDirected ReadySpellOmni \
    SpellCastDirected SpellCastOmni BattleRoar ReadyAbility Special1H Special2H ShieldBash EmoteTalk EmoteEat \
    EmoteWork EmoteUseStanding EmoteTalkExclamation EmoteTalkQuestion EmoteBow EmoteWave EmoteCheer EmoteDance \
    EmoteLaugh EmoteSleep EmoteSitGround EmoteRude EmoteRoar EmoteKneel EmoteKiss EmoteCry EmoteChicken EmoteBeg \
    EmoteApplaud EmoteShout EmoteFlex EmoteShy EmotePoint Attack1HPierce Attack2HLoosePierce AttackOff \
    AttackOffPierce Sheath HipSheath Mount RunRight RunLeft MountSpecial Kick SitGroundDown SitGround SitGroundUp \
    SleepDown Sleep SleepUp SitChairLow SitChairMed SitChairHigh LoadBow LoadRifle AttackThrown ReadyThrown \
    HoldBow HoldRifle HoldThrown LoadThrown EmoteSalute KneelStart KneelLoop KneelEnd AttackUnarmedOff \
    SpecialUnarmed StealthWalk StealthStand Knockdown EatingLoop UseStandingLoop ChannelCastDirected \
    ChannelCastOmni Whirlwind Birth UseStandingStart UseStandingEnd CreatureSpecial Drown Drowned FishingCast \
    FishingLoop Fly EmoteWorkNoSheathe EmoteStunNoSheathe EmoteUseStandingNoSheathe SpellSleepDown \
    SpellKneelStart SpellKneelLoop SpellKneelEnd Sprint InFlight Spawn Close Closed Open Opened Destroy Destroyed \
    Rebuild Custom0 Custom1 Custom2 Custom3 Despawn Hold Decay BowPull BowRelease ShipStart ShipMoving ShipStop \
    GroupArrow Arrow CorpseArrow GuideArrow Sway DruidCatPounce DruidCatRip DruidCatRake DruidCatRavage \
    DruidCatClaw DruidCatCower DruidBearSwipe DruidBearBite DruidBearMaul DruidBearBash DragonTail DragonStomp \
    DragonSpit DragonSpitHover DragonSpitFly EmoteYes EmoteNo JumpLandRun LootHold LootUp StandHigh Impact \
    LiftOff Hover SuccubusEntice EmoteTrain EmoteDead EmoteDanceOnce Deflect EmoteEatNoSheathe Land Submerge \
    Submerged Cannibalize ArrowBirth GroupArrowBirth CorpseArrowBirth GuideArrowBirth EmoteTalkNoSheathe \
    EmotePointNoSheathe EmoteSaluteNoSheathe EmoteDanceSpecial Mutilate CustomSpell01 CustomSpell02 CustomSpell03 \
    CustomSpell04 CustomSpell05 CustomSpell06 CustomSpell07 CustomSpell08 CustomSpell09 CustomSpell10 StealthRun \
    Emerge Cower Grab GrabClosed GrabThrown";

/// The number of standing.
pub(super) const STAND: u16 = 0;

/// What an animation is called.
pub(super) fn name(id: u16) -> String {
    let known = NAMES.split_whitespace().nth(id.into());
    known.map_or_else(|| format!("Animation {id}"), str::to_owned)
}

/// What animations are called: of several of one number, the variations, the second ends with a 2.
pub(super) fn names(ids: impl Iterator<Item = u16>) -> Vec<String> {
    let names: Vec<&str> = NAMES.split_whitespace().collect();
    let mut seen = hashbrown::HashMap::<u16, u32>::new();
    ids.map(|id| {
        let name =
            names.get(usize::from(id)).map_or_else(|| format!("Animation {id}"), |name| (*name).to_owned());
        let count = seen.entry(id).or_default();
        *count += 1;
        if *count > 1 { format!("{name} {count}") } else { name }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn animations_have_the_numbers_that_files_use() {
        // Those whose speed or fall-back the specification names.
        let ids = [0, 1, 4, 5, 6, 13, 42, 45, 115, 143, 228, 229, 4];
        let wanted = [
            "Stand",
            "Death",
            "Walk",
            "Run",
            "Dead",
            "WalkBackwards",
            "Swim",
            "SwimBackwards",
            "KneelLoop",
            "Sprint",
            "GrabThrown",
            "Animation 229",
            "Walk 2",
        ];
        assert_eq!(names(ids.into_iter()), wanted);
    }
}
