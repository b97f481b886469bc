import type { Description } from '../../../api/definitions.ts';
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
  const [, collection, record] = OF_RECORD.exec(subject ?? '') ?? [];
  const known = collections.find((one) => one.name === collection);
  if (known && record !== undefined) return { title, subject: `${known.label} ${record}` };
  return { title, subject: subject === kind || subject === null ? '' : subject };
}
