import { defineFailures, defineMessages, type Messages, type OwnFailure } from 'quire-cms';

interface Texts {
  readonly noLetters: string;
  readonly tooMany: (params: { readonly slug: string }) => string;
}

/** Why a slug is refused. Programs read the code `slugs.noLetters`. */
export const say: Messages<Texts> = defineMessages<Texts>('slugs', {
  en: {
    noLetters: 'no slug can be made without letters',
    tooMany: ({ slug }) => `too many records have the slug '${slug}'`,
  },
  zh: {
    noLetters: '没有字母，无法生成网址名',
    tooMany: ({ slug }) => `使用网址名“${slug}”的记录过多`,
  },
});

/** How the route refuses, beside 404. */
export const failures: Readonly<Record<'gone', OwnFailure>> = defineFailures('slugs', {
  gone: { status: 410, text: { en: 'This page is gone', zh: '此页面已不存在' } },
});
