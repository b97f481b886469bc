import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../shared/system/children.ts';
import type { Begin } from './dev-server.ts';

/** Quire's own sources: a server that has loaded them does not know their changes. */
const OWN = fileURLToPath(new URL('../../', import.meta.url));

/** A server that loads Quire, then waits for its project. */
interface Spare {
  readonly worker: Worker;
  readonly loaded: Promise<unknown>;
}

/**
 * Keeps a project served while its files change. This process owns the listening socket. After a change, a spare server loads
 * the project and takes over once it listens; the former one finishes its requests. If the new one cannot start, the former one
 * stays.
 */
export class Supervisor {
  readonly #root: string;
  readonly #client: string | undefined;
  #spare: Spare;
  #starting: Worker | undefined;
  #serving: Worker | undefined;
  /** What changed while a server was starting, which may not have read it. */
  #pending = new Set<string>();
  #isOver = false;

  constructor(root: string, client: string | undefined) {
    this.#root = root;
    this.#client = client;
    cluster.setupPrimary({ exec: fileURLToPath(new URL('./dev-server.ts', import.meta.url)), args: [] });
    this.#spare = this.#fork();
    void this.#begin();
  }

  /** Starts a server with the present files. */
  change(files: readonly string[]): void {
    for (const file of files) this.#pending.add(file);
    this.#follow();
  }

  /** Ends all servers after they have answered running requests. */
  end(): void {
    this.#isOver = true;
    this.#serving?.send('stop');
    for (const worker of [this.#starting, this.#spare.worker]) worker?.process.kill('SIGTERM');
  }

  #fork(): Spare {
    const modules = join(this.#root, 'node_modules');
    const cache = existsSync(modules) ? { NODE_COMPILE_CACHE: join(modules, '.cache/quire') } : {};
    const worker = cluster.fork({ ...cache, ...childEnv() });
    worker.once('exit', (code: number | null) => this.#ended(worker, code));
    return { worker, loaded: once(worker, 'message').catch(() => {}) }; // if it ends first, its exit is handled elsewhere
  }

  #follow(): void {
    if (this.#isOver || this.#starting || this.#pending.size === 0) return;
    const files = [...this.#pending];
    this.#pending.clear();
    if (this.#spare.worker.isDead() || files.some((file) => join(this.#root, file).startsWith(OWN))) {
      this.#spare.worker.process.kill('SIGKILL');
      this.#spare = this.#fork();
    }
    void this.#begin({ files, at: Date.now() });
  }

  async #begin(change?: Begin['change']): Promise<void> {
    const { worker, loaded } = this.#spare;
    this.#starting = worker;
    worker.once('listening', () => this.#takeOver(worker));
    await loaded;
    if (worker.isConnected())
      worker.send({ ...(this.#client !== undefined && { client: this.#client }), ...(change && { change }) });
  }

  #takeOver(worker: Worker): void {
    this.#serving?.send('hand over');
    this.#serving = worker;
    this.#settled();
  }

  #ended(worker: Worker, code: number | null): void {
    if (this.#isOver) return;
    if (worker === this.#starting) {
      console.error(this.#serving ? 'The server before goes on.' : 'It starts at the next change.');
      this.#settled();
    } else if (worker === this.#serving) {
      this.#serving = undefined;
      console.error(`The server ended with ${code}. It starts again at the next change.`);
    }
  }

  #settled(): void {
    this.#starting = undefined;
    this.#spare = this.#fork();
    this.#follow();
  }
}
