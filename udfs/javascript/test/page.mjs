// Runs in the browser: the conformance files, three tabs that answer at once, and the one script of pages.
import { draws, indexedDbStore, questions } from "./conformance.js";

const json = async (name) => (await fetch(name)).json();

async function tabs() {
  const envelopes = [];
  const ended = [];
  const all = new Promise((done) => {
    addEventListener("message", ({ data }) => {
      envelopes.push(...data.sent);
      ended.push(data.answered);
      if (ended.length === 3) done();
    });
  });
  for (let i = 0; i < 3; i++) {
    const frame = document.createElement("iframe");
    frame.src = `/tab`;
    document.documentElement.append(frame);
  }
  await all;
  let state;
  await indexedDbStore().update((before) => (state = before));
  return { envelopes: new Set(envelopes).size, answers: Object.keys(JSON.parse(state).answered).length };
}

async function script() {
  const element = document.createElement("script");
  element.integrity = (await (await fetch("integrity.txt")).text()).trim();
  element.crossOrigin = "anonymous";
  element.src = "/spark-ldp.global.js";
  const loaded = new Promise((done, fail) => ((element.onload = done), (element.onerror = fail)));
  document.head.append(element);
  await loaded;
  return typeof globalThis.sparkLdp.Question.load;
}

/** The example of the page on devices, twice on one day: its storage is this page's, and the collector only counts. */
async function example() {
  const own = globalThis.fetch;
  const envelopes = [];
  globalThis.fetch = (to, request) =>
    `${to}`.startsWith("https://") ? (envelopes.push(request.body), Promise.resolve(new Response())) : own(to, request);
  const [{ now: then }] = await json("questions.json");
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length ? given : [then]));
    }
    static now() {
      return then;
    }
  };
  const { answerToday } = await import("/example.js");
  const answers = [await answerToday("a"), await answerToday("b")];
  globalThis.fetch = own;
  return { answers, envelopes: envelopes.length };
}

const found = { wrong: [] };
try {
  const drawn = draws([...(await json("draws.json")), ...(await json("tables.json"))]);
  const asked = await questions(await json("questions.json"));
  found.wrong.push(...drawn.wrong, ...asked.wrong);
  found.draws = drawn.tried;
  found.questions = asked.tried;
  found.example = await example();
  await new Promise((done) => (indexedDB.deleteDatabase("spark-ldp").onsuccess = done)); // as people may
  found.tabs = await tabs();
  found.script = await script();
} catch (error) {
  found.wrong.push(`${error} ${error?.stack}`);
}
await fetch("/result", { method: "POST", body: JSON.stringify(found) });
