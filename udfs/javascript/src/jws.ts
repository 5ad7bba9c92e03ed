import { Refusal, require } from "./coins.js";
import { DIGITS } from "./draw.js";

/** Whether a signature (r and s, 32 bytes each) of the bytes is by the key (SubjectPublicKeyInfo). */
export type Verify = (key: Uint8Array, signature: Uint8Array, bytes: Uint8Array) => Promise<boolean>;

const URL_DIGITS = `${DIGITS.slice(0, -2)}-_`;

function unsigned(): Refusal {
  return new Refusal("signature", "a question must be signed (ES256) by a key that the application pins.");
}

/** Reads base64 without padding; refuses digits and bits that nothing is made of, so bytes have one text. */
function bytesOf(text: string, alphabet = URL_DIGITS): Uint8Array {
  const digits = [...text].map((c) => alphabet.indexOf(c));
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const digit of digits) {
    if (digit < 0) {
      throw unsigned();
    }
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[at++] = bits >> count;
      bits &= (1 << count) - 1;
    }
  }
  if (bits !== 0 || digits.length % 4 === 1) {
    throw unsigned();
  }
  return bytes;
}

const LONGEST = 2 ** 22;

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** The platform's own. */
export const platformVerify: Verify = async (key, signature, bytes) => {
  const subtle = globalThis.crypto?.subtle;
  require(subtle !== undefined, "no-verify", "this platform has no crypto.subtle; pass in verify.");
  const imported = await subtle.importKey("spki", key as BufferSource, ES256, false, ["verify"]);
  return subtle.verify(ES256, imported, signature as BufferSource, bytes as BufferSource);
};

/**
 * Reads JSON of texts, lists and objects alone, as questions are. Refuses a name that stands twice in
 * an object, of which JSON.parse would keep the last.
 */
export function parse(json: string): unknown {
  let names = 1;
  const read: unknown = JSON.parse(json, function (this: unknown, _name: string, value: unknown) {
    require(typeof value === "string" || (typeof value === "object" && value !== null), "malformed", "a question must be of texts.");
    names += Array.isArray(this) ? 0 : 1;
    return value;
  });
  const colons = json.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1;
  require(names === colons + 2, "malformed", "a question must have each name once."); // and the name of the whole
  return read;
}

/** The payload of a JWS that a pinned key has signed. */
export async function payload(jws: string, pinned: string[], verify: Verify): Promise<string> {
  require(jws.length <= LONGEST, "malformed", "a question must have at most 2^22 characters.");
  const parts = jws.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").split("."); // blanks of ASCII, in every client
  const [header, body, signature] = parts;
  if (parts.length !== 3 || !header || !body || !signature) {
    throw unsigned();
  }
  const utf8 = (base64: string): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytesOf(base64));
  const orUnsigned = <T>(read: () => T): T => {
    try {
      return read();
    } catch {
      throw unsigned();
    }
  };
  const said = orUnsigned(() => parse(utf8(header))) as Record<string, unknown>;
  const bytes = bytesOf(signature);
  // Nothing else: no other algorithm, no header that would have to be understood.
  if (said?.["alg"] !== "ES256" || said["typ"] !== "ldp-question" || Object.keys(said).length !== 2 || bytes.length !== 64) {
    throw unsigned();
  }
  const signed = new TextEncoder().encode(`${header}.${body}`);
  let unread = false;
  for (const key of pinned) {
    let isSigned = false;
    try {
      isSigned = await verify(bytesOf(key.replace(/=+$/, ""), DIGITS), bytes, signed);
    } catch (error) {
      if (error instanceof Refusal && error.code !== "signature") {
        throw error;
      }
      unread = true; // mistyped; the other key may be right
    }
    if (isSigned) {
      return orUnsigned(() => utf8(body));
    }
  }
  require(!unread, "keys", "a pinned key must be a public key of P-256 in base64. One was not.");
  throw unsigned();
}
