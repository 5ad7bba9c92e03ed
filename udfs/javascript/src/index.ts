export { Refusal, type Random } from "./coins.js";
export type { Verify } from "./jws.js";
export { Question, type AnswerOptions, type Answered, type Limits, type LoadOptions } from "./question.js";
export { indexedDbStore, ownStore, type Store } from "./store.js";
export type { Level, Value } from "./value.js";
