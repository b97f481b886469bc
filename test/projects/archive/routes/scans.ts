import { defineRoute, everyone, login, permission, refuse, type StoredFile, Type } from 'quire-cms';

const common = { module: 'Archive', params: Type.Object({ id: Type.Id() }) } as const;
const stored = Type.Object({
  id: Type.Id(),
  name: Type.String(),
  url: Type.String(),
  mime: Type.String(),
  size: Type.Integer(),
  width: Type.Nullable(Type.Integer()),
});

export const scan = defineRoute({
  ...common,
  method: 'PUT',
  path: '/v1/paper/:id/scan',
  label: 'Scan a paper',
  access: permission('Scan papers', 'scan'),
  rights: 'server',
  query: Type.Object({
    name: Type.String(),
    failing: Type.Optional(Type.Boolean()),
    sealed: Type.Optional(Type.Boolean()),
  }),
  rawBody: 'stream',
  maxBytes: 100_000,
  answer: stored,
  handle({ params, query, body, storeFile }) {
    const work: Parameters<typeof storeFile<StoredFile>>[2] = async (file, records) => {
      await records.update('paper', params.id, { scan: file.id });
      if (query.failing) refuse('No scan today');
      return file;
    };
    return storeFile(body, query.name, work, { private: query.sealed === true });
  },
});

export const scanAsCaller = defineRoute({
  ...common,
  method: 'PUT',
  path: '/v1/paper/:id/own-scan',
  label: 'Scan a paper oneself',
  access: login,
  rawBody: 'stream',
  async handle({ params, body, storeFile }) {
    await storeFile(body, '', (file, records) => records.update('paper', params.id, { scan: file.id }));
  },
});

export const scanForAll = defineRoute({
  ...common,
  method: 'PUT',
  path: '/v1/paper/:id/public-scan',
  label: 'Scan for everyone',
  access: everyone,
  rights: 'server',
  rawBody: 'stream',
  async handle({ body, storeFile }) {
    await storeFile(body, '', async () => {});
  },
});

/** A transaction cannot wait for a file. */
export const scanAtOnce = defineRoute({
  ...common,
  method: 'POST',
  path: '/v1/paper/:id/scan-at-once',
  label: 'Scan in one transaction',
  access: login,
  rawBody: 'bytes',
  async handle({ body, storeFile }) {
    await storeFile(body, '', async () => {});
  },
});

export const spoilt = defineRoute({
  ...common,
  method: 'POST',
  path: '/v1/paper/:id/spoilt',
  label: 'Make a mistake',
  access: everyone,
  rights: 'server',
  rawBody: 'bytes',
  async handle({ params, body, records }) {
    await records.update('paper', params.id, { title: 'spoilt' });
    const { kind, error } = JSON.parse(body.toString());
    if (error) throw Object.assign(new Error('elsewhere'), error);
    return kind.name.length;
  },
});
