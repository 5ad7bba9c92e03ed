import { Coins, Refusal, require } from "./coins.js";

/** A report: a cell, or packed bits. */
export type Report = number | Uint8Array;

/** Draws the report of an item, or of a number that is in range or clipped to it. */
type DrawOne = (value: number, coins: Coins) => Report;

/** The same of a value: an item, a number, or each attribute's place. */
export type Draw = (value: number[], coins: Coins) => Report;

export type Json = Record<string, unknown>;

export function text(from: Json, name: string): string {
  const found = from[name];
  require(typeof found === "string", "malformed", `a question must have a text ${name}.`);
  return found;
}

export function section(from: Json, name: string): Json {
  const found = from[name];
  const is = typeof found === "object" && found !== null && !Array.isArray(found);
  require(is, "malformed", `a question must have an object ${name}.`);
  return found as Json;
}

export function texts(from: Json, name: string): string[] {
  const found = from[name];
  const are = Array.isArray(found) && found.every((each) => typeof each === "string");
  require(are, "malformed", `a question must have texts ${name}.`);
  return found as string[];
}

export const REAL = /^-?\d+(\.\d+)?([eE]-?\d+)?$/;

/** The integers of a question's steps, as text; whatever is not there, or no number, is refused. */
export class Numbers {
  constructor(private readonly texts: Json) {}

  private text(name: string, form: RegExp): string {
    const text = this.texts[name];
    require(typeof text === "string" && form.test(text), "malformed", `the question must have a number ${name}.`);
    return text;
  }

  has(name: string): boolean {
    return name in this.texts;
  }

  integers(name: string): number[] {
    return this.text(name, /^-?\d{1,15}( -?\d{1,15})*$/).split(" ").map(Number);
  }

  /** An integer between two, so that what it counts ends. */
  integer(name: string, least = 0, most = 2 ** 31 - 1): number {
    const integer = this.integers(name)[0] as number;
    require(least <= integer && integer <= most, "malformed", `${name} of a question must be from ${least} to ${most}.`);
    return integer;
  }

  /** An integer of 64 bits. */
  long(name: string): bigint {
    return BigInt(this.text(name, /^-?\d{1,19}$/));
  }

  /** An integer below 2^64. */
  words(name: string): bigint {
    const words = BigInt(this.text(name, /^\d{1,20}$/));
    require(words < 2n ** 64n, "malformed", `${name} of a question must be below 2^64.`);
    return words;
  }

  /** 2^64 less the cases that are left out. */
  own(): bigint {
    const leftOut = this.words("leave_out");
    require(leftOut > 0n, "malformed", "leave_out of a question must be above 0.");
    return 2n ** 64n - leftOut;
  }

  real(name: string): number {
    return Number(this.text(name, REAL));
  }
}

/** Of a cell, or of what a randomizer draws first; of a set of bits; of a number below 2^31, in any base. */
const MOST_CELLS = 2 ** 24;
const MOST_BITS = 2 ** 16;
const MOST_DIGITS = 31;

const div = (a: number, b: number): number => Math.floor(a / b);

/** A field by the powers of an element, with p numbers to a digit. */
class Field {
  private readonly p: number;
  readonly powers: number[];
  private readonly logarithms: number[] = [];

  constructor(numbers: Numbers) {
    this.p = numbers.integer("p", 2, MOST_BITS);
    this.powers = numbers.integers("powers");
    this.powers.forEach((power, e) => {
      require(0 <= power && power <= this.powers.length, "malformed", "a power must be in its field.");
      this.logarithms[power] = e;
    });
  }

  /** a + times b, digit by digit. */
  sum(a: number, b: number, times: number): number {
    let sum = 0;
    for (let place = 1; place <= this.powers.length; place *= this.p) {
      sum += ((div(a, place) + times * div(b, place)) % this.p) * place;
    }
    return sum;
  }

  difference(a: number, b: number): number {
    return this.sum(a, b, this.p - 1);
  }

  product(a: number, b: number): number {
    const all = this.powers.length;
    return a && b ? (this.powers[((this.logarithms[a] as number) + (this.logarithms[b] as number)) % all] as number) : 0;
  }
}

const packed = (words: bigint[], count: number): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(8 * words.length));
  words.forEach((word, i) => bytes.setBigUint64(8 * i, word, true));
  return new Uint8Array(bytes.buffer, 0, Math.ceil(count / 8));
};

/** Sets or clears a bit of packed ones. */
const put = (bits: Uint8Array, place: number, one: boolean): void => {
  const byte = bits[place >> 3] as number;
  bits[place >> 3] = one ? byte | (1 << (place & 7)) : byte & ~(1 << (place & 7));
};

const get = (bits: Uint8Array, place: number): boolean => (((bits[place >> 3] as number) >> (place & 7)) & 1) === 1;

/** A cell that supports the item in all but o of 2^64 cases, else another; each alike. */
function design(n: Numbers, supporting: (item: number, u: number) => number, other: typeof supporting): DrawOne {
  const replicas = n.integer("replicas", 1, MOST_CELLS);
  const others = n.integer("cells", replicas + 1, 2 * MOST_CELLS) - replicas;
  const own = n.own();
  return (item, coins) =>
    coins.below(own) ? supporting(item, coins.uniform(replicas)) : other(item, coins.uniform(others));
}

/** Where a number is on a grid from end to end. */
export function index(n: Numbers): (value: number) => number {
  const [lower, upper, grid] = [n.real("lower"), n.real("upper"), n.integer("grid")];
  const clips = n.integer("clip") === 1;
  return (value) => {
    require(
      clips ? !Number.isNaN(value) : value >= lower && value <= upper,
      "outside",
      "a value must be a number in the question's range. One was not (it is not shown).",
    );
    return Math.round(((Math.max(lower, Math.min(upper, value)) - lower) / (upper - lower)) * grid);
  };
}

const STEPS: Record<string, (n: Numbers) => DrawOne> = {
  choice(n) {
    const [k, weight] = [n.integer("k"), n.words("weight")];
    return (item, coins) => coins.choose(item, k, weight);
  },

  hash(n) {
    const [g, digits] = [n.integer("g", 2, MOST_CELLS), n.integer("digits", 1, MOST_DIGITS)];
    const [seeds, weight] = [n.integer("seeds", 1, MOST_CELLS), n.words("weight")];
    const field = new Field(n);
    return (item, coins) => {
      const seed = coins.uniform(seeds);
      let hash = 0;
      for (let i = 0, s = seed, v = item; i < digits; i++, s = div(s, g), v = div(v, g)) {
        hash = field.sum(hash, field.product(s % g, v % g), 1);
      }
      return seed * g + coins.choose(hash, g, weight);
    };
  },

  hadamard(n) {
    const [blocks, size, weight] = [n.integer("blocks"), n.integer("size"), n.words("weight")];
    let bits = 0;
    while (2 ** bits < size) {
      bits++;
    }
    return (item, coins) => {
      const row = div(item, blocks) + 1;
      const drawn = coins.choose(2 * (item % blocks), 2 * blocks, weight, bits);
      const half = div(drawn, size);
      const cell = drawn % size;
      let ones = half;
      for (let both = cell & row; both; both >>= 1) {
        ones += both & 1;
      }
      return div(half, 2) * size + (ones % 2 ? cell ^ (row & -row) : cell);
    };
  },

  hyperplanes(n) {
    const [q, t] = [n.integer("q", 2, MOST_CELLS), n.integer("dimensions", 1, MOST_DIGITS)];
    require(q ** (t - 1) < 2 ** 31, "malformed", "a question must have fewer cells.");
    const powers = [1];
    const spaces = [0];
    for (let d = 0; d < t; d++) {
      powers.push((powers[d] as number) * q);
      spaces.push((spaces[d] as number) + (powers[d] as number));
    }
    const dot = (w: number, z: number): number =>
      w ? (((w - 1) % q) * (z % q) + dot(div(w - 1, q), div(z, q))) % q : z % q;
    const lead = (item: number): number => {
      let place = t - 1;
      while (item < (spaces[place] as number)) {
        place--;
      }
      return place;
    };
    const cell = (item: number, w: number, off: number, low: number): number => {
      const free = t - 1 - lead(item);
      const digit = (off + q - dot(w, item - (spaces[lead(item)] as number))) % q;
      return (spaces[free] as number) + (powers[free] as number) * (q * w + 1 + digit) + low;
    };
    return design(
      n,
      (item, u) => {
        const free = t - 1 - lead(item);
        const rest = u - (spaces[free] as number);
        const power = powers[free] as number;
        return rest < 0 ? u : cell(item, div(rest, power), 0, rest % power);
      },
      (item, u) => {
        const free = t - 1 - lead(item);
        const power = powers[free] as number;
        const rest = div(u, power) - 1;
        return rest < 0
          ? (spaces[free] as number) + u
          : cell(item, div(rest, q - 1), 1 + (rest % (q - 1)), u % power);
      },
    );
  },

  line(n) {
    const [q, m] = [n.integer("q", 1, MOST_CELLS), n.integer("cosets", 1, MOST_CELLS)];
    const zero = n.integer("zero", 0, 1);
    const taken = n.integer("taken", n.integer("replicas") > zero * m ? 1 : 0, m - 1);
    const field = n.has("powers") ? new Field(n) : undefined;
    const generator = n.has("generator") ? n.integer("generator") : 0;
    const power = (e: number): number => {
      if (field || !generator) {
        return field ? (field.powers[e] as number) : e + 1;
      }
      let result = 1;
      for (let base = generator, rest = e; rest; rest = div(rest, 2), base = (base * base) % q) {
        result = rest % 2 ? (result * base) % q : result;
      }
      return result;
    };
    const cell = (c: number, item: number, e: number): number =>
      c * q + (field ? field.difference(item, power(e)) : (item - power(e) + q) % q);
    return design(
      n,
      (item, u) => {
        const rest = u - zero * m;
        const e = div(rest, taken);
        return rest < 0 ? u * q + item : cell((e + m - ((rest - e * taken) % m)) % m, item, e);
      },
      (item, u) => {
        const c = u % m;
        const i = div(u, m) - (zero ? 0 : 1);
        const e = div(i, m - taken) * m + ((c + taken + (i % (m - taken))) % m);
        return i < 0 ? c * q + item : cell(c, item, e);
      },
    );
  },

  subset(n) {
    const k = n.integer("k", 1, MOST_BITS);
    const size = n.integer("size", 1, k);
    const own = n.own();
    return (item, coins) => {
      const bits = new Uint8Array(Math.ceil(k / 8));
      const isIn = coins.below(own);
      for (let j = k - 1 - (size - (isIn ? 1 : 0)); j < k - 1; j++) {
        const u = coins.uniform(j + 1);
        put(bits, get(bits, u) ? j : u, true);
      }
      if (get(bits, item)) {
        put(bits, k - 1, true); // the item's place stood for the last item
      }
      put(bits, item, isIn);
      return bits;
    };
  },

  bits(n) {
    const [k, p, q] = [n.integer("k", 1, MOST_BITS), n.words("p"), n.words("q")];
    return (item, coins) => {
      const bits = packed(coins.bits(q, k), k);
      put(bits, item, coins.below(p));
      return bits;
    };
  },

  window(n) {
    const window = n.integer("window", 1, MOST_CELLS);
    const [cells, grid] = [n.integer("cells", window + 1, 2 * MOST_CELLS), n.integer("grid")];
    const [sums, at] = [n.integers("sums"), index(n)];
    const own = n.own();
    const last = sums.length - 1;
    return (value, coins) => {
      const scaled = (2 * at(value) - grid) * (sums[last] as number);
      coins.word(); // the cohort's
      let from = 0;
      while (from < last - 1 && (sums[from + 1] as number) * grid <= scaled) {
        from++;
      }
      const below = sums[from] as number;
      const above = (scaled - below * grid) / (grid * ((sums[from + 1] as number) - below));
      if (above === 1 || coins.below(BigInt(Math.floor(above * 2 ** 63)) << 1n)) {
        from++;
      }
      if (coins.below(own)) {
        return from + coins.uniform(window);
      }
      const other = coins.uniform(cells - window);
      return other < from ? other : other + window;
    };
  },

  "two-points"(n) {
    const [least, slope, at] = [n.words("least"), n.words("slope"), index(n)];
    return (value, coins) => {
      const t = least + BigInt(at(value)) * slope;
      coins.word(); // the cohort's
      return coins.below(t) ? 1 : 0;
    };
  },
};

/** The levels of an attribute of tables: groups of its cells or two ends of each, then the levels apart. */
function grid(n: Numbers): { places: number; levels: number; level: (place: number, coins: Coins) => number } {
  const groups = n.integers("groups");
  const width = n.integer("width", 1, div(2 ** 31 - 1, groups.length));
  const [ends, apart] = [n.integer("ends", 0, 1), n.integer("apart", 0, MOST_CELLS)];
  const inside = (1 + ends) * (groups.reduce((a, b) => Math.max(a, b)) + 1);
  const are = groups.every((group) => group >= 0 && group < groups.length);
  require(are, "malformed", "a group must be one of as many as there are cells.");
  return {
    places: groups.length + apart,
    levels: inside + apart,
    level(place, coins) {
      const beyond = place - groups.length - (width > 1 ? 1 : 0);
      const at = Math.round(place * width);
      const group = groups[Math.min(groups.length - 1, div(at, width))] as number;
      const from = beyond < 0 ? groups.indexOf(group) : 0;
      const cells = beyond < 0 ? groups.lastIndexOf(group) + 1 - from : 1;
      // A coin where there are ends, whatever the place is.
      const end = ends && coins.uniform(cells * width) < at - from * width ? 1 : 0;
      return beyond < 0 ? (1 + ends) * group + end : inside + beyond;
    },
  };
}

/** The draw of one table of several: a word decides the table, whatever the value is. */
function tables(draw: Json): { sizes: number[]; draw: Draw } {
  const grids = (draw["grids"] as Json[]).map((one) => grid(new Numbers(one)));
  const all = (draw["tables"] as Json[]).map((table) => {
    const n = new Numbers(table);
    const [attributes, offset, oracle] = [n.integers("attributes"), n.integer("offset"), steps(table)];
    const of = attributes.map((a) => grids[a] as (typeof grids)[0]);
    const items = of.reduce((product, { levels }) => product * levels, 1);
    require(items === n.integer("k"), "malformed", "a table must have as many items as its draw.");
    return {
      end: n.has("end") ? n.words("end") : 0n,
      report(value: number[], coins: Coins): number {
        const item = of.reduce((item, one, i) => item * one.levels + one.level(value[attributes[i] as number] as number, coins), 0);
        return offset + (oracle(item, coins) as number);
      },
    };
  });
  require(all.length > 0, "malformed", "a question must have a table.");
  return {
    sizes: grids.map(({ places }) => places),
    draw(value, coins) {
      const word = coins.word();
      return ((all.find(({ end }) => word < end) ?? all[all.length - 1]) as (typeof all)[0]).report(value, coins);
    },
  };
}

function steps(draw: Json): DrawOne {
  const named = text(draw, "steps");
  if (!Object.hasOwn(STEPS, named)) {
    throw new Refusal("unknown-steps", "the question must be drawn by steps that this client knows; update the client.");
  }
  return (STEPS[named] as (n: Numbers) => DrawOne)(new Numbers(draw));
}

/** The draw of a question's steps, and how many items they take, or levels of each attribute; none of a number. */
export function compile(draw: Json): { sizes: number[]; draw: Draw } {
  if (draw["steps"] === "tables") {
    return tables(draw);
  }
  const one = steps(draw);
  const n = new Numbers(draw);
  return { sizes: n.has("k") ? [n.integer("k")] : [], draw: ([value], coins) => one(value as number, coins) };
}

/** The report as an envelope has it. */
export function shown(report: Report): number | string {
  return typeof report === "number" ? report : base64(report);
}

export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (let j = 0; j < 4; j++) {
      text += i + j > bytes.length ? "=" : DIGITS[(group >> (18 - 6 * j)) & 63];
    }
  }
  return text;
}
