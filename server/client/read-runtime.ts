import { readFileSync } from 'node:fs';

/** The files whose exports a client exports, then those that only these files use. */
const SHARED = [
  ...[
    'shapes',
    'requests',
    'aggregates',
    'descriptions',
    'quire-error',
    'watch',
    'live-preview',
    'connection',
  ],
  ...['operations', 'collection-client', 'resumable-upload', 'file-client', 'account-client', 'route-caller'],
];
const INNER = ['expansions', 'answers', 'query', 'pause', 'built-in-routes', 'built-in-forms'];

/** The part of a client that is the same for all definitions: the files of `runtime/`, and how JSON is read, joined. */
export function readRuntime(): string {
  const exactJson = readFileSync(new URL('../shared/exact-json.ts', import.meta.url), 'utf8');
  const inner = [...INNER.map(textOf), exactJson].map((text) => partOf(text).replace(/^export /gm, ''));
  return [...SHARED.map((name) => partOf(textOf(name))), ...inner].join('\n');
}

function textOf(name: string): string {
  return readFileSync(new URL(`./runtime/${name}.ts`, import.meta.url), 'utf8');
}

/** The text of a file without its head comment and its imports, which are part of the same client. */
function partOf(text: string): string {
  return text
    .replace(/^(\/\/ .*\n)+/, '')
    .replace(/^import [^;]*;\n/gm, '')
    .trimStart();
}
