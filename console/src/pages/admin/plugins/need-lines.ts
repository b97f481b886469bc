import type { NeededMail, Needs } from '../../../api/admin/plugins.ts';
import { t } from '../../../texts/admin.ts';
import { language } from '../../../texts/index.ts';

/** One thing that a plug-in needs, in words. */
export interface NeedLine {
  /** Names it among the others. */
  readonly key: string;
  readonly text: string;
  readonly need: Needs;
}

/** What a plug-in needs, a line for each thing that can be granted by itself. */
export function linesOf({
  collections = {},
  hooks = {},
  jobs = {},
  hosts = [],
  settings = [],
  mails = {},
  console: parts = {},
}: Needs): NeedLine[] {
  const words = t.plugins.needs;
  const line = (text: string, need: Needs): NeedLine => ({ key: JSON.stringify(need), text, need });
  return [
    ...Object.entries(collections).flatMap(([name, actions]) =>
      (['read', 'create', 'update', 'delete'] as const).flatMap((action) => {
        const fields = actions[action];
        if (fields === undefined) return [];
        const named = fields === true ? t.plugins.allFields : fields.join(', ');
        return line(words[action](name, named), { collections: { [name]: { [action]: fields } } });
      }),
    ),
    ...Object.entries(hooks).flatMap(([name, all]) =>
      all.map((hook) => line(words.hook(name, hook), { hooks: { [name]: [hook] } })),
    ),
    ...Object.entries(jobs).map(([name, job]) =>
      line(words.job(job.label, job.cron), { jobs: { [name]: job } }),
    ),
    ...hosts.map((host) => line(words.host(host), { hosts: [host] })),
    ...settings.map((name) => line(words.setting(name), { settings: [name] })),
    ...Object.entries(mails).map(([name, mail]) =>
      line(words.mail(inWords(mail.label), readersOf(mail), mail.perHour, wordsOf(mail)), {
        mails: { [name]: mail },
      }),
    ),
    ...Object.entries(parts).map(([name, part]) =>
      line(words.parts[part.kind](part.label === undefined ? name : inWords(part.label)), {
        console: { [name]: part },
      }),
    ),
  ];
}

function inWords(text: NeededMail['label']): string {
  return typeof text === 'string' ? text : (text[language.value] ?? Object.values(text)[0] ?? '');
}

function readersOf({ to }: NeededMail): string {
  const { mailTo } = t.plugins;
  if (to === 'user') return mailTo.user;
  return 'groups' in to ? mailTo.groups(to.groups.join(', ')) : mailTo.field(to.collection, to.field);
}

/** Its words in the language of the reader, or else in its first. */
function wordsOf({ texts }: NeededMail): string {
  const { subject, text } = texts[language.value] ?? Object.values(texts)[0] ?? { subject: '', text: '' };
  return `${subject} – ${text}`;
}

/** The needs of some lines together. */
export function needsOf(lines: readonly NeedLine[]): Needs {
  const collections: Record<string, object> = {};
  const hooks: Record<string, string[]> = {};
  for (const { need } of lines) {
    for (const [name, actions] of Object.entries(need.collections ?? {}))
      collections[name] = { ...collections[name], ...actions };
    for (const [name, all] of Object.entries(need.hooks ?? {}))
      hooks[name] = [...(hooks[name] ?? []), ...all];
  }
  return {
    collections,
    hooks,
    jobs: Object.assign({}, ...lines.map(({ need }) => need.jobs)),
    hosts: lines.flatMap(({ need }) => need.hosts ?? []),
    settings: lines.flatMap(({ need }) => need.settings ?? []),
    mails: Object.assign({}, ...lines.map(({ need }) => need.mails)),
    console: Object.assign({}, ...lines.map(({ need }) => need.console)),
  };
}
