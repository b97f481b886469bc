// Builds the documentation as a site, `site/dist/<version>`: `npm run docs:site`. --serve shows it while pages change. A version
// that was built before stays beside it, and every page offers all of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { matchesLockFile } from '../scripts/lock-file.mjs';
import { copyPages } from './pages.ts';

const here = new URL('./', import.meta.url);
const project = new URL('../', here);
const pages = new URL('.pages/', here);
const { exports } = JSON.parse(readFileSync(new URL('package.json', project), 'utf8'));

if (!matchesLockFile(here)) {
  console.log('Site: installing what it is built with …');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: here,
    stdio: 'inherit',
  });
}
rmSync(pages, { recursive: true, force: true });
copyPages(fileURLToPath(project), fileURLToPath(pages));
writeFileSync(new URL('index.md', pages), readFileSync(new URL('home.md', here)));
console.log('Site: reading the public types …');
run('typedoc', [
  ...['--plugin', 'typedoc-plugin-markdown', '--tsconfig', fileURLToPath(new URL('tsconfig.json', project))],
  ...[
    '--out',
    fileURLToPath(new URL('types/', pages)),
    '--outputFileStrategy',
    'modules',
    '--entryFileName',
    'index',
  ],
  ...['--readme', 'none', '--excludeExternals', '--excludeInternal', '--excludePrivate', '--disableSources'],
  ...[
    '--hidePageHeader',
    '--hideBreadcrumbs',
    '--useHTMLAnchors',
    '--skipErrorChecking',
    '--logLevel',
    'Error',
  ],
  ...Object.values(exports).flatMap((one) => (one['quire-source'] ? [one['quire-source']] : [])),
]);
run('vitepress', [process.argv.includes('--serve') ? 'dev' : 'build', fileURLToPath(here)]);
noteVersions();

/** What every page offers, newest first; a page of an older version reads it as well. */
function noteVersions() {
  const dist = new URL('dist/', here);
  if (!existsSync(dist)) return; // only served
  const versions = readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  writeFileSync(new URL('versions.json', dist), JSON.stringify(versions));
  writeFileSync(
    new URL('index.html', dist),
    `<!doctype html><meta charset="utf-8"><title>Quire</title><meta http-equiv="refresh" content="0; url=./${versions[0]}/">\n`,
  );
}

function run(command, args) {
  execFileSync(fileURLToPath(new URL(`node_modules/.bin/${command}`, here)), args, {
    cwd: project,
    stdio: 'inherit',
  });
}
