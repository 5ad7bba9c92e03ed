/** A refusal: a rule that was broken, by its code. Its sentence never shows a value or a key. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
    this.name = "Refusal";
  }
}

export function require(holds: boolean, code: string, sentence: string): asserts holds {
  if (!holds) {
    throw new Refusal(code, sentence);
  }
}

/** Fills bytes with uniform random ones, at once. */
export type Random = (bytes: Uint8Array) => unknown;

const BATCH = 64;
const ALL = 64n;

/**
 * Coins of a report: uniform words of 64 bits, and draws that are exact on them. A probability is an
 * integer t, which means t / 2^64.
 */
export class Coins {
  private readonly bytes = new Uint8Array(8 * BATCH);
  private readonly words = new DataView(this.bytes.buffer);
  private at = BATCH;

  constructor(private readonly random: Random) {}

  /** The next word. One that was used is wiped. */
  word(): bigint {
    if (this.at === BATCH) {
      this.random(this.bytes);
      this.at = 0;
      for (let place = 0; place < this.bytes.length; place += 8) {
        // Used words are wiped, so what is not filled is 0. A false alarm: 64 in 2^64.
        require(this.words.getBigUint64(place) !== 0n, "random", "random must fill all the bytes that it is given.");
      }
    }
    const place = 8 * this.at++;
    const word = this.words.getBigUint64(place, true);
    this.words.setBigUint64(place, 0n);
    return word;
  }

  /** Whether a word is below t. */
  below(t: bigint): boolean {
    return this.word() < t;
  }

  /** An integer in [0, bound), 1 <= bound < 2^31, each as likely as another. */
  uniform(bound: number): number {
    const m = BigInt(bound);
    const surplus = 2n ** ALL % m;
    for (;;) {
      const product = this.word() * m;
      if (BigInt.asUintN(64, product) >= surplus) {
        return Number(product >> ALL);
      }
    }
  }

  /**
   * One of k: each other than `value` with the weight, `value` with what is left; then `bits` uniform
   * bits from the same word, whose number must divide the weight.
   */
  choose(value: number, k: number, weight: bigint, bits = 0): number {
    const word = this.word();
    const other = word >= BigInt(k - 1) * weight ? value : Number(word / weight);
    const chosen = other < value || word >= BigInt(k - 1) * weight ? other : other + 1;
    return chosen * 2 ** bits + Number(BigInt.asUintN(bits, word));
  }

  /** Bits that are 1 with probability t, 64 in a word from the lowest on; those beyond count are 0. */
  bits(t: bigint, count: number): bigint[] {
    const groups = Math.ceil(count / 64);
    const digits = t.toString(2).padStart(64, "0");
    const last = digits.lastIndexOf("1") + 1; // digits of t up to its last 1
    const ahead = Math.min(8, last);
    const planes = Array.from({ length: groups * ahead }, () => this.word());
    return Array.from({ length: groups }, (_, group) => {
      let open = 2n ** ALL - 1n; // places whose number equals t so far
      let less = 0n;
      for (let i = 0; i < last && (i < ahead || open); i++) {
        const ones = open & (i < ahead ? (planes[group * ahead + i] as bigint) : this.word());
        if (digits[i] === "1") {
          less |= open ^ ones;
          open = ones;
        } else {
          open ^= ones;
        }
      }
      return group === groups - 1 && count % 64 ? BigInt.asUintN(count % 64, less) : less;
    });
  }
}
