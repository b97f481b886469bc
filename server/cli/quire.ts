import { settingsTable } from '../settings-table.ts';

const [command] = process.argv.slice(2);

if (command === 'settings') {
  for (const [name, { initial, allowed, meaning }] of Object.entries(settingsTable)) {
    console.log(
      `${name}\n    ${meaning}\n    allowed: ${allowed}${initial === '' ? '' : `\n    default: ${initial}`}`,
    );
  }
} else {
  console.error('Usage: quire settings    shows every setting, what it means and what is allowed');
  process.exitCode = 2;
}
