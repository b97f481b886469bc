// Collects what the tests answer: a line for each file, failures at once and again at the end, then what was left out and totals.
import { inspect } from 'node:util';

const none = () => ({ passed: 0, failed: 0, skipped: 0 });

export class Report {
  /** By engine and file. */
  #results = new Map();
  #failures = [];
  #skips = new Map();
  #missing;
  #names;

  /** Of jobs on engines with these names. */
  constructor(jobs, names) {
    this.#missing = new Set(jobs.map(({ engine, file }) => `${engine} ${file}`));
    this.#names = names;
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
      if (typeof data.skip === 'string') this.#skip(data.skip, path[0]);
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

  #skip(why, key) {
    this.#skips.set(why, (this.#skips.get(why) ?? new Set()).add(key.split(' ')[1]));
  }

  #finish(key, result) {
    const { passed, failed, skipped, ms } = result;
    this.#missing.delete(key);
    this.#results.set(key, result);
    const more = [failed > 0 ? `, ${failed} FAILED` : '', skipped > 0 ? `, ${skipped} skipped` : ''].join('');
    console.log(`${failed > 0 ? '✖' : '✔'} ${this.#titled(key)}: ${passed} passed${more} (${ms} ms)`);
  }

  /** With the name of the engine; what is no file is a process that has ended early. */
  #titled(text) {
    const [key, ...rest] = text.split(' ');
    const name = this.#names.get(key);
    return name ? `${name}: ${rest.join(' ')}` : `a process of tests: ${text}`;
  }

  /** Prints the totals, and what was left out; returns whether all is well. */
  end(seconds, unreachable, leftOut) {
    for (const key of this.#missing) this.#failures.push(`✖ ${this.#titled(key)} was not run to its end`);
    for (const failure of this.#failures) console.error(`\n${failure}`);
    const sum = (count, of = '') =>
      [...this.#results].reduce((total, [key, each]) => total + (key.startsWith(of) ? each[count] : 0), 0);
    console.log(`\nBehaviour tests by engine, in ${seconds} s:`);
    for (const [key, name] of this.#names) {
      const counts = ['passed', 'failed', 'skipped'].map((count) => `${sum(count, `${key} `)} ${count}`);
      const ms = sum('ms', `${key} `);
      if (ms > 0) console.log(`  ${name}: ${counts.join(', ')} in ${Math.round(ms / 1000)} s`);
    }
    for (const line of unreachable) console.log(`  ${line}`);
    const skips = [...this.#skips].map(([why, { size }]) => `${size} file${size > 1 ? 's' : ''}: ${why}`);
    for (const line of [...skips, ...leftOut]) console.log(`  Left out: ${line}`);
    const isStrict = process.env.CI === 'true';
    const failed = this.#failures.length + (isStrict ? unreachable.length : 0);
    const skipped = sum('skipped') + (isStrict ? 0 : unreachable.length);
    console.log(`\n${sum('passed')} passed, ${failed} failed, ${skipped} skipped`);
    return failed === 0;
  }
}
