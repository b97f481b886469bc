import type { Metadata } from 'next';
import { listLetters } from '../../../../quire/letters.ts';
import { stillSignedIn } from '../../../../quire/sign-in.ts';
import { texts } from '../../../../quire/texts.ts';
import { LetterForm } from '../../../components/letter-form.tsx';
import { localeOf } from '../../../locale.ts';
import { openSession } from '../../../session.ts';
import { signOut } from './actions.ts';

export async function generateMetadata({ params }: PageProps<'/[locale]/letters'>): Promise<Metadata> {
  return { title: texts[await localeOf(params)].letters };
}

export default async function Page({ params, searchParams }: PageProps<'/[locale]/letters'>) {
  const locale = await localeOf(params);
  const visitor = stillSignedIn((await openSession()).visitor);
  const letters = visitor && (await listLetters(visitor, locale));
  const { sent, failed } = await searchParams;
  const t = texts[locale];
  return (
    <>
      <h1>{t.writeToUs}</h1>
      {failed !== undefined && (
        <p className="notice bad" role="alert">
          {t.signInFailed}
        </p>
      )}
      {!letters ? (
        <>
          <p>{t.signInFirst}</p>
          <a className="button" href={`/${locale}/sign-in`}>
            {t.signIn}
          </a>
        </>
      ) : (
        <>
          {sent !== undefined && (
            <p className="notice" role="status">
              {t.sent}
            </p>
          )}
          <LetterForm locale={locale} />
          <h2>{t.yourLetters}</h2>
          {letters.map(({ id, subject, words, reply }) => (
            <article className="card" key={id}>
              <h3>{subject}</h3>
              <p>{words}</p>
              {reply && (
                <p className="notice">
                  {t.reply}: {reply}
                </p>
              )}
            </article>
          ))}
          <form action={signOut.bind(null, locale)}>
            <p>
              {t.signedInAs} {visitor.name} <button type="submit">{t.signOut}</button>
            </p>
          </form>
        </>
      )}
    </>
  );
}
