import { ref, shallowReactive } from 'vue';

/** The texts that every page has, by topic. English declares them; a language that lacks one does not compile. */
export type Texts = typeof import('./en/first.ts') & typeof import('./en/index.ts');
export type Language = 'en' | 'zh';

/** Texts that load together, in each language. */
type Bundle<Topics> = Readonly<Record<Language, () => Promise<Topics>>>;

const first: Bundle<typeof import('./en/first.ts')> = {
  en: () => import('./en/first.ts'),
  zh: () => import('./zh/first.ts'),
};
const everyPage: Bundle<typeof import('./en/index.ts')> = {
  en: () => import('./en/index.ts'),
  zh: () => import('./zh/index.ts'),
};

const STORAGE_KEY = 'quire.language';
const RETRY_MS = 1000;
const bundles: Bundle<object>[] = [first];
const shown = shallowReactive({});
/** The language requested last. It is shown once its texts are loaded. */
let wanted = preferredLanguage();
let loading: Promise<void> = Promise.resolve();

/** The language that is shown. */
export const language = ref<Language>(wanted);

/** The texts in the current language. Templates that read them render again when it changes. */
export const t = shown as Texts; // the sign-in page reads `first` alone; all else renders after `loadPageTexts`

/** Shows a language; by default the one chosen last, or the browser's. */
export function loadLanguage(next: Language = wanted): Promise<void> {
  wanted = next;
  // One load at a time: bundles added meanwhile load in the language requested last.
  loading = loading.catch(() => {}).then(() => load(next));
  return loading;
}

/** Loads the texts that every page needs once somebody has signed in. */
export async function loadPageTexts(): Promise<void> {
  await loadTexts(everyPage);
}

/** Loads the texts of some pages, and returns them together with the texts that every page needs. */
export async function loadTexts<Topics extends object>(bundle: Bundle<Topics>): Promise<Texts & Topics> {
  if (!bundles.includes(bundle)) bundles.push(bundle);
  // A module whose import failed once stays failed, so wait for the network instead.
  while (!(await tryLoading())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return t as Texts & Topics; // the bundle has just been loaded
}

async function tryLoading(): Promise<boolean> {
  try {
    await loadLanguage();
    return true;
  } catch {
    return false;
  }
}

async function load(next: Language): Promise<void> {
  const topics = await Promise.all(bundles.map((bundle) => bundle[next]()));
  for (const some of topics) Object.assign(shown, some);
  language.value = next;
  document.documentElement.lang = next;
}

/** Shows the language that the user chose, and remembers it. */
export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, next);
  await loadLanguage(next);
}

function preferredLanguage(): Language {
  const chosen = localStorage.getItem(STORAGE_KEY);
  if (chosen === 'en' || chosen === 'zh') return chosen;
  const known = navigator.languages.find((one) => /^(en|zh)/i.test(one));
  return known?.toLowerCase().startsWith('en') ? 'en' : 'zh';
}
