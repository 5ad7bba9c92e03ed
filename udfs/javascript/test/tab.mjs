// One of several tabs that answer the same question at once, each another value.
import { indexedDbStore, Question } from "./conformance.js";

const [{ jws, options, now }] = await (await fetch("questions.json")).json();
const question = await Question.load(jws, { ...options, clock: () => now });
const sent = [];
const answered = await question.answer(["DE", "f", null][Math.floor(3 * Math.random())], {
  store: indexedDbStore(),
  transport: async (envelope) => sent.push(envelope),
  period: "2026-01-02",
  publicColumns: { country: "DE" },
});
parent.postMessage({ answered, sent });
