// The whole trip: a signed question, 2,000 devices in a browser, and as many that answer one of a whole table's, a
// collector that is killed, ingest, estimates. It needs the program: LDP_LAUNCHER, such as jobs/bin/ldp.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { file, html, inBrowser, program } from "./browser.mjs";

const launcher = process.env.LDP_LAUNCHER;
const DEVICES = 2000;
const ITEMS = ["US", "IN", "BR", "DE"];
const PLAN = `
name = trip
column = country
id = user_id
protocol = "pgr(epsilon=1.0)"
domain { type = list, items = [${ITEMS}] }
outside = category
randomness = keyed
public = [day]
period = day
`;

/** The plan of a question of the conformance file, whose fingerprint says so. */
const TABLE = `
task = table
name = census
id = id
attributes = [
  { column = education, domain { type = list, items = [school, college] } }
  { column = age, domain { type = bins, edges = [0, 18, 65, 100] } }
  { column = children, domain { type = range, from = 0, to = 3 } }
  { column = income, domain { type = bins, edges = [0, 30000, 100000] }, sum = true }
]
ask = [[education, income], [age, children]]
outside = category
protocol = "tables(epsilon=1.0)"
randomness = write-once
`;

/** Of 20 people, 5 are young and without children, 10 have two, and 5 are old, of one child each. */
const person = (i) => ({ education: "school", age: [12, 44, 44, 80][i % 4], children: [0, 2, 2, 1][i % 4], income: 31_000 });

/** A collector, once it listens: its process and its address. */
function collector(folder) {
  const process_ = spawn("java", ["-XX:TieredStopAtLevel=1", new URL("../sample/Collector.java", import.meta.url).pathname, folder, "0"]);
  return new Promise((done, fail) => {
    process_.once("error", fail);
    process_.stdout.on("data", (said) => {
      const port = /port (\d+)/.exec(said);
      if (port) done({ process: process_, url: `http://127.0.0.1:${port[1]}/` });
    });
  });
}

const ended = (process_, signal) =>
  new Promise((done) => {
    process_.once("exit", done);
    process_.kill(signal);
  });

test("2,000 devices, a killed collector, ingest and estimates", { skip: !launcher && "no LDP_LAUNCHER" }, async () => {
  assert.ok(program, "a browser is needed; install chromium");
  const folder = mkdtempSync(join(tmpdir(), "spark-ldp-trip-"));
  const at = (name) => join(folder, name);
  const ldp = (...words) => {
    const { status, stdout, stderr } = spawnSync(launcher, words, { encoding: "utf8", maxBuffer: 1 << 26 });
    assert.equal(status, 0, stderr);
    return { out: stdout, said: stderr.split("\n").filter((line) => line.startsWith("ldp:")).join("\n") };
  };
  const started = [];
  const start = async () => {
    const one = await collector(at("sent"));
    started.push(one.process);
    return one;
  };
  try {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(at("question.pem"), privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
    writeFileSync(at("plan.conf"), PLAN);
    writeFileSync(at("table.conf"), TABLE);
    ldp("compile", "--plan", at("plan.conf"), "--output", at("question.jws"), "--sign", at("question.pem"));

    // Of 20 devices, 9 hold US, 5 IN, 3 BR, none DE, and 3 something else or nothing.
    const values = Array.from({ length: DEVICES }, (_, i) => value(i % 20));
    const truth = { US: 900, IN: 500, BR: 300, DE: 0, "(other)": 300 };
    const { process: first, url } = await start();
    const day = new Date().toISOString().slice(0, 10);
    const pinnedKeys = [publicKey.export({ type: "spki", format: "der" }).toString("base64")];
    const own = { options: { pinnedKeys, limits: { day: 1 } }, now: Date.now(), period: day };
    const table = JSON.parse(file("conformance/questions.json")).find(({ name }) => name === "a table, outside = category");
    const devices = {
      questions: [
        { ...own, jws: readFileSync(at("question.jws"), "utf8"), values },
        { ...table, values: values.map((_, i) => person(i)) },
      ],
      collector: url,
    };
    const found = await inBrowser(
      {
        "/": html("devices.mjs"),
        "/devices.mjs": file("test/devices.mjs"),
        "/conformance.js": file("build/conformance.js"),
        "/devices.json": JSON.stringify(devices),
      },
      url,
    );
    assert.deepEqual([found.wrong, found.sent, found.envelopes[0]], [[], 2 * DEVICES, 2 * DEVICES]);

    // Killed, and started again: what it said to have taken is there.
    await ended(first, "SIGKILL");
    const second = await start();
    const [, replayed] = found.envelopes;
    const other = (name, value) => JSON.stringify({ ...JSON.parse(replayed), id: "0".repeat(32), [name]: value });
    const bad = [replayed, other("fingerprint", "0".repeat(64)), other("period", "2020-01-01"), "{", other("report", 99)];
    for (const line of bad) {
      assert.equal((await fetch(second.url, { method: "POST", body: `${line}\n` })).status, 204);
    }
    assert.equal((await fetch(second.url, { method: "POST", body: "no end" })).status, 400);
    assert.equal((await fetch(second.url, { method: "POST", body: "x".repeat(1 << 21) })).status, 413);
    assert.equal((await fetch(second.url)).status, 405);
    await ended(second.process, "SIGTERM");
    assert.ok(readdirSync(at("sent")).every((name) => name.endsWith(".jsonl")), readdirSync(at("sent")).join());

    const ingest = ["ingest", "--plan", at("plan.conf"), "--input", at("sent"), "--output", at("reports"), "--days", day];
    const { said } = ldp(...ingest);
    assert.match(said, new RegExp(`${DEVICES} reports of pgr.*, of ${2 * DEVICES + bad.length} envelopes, 1 repeats`));
    assert.match(said, /2004 kept apart: 1 foreign-plan, 2000 missing-field, 1 report-range, 1 unknown-period, 1 unreadable/);
    assert.match(ldp(...ingest).said, /already done, nothing was counted/);
    ldp("accumulate", "--input", at("reports"), "--output", at("accumulators"));
    const csv = ldp("estimate", "--input", at("accumulators"), "--output", at("estimates"), "--format", "csv").out;
    assertHold(csv, truth);

    // The same for the table's, by SQL; of its two tables the second, whose items are ages by children.
    const tables = ["ingest", "--plan", at("table.conf"), "--input", at("sent"), "--output", at("tables")];
    assert.match(ldp(...tables).said, /2000 reports of tables.*, 2005 kept apart: 2004 foreign-spec, 1 unreadable/);
    const { spec } = JSON.parse(found.envelopes[2]);
    const query = `SELECT inline(ldp_estimate(ldp_accumulate(report, '${spec}'))) FROM parquet.\`${at("tables")}/reports\``;
    const asked = ldp("sql", "--format", "csv", "-e", query).out.split("\n").filter((line) => !line.startsWith("0-3:"));
    const held = Object.fromEntries(Array.from({ length: 20 }, (_, item) => [`1-2:${item}`, 0]));
    assertHold(asked.join("\n"), { ...held, "1-2:0": 500, "1-2:7": 1000, "1-2:11": 500 });
    // Everybody in one cell, 13 errors off: it passes by chance with probability 1e-11.
    assert.throws(() => assertHold(asked.join("\n"), { ...held, "1-2:0": DEVICES }));
  } finally {
    started.forEach((one) => one.kill("SIGKILL"));
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Estimates are within six errors, beyond which they are by chance with probability 2e-9; most intervals hold. */
function assertHold(csv, truth) {
  const [head, ...rows] = csv.trim().split("\n").map((line) => line.split(","));
  let inside = 0;
  for (const row of rows) {
    const number = (name) => Number(row[head.indexOf(name)]);
    const item = row[head.indexOf("item")];
    const is = truth[item];
    console.log(`${item}: ${is}, estimated ${number("estimate")} in ${number("lower")} to ${number("upper")}`);
    inside += number("lower") <= is && is <= number("upper") ? 1 : 0;
    assert.ok(Math.abs(number("estimate") - is) < 6 * number("standard_error"), row.join());
  }
  assert.equal(rows.length, Object.keys(truth).length);
  console.log(`${inside} of ${rows.length} intervals hold the truth`);
}

function value(i) {
  return i < 9 ? "US" : i < 14 ? "IN" : i < 17 ? "BR" : i < 18 ? null : i < 19 ? "elsewhere" : "";
}
