import { Refusal, require } from "./coins.js";

/** A value of one column: a text of a list, a number of a range or of bins, or nothing. */
export type Level = string | number | bigint | boolean | null | undefined;

/** A value; of a question of several columns, the value of each. */
export type Value = Level | Record<string, Level>;

type Json = Record<string, unknown>;

const outside = (): Refusal =>
  new Refusal("outside", "a value must be one of the question's domain. One was not (it is not shown).");

/** The level of a value; -1 outside. */
function levels(domain: Json): (value: Level) => number {
  switch (domain["type"]) {
    case "list": {
      const items = new Map((domain["items"] as string[]).map((item, i) => [item, i]));
      return (value) => items.get(String(value)) ?? -1;
    }
    case "range": {
      const [from, to] = [BigInt(domain["from"] as string), BigInt(domain["to"] as string)];
      return (value) => {
        const whole = typeof value === "bigint" || Number.isInteger(value) ? BigInt(value as number) : from - 1n;
        return whole >= from && whole <= to ? Number(whole - from) : -1;
      };
    }
    case "bins": {
      const edges = (domain["edges"] as string[]).map(Number);
      const last = edges.length - 1;
      return (value) => {
        if (typeof value !== "number" || !(value >= (edges[0] as number) && value <= (edges[last] as number))) {
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
        if (typeof value !== "number") {
          throw outside();
        }
        return value;
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
      require(isOfColumns || attributes.length === 1, "value", "a value of several columns must be an object of them.");
      return attributes.reduce(
        (item, { column, size, place }) => item * size + place(isOfColumns ? value[column] : (value as Level)),
        0,
      );
    },
  };
}
