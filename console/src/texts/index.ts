import { ref, shallowRef } from 'vue';
import type { first } from './en/first.ts';
import type { en } from './en/index.ts';

/** Every text that people read, by topic. English says which there are; a language that lacks one does not compile. */
export type Texts = typeof en;
export type Language = 'en' | 'zh';

type First = typeof first;

/** First what the sign-in page needs, then all of it. */
const loaders: Readonly<Record<Language, { first(): Promise<First>; all(): Promise<Texts> }>> = {
  en: {
    first: async () => (await import('./en/first.ts')).first,
    all: async () => (await import('./en/index.ts')).en,
  },
  zh: {
    first: async () => (await import('./zh/first.ts')).first,
    all: async () => (await import('./zh/index.ts')).zh,
  },
};

const KEPT = 'quire.language';
const current = shallowRef<First | Texts>();
let needsAll = false;

/** The language that is shown. */
export const language = ref<Language>(preferred());

/** The texts in the language that is shown. What reads them while it draws is drawn anew in another one. */
export const t: Texts = new Proxy({} as Texts, {
  get: (_, topic) => Reflect.get(current.value ?? {}, topic),
}); // the proxy answers what the current language holds

/** Shows a language; without one, that of last time or of the browser. */
export async function loadLanguage(wanted: Language = language.value): Promise<void> {
  const { first, all } = loaders[wanted];
  current.value = await (needsAll ? all() : first());
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** Brings in the texts of all pages. */
export async function loadAllTexts(): Promise<void> {
  needsAll = true;
  await loadLanguage();
}

/** Shows the language that a person chose, and keeps it for next time. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  localStorage.setItem(KEPT, wanted);
  await loadLanguage(wanted);
}

function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.languages
    .find((one) => /^(en|zh)/i.test(one))
    ?.toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh';
}
