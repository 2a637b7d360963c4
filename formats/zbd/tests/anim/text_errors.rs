//! What is wrong with a text of animations, and where: every message of the compiler.

use crate::anim::text::BELL;
use zbd::anim::text::compile;

#[test]
fn every_mistake_is_told_with_its_place() {
    let told = |from: &str, to: &str| {
        let text = BELL.replacen(from, to, 1);
        assert!(text != BELL || from.is_empty(), "{from}");
        let text = if from.is_empty() { to.to_owned() } else { text };
        compile(text.as_bytes()).expect_err(&text).to_string()
    };
    let mut failures = String::new();
    for (from, to, wanted) in [
        ("", "", "line 1, column 1: expected ANIMATION_FILE first, found the end of the text"),
        ("", " bell", "line 1, column 2: expected a key word and its values in parentheses, found `bell`"),
        ("", ")", "line 1, column 1: expected a key word or the end of the text, found `)`"),
        ("", "(A)", "line 1, column 1: expected a word in front of the list, found `(`"),
        ("", "\n A(B(C)", "line 2, column 3: expected a `)` for this `(`, found the end of the text"),
        (
            "",
            "\"A\"(B)",
            "line 1, column 1: expected a key word without quotes in front of `(`, found `\"A\"`",
        ),
        ("", "A(\"b", "line 1, column 3: expected a `\"` at the end of this text, found the end of the line"),
        (
            "",
            "A(\"b\\q\")",
            "line 1, column 5: expected `\\\\`, `\\\"`, or `\\x` and two hexadecimal digits, found another `\\`",
        ),
        (
            "",
            "A(\"\\xg0\")",
            "expected `\\\\`, `\\\"`, or `\\x` and two hexadecimal digits, found another `\\`",
        ),
        ("", "A(\"b\"c)", "line 1, column 6: expected a blank behind a text in quotes, found c"),
        ("", "A(\"\u{e9}\")", "line 1, column 4: expected 7-bit text; this byte is \\xc3, found 0xc3"),
        ("", "A(b\u{e9})", "line 1, column 4: expected 7-bit text; in quotes this byte is \\xc3, found 0xc3"),
        ("", "A(b@0)", "line 1, column 3: expected a number from 1 on behind `@`, found `0`"),
        ("", "A(b@)", "line 1, column 3: expected a number from 1 on behind `@`, found ``"),
        ("", "A(\"b\"@99999999999)", "expected a number from 1 on behind `@`, found `99999999999`"),
        ("", &"A(".repeat(99), "line 1, column 34: expected at most 16 lists in one another, found one more"),
        ("", "ZERO_DEFINITION()", "line 1, column 1: expected ANIMATION_FILE first, found `ZERO_DEFINITION`"),
        ("", "ANIMATION_FILE()", "line 1, column 1: expected VERSION with 28, 39, 50 or 53, found none"),
        ("VERSION(28)", "VERSION(27)", "line 2, column 5: expected VERSION with 28, 39, 50 or 53, found 27"),
        (
            "VERSION(28)",
            "VERSION(x)",
            "line 2, column 28: expected a whole number of 0 to 4294967295, found `x`",
        ),
        ("VERSION(28)", "VERSION(1 2)", "line 2, column 20: expected 1 value of VERSION, found 2 values"),
        (
            "VERSION(28)",
            "VERSION(A())",
            "line 2, column 28: expected a value without parentheses, found `A(`",
        ),
        ("VERSION(28)", "VERSION(28) gravitas(1)", "line 2, column 32: expected one of VERSION, TIMESTAMP"),
        (
            "VERSION(28)",
            "VERSION(28) GRAVITY(x)",
            "line 2, column 40: expected a number for gravity, found `x`",
        ),
        ("VERSION(28)", "VERSION(28) GRAVITY()", "expected 1 value for gravity, found 0 values"),
        (
            "VERSION(28)",
            "VERSION(28) unknown_60(1)",
            "line 2, column 32: expected a field that this game has, found `unknown_60`",
        ),
        (
            "VERSION(28)",
            "VERSION(28) unused(1 2)",
            "line 2, column 32: expected 4 values of unused, found 2 values",
        ),
        (
            "timestamp(931000000)",
            "timestamp()",
            "line 2, column 47: expected 1 value of timestamp, 1 for each entry, found 0 values",
        ),
        (
            "timestamp(931000000)",
            "timestamp(x)",
            "line 2, column 57: expected a whole number of at most 32 bits for timestamp, found `x`",
        ),
        (
            "timestamp(931000000)",
            "timestamp(4294967296)",
            "expected a whole number of at most 32 bits for timestamp, found `4294967296`",
        ),
        (
            "ZERO_DEFINITION",
            "ANIMATION_DEFINITION",
            "line 3, column 5: expected ZERO_DEFINITION, which every file begins with, found `ANIMATION_DEFINITION`",
        ),
        (
            "ANIMATION_DEFINITION",
            "ZERO_DEFINITION",
            "line 4, column 5: expected ANIMATION_DEFINITION or SCRIPT, found `ZERO_DEFINITION`",
        ),
        ("ACTIVATION(ON_STARTUP)", "", "line 4, column 5: expected the key word ACTIVATION, found none"),
        (
            "ACTIVATION(ON_STARTUP)",
            "ACTIVATION(ON_CALL) ACTIVATION(ON_CALL)",
            "line 6, column 27: expected ACTIVATION once, found it twice",
        ),
        (
            "ON_STARTUP",
            "AT_NOON",
            "line 6, column 18: expected one of WEAPON_HIT, COLLIDE_HIT, WEAPON_OR_COLLIDE_HIT, ON_CALL, ON_STARTUP, found `AT_NOON`",
        ),
        ("ON_STARTUP", "ON_STARTUP 1", "line 6, column 29: expected no more values, found `1`"),
        (
            "ANIM_NAME(bell_ring)",
            "ANIM_NAME(12)",
            "line 5, column 17: expected a name of at most 31 characters, found `12`",
        ),
        (
            "ANIM_NAME(bell_ring)",
            "ANIM_NAME(a_name_that_has_more_than_31_letters_in_it)",
            "line 5, column 17: expected a name of at most 31 characters, found `a_name_that_has_more_than_31_letters_in_...`",
        ),
        (
            "ANIM_NAME(bell_ring)",
            "anim_name(\"a name with one letter too many!!\")",
            "line 5, column 17: expected a text of at most 32 bytes",
        ),
        (
            "NODES(bell clapper)",
            "NODES(bell 12)",
            "line 7, column 18: expected a name, in quotes if it looks like a number, found `12`",
        ),
        (
            "NODES(bell clapper)",
            "NODES(bell clapper none(x))",
            "line 7, column 31: expected nothing more, found `x`",
        ),
        (
            "NODES(bell clapper)",
            "NODES(bell clapper ptr(1))",
            "line 7, column 26: expected 2 values of ptr, 1 for each entry, found 1 value",
        ),
        (
            "NODES(bell clapper)",
            "NODES(bell a_name_that_has_more_than_31_letters)",
            "line 7, column 18: expected a name of at most 31 characters",
        ),
        (
            "NAME(clapper)",
            "NAME(claper)",
            "line 10, column 34: expected the name of one of the NODES, found `claper`",
        ),
        (
            "NAME(clapper)",
            "NAME(clapper@2)",
            "line 10, column 34: expected the name of one of the NODES, found `clapper@2`",
        ),
        (
            "NAME(clapper)",
            "NAME(99999)",
            "line 10, column 34: expected a whole number of at most 16 bits for node_index, found `99999`",
        ),
        (
            "NAME(clapper)",
            "NAME(1.5)",
            "line 10, column 34: expected a whole number of at most 16 bits for node_index, found `1.5`",
        ),
        (
            "OBJECT_ACTIVE_STATE",
            "OBJECT_ACTIVE",
            "line 10, column 9: expected one of an event, NAME, ACTIVATION, or a field by its name, found `OBJECT_ACTIVE`",
        ),
        ("STATE(ACTIVE)", "", "line 10, column 9: expected the key word STATE, found none"),
        (
            "STATE(ACTIVE)",
            "STATE(ACTIVE) SIZE(2)",
            "line 10, column 57: expected one of START_TIME, header_pad, NAME, STATE, or a field by its name, found `SIZE`",
        ),
        (
            "START_TIME(EVENT 0.5)",
            "START_TIME(0.5)",
            "line 11, column 18: expected 2 values: ANIMATION, SEQUENCE or EVENT, and seconds, found 1 value",
        ),
        (
            "START_TIME(EVENT 0.5)",
            "START_TIME(NOON 0.5)",
            "line 11, column 29: expected ANIMATION, SEQUENCE or EVENT, found `NOON`",
        ),
        (
            "START_TIME(EVENT 0.5)",
            "START_TIME(EVENT soon)",
            "line 11, column 35: expected seconds, found `soon`",
        ),
        ("CALLBACK(", "EVENT(", "line 11, column 9: expected the key word TYPE, found none"),
        (
            "CALLBACK(",
            "EVENT(TYPE(256) ",
            "line 11, column 20: expected a whole number of 0 to 255, found `256`",
        ),
        (
            "CALLBACK(",
            "EVENT(TYPE(29) bytes(\"0\") ",
            "expected bytes in quotes, two hexadecimal digits each, found `\"0\"`",
        ),
        (
            "CALLBACK(",
            "LOOP(",
            "line 11, column 9: expected one of COUNT, RUN_TIME and flags, found none or several",
        ),
        (
            "CALLBACK(",
            "SOUND(NAME(1) AT_NODE(0 1 2) ",
            "line 11, column 23: expected 3 values for offset, found 2 values",
        ),
        (
            "CALLBACK(",
            "SOUND(NAME(1) AT_NODE(0 1 2 3 4) ",
            "line 11, column 39: expected no more values, found `4`",
        ),
        (
            "CALLBACK(",
            "SOUND(NAME(1) AT_NODE(0 1 2 0x7fc00000) ",
            "line 11, column 9: expected finite numbers for offset, found the bits of NaN or infinity",
        ),
        (
            "CALLBACK(",
            "OBJECT_MOTION_SI_SCRIPT(NAME(1) FRAME(1)) CALLBACK(",
            "line 11, column 41: expected 2 times, start and end, found 1 value",
        ),
        (
            "CALLBACK(",
            "OBJECT_MOTION_SI_SCRIPT(NAME(1) FRAME(1 x)) CALLBACK(",
            "line 11, column 49: expected seconds, found `x`",
        ),
        (
            "CALLBACK(",
            "PUFFER_STATE(NAME(1) GROWTH(STOP(1) STOP(2) STOP(3) STOP(4) STOP(5) STOP(6) STOP(7))) CALLBACK(",
            "line 11, column 30: expected at most 6 of STOP, found 7",
        ),
        (
            "CALLBACK(",
            "FOG_STATE(TYPE(THICK)) CALLBACK(",
            "line 11, column 24: expected one of OFF, LINEAR, EXPONENTIAL, found `THICK`",
        ),
        (
            "NODES",
            "ACTIVATION_PREREQUISITES(REQUIRED()) NODES",
            "line 7, column 32: expected one of ANIMATION, OBJECT, PARENT and type, found 0",
        ),
        (
            "NODES",
            "ACTIVATION_PREREQUISITES(REQUIRED(type(7))) NODES",
            "line 7, column 32: expected the key word words, found none",
        ),
        (
            "NODES",
            "ACTIVATION_PREREQUISITES(REQUIRED(type(7) words(1))) NODES",
            "line 7, column 49: expected 10 values of words, found 1 value",
        ),
        (
            "NODES",
            "ACTIVATION_PREREQUISITES(REQUIRED(type(7) words(-1))) NODES",
            "line 7, column 55: expected a whole number of 32 bits, found `-1`",
        ),
        (
            "NODES",
            "ACTIVATION_PREREQUISITES(NEEDED()) NODES",
            "line 7, column 32: expected REQUIRED, OPTIONAL, or a field by its name, found `NEEDED`",
        ),
        (
            "NODES",
            "ANIM_REFS(CALL_ANIMATION(a b)) NODES",
            "line 7, column 17: expected 1 name of CALL_ANIMATION, found 2 values",
        ),
        (
            "NODES",
            "ANIM_REFS(CALL_OBJECT_CONNECTOR(a)) NODES",
            "line 7, column 17: expected 2 names of CALL_OBJECT_CONNECTOR, found 1 value",
        ),
        (
            "NODES",
            "ANIM_REFS(LOCAL_NAME(a a_name_that_has_more_than_31_letters)) NODES",
            "line 7, column 30: expected a name of at most 31 bytes",
        ),
        ("NODES", "SCRIPT_INDICES(x) NODES", "line 7, column 22: expected the number of a script, found `x`"),
        ("NODES", "embedded_reset() NODES", "line 7, column 7: expected the field size, found none"),
        (
            "    ANIMATION_DEFINITION",
            "    SCRIPT() ANIMATION_DEFINITION",
            "line 4, column 5: expected the key word NAME, found none",
        ),
    ] {
        let found = told(from, to);
        if !found.contains(wanted) || found.contains('\n') {
            failures += &format!("\n{from} as {to}\nfound  {found}\nwanted {wanted}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
