// Texts of files of a project that lists plug-ins.
export const plugin = (name: string, more = '') => `definePlugin({ name: '${name}', ${more} })`;
export const listed = (...plugins: readonly string[]) => ({
  'plugins.ts': `export default [${plugins.join(', ')}];`,
});
export const collection = (name: string, path = `/v1/${name}`) =>
  `defineCollection({ name: '${name}', label: '${name}', path: '${path}', audit: 'full', fields: { title: text({ max: 80 }) }, access: { read: everyone, create: permission('Make ${name}'), update: login, delete: login } })`;
export const route = (path: string, more = 'handle() {}') =>
  `defineRoute({ method: 'POST', path: '${path}', label: 'Do', module: 'Shop', access: login, ${more} })`;
export const job = (name: string, more = 'run() {}') =>
  `defineJob({ name: '${name}', label: 'Work', ${more} })`;

export const table = (name: string) =>
  `defineSettings({ ${name}: setting.text({ initial: 'a', meaning: 'What ${name} means.', allowed: 'any' }) })`;
export const setting = (name: string) => `settings: ${table(name)}`;
