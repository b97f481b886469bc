import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

const CLIENT = new URL('../../../server/client/runtime/live-preview.ts', import.meta.url);
/** What the site has of the typed client. */
const SCRIPT = stripTypeScriptTypes(readFileSync(CLIENT, 'utf8').replace(/^import [^;]*;\n/m, ''));

interface Site {
  readonly origin: string;
  /** Where the console is, once it listens. */
  console: string;
  /** What the site was asked, in order. */
  readonly asked: string[];
}

/** A small real site of another origin, which shows an article and follows the form that edits it. */
export async function openPreviewSite(): Promise<Site> {
  const server = createServer((request, response) => void answer(site, request, response));
  const site: Site = { origin: '', console: '', asked: [] };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return Object.assign(site, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function answer(site: Site, { url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, site.origin);
  const script = { 'content-type': 'text/javascript' };
  if (pathname === '/live-preview.js') return void response.writeHead(200, script).end(SCRIPT);
  if (pathname === '/favicon.ico') return void response.writeHead(204).end();
  site.asked.push(url);
  const record = await draftOf(site, pathname, searchParams);
  const closed = { 'content-security-policy': `frame-ancestors ${site.console}` };
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...closed });
  response.end(pageOf(site, record));
}

/** What a real site does: it asks for the draft with the token that the address has. */
async function draftOf(site: Site, pathname: string, asked: URLSearchParams): Promise<object> {
  const [id, token] = [asked.get('id'), asked.get('preview')];
  if (!token) return {};
  const query = new URLSearchParams({ token, locale: pathname.split('/')[1] ?? '' });
  return (await (await fetch(`${site.console}/api/v1/article/${id}/preview?${query}`)).json()) as object;
}

function pageOf({ console: origin }: Site, record: object): string {
  return `<!doctype html><html lang="en"><head><title>Site</title></head><body>
<main><h1 data-quire-field="title"></h1><p data-quire-field="lead"></p>
<p id="minutes"></p><blockquote data-quire-field="parts.1.by"></blockquote></main>
<script type="module">
  import { subscribeToPreview } from '/live-preview.js';
  const show = ({ title, lead, minutes, parts = [] }) => {
    document.querySelector('h1').textContent = title ?? '';
    document.querySelector('p').textContent = lead || '–';
    document.querySelector('#minutes').textContent = minutes ?? '';
    document.querySelector('blockquote').textContent = parts?.[1]?.by ?? '–';
  };
  const saved = ${JSON.stringify(record).replaceAll('<', '\\u003c')};
  globalThis.heard = [];
  show(saved);
  subscribeToPreview({ origin: ${JSON.stringify(origin)}, collection: 'article' }, (form) => {
    heard.push(form);
    show({ ...saved, ...form.values });
  });
</script></body></html>`;
}
