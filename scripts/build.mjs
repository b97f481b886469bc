// npm run build: makes dist/, which `npm pack` packs. It holds JavaScript and declarations of the server, the built console,
// and the licences of the packages whose code is inside.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build/bundle.mjs';
import { writeDeclarations } from './build/declarations.mjs';
import { noticesOf } from './build/notices.mjs';
import { buildConsole } from './build-console.mjs';

const root = new URL('../', import.meta.url);
const dist = new URL('dist/', root);
const { exports, dependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
);

const sourceOf = (path) => fileURLToPath(new URL(path, root));
/** What others import: the source and the built file of each export that has both. */
const entries = Object.values(exports).flatMap((entry) =>
  entry['quire-source'] ? [[parse(entry.default).name, sourceOf(entry['quire-source'])]] : [],
);
const input = { bin: sourceOf('server/cli/bin.mjs'), ...Object.fromEntries(entries) };
const packages = new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies)]);

rmSync(dist, { recursive: true, force: true });
const inside = await bundle(input, packages, fileURLToPath(new URL('server/', dist)));
writeDeclarations(
  root,
  new URL('types/', dist),
  entries.map(([, source]) => source),
);
await buildConsole();
cpSync(new URL('console/dist/', root), new URL('console/dist/', dist), {
  recursive: true,
  filter: (path) => !/[\\/]\.(state|vite)$/.test(path),
});
writeFileSync(new URL('licences.txt', dist), noticesOf(inside));
console.log(`Built dist/, with ${inside.size} packages inside.`);
