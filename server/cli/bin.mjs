#!/usr/bin/env -S node --max-semi-space-size=8
// The command `quire` of the package, in plain JavaScript that old Nodes read as well: where the machine's Node is too old,
// the one that was installed with the package runs instead.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import module from 'node:module';
import process, { arch, argv, execArgv, platform, versions } from 'node:process';
import { fileURLToPath } from 'node:url';

const manifest = new URL('../../package.json', import.meta.url);
const { engines, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
const oldestNode = Number.parseInt(engines.node.replace('>=', ''), 10);

if (Number.parseInt(versions.node, 10) < oldestNode) runOn(ownNode());
else {
  // Below the project's node_modules; where that cannot be written, Node does without.
  module.enableCompileCache(fileURLToPath(new URL('../.cache/quire', manifest)));
  await import('./quire.ts');
}

/** The Node that was installed as an optional dependency; undefined if it was left out. */
function ownNode() {
  const { resolve } = module.createRequire(manifest);
  const here = `-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const name = Object.keys(optionalDependencies).find((each) => each.endsWith(here));
  try {
    return name && resolve(`${name}/bin/node${platform === 'win32' ? '.exe' : ''}`);
  } catch {
    return undefined;
  }
}

/** Runs this command on another Node, and ends as it does. */
function runOn(node) {
  if (!node) {
    console.error(`Quire needs Node ${oldestNode} or later; this is ${versions.node}.`);
    process.exit(1);
  }
  const child = spawn(node, [...execArgv, ...argv.slice(1)], { stdio: 'inherit' });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}
