import { Coins, type Random, Refusal, require } from "./coins.js";
import { compile, type Draw, type Json, Numbers, type Report, section, shown, text, texts } from "./draw.js";
import { parse, payload, platformVerify, type Verify } from "./jws.js";
import type { Store } from "./store.js";
import { input, type Value } from "./value.js";

/** Epsilon at most, as the application decides. A question may lower it, and never raises it. */
export interface Limits {
  /** A day, by the device's clock. */
  day: number;
  /** For life, of all questions together; only where storage lasts. */
  life?: number;
}

export interface LoadOptions {
  /** One or two public keys of P-256, SubjectPublicKeyInfo in base64: the present one and the next. */
  pinnedKeys: string[];
  limits: Limits;
  /** Whether what is stored stays until the person deletes it. Browsers' storage does not. */
  storageLasts?: boolean;
  /** An older question is refused. */
  minVersion?: number;
  /** Random bytes of the operating system, where there is no crypto.getRandomValues. */
  random?: Random;
  /** Where there is no crypto.subtle. */
  verify?: Verify;
  /** Milliseconds since 1970; the device's clock. */
  clock?: () => number;
}

export interface AnswerOptions {
  store: Store;
  /** Sends an envelope; ends when it has arrived, and fails where it may have not. */
  transport: (envelope: string, endpoint: string) => Promise<unknown>;
  /** Hears why an envelope is still kept: what the transport failed with. */
  onFailure?: (reason: unknown) => void;
  /** The first day of the period that is now, such as 2026-01-03, of a question that has periods. */
  period?: string;
  /** The question's public columns. */
  publicColumns?: Record<string, string>;
}

/** sent: now, or before. kept: stored, and sent at the next call. other-round: this device answers in another. */
export type Answered = "sent" | "kept" | "other-round";

interface State {
  versions: Record<string, number>;
  day: number;
  spentToday: number;
  spentForLife: number;
  /** The first day of the latest period answered, by fingerprint; 0 without periods. Never deleted. */
  answered: Record<string, number>;
  /** The round in which this device answers, by the first round's fingerprint. Never deleted. */
  rounds: Record<string, number>;
  /** What may not have arrived: the question's name and the envelope, by fingerprint and period. */
  waiting: Record<string, [name: string, envelope: string]>;
}

const DAY = 86_400_000;

/** Epsilon in whole billionths, which add up exactly. */
const UNIT = 1e9;

const WEEK = 7;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const time = (text: string, form: RegExp): number => (form.test(text) ? Date.parse(text) : NaN);

/** C0, DEL, C1, and halves of a pair: what no public column may hold. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]|\p{Cs}/u;

function platformRandom(bytes: Uint8Array): void {
  const source = globalThis.crypto;
  require(source?.getRandomValues !== undefined, "no-random", "this platform has no crypto.getRandomValues; pass in random.");
  source.getRandomValues(bytes as Uint8Array<ArrayBuffer>);
}

/** An envelope, to the byte as every client writes it. */
export function envelope(
  spec: string,
  fingerprint: string,
  id: string,
  period: string | undefined,
  columns: Record<string, string>,
  report: Report,
  round = 0,
): string {
  // By pairs: an object would put names that are integers first.
  const sorted = Object.keys(columns).sort().map((name) => `${JSON.stringify(name)}:${JSON.stringify(columns[name])}`);
  const before = JSON.stringify({
    version: 1,
    spec,
    fingerprint,
    id,
    ...(period === undefined ? {} : { period }),
    ...(round ? { round } : {}),
  });
  return `${before.slice(0, -1)},${sorted.length ? `"public":{${sorted}},` : ""}"report":${JSON.stringify(shown(report))}}`;
}

/** A signed question, and what answers it: at most once a period, stored before it is sent. */
export class Question {
  readonly name: string;
  readonly spec: string;
  readonly fingerprint: string;
  readonly version: number;
  /** Epsilon of a report, to be shown to the person. */
  readonly epsilon: number;
  readonly endpoint: string;
  /** The public columns that an answer needs. */
  readonly publicColumns: string[];
  private readonly notAfter: number;
  private readonly periodDays: number; // 0 without periods
  private readonly anchor: number; // the first day of a period
  private readonly firstRound: string; // the fingerprint of it
  private readonly round: number; // 0 without rounds
  private readonly roundEnds: number[]; // the parts of all that answer in a round or earlier
  private readonly draw: Draw;
  private readonly sizes: number[]; // of items, or of each attribute's levels; none of a number
  private readonly input: (value: Value) => number[];
  private readonly mostToday: number;
  private readonly mostForLife: number;
  private readonly clock: () => number;
  private readonly coins: Coins;

  private constructor(question: Json, options: LoadOptions) {
    require("format" in question && text(question, "format") === "1", "format", "a question must be of format 1; update the client.");
    this.name = text(question, "name");
    this.spec = text(question, "spec");
    this.fingerprint = text(question, "fingerprint");
    const numbers = new Numbers(question);
    this.version = Number(numbers.words("version"));
    this.epsilon = numbers.real("exact_epsilon");
    this.endpoint = "endpoint" in question ? text(question, "endpoint") : "";
    this.publicColumns = texts(question, "public");
    this.notAfter = time(text(question, "not_after"), INSTANT);
    const period = "period" in question ? section(question, "period") : undefined;
    this.periodDays = period ? new Numbers(period).integer("days") : 0;
    this.anchor = period ? time(text(period, "first"), DATE) : 0;
    const rounds = "rounds" in question ? section(question, "rounds") : undefined;
    this.firstRound = rounds ? text(rounds, "first") : "";
    this.roundEnds = rounds ? new Numbers(rounds).integers("ends") : [1];
    this.round = rounds ? new Numbers(rounds).integer("round", 1, this.roundEnds.length) : 0;
    const parts = this.roundEnds[this.roundEnds.length - 1] as number;
    this.clock = options.clock ?? Date.now;
    this.coins = new Coins(options.random ?? platformRandom);
    require(
      this.epsilon > 0 &&
        Number.isSafeInteger(this.version) &&
        !Number.isNaN(this.notAfter + this.anchor) &&
        (period !== undefined) === this.periodDays > 0 &&
        0 < parts &&
        parts < 2 ** 31,
      "malformed",
      "a question must say its epsilon, its version, its last day, its periods' days and its rounds' parts.",
    );
    this.requireNotExpired();
    require(this.version >= (options.minVersion ?? 0), "version", "a question must not be older than the application's minVersion.");

    const lowered = section(question, "limits");
    const most = (own: number, name: string): number => {
      const theirs = new Numbers(lowered);
      return Math.round(UNIT * Math.min(own, theirs.has(name) ? theirs.real(name) : Infinity));
    };
    require(Number.isFinite(options.limits?.day), "limits", "an application must say the epsilon of a day at most.");
    this.mostToday = most(options.limits.day, "day");
    this.mostForLife = most(options.limits.life ?? Infinity, "life");
    require(this.mostToday > 0 && this.mostForLife > 0, "limits", "limits must be above 0.");
    const lasts = options.storageLasts === true;
    require(
      lasts || this.mostForLife === Infinity,
      "storage",
      "a limit for life holds only where storage lasts; say storageLasts, or leave the limit out.",
    );
    require(
      lasts || (this.periodDays >= 1 && this.periodDays <= WEEK),
      "storage",
      "a question must have periods of at most a week where storage may be deleted; say storageLasts if it is not.",
    );
    const value = input(section(question, "value"));
    const { sizes, draw } = compile(section(question, "draw"));
    require(`${value.sizes}` === `${sizes}`, "malformed", "a question must have as many items as its draw.");
    this.input = value.of;
    this.draw = draw;
    this.sizes = sizes;
    require(this.cost() <= Math.min(this.mostToday, this.mostForLife), "limit", "a question's epsilon must be within the limits.");
  }

  /** Reads a question; refuses one that no pinned key has signed, that has expired or costs too much. */
  static async load(jws: string, options: LoadOptions): Promise<Question> {
    const keys = options.pinnedKeys;
    require(keys.length === 1 || keys.length === 2, "keys", "an application must pin one or two keys.");
    const question = await payload(jws, keys, options.verify ?? platformVerify);
    require(question.startsWith("{"), "format", "a question must be of format 1; update the client.");
    try {
      return new Question(parse(question) as Json, options);
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal("malformed", "a question must have all that a client needs.");
    }
  }

  private cost(): number {
    return Math.ceil(UNIT * this.epsilon - 1e-6); // rounds up, but not for the product's own rounding error
  }

  private requireNotExpired(): void {
    require(this.clock() < this.notAfter, "expired", "a question must not be answered after its last day.");
  }

  /**
   * Answers with the value, once a period: draws a report, stores it, and sends it. If there is a
   * report of the period, that one is sent, unless it has been. The value is used for nothing else.
   */
  async answer(value: Value, options: AnswerOptions): Promise<Answered> {
    const { store, period, publicColumns = {} } = options;
    this.requireNotExpired();
    const first = this.requireNow(period);
    this.requireColumns(publicColumns);
    const key = `${this.fingerprint} ${period ?? ""}`;
    const isAsked = !this.round || (await this.isOfRound(store));
    const answered = this.change(store, (state) => {
      const newest = Object.hasOwn(state.versions, this.name) ? (state.versions[this.name] as number) : 0;
      const latest = state.answered[this.fingerprint] ?? -Infinity;
      if (isAsked && first > latest) {
        require(this.version >= newest, "version", "a question must not be older than one of its name that was seen.");
        state.waiting[key] = [this.name, this.drawn(value, period, publicColumns, state)];
        state.answered[this.fingerprint] = first;
      }
      require(first >= latest || key in state.waiting, "past", "a period must not be before the latest that was answered.");
      state.versions[this.name] = Math.max(newest, this.version);
    });
    await answered.catch(() => undefined);
    const kept = await this.send(options); // whatever becomes of this value
    await answered;
    return !isAsked ? "other-round" : kept.includes(key) ? "kept" : "sent";
  }

  /**
   * Whether the device answers in this round; a coin of its own decides once, for all rounds. It is
   * stored by itself: a refusal afterwards must not toss it again.
   */
  private async isOfRound(store: Store): Promise<boolean> {
    let own: number | undefined;
    await this.change(store, (state) => {
      if (!Object.hasOwn(state.rounds, this.firstRound)) {
        const part = this.coins.uniform(this.roundEnds[this.roundEnds.length - 1] as number);
        state.rounds[this.firstRound] = this.roundEnds.filter((end) => end <= part).length + 1;
      }
      own = state.rounds[this.firstRound];
    });
    return own === this.round;
  }

  /** Sends what is stored of questions of this name and may not have arrived. Returns what is still kept. */
  async send({ store, transport, onFailure }: Omit<AnswerOptions, "period" | "publicColumns">): Promise<string[]> {
    let waiting: [string, string][] = [];
    await this.change(store, (state) => {
      waiting = Object.entries(state.waiting).flatMap(([key, [name, waits]]) => (name === this.name ? [[key, waits]] : []));
    });
    const kept: string[] = [];
    for (const [key, waits] of waiting) {
      try {
        await transport(waits, this.endpoint);
      } catch (reason) {
        kept.push(key);
        onFailure?.(reason);
        continue;
      }
      await this.change(store, (state) => {
        delete state.waiting[key];
      });
    }
    return kept;
  }

  /**
   * Draws a report within the limits; only here is the value looked at. Synchronous: a transaction
   * would end while it waits.
   */
  private drawn(value: Value, period: string | undefined, columns: Record<string, string>, state: State): string {
    const today = Math.floor(this.clock() / DAY);
    if (today > state.day) {
      state.day = today; // a clock that is set back gains nothing
      state.spentToday = 0;
    }
    const cost = this.cost();
    require(state.spentToday + cost <= this.mostToday, "limit-day", "the epsilon of a day must be within the limit; it is spent.");
    require(state.spentForLife + cost <= this.mostForLife, "limit-life", "the epsilon of a life must be within the limit; it is spent.");
    state.spentToday += cost;
    state.spentForLife += cost;
    const report = this.report(this.input(value));
    const id = [this.coins.word(), this.coins.word()].map((word) => word.toString(16).padStart(16, "0")).join("");
    return envelope(this.spec, this.fingerprint, id, period, columns, report, this.round);
  }

  /** A report; refuses steps whose numbers do not belong together. */
  private report(value: number[]): Report {
    let report: Report = NaN;
    try {
      if (this.sizes.every((size, i) => (value[i] as number) <= size)) {
        report = this.draw(value, this.coins);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
    }
    const isReport = report instanceof Uint8Array || (Number.isSafeInteger(report) && report >= 0);
    require(isReport, "malformed", "a question must have steps that draw a cell.");
    return report;
  }

  private change(store: Store, change: (state: State) => void): Promise<void> {
    return store.update((before) => {
      const state: State = before
        ? (JSON.parse(before) as State)
        : { versions: {}, day: 0, spentToday: 0, spentForLife: 0, answered: {}, rounds: {}, waiting: {} };
      change(state);
      return JSON.stringify(state);
    });
  }

  /** The first day; refuses a period that is not now: yesterday's and tomorrow's are, somewhere on earth. */
  private requireNow(period: string | undefined): number {
    if (!this.periodDays) {
      require(period === undefined, "period", "a question without periods is answered once; leave period out.");
      return 0;
    }
    const first = period === undefined ? NaN : time(period, DATE);
    const days = (first - this.anchor) / DAY;
    const now = this.clock();
    require(
      now >= first - DAY &&
        now < first + (this.periodDays + 1) * DAY &&
        days % this.periodDays === 0 &&
        new Date(first).toISOString().startsWith(period as string), // and no 30th of February
      "period",
      "a period must be the first day of the present one, such as 2026-01-03.",
    );
    return first;
  }

  private requireColumns(given: Record<string, string>): void {
    const names = Object.keys(given);
    require(
      names.length === this.publicColumns.length && this.publicColumns.every((name) => Object.hasOwn(given, name)),
      "public",
      "an answer must have the question's public columns, and no others.",
    );
    require(
      Object.values(given).every(
        (column) => typeof column === "string" && !CONTROL.test(column) && new TextEncoder().encode(column).length <= 256,
      ),
      "public",
      "a public column must be a text of at most 256 bytes without control characters.",
    );
  }
}
