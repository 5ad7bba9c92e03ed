/**
 * Where a device remembers what it has answered. All of it is one text, without any value: reports
 * that are not sent yet, marks of questions that are answered, and the epsilon spent.
 */
export interface Store {
  /**
   * Reads the text, gives it to `next`, which is synchronous, stores what that returns, and ends when
   * it is stored. Nobody else, no other tab either, reads or writes between.
   */
  update(next: (before: string | undefined) => string): Promise<void>;
}

/** The browser's IndexedDB. One transaction reads and writes, so two tabs take turns. */
export function indexedDbStore(name = "spark-ldp"): Store {
  const table = "state";
  const open = (): Promise<IDBDatabase> =>
    new Promise((done, fail) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(table);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  return {
    async update(next) {
      const database = await open();
      try {
        await new Promise<void>((done, fail) => {
          const transaction = database.transaction(table, "readwrite", { durability: "strict" });
          const state = transaction.objectStore(table);
          const before = state.get(table);
          let refusal: unknown;
          before.onsuccess = () => {
            try {
              const after = next(before.result as string | undefined);
              if (after !== before.result) {
                state.put(after, table);
              }
            } catch (error) {
              refusal = error;
              transaction.abort();
            }
          };
          transaction.oncomplete = () => done();
          transaction.onabort = () => fail(refusal ?? transaction.error);
        });
      } finally {
        database.close();
      }
    },
  };
}

/** A place of one program, such as a file or React Native's storage. */
export interface Place {
  get(): Promise<string | undefined | null>;
  set(text: string): Promise<unknown>;
}

const turns = new WeakMap<Place, Promise<unknown>>();

/** Updates of one place take turns, whichever of its stores they come through. */
export function ownStore(place: Place): Store {
  return {
    update(next) {
      const now = (turns.get(place) ?? Promise.resolve()).then(async () => {
        const before = (await place.get()) ?? undefined;
        const after = next(before);
        if (after !== before) {
          await place.set(after);
        }
      });
      turns.set(
        place,
        now.catch(() => undefined),
      );
      return now;
    },
  };
}
