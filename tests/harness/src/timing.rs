//! How long a format takes to be read and written, against copying the bytes.
//!
//! Each time is the best of several runs, copying, reading and writing in turn, so that all three meet the same
//! machine; what a run made is summed up and dropped while the clock stands. Benches measure this machine now and
//! keep no record.

use binary::Result;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// Reading may take this many times as long as copying.
pub const ALLOWED: f64 = 25.0;
/// Tells the allocator of Linux to keep what is freed. Otherwise it gives back
/// now more and now less to the system, and page faults are measured.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_TRIM_THRESHOLD_", "100000000000"), ("MALLOC_MMAP_MAX_", "0")];

/// How long each run took, and the sum over what they made.
#[derive(Debug, Default)]
pub struct Runs {
    times: Vec<Duration>,
    sum: u64,
}

impl Runs {
    /// The shortest run.
    pub fn seconds(&self) -> f64 {
        self.times.iter().min().copied().unwrap_or_default().as_secs_f64()
    }

    /// How many times as long as `other` this takes: the median over runs that
    /// were made one after the other.
    pub fn beside(&self, other: &Runs) -> f64 {
        let pairs = self.times.iter().zip(&other.times);
        let mut ratios: Vec<_> = pairs.map(|(this, other)| this.div_duration_f64(*other)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios.get(ratios.len() / 2).copied().unwrap_or(f64::INFINITY)
    }

    /// Times `make`; `sum` looks at what it made once the clock stands.
    pub fn run<T>(&mut self, make: impl FnOnce() -> T, sum: impl FnOnce(&T) -> u64) {
        let start = Instant::now();
        let made = black_box(make());
        self.times.push(start.elapsed());
        self.sum = self.sum.wrapping_add(sum(&made));
    }

    /// Prints a row: the time, bytes a second, and how it compares with copying.
    pub fn print(&self, what: &str, bytes: usize, copying: &Runs) {
        let (seconds, ratio) = (self.seconds(), self.seconds() / copying.seconds());
        let speed = bytes as f64 / seconds / 1e9;
        let (millis, sum) = (seconds * 1e3, self.sum);
        println!("{what:>8} {millis:9.3} ms  {speed:6.2} GB/s  {ratio:5.1} x copy  (sum {sum})");
    }
}

/// What is measured of a format.
#[derive(Debug)]
pub struct Format<T> {
    /// Reads a file.
    pub read: fn(&[u8]) -> Result<T>,
    /// Writes what was read.
    pub write: fn(&T) -> Result<Vec<u8>>,
    /// Something of all that was read, so that nothing is skipped.
    pub sum: fn(&T) -> u64,
}

// Deriving would ask the same of what is read.
impl<T> Clone for Format<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Format<T> {}

/// Files that are measured together.
#[derive(Debug)]
pub struct Case<T> {
    name: String,
    files: Vec<Vec<u8>>,
    values: Vec<T>,
    format: Format<T>,
    copying: Runs,
    reading: Runs,
    writing: Runs,
}

impl<T> Case<T> {
    /// Files under a name.
    ///
    /// # Errors
    /// What a file says that cannot be read.
    pub fn new(name: &str, files: Vec<Vec<u8>>, format: Format<T>) -> Result<Self> {
        let values = files.iter().map(|file| (format.read)(file)).collect::<Result<_>>()?;
        let [copying, reading, writing] = <[Runs; 3]>::default();
        Ok(Case { name: name.to_owned(), files, values, format, copying, reading, writing })
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(Vec::len).sum()
    }

    /// What the files hold.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Copying, run by run.
    pub fn copying(&self) -> &Runs {
        &self.copying
    }

    /// Reading, run by run.
    pub fn reading(&self) -> &Runs {
        &self.reading
    }

    /// One run of each, file by file into the same memory.
    fn run(&mut self, copy: &mut [u8]) {
        let Case { files, values, format, copying, reading, writing, .. } = self;
        let mut copy_all = || {
            for file in black_box(&*files) {
                copy[..file.len()].copy_from_slice(file);
                black_box(&copy);
            }
        };
        // Once ahead of the clock, so that both are warm.
        copy_all();
        copying.run(copy_all, |()| 0);
        copying.sum += u64::from(copy.first().copied().unwrap_or_default());
        let read = || files.iter().map(|file| (format.read)(black_box(file))).collect::<Vec<_>>();
        let sum = |made: &Vec<Result<T>>| {
            made.iter().flatten().map(|value| (format.sum)(value)).fold(0, u64::wrapping_add)
        };
        reading.run(read, sum);
        let write = || values.iter().map(|value| (format.write)(black_box(value))).collect::<Vec<_>>();
        let sum = |made: &Vec<Result<Vec<u8>>>| made.iter().flatten().map(|bytes| bytes.len() as u64).sum();
        writing.run(write, sum);
    }

    fn print(&self) {
        println!("{}", self.name);
        let rows = [("copy", &self.copying), ("read", &self.reading), ("write", &self.writing)];
        rows.iter().for_each(|(what, runs)| runs.print(what, self.bytes(), &self.copying));
    }

    /// Says so when reading takes more than `allowed` times as long as copying.
    pub fn is_fast(&self, allowed: f64) -> bool {
        let fast = self.reading.seconds() <= allowed * self.copying.seconds();
        if !fast {
            println!("{}: reading takes more than {allowed} times as long as copying", self.name);
        }
        fast
    }
}

/// Measures all in turn, again and again, so that a busy moment of the machine
/// meets them all; false if one is read too slowly.
pub fn measure<T>(cases: &mut [Case<T>], runs: usize, allowed: f64) -> bool {
    let longest = cases.iter().flat_map(|case| &case.files).map(Vec::len).max().unwrap_or(0);
    let mut copy = vec![1_u8; longest];
    for _ in 0..runs {
        cases.iter_mut().for_each(|case| case.run(&mut copy));
    }
    cases.iter().for_each(Case::print);
    cases.iter().map(|case| case.is_fast(allowed)).fold(true, |all, fast| all & fast)
}

/// Measures files of a game, each alone; false when one is read too slowly or not at all.
pub fn measure_paths<T>(
    paths: &[String],
    runs: usize,
    format: Format<T>,
    describe: impl Fn(&str, &T) -> String,
) -> bool {
    let case = |path: &String| {
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let mut case =
            Case::new(path, vec![bytes], format).map_err(|finding| finding.in_file(path).to_string())?;
        if let Some(value) = case.values.first() {
            case.name = describe(path, value);
        }
        Ok::<_, String>(case)
    };
    let mut good = true;
    for path in paths {
        good &= match case(path) {
            Ok(case) => measure(&mut [case], runs, ALLOWED),
            Err(message) => {
                eprintln!("{message}");
                false
            }
        };
    }
    good
}

/// All files with this extension in a folder and below it, in the order of their paths.
///
/// # Errors
/// Folders and files that cannot be read.
pub fn files_below(folder: &Path, extension: &str) -> std::io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
            files.push(std::fs::read(path)?);
        }
    }
    Ok(files)
}

/// Runs a bench with the arguments that are no options; its answer, false for too slow, is that of the process.
/// Along with the tests there is nothing to measure. The process starts itself once more, under settings that an
/// allocator reads as its process starts.
///
/// # Errors
/// What the bench cannot make.
pub fn bench(run: impl FnOnce(&[String]) -> Result<bool>) -> Result<ExitCode> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(ExitCode::SUCCESS);
    }
    if KEEP_MEMORY.iter().any(|(name, _)| std::env::var_os(name).is_none()) {
        return Ok(again(&arguments));
    }
    arguments.retain(|argument| !argument.starts_with("--"));
    Ok(if run(&arguments)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn again(arguments: &[String]) -> ExitCode {
    let program = std::env::current_exe();
    let status = program
        .and_then(|program| Command::new(program).args(arguments).envs(KEEP_MEMORY.iter().copied()).status());
    match status {
        Ok(status) => ExitCode::from(u8::from(!status.success())),
        Err(error) => {
            eprintln!("the bench cannot start itself: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Where real files are: what `REVISIT_DATA` names, else a folder beside the repository.
pub fn real_files(of: &str) -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("REVISIT_DATA").map_or_else(beside, PathBuf::from).join(of)
}

#[cfg(test)]
mod tests {
    use super::Runs;
    use std::time::Duration;

    fn runs(times: [u64; 3]) -> Runs {
        Runs { times: times.map(Duration::from_millis).to_vec(), sum: 0 }
    }

    #[test]
    fn the_shortest_run_counts_and_the_median_of_pairs() {
        let (slow, fast) = (runs([30, 20, 80]), runs([10, 10, 20]));
        assert!((slow.seconds() - 0.020).abs() < 1e-9);
        // 3, 2 and 4 times as long.
        assert!((slow.beside(&fast) - 3.0).abs() < 1e-9);
    }
}
