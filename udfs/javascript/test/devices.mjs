// Runs in the browser: as many devices as the file says, each with storage of its own, answer its questions.
import { ownStore, Question } from "./conformance.js";

const { questions, collector } = await (await fetch("devices.json")).json();
const found = { wrong: [], sent: 0, envelopes: [] };

const transport = async (envelope) => {
  const response = await fetch(collector, { method: "POST", body: `${envelope}\n`, credentials: "omit" });
  if (!response.ok) throw new Error(`${response.status}`);
  found.envelopes.push(envelope);
};

async function device({ jws, options, now, period }, value) {
  let text;
  const store = ownStore({ get: async () => text, set: async (now) => (text = now) });
  const question = await Question.load(jws, { ...options, clock: () => now });
  for (let again = 0; again < 2; again++) {
    if ((await question.answer(value, { store, transport, period })) !== "sent") found.wrong.push("not sent");
  }
  found.sent++;
}

try {
  for (const question of questions) {
    for (let i = 0; i < question.values.length; i += 20) {
      await Promise.all(question.values.slice(i, i + 20).map((value) => device(question, value)));
    }
  }
} catch (error) {
  found.wrong.push(`${error} ${error?.stack}`);
}
found.envelopes = [found.envelopes.length, found.envelopes[0], found.envelopes.at(-1)];
await fetch("/result", { method: "POST", body: JSON.stringify(found) });
