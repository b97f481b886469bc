#!/usr/bin/env node
// npm create quire-cms: makes a project that depends on Quire. Plain JavaScript for whatever Node the machine has.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addSite, siteNames } from './sites.mjs';

const FOLDER = 'my-quire';
const USAGE = `Usage: npm create quire-cms [-- <folder>] [-- --site ${siteNames.join('|')}] [-- --quire <version or path of the package>]
Makes a project in a new or empty folder; '${FOLDER}' where none is named. --site adds a site of that framework.`;
const SITE_STEPS = `  npm install
  npm --prefix site install
  npx quire seed    # shows the password of root once
  npm run dev

site/README.md says how to go on.`;
/** npm leaves these names out of packages. */
const HIDDEN = { gitignore: '.gitignore', env: '.env' };

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quire: { type: 'string' }, site: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(USAGE);
  else if (positionals.length > 1) refuse(`one folder, not ${positionals.length}`);
  else if (values.site !== undefined && !siteNames.includes(values.site))
    refuse(`no site '${values.site}'; there are ${siteNames.join(', ')}`);
  else make(positionals[0] ?? (await askForFolder()), values);
} catch (error) {
  if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
  refuse(error.message);
}

/** Asks where there is somebody to answer. */
async function askForFolder() {
  if (!process.stdin.isTTY) return FOLDER;
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`Folder of the project (${FOLDER}): `);
  asking.close();
  return answer.trim() || FOLDER;
}

function make(folder, { quire, site }) {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) return refuse(`${target} is not empty`);
  const name = packageName(basename(target));
  cpSync(fileURLToPath(new URL('template/', import.meta.url)), target, { recursive: true });
  if (site) addSite(target, site);
  for (const [packed, real] of Object.entries(HIDDEN)) renameSync(join(target, packed), join(target, real));
  const manifest = join(target, 'package.json');
  const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  writeJson(manifest, {
    name,
    ...withQuire(JSON.parse(readFileSync(manifest, 'utf8')), quire ?? `^${version}`),
  });
  const readme = join(target, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(/^# .*/, `# ${name}`));
  const path = relative('.', target);
  const enter = path === '' ? '' : `  cd ${path}\n`;
  const next = site ? SITE_STEPS : '  npm install\n  npm run dev';
  console.log(`Made ${target}.\n\n${enter}${next}`);
}

function withQuire(manifest, quire) {
  return { ...manifest, dependencies: { ...manifest.dependencies, 'quire-cms': quire } };
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** A name that npm takes. */
function packageName(text) {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return name || FOLDER;
}

function refuse(problem) {
  console.error(`${problem}\n\n${USAGE}`);
  process.exitCode = 2;
}
