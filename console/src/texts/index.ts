import { ref, shallowReactive } from 'vue';

/** The texts that every page has, by topic. English says which there are; a language that lacks one does not compile. */
export type Texts = typeof import('./en/first.ts') & typeof import('./en/index.ts');
export type Language = 'en' | 'zh';

/** Texts that come together, in each language. */
type Room<Topics> = Readonly<Record<Language, () => Promise<Topics>>>;

const first: Room<typeof import('./en/first.ts')> = {
  en: () => import('./en/first.ts'),
  zh: () => import('./zh/first.ts'),
};
const everyPage: Room<typeof import('./en/index.ts')> = {
  en: () => import('./en/index.ts'),
  zh: () => import('./zh/index.ts'),
};

const STORAGE_KEY = 'quire.language';
const RETRY_MS = 1000;
const brought: Room<object>[] = [first];
const shown = shallowReactive({});
/** The language that was asked for last; it is shown once its texts are here. */
let wanted = preferred();
let loading: Promise<void> = Promise.resolve();

/** The language that is shown. */
export const language = ref<Language>(wanted);

/** The texts in the language that is shown. What reads them while it draws is drawn anew in another one. */
export const t = shown as Texts; // the sign-in page reads those of `first` alone; all else is drawn after `bringPageTexts`

/** Shows a language; without one, that of last time or of the browser. */
export function loadLanguage(next: Language = wanted): Promise<void> {
  wanted = next;
  // One after the other: what is brought meanwhile comes in the language that was asked for last.
  loading = loading.catch(() => {}).then(() => load(next));
  return loading;
}

/** Brings in what every page shows to those who have signed in. */
export async function bringPageTexts(): Promise<void> {
  await bring(everyPage);
}

/** Brings in texts that only some pages need, and answers them together with those of every page. */
export async function bring<Topics extends object>(room: Room<Topics>): Promise<Texts & Topics> {
  if (!brought.includes(room)) brought.push(room);
  // A module that once failed stays failed, so a lost network is waited for.
  while (!(await hasCome())) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return t as Texts & Topics; // the room has just come
}

async function hasCome(): Promise<boolean> {
  try {
    await loadLanguage();
    return true;
  } catch {
    return false;
  }
}

async function load(next: Language): Promise<void> {
  const topics = await Promise.all(brought.map((room) => room[next]()));
  for (const some of topics) Object.assign(shown, some);
  language.value = next;
  document.documentElement.lang = next;
}

/** Shows the language that a person chose, and keeps it for next time. */
export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, next);
  await loadLanguage(next);
}

function preferred(): Language {
  const kept = localStorage.getItem(STORAGE_KEY);
  if (kept === 'en' || kept === 'zh') return kept;
  return navigator.languages
    .find((one) => /^(en|zh)/i.test(one))
    ?.toLowerCase()
    .startsWith('en')
    ? 'en'
    : 'zh';
}
