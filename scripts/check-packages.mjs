// Checks what the lock file brings in: every package is pinned by a hash, runs no script while it is
// installed, and has a licence that a product under the MIT licence can be delivered with.
import { readFileSync } from 'node:fs';
import satisfies from 'spdx-satisfies';

const root = new URL('../', import.meta.url);
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0', // lists of licence names, which only this check reads
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0', // axe-core, which only tests load
  'LGPL-3.0-or-later', // libvips, which sharp links dynamically
  'PSF-2.0', // argparse, which keeps the licence of the Python module that it was ported from; older releases name it
  'Python-2.0',
];
/** Packages that name no licence in the field for it, with what their own files say. */
const read = {
  busboy: 'MIT',
  'combine-errors': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
const all = Object.entries(packages).filter(([path]) => path !== '');
const faults = all.flatMap(([path, about]) => faultsOf(path, about).map((fault) => `${path}: ${fault}`));

for (const fault of faults) console.error(fault);
console.log(`${all.length} packages checked, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

function faultsOf(path, { integrity, hasInstallScript, license }) {
  const name = path.split('node_modules/').at(-1);
  const licence = license ?? read[name];
  return [
    ...(integrity ? [] : ['has no hash in the lock file']),
    ...(hasInstallScript ? ['runs a script while it is installed'] : []),
    ...(licence && satisfies(licence, allowed) ? [] : [`has the licence ${licence ?? '(none named)'}`]),
  ];
}
