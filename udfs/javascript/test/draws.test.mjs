// The conformance files, sizes, and laws by a million draws each. Chance is seeded: nothing here fails by accident.
import assert from "node:assert/strict";
import { createCipheriv } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { Coins, compile, draws, questions, shown } from "../build/conformance.js";

const file = (name) => JSON.parse(readFileSync(new URL(`../conformance/${name}.json`, import.meta.url), "utf8"));
const DRAWS = [...file("draws"), ...file("tables")];

/** With the numbers of these names changed, wherever they stand in the draw. */
const changed = (one, names, change) => ({
  ...one,
  draw: JSON.parse(JSON.stringify(one.draw), (name, text) => (names.includes(name) ? `${change(BigInt(text))}` : text)),
});

test("draws are Java's, word for word", () => {
  const { wrong, tried } = draws(DRAWS);
  assert.deepEqual(wrong, []);
  assert.ok(tried > 700, `${tried}`);
});

test("questions, good and bad, end as they must", async () => {
  const { wrong, tried } = await questions(file("questions"));
  assert.deepEqual(wrong, []);
  assert.ok(tried > 50, `${tried}`);
});

test("a wrong threshold, field or outcome would be seen", async () => {
  for (const names of [["weight", "leave_out", "least"], ["end"], ["offset"], ["q"]]) {
    const broken = DRAWS.map((one) => (names[0] !== "q" || one.draw.steps === "bits" ? changed(one, names, (n) => n + 1n) : one));
    const specs = new Set(draws(broken).wrong.map((found) => found.split(/ of |: /)[0]));
    const changes = broken.filter((one, i) => JSON.stringify(one.draw) !== JSON.stringify(DRAWS[i].draw));
    assert.ok(changes.length > 0, names[0]);
    assert.deepEqual([...specs].sort(), changes.map((one) => one.spec).sort());
  }
  const cases = file("questions").map((one) => ({ ...one, outcome: one.outcome === "ok" ? "signature" : one.outcome }));
  assert.notDeepEqual((await questions(cases)).wrong, []);
});

for (const [name, most] of [
  ["spark-ldp.js", 10_000],
  ["spark-ldp.global.js", 10_000],
]) {
  test(`${name} has at most ${most} bytes, minified and compressed`, () => {
    const bytes = gzipSync(readFileSync(new URL(`../dist/${name}`, import.meta.url)), { level: 9 }).length;
    console.log(`${name}: ${bytes} bytes`);
    assert.ok(bytes <= most, `${bytes}`);
  });
}

/** AES-128-CTR under a seed. */
const random = (seed) => {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed), Buffer.alloc(16));
  return (bytes) => bytes.set(cipher.update(new Uint8Array(bytes.length)));
};

const MILLION = 1_000_000;

/** Above it, chi-square of so many degrees is with probability 1e-6 (Wilson and Hilferty; z = 4.76). */
const most = (degrees) => degrees * (1 - 2 / (9 * degrees) + 4.7535 * Math.sqrt(2 / (9 * degrees))) ** 3;

function distance({ law, draw }, coins) {
  const report = compile(draw).draw;
  const counts = new Map(Object.keys(law.probabilities).map((outcome) => [outcome, 0]));
  const value = law.value.split(" ").map(Number);
  for (let i = 0; i < MILLION; i++) {
    const outcome = `${shown(report(value, coins))}`;
    counts.set(outcome, (counts.get(outcome) ?? NaN) + 1);
  }
  let sum = 0;
  for (const [outcome, count] of counts) {
    const expected = MILLION * Number(law.probabilities[outcome]);
    sum += (count - expected) ** 2 / expected;
  }
  return { sum, limit: most(counts.size - 1) };
}

const WITH_LAW = DRAWS.filter((one) => one.law);

test("there are laws of all steps", () => {
  assert.deepEqual(
    new Set(WITH_LAW.map((one) => one.draw.steps)),
    new Set(["bits", "choice", "hadamard", "hash", "hyperplanes", "line", "subset", "tables", "two-points", "window"]),
  );
});

WITH_LAW.forEach((one, i) => {
  test(`a million draws of ${one.spec} follow its law`, () => {
    const { sum, limit } = distance(one, new Coins(random(i)));
    assert.ok(sum < limit, `${sum} of ${limit}`);
  });
});

// Of a table, which table is asked, and which of a cell's ends is reported, too.
for (const [protocol, name, part] of [
  ["grr", "weight", 101n],
  ["tables", "end", 99n],
  ["tables", "leave_out", 101n],
]) {
  test(`${name} of ${protocol} that is 1 % off would be seen`, () => {
    const one = WITH_LAW.find(({ spec }) => spec.startsWith(protocol));
    const { sum, limit } = distance(changed(one, [name], (n) => (n * part) / 100n), new Coins(random(1)));
    assert.ok(sum > limit, `${sum} of ${limit}`);
  });
}

test("a coin for ends that is 3 % off would be seen", () => {
  const one = WITH_LAW.find(({ spec }) => spec.startsWith("tables"));
  assert.equal(one.law.value, "2.0 0.0 0.75");
  const { sum, limit } = distance({ ...one, law: { ...one.law, value: "2.0 0.0 0.78" } }, new Coins(random(1)));
  assert.ok(sum > limit, `${sum} of ${limit}`);
});

test("biased coins would be seen", () => {
  const fair = random(2);
  const biased = (bytes) => {
    fair(bytes);
    for (let i = 7; i < bytes.length; i += 8) {
      bytes[i] &= bytes[i - 1] < 3 ? 0x7f : 0xff; // the highest bit is 1 less often by 0.6 %
    }
  };
  for (const one of WITH_LAW.filter(({ draw }) => draw.steps === "choice")) {
    const { sum, limit } = distance(one, new Coins(biased));
    assert.ok(sum > limit, `${one.spec}: ${sum} of ${limit}`);
  }
});
