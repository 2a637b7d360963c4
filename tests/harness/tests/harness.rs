//! The harness must catch what it is for: readers that panic, take too much
//! memory, lose bytes, accept nothing or overlook a rule.

use binary::{Cursor, Field, FormatCodes, Mode, Padded, Report, Site, Writer, codes, record};
use harness::alloc::Counting;
use harness::mutate::{self, Options, Tally};
use harness::{Outcome, Subject, hex, rules, typed};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[global_allocator]
static COUNTING: Counting = Counting;

codes! {
    TRUNCATED = "toy.truncated": "the file ends inside a structure" => "";
    NOT_FINITE = "toy.not_finite": "a number is NaN or infinite" => "";
    TRAILING = "toy.trailing": "bytes follow the last structure" => "";
    LIMIT = "toy.limit": "a list is longer than the limits allow" => "";
    NAME = "toy.name": "a name is not padded with NULs" => "";
}
static TOY: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    struct Header in "toy.header" sizes [16] {
        magic: u32 [0] must 7,
        name: Padded<4> [4],
        scale: f32 [8],
        count: u32 [12],
    }
}

fn parse(cursor: &mut Cursor<'_>) -> binary::Result<(Header, Vec<u16>)> {
    let header: Header = cursor.record(0)?;
    header.name.check(&mut cursor.report, &NAME, 4);
    let list = cursor.list(header.count as usize, "items")?;
    Ok((header, list))
}

fn rewrite((header, list): &(Header, Vec<u16>)) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.record(header, 0);
    writer.list(list);
    writer.into_bytes()
}

fn good(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let mut cursor = Cursor::new(bytes, &TOY, mode);
    let value = parse(&mut cursor)?;
    Ok(Outcome { rewritten: rewrite(&value), findings: cursor.finish()?.into_findings() })
}

fn panicking(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    if let Some(count) = bytes.get(12..16) {
        let count = u32::get(count) as usize;
        std::hint::black_box(&bytes[16..16 + 2 * count.min(1000)]);
    }
    good(bytes, mode)
}

fn greedy(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    if let Some(count) = bytes.get(12..16) {
        let count = u32::get(count) as usize;
        std::hint::black_box(Vec::<u16>::with_capacity(count.min(1 << 24)));
    }
    good(bytes, mode)
}

fn lossy(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    let mut cursor = Cursor::new(bytes, &TOY, mode);
    let (mut header, list) = parse(&mut cursor)?;
    header.magic = 7;
    Ok(Outcome { rewritten: rewrite(&(header, list)), findings: cursor.finish()?.into_findings() })
}

fn picky(bytes: &[u8], mode: Mode) -> binary::Result<Outcome> {
    if bytes != fixture() {
        return Err(Report::new(mode).broken(&TRUNCATED, 0, "the one file", "another"));
    }
    good(bytes, mode)
}

fn fixture() -> Vec<u8> {
    hex::bytes(
        r#"
        07 00*3         # magic
        "abc" 00        # name
        00 00 80 3f     # scale 1.0
        04 00 00 00     # count
        01 00  02 00  03 00  04 00
    "#,
    )
}

fn sites(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &TOY, Report::new(Mode::Lenient).with_trace());
    let _ = parse(&mut cursor);
    cursor.report.take_sites()
}

fn subject(read: fn(&[u8], Mode) -> binary::Result<Outcome>) -> Subject {
    Subject { name: "toy", fixture: fixture(), read, sites }
}

fn mutated(read: fn(&[u8], Mode) -> binary::Result<Outcome>) -> Tally {
    mutate::run(&subject(read), &Options { seed: 1, count: 3000 })
}

/// The message of the panic that `run` must end with.
fn failure<T>(run: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run)).err().expect("must fail");
    *payload.downcast::<String>().expect("a message with the place in it")
}

#[test]
fn hex_reads_bytes_repetitions_texts_and_comments() {
    assert_eq!(fixture()[..8], *b"\x07\0\0\0abc\0");
    assert_eq!(hex::bytes("0a FF*3 # \"no\" 11\n\"a # b\"  00*0\n\n"), b"\x0a\xff\xff\xffa # b");
    assert_eq!(hex::bytes(""), b"");
}

#[test]
fn hex_names_the_line_of_a_bad_token() {
    for bad in ["0", "0a0b", "0g", "+1", "00*x", "\"open", "\"a\"0a", "00*3*2"] {
        let text = format!("00\n00 {bad}\n");
        let message = failure(|| hex::bytes(&text));
        assert!(message.starts_with("line 2: "), "{bad}: {message}");
    }
}

#[test]
fn a_good_reader_passes_and_all_inputs_are_counted() {
    let tally = mutated(good);
    tally.assert_healthy(&COUNTING);
    assert_eq!(tally.prefixes.accepted, 0);
    assert_eq!(tally.prefixes.rejections(), 24);
    assert_eq!(tally.mutations.accepted + tally.mutations.rejections(), 3000);
    // Two words in the header and four small numbers, six values each; one
    // float, ten. The count has one value that is no larger than the list, but
    // then bytes are left; the float has three that are not finite.
    assert_eq!(tally.fields.accepted + tally.fields.rejections(), 6 * 6 + 10);
    assert_eq!(tally.fields.rejections(), 6 + 3);
}

#[test]
fn the_same_seed_and_index_give_the_same_input() {
    let subject = subject(good);
    assert_eq!(mutate::nth(&subject, 5, 17), mutate::nth(&subject, 5, 17));
    let different = (0..100).filter(|index| mutate::nth(&subject, 5, *index) != subject.fixture).count();
    assert!(different > 90, "only {different} of 100 mutations change anything");
    assert_ne!(mutate::nth(&subject, 5, 18), mutate::nth(&subject, 6, 18));
}

#[test]
fn a_panicking_reader_is_named_with_its_input() {
    let message = failure(|| mutated(panicking));
    assert!(message.contains("toy: the first 16 bytes"), "{message}");
    assert!(message.contains("panicked: range end index 24 out of range"), "{message}");
}

#[test]
fn a_greedy_reader_is_caught() {
    let tally = mutated(greedy);
    let message = failure(|| tally.assert_healthy(&COUNTING));
    assert!(message.contains("bytes of memory for 24 bytes of input"), "{message}");
    assert!(tally.over_budget.unwrap().peak >= 1 << 24);
}

#[test]
fn a_reader_that_loses_bytes_is_caught() {
    let message = failure(|| mutated(lossy));
    assert!(message.contains("toy: magic set to"), "{message}");
    assert!(message.contains("written back differently from offset 0"), "{message}");
}

#[test]
fn a_reader_that_accepts_nothing_is_caught() {
    let tally = mutated(picky);
    let message = failure(|| tally.assert_healthy(&COUNTING));
    assert!(message.contains("mutations load"), "{message}");
}

#[test]
fn an_unclean_fixture_is_no_subject() {
    let mut unclean = subject(good);
    unclean.fixture[0] = 8;
    assert!(failure(|| unclean.assert_clean()).contains("toy.header.magic"));
    assert!(failure(|| rules::run("rule = []", &[unclean])).contains("not clean"));
}

/// The toy as a value, for the tests of `typed`.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Toy {
    header: Header,
    list: Vec<u16>,
}

fn write_toy(toy: &Toy) -> binary::Result<Vec<u8>> {
    Ok(rewrite(&(toy.header.clone(), toy.list.clone())))
}

fn toy() -> Toy {
    let (header, list) = parse(&mut Cursor::new(&fixture(), &TOY, Mode::Strict)).unwrap();
    Toy { header, list }
}

#[test]
fn typed_fields_are_written_where_the_table_says() {
    let rows = [
        typed::row(&[("/header/name", "\"xyz\"")], &[(4, "78 79 7a 00")]),
        typed::row(&[("/header/scale", "2.0"), ("/list/3", "513")], &[(8, "00 00 00 40"), (22, "01 02")]),
    ];
    assert_eq!(typed::run(&toy(), write_toy, &rows), 2);
    let wrong: [(_, &str); 4] = [
        (typed::row(&[("/list/2", "513")], &[(22, "01 02")]), "byte 20 is 01, not 03"),
        (typed::row(&[("/list/3", "513")], &[(22, "01")]), "byte 23 is 02, not 00"),
        (typed::row(&[("/list/4", "513")], &[(22, "01")]), "no `/list/4`"),
        (typed::row(&[("/list/3", "4")], &[(22, "04")]), "changes nothing"),
    ];
    for (row, reason) in wrong {
        let message = failure(|| typed::run(&toy(), write_toy, &[row]));
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn every_number_is_written_where_its_table_says() {
    // The second column has nothing in front of the name.
    const HEADER: &str = "
        0 - magic u32 0x100
        4 0 name name
        8 4 scale f32 -1
        12 - count =
    ";
    let good = [typed::structure("/header", 0, HEADER), typed::structure("/list", 16, "0 0 . u16*4")];
    assert_eq!(typed::run_tables(&toy(), write_toy, 0, &good), 7);
    assert_eq!(typed::run_tables(&toy(), write_toy, 1, &[typed::structure("/header", 4, HEADER)]), 2);
    let wrong = [
        (typed::structure("/header", 1, HEADER), "/header/name: byte 4 changes, not one of 5..6"),
        (typed::structure("/header", 0, "0 magic u32"), "/header: the table lacks `"),
        (typed::structure("/list/0", 16, "0 . u16 0"), "/list/0: it is written nowhere"),
        (typed::structure("/list", 16, "0 . u16*3"), "`.` has 4 numbers, not 3"),
        (typed::structure("/list/1", 18, "0 . number"), "`number` is no kind"),
        (typed::structure("/tail", 18, "0 . u16"), "/tail: nothing is there"),
    ];
    for (structure, reason) in wrong {
        let message = failure(|| typed::run_tables(&toy(), write_toy, 0, &[structure]));
        assert!(message.contains(reason), "{message}");
    }
}

/// One row about the toy; `edit` and the rest as in a table.
fn row(edit: &str, code: &str, lenient: &str) -> String {
    format!(
        "[[rule]]\nspec = \"toy\"\nfixture = \"toy\"\nedit = [{edit}]\ncode = \"{code}\"\nlenient = \"{lenient}\"\n"
    )
}

#[test]
fn rules_that_hold_are_counted() {
    let table = [
        row(r#"["magic", "u32 8"]"#, "toy.header.magic", "loads"),
        row(r#"["@0", "hex 08"]"#, "toy.header.magic", "loads"),
        row(r#"["name", "text abcd"]"#, "toy.name", "loads"),
        row(r#"["name", "fill 20"]"#, "toy.name", "loads"),
        row(r#"["scale", "f32 NaN"]"#, "toy.not_finite", "rejects"),
        row(r#"["items[3]", "u16 9"], ["magic", "u32 0x10"]"#, "toy.header.magic", "loads"),
        row(r#"["count", "u32 5"]"#, "toy.truncated", "rejects"),
        row(r#"["@end", "append hex 00"]"#, "toy.trailing", "rejects"),
        row(r#"["@end", "truncate 4"]"#, "toy.truncated", "rejects"),
        row(r#"["items[1]", "insert hex 0000"]"#, "toy.trailing", "rejects"),
        row(r#"["items[1]", "insert zero 3"]"#, "toy.trailing", "rejects"),
        row(r#"["items[1]", "remove 2"]"#, "toy.truncated", "rejects"),
        row(r#"["magic", "u32 8"], ["name", "hex 61626364"]"#, "toy.name", "loads")
            + "also = [\"toy.header.magic\"]\n",
        // A count and its list; places behind the insertion move along.
        row(
            r#"["count", "add 3"], ["items[1]", "insert hex 0900 times 3"], ["items[1]", "u16 9"], ["magic", "u32 8"]"#,
            "toy.header.magic",
            "loads",
        ),
        row(
            r#"["count", "add -1"], ["items[0]", "remove 2"], ["items[2]", "add 1"], ["magic", "add -1"]"#,
            "toy.header.magic",
            "loads",
        ),
        row(r#"["items[*]", "add 1"], ["@0", "u8 0"]"#, "toy.header.magic", "loads"),
    ];
    assert_eq!(rules::run(&table.concat(), &[subject(good)]), table.len());
}

#[test]
fn a_rule_is_tried_on_each_fixture_it_names() {
    let list = |edit: &str| {
        row(edit, "toy.header.magic", "loads").replace("\"toy\"\nedit", "[\"toy\", \"other\"]\nedit")
    };
    let other = || Subject { name: "other", ..subject(good) };
    let table = list(r#"["magic", "u32 8"]"#);
    assert_eq!(rules::run(&table, &[subject(good), other()]), 2);
    let message = failure(|| rules::run(&table, &[subject(good)]));
    assert!(message.contains("no subject is named `other`"), "{message}");
    // What the rows call `top` both fixtures keep elsewhere.
    let table = list(r#"["top", "u32 8"]"#);
    let places = "[places]\ntoy.top = \"magic\"\nother.top = \"magic\"\n";
    assert_eq!(rules::run(&format!("{table}{places}"), &[subject(good), other()]), 2);
    let places = "[places]\ntoy.top = \"magic\"\n";
    let message = failure(|| rules::run(&format!("{table}{places}"), &[subject(good), other()]));
    assert!(message.contains("on other: `top` `u32 8`: the reader looks at no such place"), "{message}");
}

#[test]
fn rules_that_do_not_hold_fail() {
    let cases = [
        (row(r#"["items[0]", "u16 9"]"#, "toy.header.magic", "loads"), "reports [], not"),
        (row(r#"["magic", "u32 7"]"#, "toy.header.magic", "loads"), "change nothing"),
        (row(r#"["magic", "u32 8"]"#, "toy.header.magic", "rejects"), "must end strict reading"),
        (row(r#"["magic", "u32 8"]"#, "toy.header.other", "loads"), "reports [\"toy.header.magic\"]"),
        (row(r#"["magic", "u32 8"], ["name", "text abcd"]"#, "toy.name", "loads"), "[\"toy.header.magic\", "),
        (row(r#"["count", "u32 9"]"#, "toy.truncated", "loads"), "lenient reading ended"),
        (row(r#"["count", "u32 9"]"#, "toy.trailing", "rejects"), "ended with another code"),
        (row(r#"["magic", "u16 8"]"#, "toy.header.magic", "loads"), "the field is Integer(4)"),
        (row(r#"["scale", "u32 8"]"#, "toy.not_finite", "rejects"), "the field is Float"),
        (row(r#"["items[0]", "u16 70000"]"#, "toy.header.magic", "loads"), "not a u16"),
        (row(r#"["items[4]", "u16 9"]"#, "toy.header.magic", "loads"), "no such place"),
        (row(r#"["@25", "u8 9"]"#, "toy.header.magic", "loads"), "past the end"),
        (row(r#"["@0", "add 1"]"#, "toy.header.magic", "loads"), "not at an integer"),
        (row(r#"["@end", "u8 9"]"#, "toy.header.magic", "loads"), "only `append` and `truncate`"),
        (
            row(r#"["items[0]", "remove 4"], ["items[1]", "u16 9"]"#, "toy.truncated", "rejects"),
            "removed the place",
        ),
        (
            row(r#"["magic", "u32 8"]"#, "toy.header.magic", "loads")
                .replace("fixture = \"toy\"", "fixture = \"x\""),
            "no subject",
        ),
    ];
    for (table, reason) in cases {
        let message = failure(|| rules::run(&table, &[subject(good)]));
        assert!(message.contains(reason), "{table}\n{message}");
    }
    let message =
        failure(|| rules::run(&row(r#"["magic", "u32 8"]"#, "toy.header.magic", "loads"), &[subject(lossy)]));
    assert!(message.contains("written back differently"), "{message}");
}

#[test]
#[should_panic(expected = "a key of `/0` that means nothing is passed over")]
fn a_type_that_passes_over_unknown_keys_is_caught() {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Lax {
        size: u32,
    }

    typed::through_json(&vec![Lax { size: 3 }]);
}
