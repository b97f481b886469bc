import type { Description, ServedDescription } from '../../../api/definitions.ts';
import { titleOf } from '../../../api/records/titles.ts';
import type { Job } from '../../../api/tasks/jobs.ts';
import { t } from '../../../texts/admin.ts';

/** The texts of a job. */
export interface JobText {
  readonly title: string;
  /** What it is about, beside the title. */
  readonly subject: string;
}

const RETENTION = /^keep (.+) ([\d.]+) days$/;
/** The schedule of one secret of the server. */
const RENEWAL = /^(encrypt secrets anew) \w+$/;
const OF_RECORD = /^(\w+) (\d+)$/;
/** Imports of one user follow each other. */
const OF_IMPORTER = /^imports of (\d+)$/;

/** The texts of a job of the server or the project. A kind without a label and without a text is shown by its name. */
export function wordsOf(
  { kind, label, subject }: Pick<Job, 'kind' | 'label' | 'subject'>,
  collections: readonly Description[],
): JobText {
  const { jobKinds, jobKept } = t.admin;
  const [, kept, days] = RETENTION.exec(kind) ?? [];
  if (kept !== undefined)
    return { title: jobKinds.retention(jobKept[kept] ?? kept), subject: jobKinds.olderThan(Number(days)) };
  const [, renewal] = RENEWAL.exec(kind) ?? [];
  if (renewal !== undefined) return { title: jobKinds.named[renewal] ?? kind, subject: '' };
  const [, place, name = kind] = /^(jobs|mail)\/(.*)$/.exec(kind) ?? [];
  const called = label ?? jobKinds.named[name] ?? name;
  const title = place === 'mail' ? jobKinds.mail(called) : called;
  const [, importer] = OF_IMPORTER.exec(subject ?? '') ?? [];
  const users = collections.find((one) => one.name === 'user');
  if (importer !== undefined) return { title, subject: (users && titleIn(users, importer)) ?? '' };
  const [, collection, record] = OF_RECORD.exec(subject ?? '') ?? [];
  const known = collections.find((one) => one.name === collection);
  if (known && record !== undefined)
    return { title, subject: `${known.label} ${titleIn(known, record) ?? record}` };
  return { title, subject: subject === kind || subject === null ? '' : subject };
}

/** The title of a record, where it has one that the reader may see. */
function titleIn(collection: Description, id: string): string | undefined {
  const isListed = (one: Description): one is ServedDescription =>
    one.path !== undefined && one.actions.list !== undefined;
  return (isListed(collection) && titleOf(collection, id)?.title) || undefined;
}
