// Collects what the tests answer: a line for each file, failures at once and again at the end, then what was left out and totals.
import { inspect } from 'node:util';

const none = () => ({ passed: 0, failed: 0, skipped: 0, ms: 0 });

export class Report {
  /** By engine. */
  #totals;
  /** By key of an engine. */
  #names;
  /** Engine and file of the jobs that have not ended. */
  #missing;
  #failures = [];
  /** The files of each reason. */
  #skips = new Map();

  constructor(jobs, engines) {
    this.#missing = new Set(jobs.map(({ engine, file }) => `${engine} ${file}`));
    this.#names = new Map(engines.map(({ key, name }) => [key, name]));
    this.#totals = new Map(engines.map(({ name }) => [name, none()]));
  }

  /** Takes the events of one process, in which each outermost test is a file of an engine. */
  listener() {
    let own = none();
    const path = [];
    return ({ type, data }) => {
      if (type === 'test:stdout') process.stdout.write(data.message);
      if (type === 'test:stderr') process.stderr.write(data.message);
      if (type === 'test:start') path.splice(data.nesting, path.length, data.name);
      if (type !== 'test:pass' && type !== 'test:fail') return;
      const { error, type: kind, duration_ms } = data.details;
      const isFile = this.#missing.has(data.name) && data.nesting === 0;
      const isFailure = type === 'test:fail' && error.failureType !== 'subtestsFailed';
      const isSkipped = data.skip !== undefined || data.todo !== undefined; // a suite counts as one: its tests are not known
      if (isFailure) this.#fail([...path.slice(0, data.nesting), data.name], error.cause);
      if (isFailure) own.failed += 1;
      else if (isSkipped) own.skipped += 1;
      else if (type === 'test:pass' && !isFile && kind !== 'suite') own.passed += 1;
      if (typeof data.skip === 'string')
        this.#skips.set(data.skip, (this.#skips.get(data.skip) ?? new Set()).add(path[0].split(' ')[1]));
      if (data.nesting > 0 || !(isFile || isFailure)) return;
      this.#finish(data.name, { ...own, ms: Math.round(duration_ms) });
      own = none();
    };
  }

  #fail(path, cause) {
    const failure = `✖ ${this.#titled(path.join(' > '))}\n${inspect(cause)}`;
    console.error(failure);
    this.#failures.push(failure);
  }

  #finish(job, result) {
    const { passed, failed, skipped, ms } = result;
    this.#missing.delete(job);
    const totals = this.#totals.get(this.#names.get(job.split(' ')[0])) ?? {};
    for (const [what, count] of Object.entries(result)) totals[what] += count;
    const more = [failed > 0 ? `, ${failed} FAILED` : '', skipped > 0 ? `, ${skipped} skipped` : ''].join('');
    console.log(`${failed > 0 ? '✖' : '✔'} ${this.#titled(job)}: ${passed} passed${more} (${ms} ms)`);
  }

  /** With the name of the engine; what is no file is a process that has ended early. */
  #titled(text) {
    const [key, ...rest] = text.split(' ');
    const name = this.#names.get(key);
    return name ? `${name}: ${rest.join(' ')}` : `a process of tests: ${text}`;
  }

  /** Prints the totals, and what was left out; returns whether all is well. */
  end(began, { unreachable, leftOut }) {
    for (const job of this.#missing) this.#failures.push(`✖ ${this.#titled(job)} was not run to its end`);
    for (const failure of this.#failures) console.error(`\n${failure}`);
    console.log(`\nBehaviour tests by engine, in ${Math.round((Date.now() - began) / 1000)} s:`);
    for (const [name, { passed, failed, skipped, ms }] of this.#totals)
      if (ms > 0)
        console.log(
          `  ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${Math.round(ms / 1000)} s`,
        );
    for (const { name, server } of unreachable)
      console.log(`  ${name}: nothing answers at ${new URL(server.url).host}`);
    const skips = [...this.#skips].map(([why, { size }]) => `${size} file${size > 1 ? 's' : ''}: ${why}`);
    for (const line of [...skips, ...leftOut]) console.log(`  Left out: ${line}`);
    const isStrict = process.env.CI === 'true';
    const sum = (what) => this.#totals.values().reduce((total, each) => total + each[what], 0);
    const failed = this.#failures.length + (isStrict ? unreachable.length : 0);
    const skipped = sum('skipped') + (isStrict ? 0 : unreachable.length);
    console.log(`\n${sum('passed')} passed, ${failed} failed, ${skipped} skipped`);
    return failed === 0;
  }
}
