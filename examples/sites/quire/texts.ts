export const locales = ['en', 'zh'] as const;
export type Locale = (typeof locales)[number];

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The same page in another language. */
export function inLocale(path: string, locale: Locale): string {
  return path.replace(/^\/[^/]+/, `/${locale}`);
}

const en = {
  name: 'Hearth & Trail',
  skip: 'Skip to the content',
  about: 'Walks, gardens and what comes out of the oven.',
  articles: 'Articles',
  search: 'Search',
  searchFor: 'Search for',
  noResults: 'Nothing was found.',
  letters: 'Letters',
  otherLanguages: 'Languages',
  by: 'By',
  preview: 'Preview: only you and the people with this link see this page.',
  previewEnded: 'This preview has ended.',
  notFound: 'There is no such page.',
  writeToUs: 'Write to us',
  signInFirst: 'Sign in to write to the editors, and to read what they answered.',
  signIn: 'Sign in',
  signInFailed: 'You were not signed in. Try again.',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  subject: 'Subject',
  words: 'Your letter',
  send: 'Send',
  sent: 'Thank you, your letter has arrived.',
  notSent: 'Your letter was not sent.',
  yourLetters: 'Your letters',
  reply: 'Reply',
};

export type Texts = Readonly<typeof en>;

const zh: Texts = {
  name: '炉边与小径',
  skip: '跳到正文',
  about: '步行、菜园，还有刚出炉的东西。',
  articles: '文章',
  search: '搜索',
  searchFor: '搜索内容',
  noResults: '没有找到。',
  letters: '来信',
  otherLanguages: '语言',
  by: '作者：',
  preview: '预览：只有你和持有此链接的人能看到这一页。',
  previewEnded: '此预览已结束。',
  notFound: '没有这个页面。',
  writeToUs: '写信给我们',
  signInFirst: '登录后可以给编辑写信，并阅读回复。',
  signIn: '登录',
  signInFailed: '没有登录，请再试一次。',
  signOut: '退出登录',
  signedInAs: '当前用户：',
  subject: '主题',
  words: '内容',
  send: '发送',
  sent: '谢谢，信已收到。',
  notSent: '信没有寄出。',
  yourLetters: '你的来信',
  reply: '回复',
};

export const texts: Readonly<Record<Locale, Texts>> = { en, zh };

/** The languages by their own names. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', zh: '中文' };
