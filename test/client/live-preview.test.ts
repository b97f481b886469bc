// No engine changes its result: it listens to windows, and asks no server.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type PreviewedForm, subscribeToPreview } from '../../server/client/runtime/live-preview.ts';

type Heard = PreviewedForm<{ title: string }>;
type Listener = (event: object) => void;

const ORIGIN = 'https://cms.example';
const window = globalThis as { parent?: unknown; addEventListener?: unknown; removeEventListener?: unknown };

/** A page in a frame: what it listens to, and what it posted. */
function framed() {
  const listeners = new Map<string, Listener>();
  const posted: unknown[][] = [];
  const parent = { postMessage: (...message: unknown[]) => void posted.push(message) };
  window.parent = parent;
  window.addEventListener = (type: string, listener: Listener) => listeners.set(type, listener);
  window.removeEventListener = (type: string) => listeners.delete(type);
  const heard: Heard[] = [];
  const send = (data: unknown, more: object = {}) =>
    listeners.get('message')?.({ source: parent, origin: ORIGIN, data, ...more });
  const click = (path: string | null) => {
    const event = {
      isStopped: false,
      target: path === null ? {} : { closest: () => ({ getAttribute: () => path }) },
      preventDefault: () => Object.assign(event, { isStopped: true }),
      stopPropagation: () => {},
    };
    listeners.get('click')?.(event);
    return event.isStopped;
  };
  return { posted, heard, send, click, listeners, hear: (form: Heard) => void heard.push(form) };
}

const values = { quire: 'values', collection: 'article', id: '7', locale: 'en', values: { title: 'Sea' } };
const article = { origin: `${ORIGIN}/console`, collection: 'article' };

describe('a page of a site in the console', () => {
  afterEach(() => {
    for (const name of ['parent', 'addEventListener', 'removeEventListener'] as const) delete window[name];
  });

  it('says that it listens, to the console alone, and hears what is typed', () => {
    const page = framed();
    subscribeToPreview(article, page.hear);
    assert.deepEqual(page.posted, [[{ quire: 'ready' }, ORIGIN]]);
    page.send(values);
    assert.deepEqual(page.heard, [{ id: '7', locale: 'en', values: { title: 'Sea' } }]);
  });

  for (const [what, data, more] of [
    ['another origin', values, { origin: 'https://evil.example' }],
    ['a part of its origin', values, { origin: 'https://cms.example.evil' }],
    ['another window', values, { source: {} }],
    ['another collection', { ...values, collection: 'notice' }, {}],
    ['something else', { ...values, quire: 'ready' }, {}],
    ['nobody', null, {}],
    ['a word', 'values', {}],
  ] as const)
    it(`hears nothing of ${what}`, () => {
      const page = framed();
      subscribeToPreview(article, page.hear);
      page.send(data, more);
      assert.deepEqual(page.heard, []);
      assert.equal(page.click('title'), false);
    });

  for (const [id, told, count] of [
    ['7', '7', 1],
    ['8', '7', 0],
    [null, null, 1],
    [null, '7', 0],
    [undefined, null, 1],
  ] as const)
    it(`for ${id} hears ${count === 0 ? 'nothing ' : ''}of ${told}`, () => {
      const page = framed();
      subscribeToPreview({ ...article, ...(id !== undefined && { id }) }, page.hear);
      page.send({ ...values, id: told });
      assert.equal(page.heard.length, count);
    });

  it('leads clicks on marked elements to the form, once a form is there', () => {
    const page = framed();
    subscribeToPreview(article, page.hear);
    assert.equal(page.click('title'), false);
    page.send(values);
    assert.deepEqual([page.click('parts.0.words'), page.click(null)], [true, false]);
    assert.deepEqual(page.posted.slice(1), [[{ quire: 'field', path: 'parts.0.words' }, ORIGIN]]);
  });

  it('ends', () => {
    const page = framed();
    subscribeToPreview(article, page.hear)();
    assert.equal(page.listeners.size, 0);
  });

  it('does nothing on its own, or on a server', () => {
    subscribeToPreview(article, () => assert.fail())();
    const page = framed();
    window.parent = globalThis;
    subscribeToPreview(article, page.hear)();
    assert.deepEqual([page.posted, page.listeners.size], [[], 0]);
  });

  it('refuses what is no address', () => {
    framed();
    assert.throws(() => subscribeToPreview({ ...article, origin: '*' }, () => {}), /Invalid URL/);
  });
});
