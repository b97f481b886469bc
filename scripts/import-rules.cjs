// Imports run one way: http → access → records → database → definitions → contract. No circles, types included.
const layers = [
  'contract',
  'server/definitions',
  'server/database',
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
      '^server/(features|cli)/',
      '^server/(main|serve|start|app|settings|settings-table)\\.(ts|mjs)$',
      '^content/',
    ],
  },
}));

module.exports = {
  forbidden: [
    ...upward,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'slices-stay-apart',
      comment: 'A feature never imports another feature.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/' },
      to: { path: '^server/features/', pathNot: '^server/features/$1/' },
    },
    {
      name: 'only-the-past-sees-deleted-rows',
      from: { path: '.', pathNot: '^server/records/deleted\\.ts$' },
      severity: 'error',
      to: { path: '^server/database/with-deleted\\.ts$' },
    },
    {
      name: 'content-imports-quire-only',
      severity: 'error',
      from: { path: '^(content|examples)/' },
      to: { path: '.', pathNot: '^server/definitions/index\\.ts$' },
    },
    {
      name: 'only-main-starts-things',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(main|serve|cli/.*)\\.(ts|mjs)$' },
      to: { path: '^server/(main|serve|settings)\\.(ts|mjs)$', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node'] },
  },
};
