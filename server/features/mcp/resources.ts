import { FILES_PATH } from '../../../contract/own-paths.ts';
import type { ServedDefinition } from '../../definitions/define-collection.ts';
import { badParameters, isRefusal } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import type { InnerAnswer, InnerRequest } from './ask-routes.ts';
import type { Calling } from './call-tool.ts';
import { AS_DATA, requireReadable } from './data.ts';
import { pathWith } from './inner-path.ts';
import { message } from './messages/message.ts';
import { loadSdk } from './sdk.ts';
import type { Reachable } from './tools.ts';

/** Longer files are refused: an agent asks for their address instead. */
const MOST_BYTES = 1 << 20;
const JSON_TYPE = 'application/json';
/** How much a search answers. */
const MOST_FOUND = 20;

export const recordUri = (collection: string, id: unknown) => `quire://collection/${collection}/${id}`;

/** What an agent can be given to read without asking for it by name: the descriptions of its collections. */
export function resourcesFor({ readable }: Reachable, language: Language): object[] {
  return readable.map(({ name, label }) => ({
    uri: `quire://collection/${name}`,
    name,
    title: render(label, language),
    description: render(message('mcpDescribe'), language),
    mimeType: JSON_TYPE,
  }));
}

/** The forms of the addresses of all that it can read. */
export function templatesFor({ readable }: Reachable, language: Language): object[] {
  const template = (name: string, uri: string, about: Parameters<typeof message>[0], mimeType?: string) => ({
    uriTemplate: `quire://${uri}`,
    name,
    description: render(message(about), language),
    ...(mimeType && { mimeType }),
  });
  if (readable.length === 0) return [];
  return [
    template('record', 'collection/{collection}/{id}', 'mcpRead', JSON_TYPE),
    template('search', 'search/{words}', 'mcpFindsRecords', JSON_TYPE),
    template('file', 'file/{id}', 'mcpFile'),
  ];
}

/** Reads what an address names, by the route that answers it. Throws an error of the protocol for what is refused. */
export async function readResource(
  calling: Calling,
  uri = '',
): Promise<{ readonly contents: readonly object[] }> {
  const { ResourceNotFoundError, ProtocolError, ProtocolErrorCode } = await loadSdk();
  try {
    const request = requestOf(uri.slice(0, 2000), calling.reachable);
    if (request === undefined) throw new ResourceNotFoundError(uri.slice(0, 2000));
    const answer = await calling.ask(calling.asking, request);
    if (answer.status === 404) throw new ResourceNotFoundError(uri);
    if (answer.status >= 400) throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.text);
    return { contents: [contentOf(uri, answer)] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, render(error.text, calling.language));
  }
}

/** The request that answers an address; undefined if it names nothing that this caller may know of. */
function requestOf(uri: string, { readable }: Reachable): InnerRequest | undefined {
  const address = URL.parse(uri);
  if (address?.protocol !== 'quire:') return undefined;
  const [first = '', second, ...more] = address.pathname.slice(1).split('/').map(decoded);
  if (more.length > 0) return undefined;
  if (address.hostname === 'collection') {
    const definition = readable.find(({ name }) => name === first);
    return definition && collectionRequest(definition, second);
  }
  if (second !== undefined) return undefined;
  if (address.hostname === 'search')
    return { method: 'GET', path: pathWith('/v1/search', { q: first, count: MOST_FOUND }) };
  if (address.hostname === 'file' && isId(first))
    return { method: 'GET', path: `${FILES_PATH}/${first}/content`, most: MOST_BYTES };
  return undefined;
}

function collectionRequest(
  { name, path, isSingleton }: ServedDefinition,
  id: string | undefined,
): InnerRequest | undefined {
  if (id === undefined) return { method: 'GET', path: `/cms/definition/${name}` };
  if (!isId(id)) return undefined;
  return { method: 'GET', path: isSingleton ? path : `${path}/${id}` };
}

const isId = (text: string) => /^[1-9]\d{0,18}$/.test(text);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // no address that was made here: it names nothing
  }
}

function contentOf(uri: string, { text, bytes, type, isCut }: InnerAnswer): object {
  if (isCut) throw badParameters({ uri: message('mcpFileTooLong', { max: MOST_BYTES }) });
  const [mimeType = ''] = type.split(';');
  const about = { uri, mimeType, ...AS_DATA };
  const isText = mimeType === JSON_TYPE || mimeType.startsWith('text/');
  if (!isText) return { ...about, blob: bytes.toString('base64') };
  requireReadable(text);
  return { ...about, text };
}
