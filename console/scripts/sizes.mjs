// Measures what a browser loads before it can sign in and before the first list (gzip, script and style), and fails beyond the budget,
// where built files import each other in a circle, or where the gallery for developers was built.
import { readFileSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const languages = ['en', 'zh'];
const start = ['index.html', 'src/texts/LANGUAGE/first.ts'];
const signIn = [...start, 'src/pages/sign-in/SignInPage.vue'];
const firstList = [...start, 'src/texts/LANGUAGE/index.ts', 'src/enter.ts', 'src/pages/list/ListPage.vue'];

const budgets = [
  { what: 'to sign in', entries: signIn, most: 50_000 },
  { what: 'to the first list', entries: firstList, most: 120_000 },
];

for (const { what, entries, most } of budgets) {
  const size = Math.max(
    ...languages.map((language) => sizeOf(entries.map((entry) => entry.replace('LANGUAGE', language)))),
  );
  console.log(`${(size / 1000).toFixed(1).padStart(6)} kB gzip ${what} (at most ${most / 1000} kB)`);
  if (size > most) process.exitCode = 1;
}
for (const key of Object.keys(manifest)) {
  const circle = circleFrom(key, [key]);
  if (!circle) continue;
  console.log(
    `files import each other in a circle, and may run before what they need: ${circle.join(' > ')}`,
  );
  process.exitCode = 1;
  break;
}

const forDevelopers = Object.keys(manifest).find((key) => key.includes('gallery'));
if (forDevelopers) {
  console.log(`the gallery is for development only, and was built: ${forDevelopers}`);
  process.exitCode = 1;
}

/** The size of all files that these modules and what they import need. */
function sizeOf(entries) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const inner of chunk.imports ?? []) visit(inner);
  };
  for (const entry of entries) visit(entry);
  return [...files].reduce((sum, file) => sum + readFileSync(new URL(`${file}.gz`, dist)).length, 0);
}

/** The way from a file back to itself by its imports, if there is one. */
function circleFrom(start, way, seen = new Set()) {
  for (const key of manifest[way.at(-1)]?.imports ?? []) {
    if (key === start) return [...way, key];
    if (seen.has(key)) continue;
    seen.add(key);
    const circle = circleFrom(start, [...way, key], seen);
    if (circle) return circle;
  }
  return undefined;
}
