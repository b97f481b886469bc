'use server';

import { redirect } from 'next/navigation';
import { type Problems, sendLetter } from '../../../../quire/letters.ts';
import { stillSignedIn } from '../../../../quire/sign-in.ts';
import { isLocale } from '../../../../quire/texts.ts';
import { openSession } from '../../../session.ts';

/** What was typed into a form that was refused, and what is wrong with it. */
export interface Refused {
  readonly problems: Problems;
  readonly subject: string;
  readonly words: string;
}

// Anybody can call these with any arguments, so each checks them.

export async function send(given: string, _: Refused | undefined, form: FormData): Promise<Refused> {
  const locale = isLocale(given) ? given : 'en';
  const visitor = stillSignedIn((await openSession()).visitor);
  if (!visitor) redirect(`/${locale}/letters`);
  const problems = await sendLetter(visitor, form, locale);
  if (!problems) redirect(`/${locale}/letters?sent`);
  return { problems, subject: String(form.get('subject')), words: String(form.get('words')) };
}

export async function signOut(given: string): Promise<void> {
  (await openSession()).destroy();
  redirect(`/${isLocale(given) ? given : 'en'}/letters`);
}
