// Runs the conformance files: the same code in Node and in a browser.
import { Coins, Refusal } from "../src/coins.js";
import { compile, index, Numbers, type Report, shown } from "../src/draw.js";
import { parse, payload, platformVerify } from "../src/jws.js";
import { envelope, Question } from "../src/question.js";
import { input } from "../src/value.js";

export { Coins, compile, envelope, Question, Refusal, shown };
export { indexedDbStore, ownStore } from "../src/store.js";

/** Given words, and none beyond. Writes down each draw. */
export class GivenCoins extends Coins {
  readonly steps: string[][] = [];
  used = 0;

  constructor(private readonly given: bigint[]) {
    super(() => undefined);
  }

  override word(): bigint {
    const word = this.given[this.used++];
    if (word === undefined) {
      throw new Error("more words than Java draws");
    }
    return word;
  }

  override below(t: bigint): boolean {
    const isBelow = super.below(t);
    this.steps.push(["below", `${t}`, isBelow ? "1" : "0"]);
    return isBelow;
  }

  override uniform(bound: number): number {
    const drawn = super.uniform(bound);
    this.steps.push(["uniform", `${bound}`, `${drawn}`]);
    return drawn;
  }

  override choose(value: number, k: number, weight: bigint, bits = 0): number {
    const drawn = super.choose(value, k, weight, bits);
    this.steps.push(["choose", `${value}`, `${k}`, `${weight}`, `${bits}`, `${drawn}`]);
    return drawn;
  }

  override bits(t: bigint, count: number): bigint[] {
    const drawn = super.bits(t, count);
    this.steps.push(["bits", `${t}`, `${count}`, drawn.join(" ")]);
    return drawn;
  }
}

interface DrawCase {
  value: string;
  words: string[];
  steps: string[][];
  report: string;
  envelope?: string;
}

export interface DrawFile {
  spec: string;
  fingerprint: string;
  draw: Record<string, unknown>;
  cases: DrawCase[];
  law?: { value: string; probabilities: Record<string, string> };
}

interface QuestionCase {
  name: string;
  jws: string;
  options: { pinnedKeys: string[]; limits: { day: number }; minVersion?: number; storageLasts?: boolean };
  now: number;
  outcome: string;
  isNumber?: boolean;
  values?: { value: null; item?: number | number[]; outcome?: string }[];
}

/** What is wrong, and how much was tried. */
export interface Findings {
  wrong: string[];
  tried: number;
}

export function draws(all: DrawFile[]): Findings {
  const found: Findings = { wrong: [], tried: 0 };
  for (const { spec, fingerprint, draw, cases } of all) {
    const report = compile(draw).draw;
    for (const one of cases) {
      const coins = new GivenCoins(one.words.map(BigInt));
      let drawn: Report = NaN;
      let said = "";
      try {
        drawn = report(one.value.split(" ").map(Number), coins);
        said = JSON.stringify([`${shown(drawn)}`, coins.used, coins.steps]);
      } catch (error) {
        said = `${error}`;
      }
      const expected = JSON.stringify([one.report, one.words.length, one.steps]);
      found.tried++;
      if (said !== expected) {
        found.wrong.push(`${spec} of ${one.value}: ${said} for ${expected}`);
      }
      if (one.envelope !== undefined) {
        const { id, round } = JSON.parse(one.envelope) as { id: string; round?: number };
        const line = envelope(spec, fingerprint, id, "2026-01-02", { country: "DE", a: "\u00e9\"\\" }, drawn, round);
        found.tried++;
        if (line !== one.envelope) {
          found.wrong.push(`${spec}: ${line} for ${one.envelope}`);
        }
      }
    }
  }
  return found;
}

const outcome = async (attempt: () => unknown): Promise<string> => {
  try {
    await attempt();
    return "ok";
  } catch (error) {
    return error instanceof Refusal ? error.code : `${error}`;
  }
};

export async function questions(all: QuestionCase[]): Promise<Findings> {
  const found: Findings = { wrong: [], tried: 0 };
  for (const one of all) {
    const said = await outcome(() => Question.load(one.jws, { ...one.options, clock: () => one.now }));
    found.tried++;
    if (said !== one.outcome) {
      found.wrong.push(`${one.name}: ${said} for ${one.outcome}`);
    }
    for (const { value, item, outcome: refusal } of one.values ?? []) {
      const question = parse(await payload(one.jws, one.options.pinnedKeys, platformVerify)) as Record<string, Record<string, string>>;
      const place = one.isNumber ? index(new Numbers(question["draw"] ?? {})) : (item: number) => item;
      let got: number[] = [];
      const ended = await outcome(() => (got = input(question["value"] as Record<string, string>).of(value).map(place)));
      found.tried++;
      if (ended !== (refusal ?? "ok") || (item !== undefined && `${got}` !== `${item}`)) {
        found.wrong.push(`${one.name}, a value: ${ended} ${got} for ${refusal ?? item}`);
      }
    }
  }
  return found;
}
