import { job } from '../../../server/background/job.collection.ts';
import { systemContext } from '../../../server/records/store/write-context.ts';
import type { FreshApp, Person } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';
import { uploadImage } from '../../support/records/uploads.ts';

export interface Request {
  readonly path: string;
  readonly body?: unknown;
  readonly by?: Pick<Person, 'access'>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes what routes act on: another one with each call, under a name that nothing else has. */
export function makersOf(app: FreshApp) {
  const imports = importsInto(app, '/v1/paper');
  let count = 0;
  const fresh = () => `t${++count}`;
  const paper = () => app.root.make('/v1/paper', { title: fresh() });
  const group = async () => ({ group_id: await app.groupWith(), permission_ids: await permissions() });
  const permissions = () => app.permissionIds('paper.history');
  const named = async () => ({ group_id: await app.groupWith(), auths: ['paper.history'] });
  const toAsk = async () => ({ ...(await group()), reason: fresh() });
  const folder = () => app.root.make('/cms/file/folder', { name: fresh() });
  async function fileTag(): Promise<number | undefined> {
    const name = fresh();
    await app.root.done(`PATCH /cms/file/${(await uploadImage(app)).id}`, { tags: [name] });
    const tags = await app.root.list<{ id: number; name: string }>('/cms/file/tag');
    return tags.find((one) => one.name === name)?.id;
  }
  const view = () => app.root.make('/cms/view', { record: 'paper', name: fresh(), scope: 'mine', state: {} });
  const webhook = () => app.root.make('/cms/webhook', { name: fresh(), url: 'https://hooks.invalid/' });
  const givenUp = () =>
    app.server.store.write(systemContext('test'), (writes) =>
      writes.create(job, { kind: 'nothing', delivery: fresh(), state: 'failed' }),
    );
  const importedPaper = async () => (await imports.run('format=csv', `title\n${fresh()}\n`)).id;
  const changeAll = async () => {
    const title = fresh();
    await app.root.make('/v1/paper', { title });
    const body = { action: 'update', set: { pages: 7 }, expected: 1 };
    return { path: `/v1/paper/bulk-by-filter?filter[title][eq]=${title}`, body };
  };
  const changed = async () => {
    const { path, body } = await changeAll();
    const id = await app.root.make(path, body);
    await app.server.store.jobs.idle();
    return id;
  };
  const trashed = async () => {
    const id = await paper();
    await app.root.done(`DELETE /v1/paper/${id}`);
    return id;
  };
  const serviceUser = () => app.root.make('/cms/service-user', { username: fresh().padStart(6, 'bot') });
  const person = async (change: (id: number) => Request) => change((await app.person()).id);

  const setItem = async () => ({
    record: 'paper',
    action: 'update',
    id: await paper(),
    values: { title: fresh() },
  });
  const changeSet = async () => app.root.make('/v1/change-set', { title: fresh(), items: [await setItem()] });
  const ofSet = async (step: string, before: readonly string[] = [], body?: unknown) => {
    const id = await changeSet();
    for (const one of before) await app.root.done(`POST /v1/change-set/${id}/${one}`);
    return { path: `/v1/change-set/${id}/${step}`, ...(body !== undefined && { body }) };
  };
  const toDecide = async (step: string, more: object = {}) => {
    const by = await app.superAdministrator();
    const { path } = await ofSet(step, ['submit']);
    return { path, body: { version: 2, ...more }, by };
  };
  const comment = async () =>
    app.root.make('/cms/comment', { collection: 'paper', record_id: await paper(), text: fresh() });
  const newAssignment = async () => ({ collection: 'paper', record_id: await paper(), user_id: 1 });
  const assignment = async () => app.root.make('/cms/assignment', await newAssignment());
  const newQuota = async () => {
    const { id } = await app.person();
    return { holder: 'user', holder_id: id, unit: 'requests', most: 5000, span: 'day' };
  };
  const quota = async () => app.root.make('/cms/quota', await newQuota());

  return {
    fresh,
    paper,
    group,
    permissions,
    named,
    toAsk,
    folder,
    fileTag,
    view,
    webhook,
    givenUp,
    importedPaper,
    changeAll,
    changed,
    trashed,
    serviceUser,
    person,
    setItem,
    changeSet,
    ofSet,
    toDecide,
    comment,
    newAssignment,
    assignment,
    newQuota,
    quota,
  };
}
