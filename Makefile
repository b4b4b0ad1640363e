# make run    builds and opens the app (with no display: the demo on the command line)
# make check  format, lints and the tests beside the code
# make test   all the tests, the ones in a real window included
# Each installs what is missing first. Arguments for the app: make run ARGS='--home DIR --market
# URL'

.PHONY: run check test codes mutants window-work bench bench-noise bench-audit bench-ranges \
  bench-moments bench-app bench-data bench-engines bench-hang engines \
  package package-test reproducible fmt lint screenshots clean

run:
	@scripts/run.sh $(ARGS)

check:
	@scripts/check.sh

test:
	@scripts/test.sh

# All the tests, and then which codes of errors none of them was given.
codes:
	@scripts/codes.sh

# Which changes to the code of documents, ledgers and audits no test would miss: hours. MUTANTS.md
# has what came of it.
mutants:
	@scripts/mutants.sh $(ARGS)

# The databases' long tests: 300 random tables in PostgreSQL and in DuckDB, Sail by itself and with
# workers, which installs 400 MB, and Spark itself if there is Java, which installs 500 MB.
engines:
	@scripts/packages.sh test
	cargo test --package poundwise-engine --test engine -- --ignored
	cargo test --package poundwise-cli --test poundwise -- --ignored sail

# A release, an approval, and a sale from ledgers of a thousand and of a million receipts (5 GB of
# disk while it runs).
bench:
	@scripts/packages.sh demo
	mkdir -p target/bench-homes
	TMPDIR="$(CURDIR)/target/bench-homes" \
	  cargo run --release --manifest-path benches/Cargo.toml --target-dir target/benches

# The noise beside OpenDP, Prio and unsafe floats; its peers are large and need m4 and perl too.
bench-noise:
	@scripts/packages.sh demo
	cargo run --release --manifest-path benches/noise/Cargo.toml --target-dir target/noise-bench

# Audits of ten thousand to a million receipts beside the bare signature check.
bench-audit:
	@scripts/packages.sh demo
	mkdir -p target/audit-bench
	cargo run --release --manifest-path benches/audit/Cargo.toml --target-dir target/benches \
	  -- target/audit-bench

# Errors of ranges with several sets of blocks, at equal ε, and the time of a range.
bench-ranges:
	cargo run --release --package poundwise-query --example ranges --locked --target-dir target/benches

# Slopes from released moments beside AdaSSP and diffprivlib, how often noise intervals hold the
# table's figures, and times. Tables are in `data` of the folder that POUNDWISE_SHARED names.
# ARGS=2000: of as many responses a level.
bench-moments:
	cargo build --release --package poundwise-query --example moments --locked --target-dir target/benches
	test -d target/diffprivlib || python3 -m venv target/diffprivlib
	target/diffprivlib/bin/pip install --quiet diffprivlib==0.6.6 scikit-learn==1.7.2 numpy==2.4.6
	target/diffprivlib/bin/python benches/moments/bench.py target/benches/release/examples/moments \
	  $${POUNDWISE_SHARED:-../shared}/data $(ARGS)

# Import and questions of a table of a million rows, beside DuckDB. Takes 2 GB of disk while it runs.
# ARGS='10000000 parquet': of as many rows of a Parquet file.
bench-data:
	@scripts/packages.sh demo
	cargo build --release --package poundwise-cli --locked --target-dir target/benches
	test -d target/duckdb || python3 -m venv target/duckdb
	target/duckdb/bin/pip install --quiet duckdb==2.0.1
	target/duckdb/bin/python benches/data/bench.py target/benches/release/poundwise $(ARGS)

# Every command of the window while the server of its market hangs: the slowest ones. It fails if one
# takes more than a second that does not ask the market by its meaning.
bench-hang:
	@scripts/packages.sh run
	cargo test --workspace --lib --locked hang::bench_hang -- --ignored --nocapture

# Questions of ten million rows in PostgreSQL, DuckDB and Sail, beside the same statements by the
# clients of these engines. Takes 4 GB of disk while it runs. ARGS='1000000 1': of as many rows, and once each.
bench-engines:
	@scripts/packages.sh test
	cargo build --release --package poundwise-engine --bins --example ask --locked \
	  --target-dir target/benches
	test -d target/engines || python3 -m venv target/engines
	target/engines/bin/pip install --quiet adbc-driver-postgresql==1.13.0 duckdb==1.5.6 \
	  pysail==0.7.2 pyspark-client==4.2.0 adbc-driver-spark==0.3.0
	target/engines/bin/python benches/engines/bench.py target/benches/release $(ARGS)

# The Debian package of the app and the command line, into target/package.
package:
	@scripts/package.sh

# That package unpacked into a folder of its own, checked, and its programs started from there; then
# truly installed, upgraded and removed in a small Debian of its own, under target/.
package-test: package
	@scripts/package_test.sh

# That package built twice, from two clones at different paths: the same bytes. Two release builds.
reproducible:
	@scripts/reproducible.sh

# Of that package: how long a start takes, cold (as root) and warm, how much memory and how much of
# the disk, beside a bare window.
bench-app: package
	@scripts/packages.sh package-test
	python3 benches/app/bench.py target/package

# The window while it imports a million rows, lists, sells, collects, exports, copies and seals a
# million coordinates, and audits a hundred thousand receipts.
window-work:
	@scripts/packages.sh test
	@scripts/ui.sh
	cargo test --package poundwise-desktop --test desktop heavy_work -- --ignored --nocapture

fmt:
	cargo fmt --all
	for crate in . audit noise noise/plain; do \
	  cargo fmt --manifest-path benches/$$crate/Cargo.toml; \
	done
	@scripts/ui.sh
	npm --prefix ui run format

lint:
	@scripts/lint.sh
	@scripts/deny.sh

# Every screen, in both themes and sizes, into screenshots/, which git ignores; the README's
# pictures are four of them.
screenshots:
	@scripts/packages.sh test
	@scripts/ui.sh
	rm -rf screenshots
	@scripts/ui.sh browser
	cargo test --package poundwise-desktop --test desktop -- --ignored every_screen window_states
	cargo test --package poundwise-desktop --test desktop -- window_blocks
	cp screenshots/blocks-ranges.png docs/screens/ranges.png
	@for screen in inbox listing holding audit; do \
	  cp screenshots/$$screen-light-1280x800.png docs/screens/$$screen.png; \
	done
	@ls screenshots

clean:
	cargo clean
	rm -rf ui/dist ui/dist-browser ui/node_modules screenshots
