import { Refusal, require } from "./coins.js";

/** A value of one column: a text of a list, a number of a range or of bins, or nothing. */
export type Level = string | number | bigint | boolean | null | undefined;

/** A value; of a question of several columns, the value of each. */
export type Value = Level | Record<string, Level>;

type Json = Record<string, unknown>;

const outside = (): Refusal =>
  new Refusal("outside", "a value must be one of the question's domain. One was not (it is not shown).");

function requireType(value: Level, ...types: string[]): void {
  require(types.includes(typeof value), "type", `a value must be a ${types.join(" or ")}. One was not (it is not shown).`);
}

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

/** The level of a value; -1 outside. */
function levels(domain: Json): (value: Level) => number {
  switch (domain["type"]) {
    case "list": {
      const texts = domain["items"] as string[];
      const items = new Map(texts.map((item, i) => [item, i]));
      const numbers = new Map(texts.map((item, i) => [spelled(item), i]));
      const areNumbers = numbers.size === texts.length && !numbers.has(undefined);
      return (value) => {
        requireType(value, "string", "number", "bigint", "boolean");
        return items.get(String(value)) ?? (areNumbers ? numbers.get(spelled(String(value))) : undefined) ?? -1;
      };
    }
    case "range": {
      const [from, to] = [BigInt(domain["from"] as string), BigInt(domain["to"] as string)];
      return (value) => {
        requireType(value, "number", "bigint");
        const whole = typeof value === "bigint" || Number.isInteger(value) ? BigInt(value as number) : from - 1n;
        return whole >= from && whole <= to ? Number(whole - from) : -1;
      };
    }
    case "bins": {
      const edges = (domain["edges"] as string[]).map(Number);
      const last = edges.length - 1;
      return (given) => {
        requireType(given, "number");
        const value = given as number;
        if (!(value >= (edges[0] as number) && value <= (edges[last] as number))) {
          return -1;
        }
        let [low, high] = [0, last];
        while (high - low > 1) {
          const middle = (low + high) >> 1;
          [low, high] = value >= (edges[middle] as number) ? [middle, high] : [low, middle];
        }
        return low;
      };
    }
    default:
      throw new Refusal("malformed", "a question must have a domain that this client knows; update the client.");
  }
}

/** What the draw takes of a value: the number of its item, of so many; or a number itself, of no items. */
export function input(question: Json): { size: number; of: (value: Value) => number } {
  if ("number" in question) {
    return {
      size: 0,
      of(value) {
        if (value === null || value === undefined) {
          throw outside();
        }
        requireType(value as Level, "number");
        return value as number;
      },
    };
  }
  const attributes = (question["attributes"] as Json[]).map((attribute) => {
    const level = levels(attribute["domain"] as Json);
    const extra = (name: string): number => (name in attribute ? Number(attribute[name]) : -1);
    const [other, missing] = [extra("other"), extra("missing")];
    return {
      column: attribute["column"] as string,
      size: Number(attribute["size"]),
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
    size: attributes.reduce((all, { size }) => all * size, 1),
    of(value) {
      const isOfColumns = typeof value === "object" && value !== null;
      require(
        isOfColumns ? attributes.every(({ column }) => Object.hasOwn(value, column)) : attributes.length === 1,
        "value",
        "a value of several columns must be an object of all of them.",
      );
      return attributes.reduce(
        (item, { column, size, place }) => item * size + place(isOfColumns ? value[column] : (value as Level)),
        0,
      );
    },
  };
}
