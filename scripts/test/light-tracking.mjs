// Loaded before Node's test runner, which learns by asynchronous hooks which test a promise, timer or socket belongs to. Hooks on
// every promise take a seventh of the CPU of a process of tests. Here the test that runs travels along in an AsyncLocalStorage, which
// Node carries without calling JavaScript. See docs/design/tests.md.
import hooks, { AsyncLocalStorage } from 'node:async_hooks';

const { createHook, executionAsyncId, AsyncResource } = hooks;
const running = new AsyncLocalStorage();
let tellRunner = () => {};

/** What the runner makes of each test and suite. */
class Tracked extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    tellRunner(this.asyncId(), type, 0, this);
  }

  runInAsyncScope(work, self, ...given) {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => Reflect.apply(work, self, given)));
  }
}

hooks.createHook = ({ init }) => {
  tellRunner = init;
  return { enable() {}, disable() {} };
};
hooks.executionAsyncId = () => running.getStore() ?? 0;
hooks.AsyncResource = Tracked;
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId, AsyncResource });
