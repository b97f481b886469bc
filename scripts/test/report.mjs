import { inspect } from 'node:util';

/** Collects what the tests of an engine answer, and prints a line for each file. */
export function makeReport(engine, files, isReachable) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const missing = new Set(files);
  const taken = [];

  /** Takes the events of one process, in which each outermost test is a file. */
  function listener() {
    let own = { passed: 0, failed: 0, skipped: 0 };
    let began = Date.now();
    const path = [];
    const finish = (name) => {
      const took = Date.now() - began;
      taken.push([name, Math.round(took / 1000)]);
      missing.delete(name);
      const mark = own.failed > 0 ? '✖' : '✔';
      const skipped = own.skipped > 0 ? `, ${own.skipped} skipped` : '';
      const failed = own.failed > 0 ? `, ${own.failed} FAILED` : '';
      console.log(`${mark} ${engine.name}: ${name}: ${own.passed} passed${failed}${skipped} (${took} ms)`);
      for (const count in counts) counts[count] += own[count];
      own = { passed: 0, failed: 0, skipped: 0 };
      began = Date.now();
    };
    const fail = (data) => {
      own.failed += 1;
      const { cause } = data.details.error;
      const failure = `✖ ${engine.name}: ${[...path.slice(0, data.nesting), data.name].join(' > ')}\n${inspect(cause)}`;
      console.error(failure);
      failures.push(failure);
    };
    return ({ type, data }) => {
      if (type === 'test:stdout') process.stdout.write(data.message);
      if (type === 'test:stderr') process.stderr.write(data.message);
      if (type === 'test:start') {
        path.length = data.nesting;
        path.push(data.name);
      }
      const isFile = data.nesting === 0;
      if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') fail(data);
      else if (type === 'test:pass' && !isFile && data.details.type !== 'suite')
        own[data.skip !== undefined || data.todo !== undefined ? 'skipped' : 'passed'] += 1;
      const hasEnded = isFile && missing.has(data.name) && (type === 'test:pass' || type === 'test:fail');
      if (hasEnded) finish(data.name);
      else if (type === 'test:summary' && data.file === undefined && own.failed > 0)
        finish('a process of tests');
    };
  }

  function outcome() {
    if (!isReachable) return unreachable(engine);
    const notRun = [...missing].map((file) => `✖ ${engine.name}: ${file} was not run to its end`);
    const failed = counts.failed + notRun.length;
    const seconds = taken.reduce((sum, [, each]) => sum + each, 0);
    const summary = `${engine.name}: ${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped in ${seconds} s`;
    return { ...counts, failed, failures: [...failures, ...notRun], summary };
  }

  return { files, isReachable, taken, listener, outcome };
}

function unreachable({ name, url }) {
  const isFailure = process.env.CI === 'true';
  const summary = `${name}: ${isFailure ? 'FAILED' : 'skipped'}, nothing answers at ${new URL(url).host}`;
  return { passed: 0, failed: Number(isFailure), skipped: Number(!isFailure), failures: [], summary };
}
