import type { Manifest } from './manifest.ts';

/** A call of a plug-in's function, as the server hands it to the process. */
export interface IsolatedCall {
  readonly kind: 'hook' | 'job';
  /** The collection of a hook. */
  readonly collection?: string;
  /** The hook or the job. */
  readonly name: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Calls a function in the process of a plug-in. */
export type CallIsolated = (call: IsolatedCall) => Promise<unknown>;

/** An isolated plug-in of one server: what it declares, and the way to its process, which the server opens later. */
export class Isolated {
  readonly manifest: Manifest;
  #call: CallIsolated | undefined;

  constructor(manifest: Manifest) {
    this.manifest = manifest;
  }

  /** The server says how its process is called. */
  open(call: CallIsolated): void {
    this.#call = call;
  }

  /** Until the server is open, nothing is written that hooks could be for. */
  async call(call: IsolatedCall): Promise<unknown> {
    return this.#call?.(call);
  }
}
