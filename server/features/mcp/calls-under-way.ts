/** Calls under way in this process, which their callers may cancel by the ids that they gave them. */
export class CallsUnderWay {
  readonly #calls = new Map<string, Set<AbortController>>();

  /** A call of this caller, whose signal tells that it was cancelled. Ends by `leave`. */
  enter(caller: string, id: unknown): { readonly signal: AbortSignal; readonly leave: () => void } {
    const name = nameOf(caller, id);
    const call = new AbortController();
    const same = this.#calls.get(name) ?? new Set();
    this.#calls.set(name, same.add(call));
    return {
      signal: call.signal,
      leave: () => {
        same.delete(call);
        if (same.size === 0) this.#calls.delete(name);
      },
    };
  }

  /** Programs with one key may give the same id to two calls: then nobody knows which is meant, and both go on. */
  cancel(caller: string, id: unknown): void {
    const [call, other] = this.#calls.get(nameOf(caller, id)) ?? [];
    if (!other) call?.abort();
  }
}

/** The id 1 is another one than the id '1'. What the protocol takes for no id names no call. */
function nameOf(caller: string, id: unknown): string {
  const named = typeof id === 'string' ? id.slice(0, MOST_CHARACTERS) : id;
  return JSON.stringify([caller, typeof named === 'object' ? null : named]);
}

const MOST_CHARACTERS = 200;
