// What `ldp audit --pairs` says of the client's reports of known values, drawn under a seed. It needs the program:
// LDP_LAUNCHER.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createCipheriv } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Coins, compile, shown } from "../build/conformance.js";

const launcher = process.env.LDP_LAUNCHER;
const DRAWS = JSON.parse(readFileSync(new URL("../conformance/draws.json", import.meta.url), "utf8"));
const REPORTS = 100_000;

/** The program's exit code and bound, of reports of two values. */
function audited({ draw }) {
  const report = compile(draw).draw;
  const stream = createCipheriv("aes-128-ctr", Buffer.alloc(16, 4), Buffer.alloc(16));
  const coins = new Coins((bytes) => bytes.set(stream.update(new Uint8Array(bytes.length))));
  const lines = ["value,report"];
  for (let i = 0; i < REPORTS; i++) {
    lines.push(`0,${shown(report([0], coins))}`, `1,${shown(report([1], coins))}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "spark-ldp-audit-"));
  try {
    const pairs = join(folder, "pairs.csv");
    writeFileSync(pairs, `${lines.join("\n")}\n`);
    const { status, stdout, stderr } = spawnSync(launcher, ["audit", "--pairs", pairs, "--epsilon", "1.0"], { encoding: "utf8" });
    return { status, said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("an audit shows no more than epsilon, and more of a threshold that is a tenth off", { skip: !launcher && "no LDP_LAUNCHER" }, () => {
  const one = DRAWS.find(({ spec }) => spec === "grr(epsilon=1.0,k=5)");
  const { status, said } = audited(one);
  console.log(said);
  assert.equal(status, 0, said);
  const weight = `${(BigInt(one.draw.weight) * 9n) / 10n}`;
  const wrong = audited({ draw: { ...one.draw, weight } });
  console.log(wrong.said);
  assert.equal(wrong.status, 3, wrong.said); // the claim does not hold
});
