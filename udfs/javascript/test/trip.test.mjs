// The whole trip: a signed question, 2,000 devices in a browser, a collector that is killed, ingest, estimates. It needs
// the program: LDP_LAUNCHER, such as jobs/bin/ldp.
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

/** A collector, once it listens: its process and its address. */
function collector(folder) {
  const process_ = spawn("java", [new URL("../sample/Collector.java", import.meta.url).pathname, folder, "0"]);
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
    ldp("compile", "--plan", at("plan.conf"), "--output", at("question.jws"), "--sign", at("question.pem"));

    // Of 20 devices, 9 hold US, 5 IN, 3 BR, none DE, and 3 something else or nothing.
    const values = Array.from({ length: DEVICES }, (_, i) => value(i % 20));
    const truth = { US: 900, IN: 500, BR: 300, DE: 0, "(other)": 300 };
    const { process: first, url } = await start();
    const devices = {
      jws: readFileSync(at("question.jws"), "utf8"),
      pinnedKeys: [publicKey.export({ type: "spki", format: "der" }).toString("base64")],
      values,
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
    assert.deepEqual([found.wrong, found.sent, found.envelopes[0]], [[], DEVICES, DEVICES]);

    // Killed, and started again: what it said to have taken is there.
    await ended(first, "SIGKILL");
    const second = await start();
    const day = new Date().toISOString().slice(0, 10);
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
    assert.match(said, new RegExp(`${DEVICES} reports of pgr.*, of ${DEVICES + bad.length} envelopes, 1 repeats`));
    assert.match(said, /4 kept apart: 1 foreign-plan, 1 report-range, 1 unknown-period, 1 unreadable/);
    assert.match(ldp(...ingest).said, /already done, nothing was counted/);
    ldp("accumulate", "--input", at("reports"), "--output", at("accumulators"));
    const csv = ldp("estimate", "--input", at("accumulators"), "--output", at("estimates"), "--format", "csv").out;
    const [head, ...rows] = csv.trim().split("\n").map((line) => line.split(","));
    const column = (name) => head.indexOf(name);
    let inside = 0;
    for (const row of rows) {
      const number = (name) => Number(row[column(name)]);
      const is = truth[row[column("item")]];
      console.log(`${row[column("item")]}: ${is}, estimated ${number("estimate")} in ${number("lower")} to ${number("upper")}`);
      inside += number("lower") <= is && is <= number("upper") ? 1 : 0;
      // Beyond six standard errors by chance with probability 2e-9.
      assert.ok(Math.abs(number("estimate") - is) < 6 * number("standard_error"), row.join());
    }
    assert.equal(rows.length, 5);
    console.log(`${inside} of 5 intervals hold the truth`);
  } finally {
    started.forEach((one) => one.kill("SIGKILL"));
    rmSync(folder, { recursive: true, force: true });
  }
});

function value(i) {
  return i < 9 ? "US" : i < 14 ? "IN" : i < 17 ? "BR" : i < 18 ? null : i < 19 ? "elsewhere" : "";
}
