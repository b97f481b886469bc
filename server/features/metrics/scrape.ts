import type { Figure, Sample } from '../../module/figure.ts';
import { lazy } from '../../shared/lazy.ts';
import { OtherWorkers, workerNumber } from '../../shared/system/other-workers.ts';

/** A figure as the package merges them: plain data, which one process can send to another. */
interface Told {
  readonly name: string;
  readonly help: string;
  readonly type: Figure['kind'];
  readonly aggregator: 'sum';
  readonly values: readonly (Pick<Sample, 'labels' | 'value'> & { readonly metricName: string })[];
}

const OTHERS_WITHIN_MS = 2000;

/** All figures in the text form of Prometheus. */
export interface Scraped {
  readonly type: string;
  readonly text: string;
}

/**
 * Reads the figures of this process and of the other workers, which share its port. Each tells its own with its number as a
 * label: a sum over workers would fall when one is replaced, which Prometheus takes for a restart of all of them.
 */
export class Scrape {
  readonly #figures: () => readonly Figure[];
  readonly #report: (cause: unknown, name: string) => void;
  readonly #others = new OtherWorkers('figures');
  readonly #worker = String(workerNumber());
  readonly #library = lazy(() => loadLibrary(this.#worker));
  #running: Promise<Scraped> | undefined;

  /** `report` hears of figures that could not be read, which are left out. */
  constructor(figures: () => readonly Figure[], report: (cause: unknown, name: string) => void) {
    this.#figures = figures;
    this.#report = report;
  }

  /** Begins to measure the process, and to answer other workers. */
  begin(): void {
    this.#others.answer(() => this.#ofProcess());
    void this.#library();
  }

  /** Callers that ask at the same time get the same answer. */
  text(): Promise<Scraped> {
    this.#running ??= this.#read().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #read(): Promise<Scraped> {
    const { AggregatorRegistry } = await this.#library();
    const shared = this.#figures().filter(({ isShared }) => isShared);
    const told = await Promise.all([
      this.#ofProcess(),
      Promise.all(shared.map((figure) => this.#told(figure, {}))),
      ...(await this.#others.ask(OTHERS_WITHIN_MS)).filter(Array.isArray),
    ]);
    const merged = AggregatorRegistry.aggregate(told);
    return { type: merged.contentType, text: await merged.metrics() };
  }

  /** What differs between processes. */
  async #ofProcess(): Promise<object[]> {
    const { ofNode } = await this.#library();
    const own = this.#figures().filter(({ isShared }) => !isShared);
    const told = await Promise.all(own.map((figure) => this.#told(figure, { worker: this.#worker })));
    const measured = await ofNode.getMetricsAsJSON();
    return [...told, ...measured.map((one) => ({ ...one, aggregator: 'sum' }))]; // some are left out else
  }

  async #told({ name, help, kind, read }: Figure, common: Sample['labels']): Promise<Told> {
    const samples = await Promise.resolve()
      .then(read)
      .catch((cause: unknown) => {
        this.#report(cause, name);
        return [];
      });
    const values = samples.map(({ labels, value, part = '' }) => ({
      labels: { ...labels, ...common },
      value,
      metricName: `${name}${part}`,
    }));
    return { name, help, type: kind, aggregator: 'sum', values };
  }
}

/** The package, and a registry of what it measures of this process: event loop, memory, processor. */
async function loadLibrary(worker: string) {
  const { AggregatorRegistry, collectDefaultMetrics, Registry } = await import('prom-client');
  const ofNode = new Registry();
  ofNode.setDefaultLabels({ worker });
  collectDefaultMetrics({ register: ofNode });
  return { AggregatorRegistry, ofNode };
}
