// The example sites: a project, what its sites share, and a site for each framework.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In a clone they stand among the examples; `pack-sites.mjs` puts them beside this file. */
export const examples = fileURLToPath(new URL('../examples/sites/', import.meta.url));
export const packed = fileURLToPath(new URL('sites/', import.meta.url));
const folder = existsSync(examples) ? examples : packed;
/** What is no site. */
const SHARED = ['project', 'public', 'quire'];
const MADE = /[\\/](node_modules|dist|\.astro|\.next|\.nuxt|\.output|\.env|quire-client\.ts)$/;

export const siteNames = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
  .map(({ name }) => name);

/** Turns a new project into that of a site, which stands in its folder `site`. */
export function addSite(target, name) {
  const manifest = readJson(join(target, 'package.json'));
  const from = (path) => join(folder, path);
  copy(from('project'), target);
  copy(from(name), join(target, 'site'));
  copy(from('quire'), join(target, 'site/quire'));
  copy(from('public'), join(target, 'site/public'));
  const more = readJson(from('project/manifest.json'));
  rmSync(join(target, 'manifest.json'));
  const merged = Object.entries(more).map(([key, value]) => [key, { ...manifest[key], ...value }]);
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ ...manifest, ...Object.fromEntries(merged) }, undefined, 2),
  );
}

/** Leaves out what installing and building has made. */
export function copy(source, target) {
  cpSync(source, target, { recursive: true, filter: (path) => !MADE.test(path) });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
