// Imports run one way: http → access → records → background → database → definitions → contract. No circles, types included.
const layers = [
  'contract',
  'server/definitions',
  'server/database',
  'server/background',
  'server/records',
  'server/access',
  'server/http',
];

const upward = layers.map((layer, index) => ({
  name: `${layer.split('/').pop()}-imports-downward-only`,
  severity: 'error',
  from: { path: `^${layer}/` },
  to: {
    path: [
      ...layers.slice(index + 1).map((above) => `^${above}/`),
      '^server/(features|module|mail|storage|client|cli|parts|project)/',
      '^server/(main|serve|start|app|modules|routes|settings)\\.(ts|mjs)$',
      '^server/settings/',
      '^content/',
    ],
  },
}));

/** The rooms of a layer, lowest first: a room imports those before it and the layer's own files, never those after it. */
const rooms = {
  'server/definitions': ['checks', 'fields'],
  'server/database': ['versions', 'soft-deletion', 'schema'],
  'server/records': [
    'fulltext',
    'query',
    'lists',
    'store',
    'changes',
    'scope',
    'write',
    'sent-records',
    'past',
    'undo',
    'search',
    'sealed',
    'log-chain',
  ],
  'server/access': [
    'uses',
    'refusals',
    'bookkeeping',
    'passwords',
    'mail-tokens',
    'factors',
    'accounts',
    'delegation',
    'sign-in',
    'identities',
    'second-factor',
    'api-keys',
    'impersonation',
    'erasure',
    'presence',
    'admission',
    'guarded',
  ],
  'server/http': ['dialects', 'edge', 'answers', 'description', 'records', 'users', 'project'],
};

const againstTheOrder = Object.entries(rooms).flatMap(([layer, names]) =>
  names.slice(0, -1).map((room, index) => ({
    name: `${room}-imports-lower-rooms-only`,
    severity: 'error',
    from: { path: `^${layer}/${room}/` },
    to: { path: `^${layer}/(${names.slice(index + 1).join('|')})/` },
  })),
);

const databaseRoomsStayApart = {
  name: 'database-rooms-stay-apart',
  comment: 'An engine never imports another engine or the schema, and the schema imports no engine.',
  severity: 'error',
  from: { path: '^server/database/([^/]+)/' },
  to: { path: '^server/database/[^/]+/', pathNot: '^server/database/($1|versions|soft-deletion|replicas)/' },
};

module.exports = {
  forbidden: [
    ...upward,
    ...againstTheOrder,
    databaseRoomsStayApart,
    {
      name: 'mail-storage-and-client-import-the-layers-only',
      severity: 'error',
      from: { path: '^server/(mail|storage|client)/' },
      to: { path: '^server/(features|module|cli|parts|project)/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'slices-stay-apart',
      comment: 'Of another feature, a feature imports only what that one exports for others.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/' },
      to: { path: '^server/features/', pathNot: '^server/features/($1/|[^/]+/exports\\.ts$)' },
    },
    {
      name: 'the-list-of-modules-imports-features',
      comment: 'The core knows no feature.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: ['^server/features/', '^server/modules\\.ts$'],
      },
      to: { path: '^server/features/' },
    },
    {
      name: 'messages-import-nothing-of-the-server',
      severity: 'error',
      from: { path: '^server/messages/' },
      to: { path: '^server/', pathNot: '^server/messages/' },
    },
    {
      name: 'shared-imports-nothing-of-the-server',
      severity: 'error',
      from: { path: '^server/shared/' },
      to: { path: '^server/', pathNot: '^server/(shared/|(errors|messages/message)\\.ts$)' },
    },
    {
      name: 'only-the-past-sees-deleted-records',
      from: { path: '.', pathNot: '^server/records/write/removal/deleted\\.ts$' },
      severity: 'error',
      to: { path: '^server/database/soft-deletion/with-deleted\\.ts$' },
    },
    {
      name: 'content-imports-quire-only',
      severity: 'error',
      comment:
        'An example imports its own files and what Node brings as well. One that is a package finds Quire by its name.',
      from: { path: '^(?:content|examples/([^/]+))/' },
      to: {
        path: '.',
        pathNot: [
          '^server/((definitions|console-parts)/index|entries/testing)\\.ts$',
          '^quire-cms(/console|/testing)?$',
          '^node_modules/vue/',
          '^examples/$1/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'only-main-starts-things',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(main|serve|cli/.*|entries/.*)\\.(ts|mjs)$' },
      to: { path: '^server/(main|serve|settings)\\.(ts|mjs)$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^examples/sites/(astro|next|nuxt|quire)/' }, // complete only once they are put together
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['quire-source', 'import', 'node'],
    },
  },
};
