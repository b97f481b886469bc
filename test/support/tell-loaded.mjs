// Imported into a process before all else: when it ends, it tells what it has loaded of Node and of packages, a name a line.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const packages = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
    if (name !== undefined) packages.add(name);
    return next(url, context);
  },
});
process.on('exit', () => {
  const ofNode = process.moduleLoadList.map((one) => one.replace('NativeModule ', 'node:'));
  writeSync(1, `\n${[...ofNode, ...packages].join('\n')}\n`);
});
