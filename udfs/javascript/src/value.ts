import { Refusal, require } from "./coins.js";
import { type Json, Numbers, REAL, section, text, texts } from "./draw.js";

/** A value of one column: a text of a list, a number of a range or of bins, or nothing. */
export type Level = string | number | bigint | boolean | null | undefined;

/** A value; of a question of several columns, the value of each. */
export type Value = Level | Record<string, Level>;

const outside = (): Refusal =>
  new Refusal("outside", "a value must be one of the question's domain. One was not (it is not shown).");

function requireType(value: Level, ...types: string[]): void {
  require(types.includes(typeof value), "type", `a value must be a ${types.join(" or ")}. One was not (it is not shown).`);
}

const whole = (value: Level): bigint | undefined =>
  typeof value === "bigint" || Number.isInteger(value) ? BigInt(value as number) : undefined;

/** A number in any spelling by its sign, digits and exponent, as plans read lists of numbers; else undefined. */
function spelled(text: string): string | undefined {
  const parts = /^([+-]?)(0|[1-9]\d{0,400})(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (!parts) {
    return undefined;
  }
  const [, sign, whole, fraction = "", exponent = "0"] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  return short && `${sign === "-" ? "-" : ""}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** The level of a value, or its place among bins; -1 outside. */
function levels(attribute: Json, digits: number): (value: Level) => number {
  const domain = section(attribute, "domain");
  switch (domain["type"]) {
    case "list": {
      const listed = texts(domain, "items");
      const items = new Map(listed.map((item, i) => [item, i]));
      const numbers = new Map(listed.map((item, i) => [spelled(item), i]));
      const areNumbers = numbers.size === listed.length && !numbers.has(undefined);
      return (value) => {
        requireType(value, "string", "number", "bigint", "boolean");
        return items.get(String(value)) ?? (areNumbers ? numbers.get(spelled(String(value))) : undefined) ?? -1;
      };
    }
    case "range": {
      const [from, to] = ["from", "to"].map((end) => new Numbers(domain).long(end)) as [bigint, bigint];
      return (value) => {
        requireType(value, "number", "bigint");
        const number = whole(value);
        return number !== undefined && number >= from && number <= to ? Number(number - from) : -1;
      };
    }
    case "bins": {
      const listed = texts(domain, "edges");
      const edges = listed.map(Number);
      const last = edges.length - 1;
      require(last > 0 && listed.every((edge) => REAL.test(edge)), "malformed", "bins must have two edges or more.");
      return (given) => {
        requireType(given, "number", "bigint");
        const value = Number(given);
        const isIn = value >= (edges[0] as number) && value <= (edges[last] as number);
        if (!isIn || (digits >= 0 && Number(value.toFixed(digits)) !== value)) {
          return -1;
        }
        let [low, high] = [0, last];
        while (high - low > 1) {
          const middle = (low + high) >> 1;
          [low, high] = value >= (edges[middle] as number) ? [middle, high] : [low, middle];
        }
        const [from, to] = [edges[low] as number, edges[high] as number];
        return "place" in attribute ? Math.min(high, low + (value - from) / (to - from)) : low;
      };
    }
    default:
      throw new Refusal("malformed", "a question must have a domain that this client knows; update the client.");
  }
}

/** Of a word's number. */
const MOST_BITS = 256;

/** What finds the number of a word; undefined of what is none. */
function numbered(word: Json, n: Numbers): (value: Level) => bigint | undefined {
  const encoding = text(word, "encoding");
  if (encoding === "identifier") {
    return (value) => {
      requireType(value, "number", "bigint");
      const number = whole(value);
      return number === undefined || BigInt.asIntN(64, number) !== number ? undefined : BigInt.asUintN(64, number);
    };
  }
  const length = n.integer("length", 1, MOST_BITS);
  const symbols = "symbols" in word ? text(word, "symbols") : undefined;
  const digits = symbols === undefined ? undefined : new Map([...symbols].map((symbol, i) => [symbol, i + 1]));
  const base = digits ? BigInt(digits.size + 1) : 256n;
  return (value) => {
    requireType(value, "string");
    const text = value as string;
    const word = digits ? [...text].map((symbol) => digits.get(symbol) ?? -1) : [...new TextEncoder().encode(text)];
    const isWord = encoding === "bytes" ? word.length === length : word.length <= length && !word.includes(digits ? -1 : 0);
    if (!isWord || /\p{Cs}/u.test(text)) {
      return undefined;
    }
    let number = 0n;
    for (let i = 0; i < length; i++) {
      number = number * base + BigInt(word[i] ?? 0);
    }
    return number;
  };
}

/** What the draw takes of a value: its item, a number, or each attribute's place; and of how many each is one. */
interface Input {
  sizes: number[];
  of: (value: Value) => number[];
}

/** The items of a round of words: a word's number begins with one of the round's beginnings. */
function words(word: Json): Input {
  const n = new Numbers(word);
  const number = numbered(word, n);
  const other = n.has("other") ? n.integer("other") : -1;
  const bits = n.integer("bits", 1, MOST_BITS);
  const asked = n.integer("asked", 1, bits);
  const candidates = 2 ** n.integer("width", 1, Math.min(asked, 30));
  const unasked = 2n ** BigInt(bits - asked);
  const beginnings = new Map(texts(word, "beginnings").map((beginning, i) => [beginning, i]));
  const size = n.integer("size");
  return {
    sizes: [size],
    of(value) {
      const found = value === null || value === undefined ? undefined : number(value as Level);
      if (found === undefined) {
        if (other < 0) {
          throw outside();
        }
        return [other];
      }
      const beginning = found / unasked;
      const place = beginnings.get(`${beginning / BigInt(candidates)}`);
      return [place === undefined ? size - 1 : place * candidates + Number(beginning % BigInt(candidates))];
    },
  };
}

/** What finds it. */
export function input(question: Json): Input {
  if ("word" in question) {
    return words(section(question, "word"));
  }
  if (!("table" in question || "attributes" in question)) {
    text(question, "number");
    return {
      sizes: [],
      of(value) {
        if (value === null || value === undefined) {
          throw outside();
        }
        requireType(value as Level, "number");
        return [value as number];
      },
    };
  }
  const isTable = "table" in question; // whose attributes stay apart
  const attributes = ((isTable ? question["table"] : question["attributes"]) as Json[]).map((attribute) => {
    const numbers = new Numbers(attribute);
    const extra = (name: string, most?: number): number => (numbers.has(name) ? numbers.integer(name, 0, most) : -1);
    const level = levels(attribute, extra("digits", 38)); // as many as a type has
    const [other, missing] = [extra("other"), extra("missing")];
    return {
      column: text(attribute, "column"),
      size: numbers.integer("size"),
      place(value: Level): number {
        const isMissing = value === null || value === undefined || Number.isNaN(value);
        const known = isMissing ? -1 : level(value);
        const place = known >= 0 ? known : isMissing ? missing : other;
        if (place < 0) {
          throw outside();
        }
        return place;
      },
    };
  });
  return {
    sizes: isTable ? attributes.map(({ size }) => size) : [attributes.reduce((all, { size }) => all * size, 1)],
    of(value) {
      const isOfColumns = typeof value === "object" && value !== null;
      require(
        isOfColumns ? attributes.every(({ column }) => Object.hasOwn(value, column)) : attributes.length === 1,
        "value",
        "a value of several columns must be an object of all of them.",
      );
      // All of them, whichever are asked.
      const places = attributes.map(({ column, place }) => place(isOfColumns ? value[column] : (value as Level)));
      return isTable ? places : [places.reduce((item, place, i) => item * (attributes[i]?.size as number) + place, 0)];
    },
  };
}
