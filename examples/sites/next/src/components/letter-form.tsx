'use client';

import { useActionState } from 'react';
import { type Locale, texts } from '../../quire/texts.ts';
import { send } from '../app/[locale]/letters/actions.ts';

export function LetterForm({ locale }: { locale: Locale }) {
  const [refused, action, isPending] = useActionState(send.bind(null, locale), undefined);
  const t = texts[locale];
  return (
    <>
      {refused && (
        <p className="notice bad" role="alert">
          {t.notSent}
        </p>
      )}
      <form className="letter" action={action} noValidate>
        <label htmlFor="subject">{t.subject}</label>
        <input
          id="subject"
          name="subject"
          defaultValue={refused?.subject}
          aria-describedby="subject-problem"
        />
        <span id="subject-problem" className="bad">
          {refused?.problems.subject}
        </span>
        <label htmlFor="words">{t.words}</label>
        <textarea id="words" name="words" defaultValue={refused?.words} aria-describedby="words-problem" />
        <span id="words-problem" className="bad">
          {refused?.problems.words}
        </span>
        <button type="submit" disabled={isPending}>
          {t.send}
        </button>
      </form>
    </>
  );
}
