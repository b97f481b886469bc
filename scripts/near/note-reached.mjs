// Loaded into what tests run and what they start: notes for each test file the numbers of the functions that run.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const { env, pid } = process;
const { REACH_FOLDER: folder } = env;
mkdirSync(folder, { recursive: true });
let file;
let descriptor;
let seen = new Set();

/** At once: a process may be killed, and a thread ended, before either could tell at its end. It may work for one file after another. */
globalThis.__reach = (number) => {
  const { TEST_FILE: of } = env;
  if (of !== file) begin(of);
  if (seen.has(number)) return;
  seen.add(number);
  if (file) writeSync(descriptor, `${number}\n`);
};

function begin(of) {
  if (descriptor !== undefined) closeSync(descriptor);
  [file, seen, descriptor] = [of, new Set(), undefined];
  if (of) descriptor = openSync(join(folder, `${of.replaceAll('/', '~')}~${pid}-${threadId}`), 'a');
}

/** Lets pages in a browser of Playwright tell as well. */
globalThis.__reachIn = (type) => {
  const launch = type.launch.bind(type);
  type.launch = async (...given) => {
    const browser = await launch(...given);
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (...options) => {
      const context = await newContext(...options);
      await context.exposeFunction('__tellReached', (number) => globalThis.__reach(number));
      await context.addInitScript(() => {
        const told = new Set();
        globalThis.__reach = (number) => {
          if (told.has(number)) return;
          told.add(number);
          void globalThis.__tellReached(number);
        };
      });
      return context;
    };
    return browser;
  };
};
