import type { Manifest } from './manifest.ts';
import type { NeededPart } from './needed-parts.ts';

/** A call of a plug-in's function, as the server hands it to the process. */
export interface IsolatedCall {
  /** Hooks and jobs are called by the server; for people, a part is drawn or an action runs. */
  readonly kind: 'hook' | 'job' | 'draw' | 'action';
  /** The collection of a hook. */
  readonly collection?: string;
  /** The hook, the job or the part of the console. */
  readonly name: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** The way to the process of a plug-in. */
interface Way {
  /** Calls a function in it. */
  call(call: IsolatedCall): Promise<unknown>;
  /** The parts of the console that it was granted, as far as it asks for them now. */
  parts(): Readonly<Record<string, NeededPart>>;
}

/** An isolated plug-in of one server: what it declares, and the way to its process, which the server opens later. */
export class Isolated {
  readonly manifest: Manifest;
  #way: Way | undefined;

  constructor(manifest: Manifest) {
    this.manifest = manifest;
  }

  /** The server says how its process is reached. */
  open(way: Way): void {
    this.#way = way;
  }

  /** Until the server is open, nothing is written that hooks could be for. */
  async call(call: IsolatedCall): Promise<unknown> {
    return this.#way?.call(call);
  }

  /** The parts of the console that it was granted; none while it is paused. */
  parts(): Readonly<Record<string, NeededPart>> {
    return this.#way?.parts() ?? {};
  }
}
