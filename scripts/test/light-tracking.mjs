// Loaded before the test runner. It learns by hooks on all that is asynchronous which test something belongs to; they cost a tenth
// of the CPU of a test process. Here the test that runs travels along as Node's own asynchronous context does, which is nearly free.
import hooks, { AsyncLocalStorage } from 'node:async_hooks';

const { createHook, executionAsyncId, AsyncResource } = hooks;
const running = new AsyncLocalStorage();
let tellRunner = () => {};

/** A test, or something else that the runner runs. */
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
