// What is read of a project.

export { toAccessRule } from './access-lines.ts';
export { requireMigrated, skipMigrations } from './data-migrations.ts';
export { defineWork } from './define-work.ts';
export { requireOwnGroups, unknownGroups } from './known-names.ts';
export { linesOf, loadProject, type Project } from './project.ts';
export { readProject } from './read-project.ts';
export { seed } from './seed.ts';
export { makeSeedFiles } from './seed-files.ts';
export { strayFiles } from './stray-files.ts';
export { straySettings } from './stray-settings.ts';
