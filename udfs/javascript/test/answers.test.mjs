// What a device answers, and what it does not: once a period, stored before it is sent, within the limits.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { envelope, ownStore, Question, Refusal } from "../build/conformance.js";

const CASES = JSON.parse(readFileSync(new URL("../conformance/questions.json", import.meta.url), "utf8"));
const DAY = 86_400_000;

const asked = (name) => CASES.find((one) => one.name === name);

/** A device: its storage, its clock, and what it has sent. */
class Device {
  text = undefined;
  sent = [];
  now = Date.parse("2026-01-02T12:00:00Z");
  online = true;
  drawn = 0;
  store = ownStore({ get: async () => this.text, set: async (text) => (this.text = text) });
  transport = async (envelope) => {
    assert.ok(this.text.includes(JSON.stringify(envelope).slice(1, -1)), "stored before it is sent");
    if (!this.online) throw new Error("offline");
    this.sent.push(envelope);
  };

  async question(name = "a list with other and missing", options = {}) {
    const { jws, options: own } = asked(name);
    const random = (bytes) => {
      this.drawn++;
      crypto.getRandomValues(bytes);
    };
    return Question.load(jws, { ...own, clock: () => this.now, random, ...options });
  }

  answer(question, value = "DE", more = {}) {
    const { store, transport } = this;
    const period = new Date(this.now).toISOString().slice(0, 10);
    return question.answer(value, { store, transport, period, publicColumns: { country: "DE" }, ...more });
  }
}

const refusal = (code) => (error) => {
  assert.ok(error instanceof Refusal, `${error}`);
  assert.equal(error.code, code);
  return true;
};

test("an answer is one envelope, whose value and time are nowhere", async () => {
  const device = new Device();
  const question = await device.question();
  assert.equal(await device.answer(question, "a \"b\""), "sent");
  assert.equal(device.sent.length, 1);
  const envelope = JSON.parse(device.sent[0]);
  assert.deepEqual(Object.keys(envelope), ["version", "spec", "fingerprint", "id", "period", "public", "report"]);
  assert.match(envelope.id, /^[0-9a-f]{32}$/);
  assert.equal(envelope.fingerprint, question.fingerprint);
  assert.equal(envelope.period, "2026-01-02");
  assert.ok(Number.isInteger(envelope.report));
  assert.ok(!device.text.includes("a \\\"b"), "the value is not stored");
  assert.ok(device.text.length < 300, device.text);
});

test("once a period: whatever the value is later, and however often", async () => {
  const device = new Device();
  const question = await device.question();
  for (const value of ["DE", "f", null, "DE"]) {
    assert.equal(await device.answer(question, value), "sent");
  }
  assert.equal(device.sent.length, 1);
  device.now += DAY;
  await device.answer(question);
  assert.equal(device.sent.length, 2);
  const ids = device.sent.map((envelope) => JSON.parse(envelope).id);
  assert.notEqual(ids[0], ids[1]);
});

test("a wrong twin, which ignores that the period has its answer, spends twice", async () => {
  const device = new Device();
  const forgotten = /"answered":{[^}]*}/;
  device.store = { update: async (next) => void (device.text = next(device.text?.replace(forgotten, '"answered":{}'))) };
  const question = await device.question();
  await device.answer(question);
  const once = JSON.parse(device.text).spentToday;
  await device.answer(question);
  assert.equal(JSON.parse(device.text).spentToday, 2 * once);
});

test("two tabs at once give one answer", async () => {
  const device = new Device();
  const tabs = await Promise.all([device.question(), device.question(), device.question()]);
  await Promise.all(tabs.map((tab, i) => device.answer(tab, ["DE", "f", "x"][i])));
  assert.equal(new Set(device.sent).size, 1);
});

test("offline for a week: the same report under the same id goes later", async () => {
  const device = new Device();
  const question = await device.question();
  device.online = false;
  assert.equal(await device.answer(question), "kept");
  const stored = device.text;
  assert.equal(await device.answer(question, "f"), "kept");
  assert.equal(device.text, stored);
  device.now += 7 * DAY;
  device.online = true;
  assert.deepEqual(await question.send(device), []);
  assert.equal(device.sent.length, 1);
  assert.ok(stored.includes(JSON.parse(device.sent[0]).id));
  assert.deepEqual(await question.send(device), []);
  assert.equal(device.sent.length, 1);
});

test("a transport that fails after it has sent makes a replay, not a second report", async () => {
  const device = new Device();
  const question = await device.question();
  const lost = async (envelope) => {
    device.sent.push(envelope);
    throw new Error("no answer");
  };
  const reasons = [];
  const onFailure = ({ message }) => reasons.push(message);
  assert.equal(await device.answer(question, "DE", { transport: lost, onFailure }), "kept");
  assert.deepEqual(reasons, ["no answer"]);
  assert.equal(await device.answer(question, "f"), "sent");
  assert.equal(device.sent.length, 2);
  assert.equal(device.sent[0], device.sent[1]);
});

test("a day's limit holds for all questions together, and an emptied storage forgets it", async () => {
  const device = new Device();
  const limits = { day: 2.5 };
  const [one, two] = [await device.question(undefined, { limits }), await device.question("bins, a range and a list, by weeks", { limits })];
  await device.answer(one);
  const more = { publicColumns: {}, period: "2025-12-29" };
  await assert.rejects(device.answer(two, { age: 3, n: 0, sex: "F" }, more), refusal("limit-day"));
  device.now += DAY;
  await device.answer(two, { age: 3, n: 0, sex: "F" }, more);
  assert.equal(device.sent.length, 2);
  // What is spent is known from storage alone: emptied, the person spends the day's epsilon anew, and answers again.
  device.text = undefined;
  await device.answer(one);
  assert.equal(device.sent.length, 3);
  assert.equal(JSON.parse(device.text).spentToday, 1e9 * one.epsilon);
});

test("a limit for life holds where storage lasts", async () => {
  const device = new Device();
  const question = await device.question(undefined, { limits: { day: 1, life: 3 }, storageLasts: true });
  for (let i = 0; i < 3; i++) {
    await device.answer(question);
    device.now += DAY;
  }
  await assert.rejects(device.answer(question), refusal("limit-life"));
  assert.equal(device.sent.length, 3);
});

test("a clock that is set back gains nothing", async () => {
  const device = new Device();
  const question = await device.question(undefined, { limits: { day: 1 } });
  await device.answer(question);
  device.now -= DAY;
  await assert.rejects(device.answer(question), refusal("past"));
  const other = await device.question("a domain that is closed", { limits: { day: 1 } });
  await assert.rejects(device.answer(other, "a", { publicColumns: {} }), refusal("limit-day"));
});

test("periods that are not now are refused", async () => {
  const device = new Device();
  const question = await device.question();
  for (const period of ["2025-12-31", "2026-01-04", "2026-01", "today", "", undefined, "2026-13-01", "2025-12-33"]) {
    await assert.rejects(device.answer(question, "DE", { period }), refusal("period"));
  }
  for (const period of ["2026-01-01", "2026-01-03"]) {
    await device.answer(question, "DE", { period });
  }
  assert.equal(device.sent.length, 2);
  device.now = Date.parse("2026-03-02T12:00:00Z");
  await assert.rejects(device.answer(question, "DE", { period: "2026-02-30" }), refusal("period"));
});

test("a week has one first day, a Monday", async () => {
  const device = new Device();
  const question = await device.question("bins, a range and a list, by weeks");
  const answer = (period) => device.answer(question, { age: 3, n: 0, sex: "F" }, { period, publicColumns: {} });
  const ended = [];
  for (let day = 20; day < 41; day++) {
    await answer(new Date(Date.UTC(2025, 11, day)).toISOString().slice(0, 10)).then(
      () => ended.push(day),
      refusal("period"),
    );
  }
  assert.deepEqual(ended, [29]);
});

test("a clock that jumps draws no period twice, and forgets nothing that waits", async () => {
  for (const jump of [70, 62, 1, -1, -62, -70]) {
    const device = new Device();
    const question = await device.question(undefined, { limits: { day: 9 } });
    const [now, away] = [device.now, device.now + jump * DAY];
    device.online = false;
    await device.answer(question);
    device.now = away;
    await device.answer(question).catch(refusal("past"));
    device.now = now;
    assert.equal(await device.answer(question), "kept");
    device.online = true;
    assert.equal(await device.answer(question), "sent");
    const periods = device.sent.map((envelope) => JSON.parse(envelope).period);
    assert.equal(periods.length, jump > 0 ? 2 : 1, `${jump}: ${periods}`);
    assert.equal(new Set(periods).size, periods.length);
    assert.equal(JSON.parse(device.text).spentForLife, periods.length * 1e9 * question.epsilon);
  }
});

test("what waits of a question goes with its next version, whatever was drawn since", async () => {
  const device = new Device();
  device.online = false;
  await device.answer(await device.question());
  device.online = true;
  device.text = device.text.replace('"versions":{"test":7}', '"versions":{"test":8}');
  const next = await device.question("a domain that is closed"); // of the same name, and another fingerprint
  assert.deepEqual(await next.send(device), []);
  assert.equal(device.sent.length, 1);
});

test("a mistyped pinned key does not stand before the right one", async () => {
  const { pinnedKeys } = asked("a list with other and missing").options;
  const device = new Device();
  for (const mistyped of [pinnedKeys[0].slice(0, -9), "?", `A${pinnedKeys[0].slice(1)}`]) {
    await device.question(undefined, { pinnedKeys: [mistyped, pinnedKeys[0]] });
    await assert.rejects(device.question(undefined, { pinnedKeys: [mistyped] }), refusal("keys"));
  }
});

test("a value outside, and public columns that are not the question's, are refused without being shown", async () => {
  const device = new Device();
  const question = await device.question("a domain that is closed");
  const attempt = device.answer(question, "a secret", { publicColumns: {} });
  await assert.rejects(attempt, (error) => refusal("outside")(error) && !error.message.includes("secret"));
  const daily = await device.question();
  for (const publicColumns of [{}, { country: "DE", town: "B" }, { Country: "DE" }, { country: "a\nb" }, { country: "\ud800" }, { country: 5 }, { country: "é".repeat(129) }]) {
    await assert.rejects(device.answer(daily, "DE", { publicColumns }), refusal("public"));
  }
  assert.equal(JSON.parse(device.text).spentForLife, 0);
  assert.equal(device.drawn, 0);
});

test("what waits goes whatever becomes of this value, which is looked at only where it is drawn", async () => {
  const device = new Device();
  const question = await device.question("a domain that is closed");
  const more = { publicColumns: {} };
  device.online = false;
  await device.answer(question, "a", more);
  assert.equal(await device.answer(question, "a secret", more), "kept");
  device.now += DAY;
  device.online = true;
  await assert.rejects(device.answer(question, "a secret", more), refusal("outside"));
  assert.equal(device.sent.length, 1);
  await device.answer(question, "b", more);
  assert.equal(device.sent.length, 2);
});

test("a clock that was ahead costs nothing where nothing was drawn", async () => {
  const device = new Device();
  const question = await device.question(undefined, { limits: { day: 1 } });
  device.now += 60 * DAY;
  await question.send(device);
  device.now -= 60 * DAY;
  await device.answer(question);
  device.now += DAY;
  assert.equal(await device.answer(question), "sent");
  assert.equal(device.sent.length, 2);
});

test("a refusal does not toss a round's coin again", async () => {
  const device = new Device();
  const none = { period: undefined, publicColumns: {} };
  const limits = { day: 3 };
  const first = await device.question("words of symbols", { limits });
  await device.answer(await device.question(undefined, { limits }));
  const { text } = device;
  for (let i = 0; i < 40; i++) {
    device.text = text;
    const ended = await device.answer(first, "abc", none).catch(refusal("limit-day"));
    const rounds = Object.values(JSON.parse(device.text).rounds);
    assert.deepEqual(rounds, [ended === "other-round" ? 2 : 1]);
  }
});

test("public columns are in the order of their names, whatever these are", () => {
  const line = envelope("s", "f", "i", undefined, { b: "1", 9: "2", 10: "3" }, 0);
  assert.equal(line, '{"version":1,"spec":"s","fingerprint":"f","id":"i","public":{"10":"3","9":"2","b":"1"},"report":0}');
});

test("an older question of the name is refused once a newer was seen", async () => {
  const device = new Device();
  await device.answer(await device.question());
  const state = JSON.parse(device.text);
  device.text = JSON.stringify({ ...state, versions: { test: 8 } });
  device.now += DAY;
  await assert.rejects(device.answer(await device.question()), refusal("version"));
});

/** Random bytes of a seed. */
const seeded = (seed) => {
  let batch = 0;
  return (bytes) => {
    batch++;
    for (let at = 0; at < bytes.length; at += 32) {
      bytes.set(createHash("sha256").update(`${seed} ${batch} ${at}`).digest(), at);
    }
  };
};

const NONE = { period: undefined, publicColumns: {} };

/** Of those who answer in the second round, in standard deviations of their number. */
async function errorOfSeconds(random) {
  const device = new Device();
  const [first, second] = [
    await device.question("words of symbols", { random }),
    await device.question("words of symbols, second round", { random }),
  ];
  const devices = 1000;
  let seconds = 0;
  for (let i = 0; i < devices; i++) {
    device.text = undefined;
    const ended = [await device.answer(first, "abc", NONE), await device.answer(second, "abc", NONE)];
    assert.deepEqual([...ended].sort(), ["other-round", "sent"]);
    assert.equal(await device.answer(second, "d", NONE), ended[1]);
    const { round } = JSON.parse(device.sent[i]);
    assert.equal(round, ended[1] === "sent" ? 2 : 1);
    seconds += round - 1;
  }
  assert.equal(device.sent.length, devices);
  const share = 296 / 4096; // of 4096 parts; one that dealt evenly would have half
  return (seconds - devices * share) / Math.sqrt(devices * share * (1 - share));
}

test("a device answers in one round, as its own coin says", async () => {
  const error = await errorOfSeconds(seeded(1));
  assert.ok(Math.abs(error) < 5, `${error}`); // by chance with probability 6e-7
});

test("a round's coin that is biased would be seen", async () => {
  const fair = seeded(1);
  const error = await errorOfSeconds((bytes) => {
    fair(bytes);
    for (let at = 0; at < bytes.length; at += 8) {
      bytes[at + 7] |= bytes[at] & 0xc0; // two bits that are set too often
    }
  });
  assert.ok(Math.abs(error) > 5, `${error}`);
});

// Else who is refused would tell the table, or the report what it does not ask.
test("of a table, what is not asked is in no report, and looked at all the same", async () => {
  const table = "a table, outside = fail";
  const person = { education: "school", age: 44, children: 0, income: 31000 };
  const payload = JSON.parse(Buffer.from(asked(table).jws.split(".")[1], "base64url").toString());
  const answered = async (seed, value) => {
    const device = new Device();
    const question = await device.question(table, { random: seeded(seed) });
    assert.equal(await device.answer(question, value, NONE), "sent");
    return device.sent[0];
  };
  const tables = new Set();
  for (let seed = 0; seed < 20; seed++) {
    const own = await answered(seed, person);
    const isFirst = JSON.parse(own).report < Number(payload.draw.tables[1].offset);
    const other = isFirst ? { age: 3, children: 2 } : { education: "college", income: 1 };
    assert.equal(await answered(seed, { ...person, ...other }), own); // of the same words of randomness
    tables.add(isFirst);
    for (const outside of [{ income: -1 }, { age: 101 }]) {
      const device = new Device();
      await assert.rejects(device.answer(await device.question(table), { ...person, ...outside }, NONE), refusal("outside"));
      assert.equal(device.drawn, 0);
    }
  }
  assert.equal(tables.size, 2);
});

test("a question that is too long, or numbers a value beyond its items, is malformed and draws nothing", async () => {
  const { jws, options } = asked("a list with other and missing");
  const device = new Device();
  await assert.rejects(Question.load(jws + " ".repeat(2 ** 22), options), refusal("malformed"));
  const [header, payload, signature] = jws.split(".");
  const broken = Buffer.from(payload, "base64url").toString().replace('"other":"5"', '"other":"8"');
  const other = [header, Buffer.from(broken).toString("base64url"), signature].join(".");
  const question = await Question.load(other, { ...options, clock: () => device.now, verify: async () => true });
  await assert.rejects(device.answer(question, "elsewhere"), refusal("malformed"));
  assert.equal(JSON.parse(device.text).spentForLife, 0);
  assert.equal(await device.answer(question, "DE"), "sent");
});

test("a question expires while it is open", async () => {
  const device = new Device();
  const question = await device.question();
  device.now = Date.parse("2026-04-01T00:00:00Z");
  await assert.rejects(device.answer(question), refusal("expired"));
});

test("without a source of random bytes, or with a dead one, nothing is drawn", async () => {
  const device = new Device();
  await assert.rejects(device.answer(await device.question(undefined, { random: () => undefined })), refusal("random"));
  const half = (bytes) => crypto.getRandomValues(bytes.subarray(0, 256));
  await assert.rejects(device.answer(await device.question(undefined, { random: half })), refusal("random"));
  const { getRandomValues } = crypto;
  const own = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
  try {
    const verify = async () => true;
    await assert.rejects(device.answer(await device.question(undefined, { random: undefined, verify })), refusal("no-random"));
    await assert.rejects(device.question(), refusal("no-verify"));
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: own, configurable: true });
  }
  assert.ok(getRandomValues);
  assert.equal(JSON.parse(device.text).spentForLife, 0);
});

test("two stores of one place take turns, and a failed update leaves the next one be", async () => {
  let text;
  const place = { get: async () => text, set: async (now) => (text = now) };
  await assert.rejects(ownStore(place).update(() => assert.fail("no")));
  await Promise.all([1, 2, 3].map((i) => ownStore(place).update((before) => `${before ?? ""}${i}`)));
  assert.equal(text, "123");
});
