import { inspect } from 'node:util';

const none = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

/** Collects what the tests of an engine answer, and prints a line for each file. */
export function makeReport(engine, files, isReachable, env = {}) {
  const results = new Map();
  const unstable = [];
  const leftOut = new Map();
  const missing = new Set(files);

  /** Takes the events of one process, in which each outermost test is a file. */
  function listener() {
    let own = none();
    let began = Date.now();
    const path = [];
    const finish = (name) => {
      const ms = Date.now() - began;
      missing.delete(name);
      results.set(name, { ...own, ms });
      const mark = own.failed > 0 ? '✖' : '✔';
      const skipped = own.skipped > 0 ? `, ${own.skipped} skipped` : '';
      const failed = own.failed > 0 ? `, ${own.failed} FAILED` : '';
      console.log(`${mark} ${engine.name}: ${name}: ${own.passed} passed${failed}${skipped} (${ms} ms)`);
      own = none();
      began = Date.now();
    };
    const fail = (data) => {
      own.failed += 1;
      const { cause } = data.details.error;
      const failure = `✖ ${engine.name}: ${[...path.slice(0, data.nesting), data.name].join(' > ')}\n${inspect(cause)}`;
      console.error(failure);
      own.failures.push(failure);
    };
    return ({ type, data }) => {
      if (type === 'test:stdout') process.stdout.write(data.message);
      if (type === 'test:stderr') process.stderr.write(data.message);
      if (type === 'test:start') {
        path.length = data.nesting;
        path.push(data.name);
      }
      const isFile = data.nesting === 0;
      if (type === 'test:pass' && typeof data.skip === 'string') note(leftOut, data.skip, path[0]);
      if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') fail(data);
      else if (type === 'test:pass' && !isFile) count(own, data);
      const hasEnded = isFile && missing.has(data.name) && (type === 'test:pass' || type === 'test:fail');
      if (hasEnded) finish(data.name);
      else if (type === 'test:summary' && data.file === undefined && own.failed > 0)
        finish(`a process of tests (${results.size})`);
    };
  }

  const failedFiles = () => files.filter((file) => results.get(file)?.failed > 0);

  /** Runs a file that failed once more; what it answers now is its result. */
  async function again(file, run) {
    const first = results.get(file);
    results.delete(file);
    missing.add(file);
    await run();
    if (results.get(file)?.failed === 0) unstable.push(...first.failures);
  }

  /** The seconds that each file took. */
  const taken = () => [...results].map(([file, { ms }]) => [file, Math.round(ms / 1000)]);

  function outcome() {
    if (!isReachable) return unreachable(engine);
    const all = [...results.values()];
    const sum = (count) => all.reduce((total, result) => total + result[count], 0);
    const notRun = [...missing].map((file) => `✖ ${engine.name}: ${file} was not run to its end`);
    const counts = { passed: sum('passed'), failed: sum('failed') + notRun.length, skipped: sum('skipped') };
    const summary = `${engine.name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${Math.round(sum('ms') / 1000)} s`;
    return {
      ...counts,
      failures: [...all.flatMap(({ failures }) => failures), ...notRun],
      unstable,
      leftOut,
      summary,
    };
  }

  return { engine, files, isReachable, env, listener, failedFiles, again, taken, outcome };
}

/** A suite that is skipped counts as one test, for its tests are not known. */
function count(result, { skip, todo, details }) {
  if (skip !== undefined || todo !== undefined) result.skipped += 1;
  else if (details.type !== 'suite') result.passed += 1;
}

function note(leftOut, why, file) {
  leftOut.set(why, (leftOut.get(why) ?? new Set()).add(file));
}

function unreachable({ name, url }) {
  const isFailure = process.env.CI === 'true';
  const summary = `${name}: ${isFailure ? 'FAILED' : 'skipped'}, nothing answers at ${new URL(url).host}`;
  return {
    ...none(),
    failed: Number(isFailure),
    skipped: Number(!isFailure),
    unstable: [],
    leftOut: new Map(),
    summary,
  };
}
