import { notFound } from 'next/navigation';
import { findDraft } from '../../../../../quire/articles.ts';
import { settings } from '../../../../../quire/settings.ts';
import { texts } from '../../../../../quire/texts.ts';
import { FollowForm } from '../../../../components/follow-form.tsx';
import { localeOf } from '../../../../locale.ts';

export default async function Page({ params, searchParams }: PageProps<'/[locale]/preview/[id]'>) {
  const locale = await localeOf(params);
  const token = String((await searchParams).preview ?? '');
  // A record that is not saved yet has no token: its page is empty until the form sends values.
  const draft = token === '' ? undefined : await findDraft((await params).id, token, locale);
  if (token !== '' && !draft) notFound();
  return (
    <>
      <p className="notice">{texts[locale].preview}</p>
      <article className="article">
        <h1 data-quire-field="title">{draft?.title}</h1>
        <p className="lead" data-quire-field="summary">
          {draft?.summary}
        </p>
        <div data-quire-field="body" dangerouslySetInnerHTML={{ __html: draft?.body ?? '' }} />
      </article>
      <FollowForm origin={settings.quireUrl} />
    </>
  );
}
