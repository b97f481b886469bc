import { MINUTE_MS } from '../../shared/durations.ts';
import { PluginProblem, type PluginProcess } from './process/plugin-process.ts';

/** How many there are on a server at a time: each takes some 75 MB. */
const MOST = 8;
/** How long one that nobody asks stays. */
const IDLE_MS = MINUTE_MS;

interface View {
  readonly running: PluginProcess;
  busy: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * The processes in which plug-ins draw parts and act for people: one for each plug-in and user. What it remembers it was told for
 * this user, so it can show nobody what others read, nor what the plug-in's hooks and jobs saw. Writes do not wait for it.
 */
export class ViewProcesses {
  readonly #views = new Map<string, View>();

  /** Works in the process of a plug-in for a user. Throws PluginProblem if too many users are served at this moment. */
  async use<T>(
    { plugin, userId }: { readonly plugin: string; readonly userId: bigint },
    make: () => PluginProcess,
    work: (running: PluginProcess) => Promise<T>,
  ): Promise<T> {
    const key = `${plugin} ${userId}`;
    const view = this.#views.get(key) ?? this.#begin(make());
    this.#views.delete(key);
    this.#views.set(key, view); // the last one used is the last one given up
    clearTimeout(view.idle);
    view.busy += 1;
    try {
      return await work(view.running);
    } finally {
      view.busy -= 1;
      if (view.busy === 0) view.idle = setTimeout(() => this.#end(key, view), IDLE_MS).unref();
    }
  }

  /** Ends those of a plug-in, or all. */
  end(plugin?: string): void {
    for (const [key, view] of this.#views)
      if (plugin === undefined || key.startsWith(`${plugin} `)) this.#end(key, view);
  }

  #begin(running: PluginProcess): View {
    if (this.#views.size >= MOST) {
      const spare = [...this.#views].find(([, { busy }]) => busy === 0);
      if (!spare) throw new PluginProblem(`${MOST} processes are at work for people; try again`);
      this.#end(...spare);
    }
    return { running, busy: 0, idle: undefined };
  }

  #end(key: string, view: View): void {
    clearTimeout(view.idle);
    view.running.close();
    if (this.#views.get(key) === view) this.#views.delete(key);
  }
}
