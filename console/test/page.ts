// What modules ask of a page while they load, for tests without a browser. Import this before them.
const kept = new Map<string, string>([['quire.language', 'en']]);

Object.defineProperties(globalThis, {
  document: {
    value: { querySelector: () => null, createElement: () => ({}), documentElement: { lang: '' } },
  },
  history: { value: { state: {} } },
  location: { value: new URL('http://127.0.0.1/console/') },
  localStorage: {
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  },
});
